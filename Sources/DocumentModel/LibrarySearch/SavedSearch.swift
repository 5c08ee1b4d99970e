/// A library search saved under a name.
package struct SavedSearch: Sendable, Hashable, Codable {
  package var name: String
  /// In the query language of the library search.
  package var query: String
  package var usesExpressions: Bool

  package init(name: String, query: String, usesExpressions: Bool = false) {
    self.name = name
    self.query = query
    self.usesExpressions = usesExpressions
  }
}
