import DocumentModel
import Messages
import Text

/// One of the mentions of a cited work.
package struct Mention: Sendable, Hashable {
  /// The place of the work's entry.
  var work: Destination
  /// Its number among the mentions, from 0; -1 at the entry itself.
  var index: Int
}

extension Document {
  /// Returns the place of the entry of the bibliography that a link of the document leads to; nil if it leads elsewhere.
  func entry(near place: Destination) -> Destination? {
    func distance(_ entry: Destination) -> Double { abs((entry.y ?? 0) - (place.y ?? 0)) }
    return references?.entries.map(\.place).filter { entry in
      entry.page == place.page && distance(entry) < Self.entryReach
        && abs((entry.x ?? 0) - (place.x ?? entry.x ?? 0)) < Self.columnReach
    }.min { distance($0) < distance($1) }
  }

  /// Points between an entry's first row and the place that the document's own links name.
  private static let entryReach = 12.0
  /// Points to its side; an entry in another column is further away.
  private static let columnReach = 100.0
}
