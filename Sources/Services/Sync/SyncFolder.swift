import DocumentModel
package import Files
import Sync

/// The folder through which machines exchange their values: one file per machine, each written by its own machine only.
///
/// Used on one queue at a time.
package final class SyncFolder {
  /// The contents of a file that was read.
  private struct Known {
    var stamp: FileStamp
    var file: SyncFile
  }

  let path: String
  private var known: [String: Known] = [:]
  private let disk: Disk

  /// The ending of machines' files.
  static let ending = ".jsonl"

  init(_ path: String, disk: Disk = Disk()) {
    self.path = path
    self.disk = disk
  }

  /// The result of reading the folder.
  struct Reading {
    /// The files by name.
    var files: [String: SyncFile] = [:]
    /// Sentences about files that cannot be read, or not all of them.
    var troubles: [String] = []
  }

  private static func name(of machine: String) -> String { machine + ending }

  /// Returns the names of the machines that have written into a folder.
  package static func machines(in folder: String) throws(FilesError) -> [String] {
    try names(in: folder).map { String($0.dropLast(ending.count)) }
  }

  private static func names(in folder: String) throws(FilesError) -> [String] {
    try FolderReader.names(in: folder).map(\.name)
      .filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }.sorted()
  }

  /// Reads the files that have changed since the last time. Throws if the folder itself cannot be read.
  func read() throws(FilesError) -> Reading {
    let names = try Self.names(in: path)
    var reading = Reading()
    if names.count > SyncLimits.files {
      reading.troubles.append(
        "\(path): only \(SyncLimits.files) of its \(names.count) files were read; remove those of machines you no longer use"
      )
    }
    var count = 0
    for name in names.prefix(SyncLimits.files) {
      do throws(FilesError) {
        let file = try self.file(name)
        count += file.replica.registers.count
        guard count <= SyncLimits.registers else {
          reading.troubles.append(
            "\(PathParts.joined(path, name)) was left out: all files together have more than \(SyncLimits.registers) values"
          )
          continue
        }
        reading.files[name] = file
        if let sentence = Self.sentence(file, PathParts.joined(path, name)) {
          reading.troubles.append(sentence)
        }
      } catch {
        let file = PathParts.joined(path, name)
        let reason =
          error.reason == .tooLarge
          ? "\(file) is larger than \(SyncLimits.file >> 20) MB" : Sentences.text(error, file: file)
        reading.troubles.append(reason + "; it was left out")
      }
    }
    known = known.filter { reading.files[$0.key] != nil }
    return reading
  }

  private func file(_ name: String) throws(FilesError) -> SyncFile {
    let path = PathParts.joined(path, name)
    if let known = known[name], known.stamp == FileStamp(of: path) { return known.file }
    guard FileStatus(path)?.kind == .file else { throw FilesError(.notAFile, path) }
    let whole = try WholeFile(path, atMost: SyncLimits.file, disk)
    let file = SyncFile(whole.bytes)
    known[name] = Known(stamp: whole.stamp, file: file)
    return file
  }

  private static func sentence(_ file: SyncFile, _ path: String) -> String? {
    if file.isTooLong {
      return "\(path) has more than \(SyncLimits.lines) lines; the rest was left out"
    }
    // The last line may still be arriving.
    let isArriving = file.isTorn && file.damagedCount == 1
    guard let first = file.damaged.first, !isArriving else { return nil }
    return file.damagedCount == 1
      ? "\(path), line \(first): not a line that Recto writes; it was left out"
      : "\(path): \(file.damagedCount) lines that Recto does not write were left out, the first is line \(first)"
  }

  /// Returns the values that a machine's file must have and lacks.
  ///
  /// These are its own, and those of machines whose files are gone, so that a new machine finds them.
  static func owed(_ replica: SyncReplica, by machine: String, _ reading: Reading) -> [SyncRegister]
  {
    let own = reading.files[name(of: machine)]?.replica
    return replica.registers.values.filter { register in
      let owner = register.stamp.machine
      guard owner == machine || reading.files[name(of: owner)] == nil else { return false }
      return own?[register.key] != register
    }.sorted { $0.key < $1.key }
  }

  /// Appends values to a machine's file, which is rewritten if most of its lines are stale.
  func append(_ registers: [SyncRegister], for machine: String) throws(FilesError) {
    let name = Self.name(of: machine)
    let path = PathParts.joined(path, name)
    let bytes = SyncFile.bytes(registers)
    if let file = known[name], file.file.isMostlyStale {
      _ = try SafeWrite.write(
        file.file.compacted + bytes, to: path, .replace(expecting: file.stamp), disk: disk)
    } else {
      try AppendedFile.append(bytes, to: path, atMost: SyncLimits.file, disk: disk)
    }
    // The file is read again next time, which shows that the bytes arrived.
    known[name] = nil
  }
}
