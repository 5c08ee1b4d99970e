/// The operators, quotes and filter names of library queries.
package enum QuerySigns {
  /// In the order in which they are listed to the user.
  package static let filters = [
    "author", "title", "tag", "in", "type", "year", "after", "before", "page", "near", "note",
  ]
  package static let and: Set<String> = ["AND", "&&"]
  package static let or: Set<String> = ["OR", "||"]
  package static let not: Set<String> = ["NOT"]
  /// `„` only opens a quote.
  package static let quotes: Set<Character> = ["\"", "“", "”", "„"]
}
