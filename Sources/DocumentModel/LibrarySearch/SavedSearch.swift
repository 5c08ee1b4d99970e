/// A search in the library that is kept under a name.
package struct SavedSearch: Sendable, Hashable, Codable {
  package var name: String
  /// In the language of searches.
  package var query: String
  package var usesExpressions: Bool

  package init(name: String, query: String, usesExpressions: Bool = false) {
    self.name = name
    self.query = query
    self.usesExpressions = usesExpressions
  }
}
