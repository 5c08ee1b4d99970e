/// Where a document of a shared library is: a name for people, and a path on this machine if its collection is mounted here.
package struct SharedPlace: Sendable, Hashable {
  /// The name under which this machine has joined the library.
  package var library: String
  package var collection: String
  /// The path below the collection's folder.
  package var path: String

  package init(library: String, collection: String, path: String) {
    self.library = library
    self.collection = collection
    self.path = path
  }

  /// Parses `LIBRARY:COLLECTION/PATH`; nil for other texts.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Self.isName(String(parts[0])) else { return nil }
    let names = parts[1].split(separator: "/", maxSplits: 1)
    guard names.count == 2, Self.isName(String(names[0])) else { return nil }
    self.init(library: String(parts[0]), collection: String(names[0]), path: String(names[1]))
  }

  /// As `lab:papers/2024/raft.pdf`.
  package var text: String { "\(library):\(collection)/\(path)" }

  /// Returns the path below a folder; nil if it would lead out of it, as a hostile server could have it.
  package func path(below root: String) -> String? { Self.path(path, below: root) }

  package static func path(_ path: String, below root: String) -> String? {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    guard names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.contains("\0") }) else {
      return nil
    }
    return PathParts.joined(root, path)
  }

  /// Whether a text can name a library or a collection: letters, digits, `_`, `.` and `-`, at most 64.
  package static func isName(_ text: String) -> Bool {
    (1...64).contains(text.count)
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType == .decimal
          || "_.-".unicodeScalars.contains($0)
      }
  }
}
