/// Identifies an open document while the program runs.
package struct DocumentID: Sendable, Hashable {
  package var number: Int

  package init(_ number: Int) {
    self.number = number
  }
}
