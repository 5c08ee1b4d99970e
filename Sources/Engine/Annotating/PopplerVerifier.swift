internal import CPoppler
import DocumentModel

/// Verifies with poppler, which also displays the document, that a section has the wanted effect.
///
/// Checks pages until its CPU time is spent, but at least one; the remaining pages are checked by libqpdf alone.
final class PopplerVerifier {
  private let password: [UInt8]
  /// CPU time for all pages of a section, once for the base and once for the new file.
  private let patience: Duration
  /// Nil where poppler cannot read it.
  private var old: GObjectReference?
  /// Pages of the base that poppler has read completely.
  private var known: Set<Int> = []
  /// Cached texts of the base's pages.
  private var texts: [Int: String] = [:]

  /// The document opened by the last verification.
  private var seen: GObjectReference?
  /// Bytes of the cached texts.
  private var textCost = 0
  private static let mostCost = 16 << 20

  /// The bytes must outlive this object. `password` is the one with which libqpdf opened the document.
  init(
    _ base: UnsafeRawBufferPointer, password: [UInt8], patience: Duration = .seconds(2)
  ) {
    self.password = password
    self.patience = patience
    old = open(base)
  }

  /// Releases the last document; its bytes must exist until then.
  func rest() { seen = nil }

  /// Reads pages of the base in advance. If poppler hangs here, the pages are never requested for comparison.
  func read(_ pages: [Int]) {
    guard let old else { return }
    let spent = SpentTime()
    for index in Self.spread(pages) where !known.contains(index) {
      defer { known.insert(index) }
      _ = text(index, of: old, isNeeded: true)
      guard let page = poppler_document_get_page(old.pointer, Int32(index)) else { continue }
      // Listing the annotations makes poppler read the document's whole form.
      _ = hasAll([], GObjectReference(adopting: page), index)
      if spent.duration > patience { return }
    }
  }

  /// Orders pages as first, last, then the middles of the gaps, so that wherever the check stops, the pages checked are spread evenly.
  static func spread(_ pages: [Int]) -> [Int] {
    let sorted = pages.sorted()
    guard sorted.count > 2 else { return sorted }
    var (order, gaps) = ([sorted[0], sorted[sorted.count - 1]], [0..<sorted.count - 1])
    while !gaps.isEmpty {
      let gap = gaps.removeFirst()
      guard gap.count > 1 else { continue }
      let middle = (gap.lowerBound + gap.upperBound) / 2
      order.append(sorted[middle])
      gaps += [gap.lowerBound..<middle, middle..<gap.upperBound]
    }
    return order
  }

  /// Checks that the page count and the text of the checked pages are unchanged and that the edited annotations are there. Returns the pages checked, nil if
  /// poppler can read none of them in the base.
  ///
  /// The text of pages with `filled` fields is not compared. Throws `.unverified`.
  func verify(
    _ whole: UnsafeRawBufferPointer, _ pages: [Int], _ edits: [Int: [AnnotationPatch]],
    filled: Set<Int> = []
  ) throws(SaveBlocker) -> Set<Int>? {
    // A document that poppler could not read before cannot have been broken for it.
    guard let old else { return nil }
    guard let new = open(whole) else { throw .unverified }
    seen = new
    guard poppler_document_get_n_pages(old.pointer) == poppler_document_get_n_pages(new.pointer)
    else { throw .unverified }
    let spent = SpentTime()
    var seen: Set<Int> = []
    // Pages that `read` did not finish are not started here.
    let readable = pages.filter(known.contains)
    for index in Self.spread(readable.isEmpty ? pages : readable) {
      if !seen.isEmpty, spent.duration > patience { break }
      let own = edits[index] ?? []
      let needsText = !Self.hasLetters(own)
      guard let before = text(index, of: old, isNeeded: needsText) else { continue }
      seen.insert(index)
      guard let two = poppler_document_get_page(new.pointer, Int32(index)) else {
        throw .unverified
      }
      let after = GObjectReference(adopting: two)
      let isSame = !needsText || filled.contains(index) || before == text(after)
      guard hasAll(own, after, index), isSame else {
        throw .unverified
      }
    }
    return seen.isEmpty && !pages.isEmpty ? nil : seen
  }

  /// Returns the text of a page of the base, empty if it is not needed; nil if there is no such page.
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
    // Poppler converts the password back to Latin-1.
    let text = String(String.UnicodeScalarView(password.map { Unicode.Scalar($0) }))
    return poppler_document_new_from_bytes(shared, text, nil).map { GObjectReference(adopting: $0) }
  }

  /// Poppler counts the letters of these annotations as text of the page.
  private static func hasLetters(_ edits: [AnnotationPatch]) -> Bool {
    edits.contains { $0.after.map { $0.kind == .freeText || $0.kind == .stamp } ?? true }
  }

  private func text(_ page: GObjectReference) -> String {
    page.lend { GLibText.take(poppler_page_get_text($0)) }
  }

  private func hasAll(_ edits: [AnnotationPatch], _ page: GObjectReference, _ index: Int) -> Bool {
    // Poppler ignores a text markup annotation without quads.
    var wanted = Set(
      edits.compactMap(\.after).filter { after in
        after.page == index && !(after.kind.marksText && after.quads.isEmpty)
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
