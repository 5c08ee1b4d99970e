/// What is looked for, and how.
package struct SearchQuery: Sendable, Hashable, Codable {
  package enum CaseRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// Upper case in the text typed makes it matter.
    case smart
    case sensitive
    case insensitive
  }

  package var text: String
  package var caseRule: CaseRule
  /// Neither side of a match may stand inside a word.
  package var isWholeWord: Bool
  package var isRegularExpression: Bool
  /// `é` is `e`.
  package var ignoresAccents: Bool
  /// A hyphen inside the text also matches a blank or nothing, and a blank also matches a hyphen. Not stored with the query.
  package var hasLooseHyphens = false
  /// Other patterns whose places count as well; theirs are empty. Not kept with what was looked for.
  package var others: [SearchQuery] = []

  private enum CodingKeys: String, CodingKey {
    case text, caseRule, isWholeWord, isRegularExpression, ignoresAccents
  }

  package init(
    _ text: String, caseRule: CaseRule = .smart, isWholeWord: Bool = false,
    isRegularExpression: Bool = false, ignoresAccents: Bool = false
  ) {
    self.text = text
    self.caseRule = caseRule
    self.isWholeWord = isWholeWord
    self.isRegularExpression = isRegularExpression
    self.ignoresAccents = ignoresAccents
  }

  package var ignoresCase: Bool {
    switch caseRule {
    case .smart: !hasUpperCase
    case .sensitive: false
    case .insensitive: true
    }
  }

  /// A letter after a backslash of an expression is no letter: `\W` looks for nothing in upper case.
  private var hasUpperCase: Bool {
    var isEscaped = false
    for character in text {
      if character.isUppercase, !isEscaped { return true }
      isEscaped = isRegularExpression && character == "\\" && !isEscaped
    }
    return false
  }

  package var folding: Folding {
    Folding(ignoresCase: ignoresCase, ignoresAccents: ignoresAccents)
  }
}

/// Why a pattern cannot be looked for.
package enum PatternError: Error, Sendable, Hashable {
  /// It is no pattern: what is wrong with it, at which character from 0, nil at its end.
  case invalid(String, at: Int?)
  /// Looking for it takes more steps than are allowed.
  case runaway
}

/// Finds a query's matches in one passage of text.
package protocol PatternMatcher: Sendable {
  /// Longest match across a line end that is looked for with the hyphen there read the other way, in scalars.
  var reach: Int { get }
  /// The ranges of the matches in the scalars of a passage, ascending, without overlaps, none empty.
  func matches(in scalars: [UInt32]) throws(PatternError) -> [Range<Int>]
  /// The same in a passage of ASCII only; nil where the pattern has no quicker way there.
  func matches(inASCII bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]?
  /// Whether it is quickly told that a passage, UTF-8, has no match, its hyphens as they are.
  func isAbsent(from text: UnsafeBufferPointer<UInt8>) -> Bool
}

extension PatternMatcher {
  package func isAbsent(from text: UnsafeBufferPointer<UInt8>) -> Bool { false }
}
