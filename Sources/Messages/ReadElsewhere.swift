package import DocumentModel

/// A mark of a document that another machine has set, or removed.
package struct MarkElsewhere: Sendable, Hashable {
  package var name: String
  /// Nil if it was removed.
  package var mark: Mark?

  package init(name: String, mark: Mark?) {
    self.name = name
    self.mark = mark
  }
}

/// A place to which a document has been read on another machine.
package struct ReadElsewhere: Sendable, Hashable {
  package var place: Place
  /// The machine's name as its user knows it.
  package var machine: String
  /// As `5 minutes ago`; nil if the clocks disagree.
  package var age: String?

  package init(place: Place, machine: String, age: String?) {
    self.place = place
    self.machine = machine
    self.age = age
  }
}
