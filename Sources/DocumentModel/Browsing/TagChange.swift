/// The result of changing the tags of one file.
package struct TagChange: Sendable, Hashable {
  /// The absolute path.
  package var path: String
  /// The tags it has now.
  package var tags: [Tag]
  package var outcome: Outcome

  package init(path: String, tags: [Tag], outcome: Outcome) {
    self.path = path
    self.tags = tags
    self.outcome = outcome
  }

  package enum Outcome: Sendable, Hashable {
    /// Stored in the file's attribute, so other programs see them too.
    case inAttribute
    /// Stored in Recto's library only, because writing the attribute failed with this errno.
    case inLibrary(Int32)
    /// Not changed; the value is the errno.
    case failed(Int32)
  }
}

/// The result of renaming, merging or deleting a tag.
package struct TagRenaming: Sendable, Hashable {
  /// The number of changed files.
  package var changed = 0
  /// Files that still have the old tag.
  package var unreached: [Unreached] = []

  package struct Unreached: Sendable, Hashable {
    package var path: String
    /// The errno.
    package var reason: Int32

    package init(path: String, reason: Int32) {
      self.path = path
      self.reason = reason
    }
  }

  package init() {}

  /// Adds the results of some files.
  package mutating func note(_ changes: [TagChange]) {
    for change in changes {
      if case .failed(let reason) = change.outcome {
        unreached.append(Unreached(path: change.path, reason: reason))
      } else {
        changed += 1
      }
    }
  }

  package mutating func add(_ other: TagRenaming) {
    changed += other.changed
    unreached += other.unreached
  }
}
