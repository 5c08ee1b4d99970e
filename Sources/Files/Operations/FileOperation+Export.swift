import DocumentModel
import Glibc
import Platform

/// Texts of documents as files of their own.
extension FileOperation {
  /// Counts a document's bytes regardless of its text: progress follows the reading.
  func expect(_ exports: [Export]) {
    for export in exports {
      let size = FileStatus(export.source)?.stamp.size ?? 0
      meter.expect(files: 1, bytes: Int(size))
    }
  }

  func export(_ export: Export, into folder: String) throws(FilesError) {
    let source = export.source
    guard export.asText else { return try bring(source, into: folder, isMove: false) }
    let name = FreeName.fitting(PathParts.split(PathParts.name(of: source)).stem, ".txt")
    guard let contents else { throw FilesError(.unreadable, source) }
    guard FileStatus(source) != nil else { throw FilesError(.notFound, source) }
    guard FileStatus(folder)?.isFolder == true else { throw FilesError(.notAFolder, folder) }
    guard FileSystemKind(of: folder).takes(name) else { throw FilesError(.badName, source) }
    sweep(folder)
    // Asked before the work, which may then be skipped.
    guard var (target, isReplacing) = try freeTarget(name, in: folder, for: source) else { return }
    let temporary = UnfinishedName.random(in: folder)
    do throws(FilesError) {
      let file = try UnfinishedName.claim(temporary, disk)
      try write(contents, source, to: file, temporary)
      while true {
        do throws(FilesError) {
          try replacing(isReplacing ? target : nil) { () throws(FilesError) in
            try disk.rename(temporary, to: target)
          }
          break
        } catch  where error.reason == .exists {
          // Another program was faster.
          guard let next = try freeTarget(name, in: folder, for: source) else {
            throw FilesError(.cancelled, source)
          }
          (target, isReplacing) = next
        }
      }
    } catch {
      try? TreeRemoval.remove(temporary, Disk())
      let isOurs = PathParts.same(error.path, temporary)
      throw FilesError(error.reason, isOurs ? source : error.path)
    }
    noteCopy(source, target)
    meter.addFile()
  }

  /// Returns where a name in a folder may be written, after an answer if it is taken; nil to skip it.
  private func freeTarget(
    _ name: String, in folder: String, for source: String
  ) throws(FilesError) -> (path: String, isReplacing: Bool)? {
    try cancellation.check(source)
    let path = PathParts.joined(folder, name)
    guard let status = FileStatus(source), let there = FileStatus(path) else {
      return (path, false)
    }
    switch try decision(source, status, path, there, false) {
    case nil: return nil
    case .keepBoth:
      return (try FreeName.find(for: name, in: folder, isFolder: false, style: .number), false)
    default: return (path, true)
    }
  }

  private func write(
    _ contents: any ContentReading, _ source: String, to file: borrowing Descriptor,
    _ temporary: String
  ) throws(FilesError) {
    let number = file.number
    let size = Double(FileStatus(source)?.stamp.size ?? 0)
    var at: Int64 = 0
    var counted = 0
    var hasLetters = false
    meter.reportIfDue()
    try contents.text(of: source, cancellation: cancellation) {
      (bytes: [UInt8], share: Double) throws(FilesError) in
      try cancellation.check(source)
      try disk.write(bytes, to: number, at: at, temporary)
      at += Int64(bytes.count)
      hasLetters = hasLetters || bytes.contains { $0 > 0x20 }
      let now = Int(size * min(max(0, share), 1))
      if now > counted { meter.add(bytes: now - counted) }
      counted = max(counted, now)
    }
    guard hasLetters else { throw FilesError(.noText, source) }
    let mode = 0o666 & ~SafeWrite.mask
    try disk.call(.mode, temporary) { fchmod(number, mode) }
    try disk.sync(file, temporary)
    meter.add(bytes: Int(size) - counted)
  }
}
