import DocumentModel
import Glibc
import Platform

/// The copy of one open document's unsaved contents, locked while it is open.
struct RecoveryCopy: ~Copyable {
  private let folder: RecoveryFolder
  private var file: Descriptor?
  /// Its path; nil if there is none.
  private(set) var path: String?
  /// The path of the document that the copy belongs to.
  private var document = ""

  init(in folder: RecoveryFolder) { self.folder = folder }

  /// Puts a new copy in the old one's place; on failure the old one stays.
  mutating func keep(
    _ document: String, base: [UInt8]?, contents: [UInt8]
  ) throws(FilesError) {
    if file == nil { try folder.make() }
    let disk = folder.disk
    // A copy is found by its document's path: one that was moved gets another.
    let old = path
    let copy =
      PathParts.same(document, self.document)
      ? old ?? folder.newCopy(of: document) : folder.newCopy(of: document)
    let temporary = UnfinishedName.random(in: folder.path)
    let new = try UnfinishedName.claim(temporary, disk)
    do throws(FilesError) {
      let bytes = Recovery.bytes(path: document, base: base, contents: contents)
      try disk.write(bytes, to: new.number, at: 0, copy)
      try disk.sync(new, copy)
      try disk.rename(temporary, over: copy)
    } catch {
      try? disk.remove(temporary)
      throw error
    }
    try? disk.syncFolder(folder.path)
    if let old, !PathParts.same(old, copy) { try? disk.remove(old) }
    file = consume new
    path = copy
    self.document = document
  }

  /// Everything is saved: nothing is to be recovered.
  mutating func drop() {
    if let path { try? folder.disk.remove(path) }
    leave()
  }

  /// Leaves the copy for the next program that opens the document.
  mutating func leave() {
    path = nil
    document = ""
    file = nil
  }
}
