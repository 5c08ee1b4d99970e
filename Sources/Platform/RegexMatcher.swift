internal import CGLib
import DocumentModel
package import Text

/// Finds a query's matches as a regular expression (PCRE2 through GLib's GRegex), by the same rules for case, accents and words
/// as plain text; a match lies within one passage.
// Unchecked: a GRegex is never changed after it is made (GRegex, "thread-safe").
package final class RegexMatcher: PatternMatcher, @unchecked Sendable {
  private let regex: OpaquePointer
  private let folding: Folding
  private let probe: LetterProbe?

  /// Steps of one attempt: a pattern that needs more is stopped (pcre2pattern(3), LIMIT_MATCH).
  private static let steps = 1_000_000
  /// The time for one passage, over all attempts, after which a pattern is stopped.
  private static let longest = Duration.milliseconds(500)

  package init(_ query: SearchQuery) throws(PatternError) {
    // Case is the expression's affair: a fold would change `\W` and `[A-Z]`.
    folding = Folding(
      ignoresCase: false, ignoresAccents: query.ignoresAccents, ignoresSigns: true)
    probe = LetterProbe(expression: query.text)
    let pattern = query.isWholeWord ? "\\b(?:\(query.text))\\b" : query.text
    try Self.check(query.text)
    // A passage may contain several lines of plain text: each has its own start and end.
    var flags = G_REGEX_OPTIMIZE.rawValue | G_REGEX_MULTILINE.rawValue
    if query.ignoresCase { flags |= G_REGEX_CASELESS.rawValue }
    var error: UnsafeMutablePointer<GError>?
    let folded = String(scalars: Self.folded(pattern, folding))
    let made = g_regex_new(
      "(*LIMIT_MATCH=\(Self.steps))" + folded, GRegexCompileFlags(rawValue: flags),
      GRegexMatchFlags(rawValue: 0), &error)
    guard let made else { throw Self.failure(&error, in: query.text) }
    regex = made
  }

  deinit {
    g_regex_unref(regex)
  }

  /// Returns the pattern folded like the text; fullwidth characters that resemble operators stay literal: `（` is no
  /// group.
  private static func folded(_ pattern: String, _ folding: Folding) -> [UInt32] {
    pattern.unicodeScalars.flatMap { scalar in
      let parts = folding.fold([scalar.value]).scalars
      guard scalar.value >= 0x80 else { return parts }
      return parts.flatMap { part in
        part < 0x80 && !WordShape.isWord(part) && part != 0x20 ? [0x5C, part] : [part]
      }
    }
  }

  package var reach: Int { 200 }

  package func isAbsent(from text: UnsafeBufferPointer<UInt8>) -> Bool {
    probe?.isAbsent(from: text) == true
  }

  /// Returns nil also if matching was abandoned, which the slower path will report.
  package func matches(inASCII bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
    if isAbsent(from: bytes) { return [] }
    // All that folding does to ASCII.
    return try? byteRanges(in: bytes.map { $0 == 0x09 ? 0x20 : $0 })
  }

  package func matches(in scalars: [UInt32]) throws(PatternError) -> [Range<Int>] {
    let folded = folding.fold(scalars)
    var text: [UInt8] = []
    text.reserveCapacity(folded.scalars.count + 8)
    // Index into the folded scalars of each byte.
    var places: [Int32] = []
    places.reserveCapacity(folded.scalars.count + 8)
    for (index, scalar) in folded.scalars.enumerated() {
      text += UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter
      while places.count < text.count { places.append(Int32(index)) }
    }
    let ranges = try byteRanges(in: text)
    return ranges.map { range in
      Int(folded.sources[Int(places[range.lowerBound])])..<Int(
        folded.sources[Int(places[range.upperBound - 1])]) + 1
    }
  }

  private func byteRanges(in text: [UInt8]) throws(PatternError) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var failed = false
    var isTooLong = false
    text.withUnsafeBytes { buffer in
      // An empty array has no address, and GLib wants one.
      guard let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      var info: OpaquePointer?
      var error: UnsafeMutablePointer<GError>?
      g_regex_match_full(
        regex, base, gssize(buffer.count), 0, GRegexMatchFlags(rawValue: 0), &info, &error)
      let end = ContinuousClock.now + Self.longest
      while error == nil, g_match_info_matches(info) != 0 {
        if found.count.isMultiple(of: 16), ContinuousClock.now > end {
          isTooLong = true
          break
        }
        var (start, end): (gint, gint) = (0, 0)
        if g_match_info_fetch_pos(info, 0, &start, &end) != 0, end > start, start >= 0 {
          found.append(Int(start)..<Int(end))
        }
        g_match_info_next(info, &error)
      }
      g_match_info_free(info)
      failed = error != nil || isTooLong
      g_clear_error(&error)
    }
    if failed { throw .runaway }
    return found
  }

  /// Checks the pattern as typed, so that error positions refer to it.
  private static func check(_ pattern: String) throws(PatternError) {
    var error: UnsafeMutablePointer<GError>?
    guard
      let made = g_regex_new(
        pattern, GRegexCompileFlags(rawValue: 0), GRegexMatchFlags(rawValue: 0), &error)
    else { throw failure(&error, in: pattern) }
    g_regex_unref(made)
  }

  /// GLib's words without those that quote the pattern: `… at char 3: missing terminating )`.
  private static func failure(
    _ error: inout UnsafeMutablePointer<GError>?, in pattern: String
  ) -> PatternError {
    defer { g_clear_error(&error) }
    guard let error, let message = error.pointee.message else { return .invalid("", at: 0) }
    let words = String(cString: message)
    guard let mark = words.range(ofLast: " at char "),
      let colon = words[mark.upperBound...].firstIndex(of: ":")
    else { return .invalid(words, at: 0) }
    let place = Int(words[mark.upperBound..<colon]) ?? 0
    let isAtEnd = place >= pattern.unicodeScalars.count
    return .invalid(String(words[colon...].dropFirst(2)), at: isAtEnd ? nil : place)
  }
}

extension String {
  init(scalars: [UInt32]) {
    var view = UnicodeScalarView()
    for scalar in scalars { view.append(Unicode.Scalar(scalar) ?? "\u{FFFD}") }
    self.init(view)
  }

}

extension SearchQuery {
  /// Returns the matcher for this query.
  package func matcher() throws(PatternError) -> any PatternMatcher {
    let own: any PatternMatcher =
      isRegularExpression ? try RegexMatcher(self) : LiteralMatcher(self)
    guard !others.isEmpty else { return own }
    var all = [own]
    for other in others { all.append(try other.matcher()) }
    return AnyOfMatcher(all)
  }
}
