import DocumentModel
import Platform

/// The state of a folder at one moment: its names with their stamps, for file systems that report no changes.
struct FolderSnapshot: Sendable {
  /// By the name's bytes; nil where the folder cannot be read.
  private let stamps: [[UInt8]: (name: String, stamp: FileStamp?)]?

  /// In larger folders only names are compared: querying each file would take longer than the polling interval.
  private static let mostStamps = 2_000

  init(_ path: String) {
    guard let entries = try? FolderReader.names(in: path) else {
      stamps = nil
      return
    }
    var found: [[UInt8]: (name: String, stamp: FileStamp?)] = [:]
    found.reserveCapacity(entries.count)
    let isAsked = entries.count <= Self.mostStamps
    for entry in entries {
      let path = PathParts.joined(path, entry.name)
      let stamp = isAsked ? FileStamp(of: path) : nil
      // Gone since its name was read.
      if isAsked, stamp == nil { continue }
      found[Array(entry.name.utf8)] = (entry.name, stamp)
    }
    stamps = found
  }

  /// Records the differences from an earlier snapshot.
  func note(since earlier: FolderSnapshot?, in gathering: inout ChangeGathering) {
    guard let stamps else {
      if earlier?.stamps != nil { gathering.isGone = true }
      return
    }
    guard let before = earlier?.stamps else {
      gathering.mustReadAgain = true
      return
    }
    for (key, old) in before where stamps[key] == nil { gathering.vanish(old.name) }
    for (key, new) in stamps {
      guard let old = before[key] else {
        gathering.appear(new.name)
        continue
      }
      if old.stamp != new.stamp { gathering.change(new.name) }
    }
  }
}
