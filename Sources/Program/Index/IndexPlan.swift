import DocumentModel
import Library

/// What has to be done so that an index knows what lies in its folders.
struct IndexPlan: Equatable {
  /// To be read, what is small and new first.
  var read: [FileSighting] = []
  /// Known documents that lie elsewhere now.
  var moved: [Move] = []
  /// Known documents that are gone.
  var gone: [Int] = []

  struct Move: Equatable {
    var id: Int
    var to: FileSighting
  }

  /// Compares what was seen with what is known. Of what lies below `whole` folders, what was not seen is gone.
  ///
  /// What could not be read is tried again when it has changed, or when there is another reader.
  init(seen: [FileSighting], known: [IndexedFile], whole: [String], reader: String) {
    let byPath = Dictionary(known.map { ($0.sighting.path, $0) }) { $1 }
    let there = Set(seen.map(\.path))
    let missing = known.filter { !there.contains($0.sighting.path) }
    var strays = Dictionary(grouping: missing) { Self.print($0.sighting) }
    for sighting in seen {
      if let file = byPath[sighting.path] {
        let isTold = file.state == .whole || file.reader == reader
        if !file.isCurrent(sighting) || !isTold { read.append(sighting) }
      } else if let file = strays[Self.print(sighting)]?.popLast() {
        moved.append(Move(id: file.id, to: sighting))
      } else {
        read.append(sighting)
      }
    }
    let kept = Set(moved.map(\.id))
    gone = missing.filter { file in
      !kept.contains(file.id) && whole.contains { PathParts.lies(file.sighting.path, in: $0) }
    }.map(\.id)
    // What was changed last is looked for first.
    read.sort { ($1.modified, $0.path) < ($0.modified, $1.path) }
  }

  /// What a file keeps when it is moved: on one file system its inode, to another its name, and in any case size and time.
  private static func print(_ sighting: FileSighting) -> [String] {
    [PathParts.name(of: sighting.path), String(sighting.size), String(sighting.modified)]
  }
}
