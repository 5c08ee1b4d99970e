/// The letters around a place, by which it is found again in another version of the document.
package struct PlaceWords: Sendable, Hashable, Codable {
  package var before: String
  package var after: String

  package init(before: String, after: String) {
    self.before = before
    self.after = after
  }
}
