internal import CPoppler
import DocumentModel

/// What poppler, which shows the document, sees of a base and of what is put behind it.
final class SecondSight {
  private let password: [UInt8]
  /// Nil where poppler cannot read it.
  private var old: GObjectReference?
  /// The text of pages looked at before.
  private var texts: [Int: String] = [:]

  /// The edits of pages that were found well, as they were then.
  private var verified: [Int: [AnnotationEdit]] = [:]

  /// Bytes of what is known of pages: of texts, and of edits.
  private var textCost = 0
  private var editCost = 0
  private static let mostCost = 16 << 20

  /// The bytes must live as long as this does; the password is the one libqpdf opened the document with.
  init(_ base: UnsafeRawBufferPointer, password: [UInt8]) {
    self.password = password
    old = open(base)
  }

  /// Whether a page with the same edits on it was found well before: the same is made of them each time, or `SectionCheck` refuses it unread.
  func knows(_ page: Int, _ edits: [AnnotationEdit]) -> Bool { verified[page] == edits }

  /// As many pages as before, the same text on those looked at, and the annotations on them.
  ///
  /// On pages that were `filled` in the words are others.
  func verify(
    _ whole: UnsafeRawBufferPointer, _ pages: [Int], _ edits: [Int: [AnnotationEdit]],
    filled: Set<Int> = []
  ) throws(AnnotationObstacle) {
    // What poppler cannot read it cannot have been spoiled for.
    guard let old else { return }
    guard let new = open(whole) else { throw .unverified }
    guard poppler_document_get_n_pages(old.pointer) == poppler_document_get_n_pages(new.pointer)
    else { throw .unverified }
    for index in pages {
      let own = edits[index] ?? []
      let needsText = !Self.hasLetters(own)
      guard let before = text(index, of: old, isNeeded: needsText) else { continue }
      guard let two = poppler_document_get_page(new.pointer, Int32(index)) else {
        throw .unverified
      }
      let after = GObjectReference(adopting: two)
      let isSame = !needsText || filled.contains(index) || before == text(after)
      guard hasAll(own, after, index), isSame else {
        throw .unverified
      }
      // Words that were not compared are not known.
      guard !filled.contains(index) else { continue }
      remember(own, of: index)
    }
  }

  /// The text of a page of the base, empty where it is not needed; nil where there is no such page.
  private func text(_ index: Int, of old: GObjectReference, isNeeded: Bool) -> String? {
    if let known = texts[index] { return known }
    guard let one = poppler_document_get_page(old.pointer, Int32(index)) else { return nil }
    let page = GObjectReference(adopting: one)
    guard isNeeded else { return "" }
    let read = text(page)
    let cost = read.utf8.count
    if textCost + cost > Self.mostCost { (texts, textCost) = ([:], 0) }
    guard cost <= Self.mostCost else { return read }
    texts[index] = read
    textCost += cost
    return read
  }

  private func remember(_ edits: [AnnotationEdit], of page: Int) {
    editCost -= verified.removeValue(forKey: page).map(Self.cost) ?? 0
    let cost = Self.cost(edits)
    if editCost + cost > Self.mostCost { (verified, editCost) = ([:], 0) }
    guard cost <= Self.mostCost else { return }
    verified[page] = edits
    editCost += cost
  }

  private static func cost(_ edits: [AnnotationEdit]) -> Int {
    edits.reduce(64) { cost, edit in
      guard let after = edit.after else { return cost + 128 }
      let points = after.strokes.reduce(after.quads.count * 4) { $0 + $1.count }
      return cost + 512 + after.contents.utf8.count + points * MemoryLayout<Point>.size
    }
  }

  private func open(_ bytes: UnsafeRawBufferPointer) -> GObjectReference? {
    guard let shared = g_bytes_new_static(bytes.baseAddress, gsize(bytes.count)) else { return nil }
    defer { g_bytes_unref(shared) }
    guard !password.isEmpty else {
      return poppler_document_new_from_bytes(shared, nil, nil).map {
        GObjectReference(adopting: $0)
      }
    }
    // Poppler makes Latin-1 of it again.
    let text = String(String.UnicodeScalarView(password.map { Unicode.Scalar($0) }))
    return poppler_document_new_from_bytes(shared, text, nil).map { GObjectReference(adopting: $0) }
  }

  /// The letters of such annotations count as the page's text.
  private static func hasLetters(_ edits: [AnnotationEdit]) -> Bool {
    edits.contains { $0.after.map { $0.kind == .freeText || $0.kind == .stamp } ?? true }
  }

  private func text(_ page: GObjectReference) -> String {
    page.lend { GLibText.take(poppler_page_get_text($0)) }
  }

  private func hasAll(_ edits: [AnnotationEdit], _ page: GObjectReference, _ index: Int) -> Bool {
    var wanted = Set(edits.filter { $0.after?.page == index }.map(\.id.name))
    page.lend { pointer in
      let list = poppler_page_get_annot_mapping(pointer)
      defer { poppler_page_free_annot_mapping(list) }
      var next = list
      while let node = next {
        next = node.pointee.next
        guard let data = node.pointee.data,
          let annotation = data.assumingMemoryBound(to: PopplerAnnotMapping.self).pointee.annot
        else { continue }
        wanted.remove(GLibText.take(poppler_annot_get_name(annotation)))
      }
    }
    return wanted.isEmpty
  }
}
