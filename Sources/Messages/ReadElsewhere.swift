package import DocumentModel

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
