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
  /// What could not be read is tried again when it has changed, or when there is another reader; an empty one is not known yet.
  /// With `retriesLost` also what has cost workers, which something else may have ended.
  init(
    seen: [FileSighting], known: [IndexedFile], whole: [String], reader: String,
    retriesLost: Bool = false
  ) {
    let byPath = Dictionary(known.map { ($0.sighting.path, $0) }) { $1 }
    let there = Set(seen.map(\.path))
    let missing = known.filter { !there.contains($0.sighting.path) }
    // A file that is not seen where nobody looked is not gone, and another one like it is a copy.
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
        let isTold =
          file.state == .whole || reader.isEmpty || file.reader == reader
          || !retriesLost && file.reader == Self.losing(reader)
        if !file.isCurrent(sighting) || !isTold { read.append(sighting) }
      } else if let file = stray(sighting) {
        moved.append(Move(id: file.id, to: sighting))
      } else {
        read.append(sighting)
      }
    }
    gone = lost.map(\.id).filter { !found.contains($0) }
    // What was changed last is looked for first.
    read.sort { ($1.modified, $0.path) < ($0.modified, $1.path) }
  }

  /// A reader that was ended over a document, time and again.
  static func losing(_ reader: String) -> String { reader + ", ended" }

  /// What a file keeps when it is moved: on its file system the inode, to another one its name, and in any case size and time.
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
