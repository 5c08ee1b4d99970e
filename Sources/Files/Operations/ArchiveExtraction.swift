import DocumentModel
import Glibc
import Platform

/// Writes an archive's files and folders into a new folder that nobody else uses.
///
/// Links and special files are left out, so that no later name can lead elsewhere.
package final class ArchiveExtraction {
  /// Links, special files and names that cannot be given.
  package private(set) var leftOutCount = 0
  package private(set) var isDamaged = false
  private let folder: String
  private let disk: Disk
  private let mode: mode_t
  private let mostBytes: Int
  private var byteCount = 0
  private var made: Set<[String]> = []
  private var file: Descriptor?
  private var path = ""
  private var offset: Int64 = 0
  private var modified: Int64?

  /// Entries of one archive; each takes an inode.
  private static let mostEntries = 200_000
  private var entryCount = 0

  /// `mostBytes` is the size of all files at which `.tooLarge` is thrown.
  /// The permissions of files that are shown and not changed.
  static let readOnly: UInt32 = 0o400

  package init(
    into folder: String, isReadOnly: Bool = false, mostBytes: Int = .max, disk: Disk = Disk()
  ) {
    self.folder = folder
    mode = isReadOnly ? mode_t(Self.readOnly) : 0o666 & ~SafeWrite.mask
    self.mostBytes = mostBytes
    self.disk = disk
  }

  /// Extracts a whole archive; `progress` gets the archive's bytes that were read so far. What is damaged ends it, what came before stays.
  package func extract(
    _ archive: String, by contents: any ContentReading, _ cancellation: Cancellation,
    progress: (Int) -> Void = { _ in }
  ) throws(FilesError) {
    try contents.portions(of: archive, namesOnly: false, cancellation: cancellation) {
      portion throws(FilesError) in
      for piece in portion.pieces { try take(piece, archive) }
      isDamaged = portion.isDamaged
      progress(portion.position)
    }
    try closeFile()
  }

  private func take(
    _ piece: ArchivePortion.Piece, _ archive: String
  ) throws(FilesError) {
    switch piece {
    case .bytes(let bytes): return try write(bytes, archive)
    case .leftOut: leftOutCount += 1
    case .folder(let names): if try !make(names) { leftOutCount += 1 }
    case .file(let names, let modified):
      try closeFile()
      if try !begin(names, modified) { leftOutCount += 1 }
    }
    entryCount += 1
    if entryCount > Self.mostEntries { throw FilesError(.tooLarge, archive) }
  }

  private func path(of names: [String]) -> String {
    PathParts.joined(folder, names.joined(separator: "/"))
  }

  /// Makes a folder and those above it; false if a file has one of the names.
  private func make(_ names: [String]) throws(FilesError) -> Bool {
    guard !names.isEmpty, !made.contains(names) else { return true }
    guard try make(Array(names.dropLast())) else { return false }
    do throws(FilesError) {
      try disk.makeFolder(path(of: names))
    } catch  where error.reason == .exists || error.reason == .badName {
      return false
    }
    made.insert(names)
    return true
  }

  /// Begins a file, in place of an earlier one of that name as with tar(1); false if it cannot have its name.
  private func begin(_ names: [String], _ modified: Int64?) throws(FilesError) -> Bool {
    guard try make(Array(names.dropLast())), !made.contains(names) else { return false }
    path = path(of: names)
    do throws(FilesError) {
      if FileStatus(path) != nil { try disk.remove(path) }
      file = try disk.create(path)
    } catch  where error.reason == .badName {
      return false
    }
    (offset, self.modified) = (0, modified)
    return true
  }

  private func write(_ bytes: [UInt8], _ archive: String) throws(FilesError) {
    byteCount += bytes.count
    if byteCount > mostBytes { throw FilesError(.tooLarge, archive) }
    // Nil for a file that was left out.
    guard let number = file?.number else { return }
    try disk.write(bytes, to: number, at: offset, path)
    offset += Int64(bytes.count)
  }

  private func closeFile() throws(FilesError) {
    guard let open = file.take() else { return }
    let number = open.number
    try disk.call(.mode, path) { fchmod(number, mode) }
    if let modified {
      let time = timespec(tv_sec: Int(modified), tv_nsec: 0)
      try disk.call(.times, path) { futimens(number, [time, time]) }
    }
    try open.close(disk, path)
  }
}
