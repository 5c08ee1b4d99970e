import DocumentModel

/// A file whose pages are used, or the edited one, with a flat list of pages.
struct SourceDocument {
  let file: ObjectFile
  let pages: [PDFObject.Reference]
  let labels: PageLabelTree
  /// Whether all permissions are granted. Expensive for encrypted files.
  var isUnrestricted: Bool { !file.isEncrypted || ((try? Cipher(file))?.isOwner ?? false) }

  /// `number` identifies the file in messages.
  init(_ bytes: UnsafeRawBufferPointer, password: [UInt8], number: Int) throws(EditRefusal) {
    do throws(ObjectFile.Failure) {
      file = try ObjectFile(bytes, passwords: Passwords.candidates(password))
    } catch {
      throw EditRefusal(error == .passwordWrong ? .passwordWrong : .unreadable, file: number)
    }
    // The check precedes all edits. A page that occurs twice would be edited twice.
    guard let pages = file.flatPages(), Set(pages).count == pages.count else {
      throw EditRefusal(.unreadable, file: number)
    }
    self.pages = pages
    labels = PageLabelTree(file, count: pages.count)
    file.gatherWarnings()
  }
}
