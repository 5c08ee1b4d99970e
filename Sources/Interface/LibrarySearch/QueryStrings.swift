package import Text

/// Sentences about queries.
package enum QueryStrings {
  package static func sentence(_ doubt: QueryDoubt) -> String {
    switch doubt {
    case .unknownFilter(let name):
      "“\(name):” is not a filter and is searched as text; filters are \(QuerySigns.filters.joined(separator: ", "))"
    case .unclosedParenthesis:
      "a parenthesis is not closed; the query is read as if it ended there"
    case .unclosedQuote: "a quotation mark is not closed; the phrase goes to the end of the query"
    }
  }
}
