/// What in a search of the library is no word that is looked for.
package enum QuerySigns {
  /// In the order they are told.
  package static let filters = [
    "author", "title", "tag", "in", "type", "year", "after", "before", "page", "near", "note",
  ]
  package static let and: Set<String> = ["AND", "&&"]
  package static let or: Set<String> = ["OR", "||"]
  package static let not: Set<String> = ["NOT"]
  /// `„` only opens.
  package static let quotes: Set<Character> = ["\"", "“", "”", "„"]
}
