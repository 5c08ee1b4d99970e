import Text

extension SearchQuery {
  /// A pattern with the options of the command line; of the two for case the last one counts.
  init(_ pattern: String, _ parsed: Arguments) {
    func has(_ name: String) -> Bool { parsed.options[name] != nil }
    let rules: [String: CaseRule] = ["case-sensitive": .sensitive, "ignore-case": .insensitive]
    self.init(
      pattern, caseRule: parsed.given.lazy.compactMap { rules[$0.name] }.last ?? .smart,
      isWholeWord: has("word"), isRegularExpression: has("regex"),
      ignoresAccents: has("ignore-accents"))
  }
}
