internal import CPoppler
import DocumentModel

/// What poppler, which shows the document, sees of a section.
struct SecondSight {
  private let base: UnsafeRawBufferPointer
  private let whole: UnsafeRawBufferPointer
  private let password: [UInt8]

  /// The password is the one libqpdf opened the document with.
  init(_ base: UnsafeRawBufferPointer, _ whole: UnsafeRawBufferPointer, password: [UInt8]) {
    self.base = base
    self.whole = whole
    self.password = password
  }

  /// As many pages as before, the same text on those looked at, and the annotations on them.
  ///
  /// On pages that were `filled` in the words are others.
  func verify(
    _ pages: [Int], _ edits: [Int: [AnnotationEdit]], filled: Set<Int> = []
  ) throws(AnnotationObstacle) {
    // What poppler cannot read it cannot have been spoiled for.
    guard let old = open(base) else { return }
    guard let new = open(whole) else { throw .unverified }
    guard poppler_document_get_n_pages(old.pointer) == poppler_document_get_n_pages(new.pointer)
    else { throw .unverified }
    for index in pages {
      guard let one = poppler_document_get_page(old.pointer, Int32(index)) else { continue }
      let before = GObjectReference(adopting: one)
      guard let two = poppler_document_get_page(new.pointer, Int32(index)) else {
        throw .unverified
      }
      let after = GObjectReference(adopting: two)
      let own = edits[index] ?? []
      guard hasAll(own, after, index),
        Self.hasLetters(own) || filled.contains(index) || text(before) == text(after)
      else {
        throw .unverified
      }
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
