internal import CPoppler
import DocumentModel
import Glibc
import Wire

/// Verifies with libqpdf and with poppler that a new file is a complete document and has the requested edits.
struct EditCheck {
  private let old: SourceDocument
  private let new: SourceDocument
  private let made: UnsafeRawBufferPointer
  private let base: UnsafeRawBufferPointer
  private let password: [UInt8]

  init(
    _ files: [UnsafeRawBufferPointer], _ work: EditWork
  ) throws(EditRefusal) {
    guard files.count > 1, let made = files.last else { throw EditRefusal(.failed) }
    self.made = made
    base = files[0]
    password = work.files[0].password
    old = try SourceDocument(files[0], password: work.files[0].password, number: 0)
    do throws(EditRefusal) {
      new = try SourceDocument(made, password: work.files[0].password, number: 0)
    } catch {
      throw EditRefusal(.unverified)
    }
  }

  /// Verifies the new file: its pages, their contents, its encryption, and that poppler opens it.
  ///
  /// `others` are the page counts of the inserted files.
  func verify(_ edits: [DocumentEdit], others: [Int]) throws(EditRefusal) {
    let wanted = edits.pageCount(after: old.pages.count, others: others)
    guard !new.file.isRebuilt, wanted == new.pages.count else { throw EditRefusal(.unverified) }
    guard Self.scheme(old.file) == Self.scheme(new.file) else { throw EditRefusal(.encryption) }
    if TextLayer.makes(edits) {
      try verifyTextLayer(edits)
    } else {
      try verifyContents(edits, others)
    }
    try verifyShown()
    guard new.file.warnings.count <= old.file.warnings.count else {
      throw EditRefusal(.unverified)
    }
  }

  /// Returns the encryption settings without the keys; nil if the file is not encrypted.
  private static func scheme(_ file: ObjectFile) -> [PDFObject]? {
    guard let entries = file.followed(file.trailer["Encrypt"]).dictionary else { return nil }
    let filters = file.followed(entries["CF"]).dictionary ?? [:]
    func method(_ key: String) -> PDFObject {
      let name = file.followed(entries[key]).name ?? "Identity"
      let filter = file.followed(filters[name]).dictionary
      return file.followed(filter?["CFM"] ?? .name("Identity"))
    }
    let streams = method("StmF")
    let embedded = entries["EFF"] == nil ? streams : method("EFF")
    return ["V", "R", "P"].map { file.followed(entries[$0]) } + [
      streams, method("StrF"), embedded,
    ]
  }

  /// Verifies that each page kept from the original document has the same contents as before.
  private func verifyContents(
    _ edits: [DocumentEdit], _ others: [Int]
  ) throws(EditRefusal) {
    var order: [Int?] = old.pages.indices.map { $0 }
    for edit in edits {
      var brought = 0
      if case .insert(let file, let pages, _) = edit { brought = pages?.count ?? others[file - 1] }
      order = edit.arranged(order, bringing: [Int?](repeating: nil, count: brought))
    }
    guard order.count == new.pages.count else { throw EditRefusal(.unverified) }
    for (index, page) in zip(order, new.pages) {
      guard let index else { continue }
      guard old.file.contents(ofPage: old.pages[index]) == new.file.contents(ofPage: page) else {
        throw EditRefusal(.unverified)
      }
    }
  }

  /// Verifies that a text layer was added after the unchanged bytes of the document, and nothing else.
  private func verifyTextLayer(_ edits: [DocumentEdit]) throws(EditRefusal) {
    let update = UnsafeRawBufferPointer(rebasing: made.dropFirst(base.count))
    var isSame = false
    for isCopy in [false, true] where !isSame {
      let section = try TextLayer.section(
        after: base, password: password, edits, isCopy: isCopy)
      isSame = section.isSame(as: update)
    }
    guard made.count > base.count, isSame, let old = base.baseAddress,
      let new = made.baseAddress, memcmp(old, new, base.count) == 0
    else { throw EditRefusal(.unverified) }
  }

  private func verifyShown() throws(EditRefusal) {
    guard let shared = g_bytes_new_static(made.baseAddress, gsize(made.count)) else {
      throw EditRefusal(.failed)
    }
    defer { g_bytes_unref(shared) }
    let password = new.file.password
    // Poppler converts the password back to Latin-1.
    let text = String(String.UnicodeScalarView(password.map { Unicode.Scalar($0) }))
    guard
      let opened = poppler_document_new_from_bytes(shared, password.isEmpty ? nil : text, nil)
    else { throw EditRefusal(.unverified) }
    let document = GObjectReference(adopting: opened)
    guard Int(poppler_document_get_n_pages(document.pointer)) == new.pages.count else {
      throw EditRefusal(.unverified)
    }
  }
}
