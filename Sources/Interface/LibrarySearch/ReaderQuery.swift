import Text

/// What of a query for the library is looked for in a document that was found by it.
enum ReaderQuery {
  /// Stands in for `LibraryQuery.readerQuery`: all words and phrases that are not excluded, whichever stands there; nil where only filters are typed.
  static func standIn(_ text: String, _ options: SearchQuery) -> SearchQuery? {
    func pattern(_ text: String) -> SearchQuery {
      var query = options
      query.text = text
      return query
    }
    if options.isRegularExpression { return text.isEmpty ? nil : pattern(text) }
    var patterns: [SearchQuery] = []
    var isExcluded = false
    for part in QueryText(text).parts where part.filter.isEmpty {
      if QueryText.operators.contains(part.text) {
        isExcluded = part.text == "NOT"
        continue
      }
      if !isExcluded, !part.text.hasPrefix("-"), !part.value.isEmpty {
        patterns.append(pattern(part.value))
      }
      isExcluded = false
    }
    guard var first = patterns.first else { return nil }
    first.others = Array(patterns.dropFirst())
    return first
  }
}
