internal import CPoppler
import DocumentModel

/// What poppler, which shows the document, sees of a base and of what is put behind it.
final class SecondSight {
  private let password: [UInt8]
  /// Nil where poppler cannot read it.
  private var old: GObjectReference?
  /// The text of pages looked at before.
  private var texts: [Int: String] = [:]

  /// What was looked at last.
  private var seen: GObjectReference?
  /// Bytes of the texts.
  private var textCost = 0
  private static let mostCost = 16 << 20

  /// The bytes must live as long as this does; the password is the one libqpdf opened the document with.
  init(_ base: UnsafeRawBufferPointer, password: [UInt8]) {
    self.password = password
    old = open(base)
  }

  /// Gives back what was looked at last; its bytes must be there until then.
  func rest() { seen = nil }

  /// Reads pages of the base as they are read to be compared: who never comes to an end with them is not asked to compare them.
  func read(_ pages: [Int]) {
    guard let old else { return }
    // Of those whose text is known the end was reached.
    for index in pages where texts[index] == nil {
      _ = text(index, of: old, isNeeded: true)
      guard let page = poppler_document_get_page(old.pointer, Int32(index)) else { continue }
      // With them the whole form of the document is read.
      _ = hasAll([], GObjectReference(adopting: page), index)
    }
  }

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
    seen = new
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
    // A mark that lies on nothing is no annotation to poppler.
    var wanted = Set(
      edits.compactMap(\.after).filter { after in
        after.page == index && !(after.kind.isMarkup && after.quads.isEmpty)
      }.map(\.id.name))
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
