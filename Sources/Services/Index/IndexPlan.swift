import DocumentModel
import Library

/// The changes that bring an index up to date with its folders.
struct IndexPlan: Equatable {
  /// The files to read, the most recently modified first.
  var read: [FileSighting] = []
  /// Indexed documents that have moved.
  var moved: [Move] = []
  /// Indexed documents that no longer exist.
  var gone: [Int] = []

  struct Move: Equatable {
    var id: Int
    var to: FileSighting
  }

  /// Compares the files found with the indexed ones. An indexed file below one of the `whole` folders that was not found is gone.
  ///
  /// A failed file is read again when it has changed, or failed with another `reader`; an empty `reader` is unknown. With `retriesLost`, files that
  /// crashed their worker are read again too, since something else may have ended it. `reader` is evaluated only if a file failed.
  init(
    seen: [FileSighting], known: [IndexedFile], whole: [String],
    reader: @autoclosure () -> String,
    retriesLost: Bool = false
  ) {
    lazy var reader = reader()
    let known = known.map(\.withoutScans)
    let byPath = Dictionary(known.map { ($0.sighting.path, $0) }) { $1 }
    let there = Set(seen.map(\.path))
    let missing = known.filter { !there.contains($0.sighting.path) }
    // A file in a folder that was not searched is not gone; an equal file elsewhere is a copy.
    let lost = missing.filter { file in
      whole.contains { PathParts.lies(file.sighting.path, in: $0) }
    }
    var renamed = Dictionary(grouping: lost) { Print($0.sighting, isHere: true) }
    var carried = Dictionary(grouping: lost) { Print($0.sighting, isHere: false) }
    var found: Set<Int> = []
    func stray(_ sighting: FileSighting) -> IndexedFile? {
      for file in renamed.removeValue(forKey: Print(sighting, isHere: true)) ?? []
      where found.insert(file.id).inserted { return file }
      for file in carried.removeValue(forKey: Print(sighting, isHere: false)) ?? []
      where found.insert(file.id).inserted { return file }
      return nil
    }
    for sighting in seen {
      if let file = byPath[sighting.path] {
        let isSettled =
          file.state == .whole || reader.isEmpty || file.reader == reader
          || !retriesLost && file.reader == Self.losing(reader)
        if !file.isCurrent(sighting) || !isSettled { read.append(sighting) }
      } else if let file = stray(sighting) {
        moved.append(Move(id: file.id, to: sighting))
      } else {
        read.append(sighting)
      }
    }
    gone = lost.map(\.id).filter { !found.contains($0) }
    // The most recently modified files are read first, since they are the likeliest to be searched for.
    read.sort { ($1.modified, $0.path) < ($0.modified, $1.path) }
  }

  /// The end of the reader's name for a file whose scanned pages have not been recognised.
  static let scans = ", no scans"

  /// Returns the reader recorded for a file that crashed its worker.
  static func losing(_ reader: String) -> String { reader + ", ended" }

  /// The properties a file keeps when moved: size and time, and its inode within a file system or its name across file systems.
  private struct Print: Hashable {
    var size: Int64
    var modified: Int64
    var inode: UInt64
    var name: String

    init(_ sighting: FileSighting, isHere: Bool) {
      size = sighting.size
      modified = sighting.modified
      inode = isHere ? sighting.inode : 0
      name = isHere ? "" : PathParts.name(of: sighting.path)
    }
  }
}

extension IndexedFile {
  var hasScans: Bool { reader.hasSuffix(IndexPlan.scans) }

  /// The file as if its scanned pages had been recognised.
  fileprivate var withoutScans: IndexedFile {
    var file = self
    if hasScans { file.reader.removeLast(IndexPlan.scans.count) }
    return file
  }
}
