internal import CPoppler
import DocumentModel

/// What poppler, which shows the document, sees of a base and of what is put behind it.
///
/// It looks at pages until it has spent its time, at one in any case; those left over are seen by libqpdf alone.
final class PopplerVerifier {
  private let password: [UInt8]
  /// The processor's time for all pages of a section, in the base and again behind it.
  private let patience: Duration
  /// Nil where poppler cannot read it.
  private var old: GObjectReference?
  /// Pages of the base that were read to their end.
  private var known: Set<Int> = []
  /// The text of pages looked at before.
  private var texts: [Int: String] = [:]

  /// What was looked at last.
  private var seen: GObjectReference?
  /// Bytes of the texts.
  private var textCost = 0
  private static let mostCost = 16 << 20

  /// The bytes must live as long as this does; the password is the one libqpdf opened the document with.
  init(
    _ base: UnsafeRawBufferPointer, password: [UInt8], patience: Duration = .seconds(2)
  ) {
    self.password = password
    self.patience = patience
    old = open(base)
  }

  /// Gives back what was looked at last; its bytes must be there until then.
  func rest() { seen = nil }

  /// Reads pages of the base as they are read to be compared: who never comes to an end with them is not asked to compare them.
  func read(_ pages: [Int]) {
    guard let old else { return }
    let spent = SpentTime()
    for index in Self.spread(pages) where !known.contains(index) {
      defer { known.insert(index) }
      _ = text(index, of: old, isNeeded: true)
      guard let page = poppler_document_get_page(old.pointer, Int32(index)) else { continue }
      // With them the whole form of the document is read.
      _ = hasAll([], GObjectReference(adopting: page), index)
      if spent.duration > patience { return }
    }
  }

  /// The first, the last, and then always between those before: wherever one stops, what was looked at lies over all.
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

  /// As many pages as before, the same text on those looked at, and the annotations on them; gives those looked at, nil where poppler reads
  /// none of them in the base.
  ///
  /// On pages that were `filled` in the words are others.
  func verify(
    _ whole: UnsafeRawBufferPointer, _ pages: [Int], _ edits: [Int: [AnnotationPatch]],
    filled: Set<Int> = []
  ) throws(SaveBlocker) -> Set<Int>? {
    // What poppler cannot read it cannot have been spoiled for.
    guard let old else { return nil }
    guard let new = open(whole) else { throw .unverified }
    seen = new
    guard poppler_document_get_n_pages(old.pointer) == poppler_document_get_n_pages(new.pointer)
    else { throw .unverified }
    let spent = SpentTime()
    var seen: Set<Int> = []
    // Those that were left out of the base are not begun with here.
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
  private static func hasLetters(_ edits: [AnnotationPatch]) -> Bool {
    edits.contains { $0.after.map { $0.kind == .freeText || $0.kind == .stamp } ?? true }
  }

  private func text(_ page: GObjectReference) -> String {
    page.lend { GLibText.take(poppler_page_get_text($0)) }
  }

  private func hasAll(_ edits: [AnnotationPatch], _ page: GObjectReference, _ index: Int) -> Bool {
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
