/// A search pattern and its options.
package struct SearchQuery: Sendable, Hashable, Codable {
  package enum CaseRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// Case-sensitive if the typed text has upper case.
    case smart
    case sensitive
    case insensitive
  }

  package var text: String
  package var caseRule: CaseRule
  /// Whether a match must begin and end at word boundaries.
  package var isWholeWord: Bool
  package var isRegularExpression: Bool
  /// Whether `é` equals `e`.
  package var ignoresAccents: Bool
  /// Whether a hyphen inside the text also matches a blank or nothing, a blank also a hyphen, and two letters also those with a hyphen between them. Not stored
  /// with the query.
  package var hasLooseHyphens = false
  /// Further patterns whose matches count too; their own `others` are empty. Not stored with the query.
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

  /// Whether the text has upper case. A letter after a backslash in an expression does not count: `\W` is a class.
  private var hasUpperCase: Bool {
    var isEscaped = false
    for character in text {
      if character.isUppercase, !isEscaped { return true }
      isEscaped = isRegularExpression && character == "\\" && !isEscaped
    }
    return false
  }

  package var folding: Folding {
    Folding(ignoresCase: ignoresCase, ignoresAccents: ignoresAccents, ignoresSigns: true)
  }
}

/// Why a pattern cannot be searched.
package enum PatternError: Error, Sendable, Hashable {
  /// The pattern is invalid: the reason, and the character from 0, nil at its end.
  case invalid(String, at: Int?)
  /// Matching takes more steps than allowed.
  case runaway
}

/// Finds a query's matches in one passage of text.
package protocol PatternMatcher: Sendable {
  /// The maximum length, in scalars, of a match across a line-end hyphen read the other way.
  var reach: Int { get }
  /// Returns the ranges of the matches in the scalars of a passage, ascending, without overlaps, none empty.
  func matches(in scalars: [UInt32]) throws(PatternError) -> [Range<Int>]
  /// The same in a passage of ASCII only; nil if the pattern has no faster method for it.
  func matches(inASCII bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]?
  /// Whether a fast test shows that a UTF-8 passage has no match, with its hyphens as they are.
  func isAbsent(from text: UnsafeBufferPointer<UInt8>) -> Bool
}

extension PatternMatcher {
  package func isAbsent(from text: UnsafeBufferPointer<UInt8>) -> Bool { false }
}
