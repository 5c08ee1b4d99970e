import Text

/// A search option that is switched at the prompt.
struct SearchSwitch {
  /// The key, pressed with Alt.
  let key: Unicode.Scalar
  /// Its label in the prompt, shown when it is on.
  let name: @Sendable (SearchQuery) -> String
  let isOn: @Sendable (SearchQuery) -> Bool
  let turn: @Sendable (inout SearchQuery) -> Void

  func turned(_ query: SearchQuery) -> SearchQuery {
    var query = query
    turn(&query)
    return query
  }

  static let all: [SearchSwitch] = [
    SearchSwitch(
      key: "c",
      name: { $0.caseRule == .smart ? "case: smart" : $0.caseRule == .sensitive ? "Case" : "case" },
      isOn: { $0.caseRule != .smart },
      turn: { query in
        let rules = SearchQuery.CaseRule.allCases
        let index = rules.firstIndex(of: query.caseRule) ?? 0
        query.caseRule = rules[(index + 1) % rules.count]
      }),
    SearchSwitch(
      key: "w", name: { _ in "word" }, isOn: { $0.isWholeWord },
      turn: { $0.isWholeWord.toggle() }),
    SearchSwitch(
      key: "r", name: { _ in "regex" }, isOn: { $0.isRegularExpression },
      turn: { $0.isRegularExpression.toggle() }),
    SearchSwitch(
      key: "a", name: { _ in "e=é" }, isOn: { $0.ignoresAccents },
      turn: { $0.ignoresAccents.toggle() }),
  ]
}
