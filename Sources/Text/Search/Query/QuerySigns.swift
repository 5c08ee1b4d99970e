/// What in a search of the library is no word that is looked for.
package enum QuerySigns {
  package static let filters: Set<String> = [
    "author", "title", "tag", "in", "type", "after", "before", "year", "page", "note",
  ]
  package static let and: Set<String> = ["AND", "&&"]
  package static let or: Set<String> = ["OR", "||"]
  package static let not: Set<String> = ["NOT"]
  /// `„` only opens.
  package static let quotes: Set<Character> = ["\"", "“", "”", "„"]
}
