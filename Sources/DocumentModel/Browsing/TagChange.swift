/// What came of changing the tags of one file.
package struct TagChange: Sendable, Hashable {
  /// Absolute.
  package var path: String
  /// Those it has now.
  package var tags: [Tag]
  package var outcome: Outcome

  package init(path: String, tags: [Tag], outcome: Outcome) {
    self.path = path
    self.tags = tags
    self.outcome = outcome
  }

  package enum Outcome: Sendable, Hashable {
    /// Other programs see them too.
    case inAttribute
    /// Only Recto knows them: the file's attribute could not be written, by the system's error number.
    case inLibrary(Int32)
    /// Not changed, by the system's error number.
    case failed(Int32)
  }
}

/// What came of renaming, merging or deleting a tag.
package struct TagRenaming: Sendable, Hashable {
  /// How many files were changed.
  package var changed = 0
  /// Files that still have the old tag.
  package var unreached: [Unreached] = []

  package struct Unreached: Sendable, Hashable {
    package var path: String
    /// The system's error number.
    package var reason: Int32

    package init(path: String, reason: Int32) {
      self.path = path
      self.reason = reason
    }
  }

  package init() {}

  /// Counts what came of some files.
  package mutating func note(_ changes: [TagChange]) {
    for change in changes {
      if case .failed(let reason) = change.outcome {
        unreached.append(Unreached(path: change.path, reason: reason))
      } else {
        changed += 1
      }
    }
  }

  /// With what came of others.
  package mutating func add(_ other: TagRenaming) {
    changed += other.changed
    unreached += other.unreached
  }
}
