import DocumentModel

/// A file pages are taken from, or the one that is edited: its pages in a flat list.
struct SourceDocument {
  let file: ObjectFile
  let pages: [PDFObject.Reference]
  let labels: PageLabels
  /// Nothing is forbidden: it is not encrypted, or was opened with the owner's password. Takes long to find out.
  var isOwner: Bool { !file.isEncrypted || ((try? Cipher(file))?.isOwner ?? false) }

  /// `number`: that of the file, for what is told.
  init(_ bytes: UnsafeRawBufferPointer, password: [UInt8], number: Int) throws(EditRefusal) {
    do throws(ObjectFile.Failure) {
      file = try ObjectFile(bytes, passwords: Passwords.candidates(password))
    } catch {
      throw EditRefusal(error == .passwordWrong ? .passwordWrong : .unreadable, file: number)
    }
    // Annotations are still what they were, and no page is there twice.
    guard let pages = file.flatPages(), Set(pages).count == pages.count else {
      throw EditRefusal(.unreadable, file: number)
    }
    self.pages = pages
    labels = PageLabels(file, count: pages.count)
    file.gatherWarnings()
  }
}
