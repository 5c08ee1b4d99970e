/// The grams a text must have for a regular expression to match, as far as the expression shows.
///
/// Only certain requirements count: consecutive letters that are not optional, all of them or those of one alternative. A construct that is not understood
/// requires nothing.
package indirect enum GramNeed: Sendable, Hashable {
  /// Any text may match.
  case nothing
  case grams([Gram])
  case all([GramNeed])
  case either([GramNeed])

  /// The requirement for a text to contain a literal, whichever of the signs that are typed alike it has.
  package init(literal text: String, ignoresAccents: Bool = false) {
    func need(_ scalars: some Sequence<UInt32>) -> GramNeed {
      let text = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
      let grams = Gram.few(Grams.of(text, ignoresAccents: ignoresAccents))
      return grams.isEmpty ? .nothing : .grams(grams)
    }
    let scalars = text.unicodeScalars.map(\.value)
    let plain = Folding(ignoresCase: false, ignoresSigns: true).fold(scalars).scalars
    let parts = plain.split(omittingEmptySubsequences: false) { scalar in
      Folding.signs.contains { $0.typed == scalar }
    }
    guard parts.count > 1 else {
      self = need(scalars)
      return
    }
    let signs = zip(parts, parts.dropFirst()).compactMap { left, right -> GramNeed? in
      guard let sign = Folding.signs.first(where: { $0.typed == plain[left.endIndex] }) else {
        return nil
      }
      let ways = ([sign.typed] + sign.others).map { need(left.suffix(3) + [$0] + right.prefix(3)) }
      return ways.contains(.nothing) ? nil : .either(ways)
    }
    self = Self.joined(parts.map(need) + signs.prefix(Self.mostSigns))
  }

  /// Each is several posting lists to read.
  private static let mostSigns = 2

  /// The requirement for a text to match a query, with each reading of its hyphens that the query allows.
  package init(_ query: SearchQuery) {
    let ignoresAccents = query.ignoresAccents
    guard !query.isRegularExpression else {
      self.init(expression: query.text, ignoresAccents: ignoresAccents)
      return
    }
    let isLevelled = query.text.unicodeScalars.contains { LevelSigns.contains($0.value) }
    guard !isLevelled else {
      let parts = query.text.split { character in
        character.unicodeScalars.contains { LevelSigns.contains($0.value) }
          || Self.isHyphen(character)
      }
      self = Self.joined(
        parts.map { GramNeed(literal: String($0), ignoresAccents: ignoresAccents) })
      return
    }
    let parts = query.text.split(
      omittingEmptySubsequences: true, whereSeparator: Self.isHyphen)
    guard query.hasLooseHyphens, parts.count > 1 else {
      self.init(literal: query.text, ignoresAccents: ignoresAccents)
      return
    }
    func need(_ text: some StringProtocol) -> GramNeed {
      GramNeed(literal: String(text), ignoresAccents: ignoresAccents)
    }
    if parts.count == 2 {
      let ways = [need(query.text), need(query.text.filter { !Self.isHyphen($0) })]
      self = ways.contains(.nothing) ? .nothing : .either(ways)
    } else {
      self = Self.joined(parts.map(need))
    }
  }

  /// Whether a character equals a hyphen in a search.
  private static func isHyphen(_ character: Character) -> Bool {
    character.unicodeScalars.first.map { scalar in
      Script.isHyphen(scalar.value)
        || Folding(ignoresSigns: true).fold([scalar.value]).scalars == [0x2D]
    } ?? false
  }

  package init(expression: String, ignoresAccents: Bool = false) {
    var parser = RegexReader(expression, ignoresAccents)
    self = parser.need() ?? .nothing
  }

  static func joined(_ needs: [GramNeed]) -> GramNeed {
    let needs = needs.filter { $0 != .nothing }
    return needs.isEmpty ? .nothing : needs.count == 1 ? needs[0] : .all(needs)
  }
}

extension Gram {
  /// The number of grams that identify a text well enough, and of bridges; each further one is another posting list to read.
  private static let enough = 10

  fileprivate static func few(_ grams: [Gram]) -> [Gram] {
    some(grams.filter { !$0.isBridge }) + some(grams.filter(\.isBridge))
  }

  private static func some(_ grams: [Gram]) -> [Gram] {
    guard grams.count > enough else { return grams }
    return (0..<enough).map { grams[$0 * (grams.count - 1) / (enough - 1)] }
  }
}

/// Reads a regular expression (PCRE) for the letters it requires.
struct RegexReader {
  /// Scalars, as in PCRE: a combining mark is not part of the character before it.
  private let pattern: [Unicode.Scalar]
  private let ignoresAccents: Bool
  private var next = 0
  private var depth = 0
  /// Consecutive letters that occur in every match.
  private(set) var runs: [String] = []

  init(_ pattern: String, _ ignoresAccents: Bool = false) {
    self.pattern = Array(pattern.unicodeScalars)
    self.ignoresAccents = ignoresAccents
  }

  /// Returns nil if the expression is not understood.
  mutating func need() -> GramNeed? {
    guard let need = alternatives(), next == pattern.count else { return nil }
    return need
  }

  private mutating func alternatives() -> GramNeed? {
    guard depth < 32 else { return nil }
    depth += 1
    defer { depth -= 1 }
    var parts: [GramNeed] = []
    while true {
      guard let part = sequence() else { return nil }
      parts.append(part)
      guard next < pattern.count, pattern[next] == "|" else { break }
      next += 1
    }
    if parts.count == 1 { return parts[0] }
    // Letters of one alternative need not occur in the others.
    if depth == 1 { runs = [] }
    return parts.contains(.nothing) ? .nothing : .either(parts)
  }

  private enum Atom {
    case letter(Unicode.Scalar)
    case group(GramNeed)
    case other
  }

  private mutating func sequence() -> GramNeed? {
    var needs: [GramNeed] = []
    var run = String.UnicodeScalarView()
    func end() {
      if !run.isEmpty {
        needs.append(GramNeed(literal: String(run), ignoresAccents: ignoresAccents))
        if depth == 1 { runs.append(String(run)) }
      }
      run = String.UnicodeScalarView()
    }
    while next < pattern.count, pattern[next] != "|", pattern[next] != ")" {
      guard let atom = atom(), let least = quantifier() else { return nil }
      switch (atom, least) {
      case (.letter(let letter), .once): run.append(letter)
      case (.letter(let letter), .repeated):
        run.append(letter)
        end()
        run.append(letter)
      case (.group(let need), .once), (.group(let need), .repeated):
        end()
        needs.append(need)
      case (.other, _), (_, .optional): end()
      }
    }
    end()
    return GramNeed.joined(needs)
  }

  private mutating func atom() -> Atom? {
    let character = pattern[next]
    next += 1
    switch character {
    case "\\":
      guard next < pattern.count else { return nil }
      let escaped = pattern[next]
      next += 1
      // Letters and digits after a backslash are classes, anchors, references and codes.
      if !escaped.properties.isAlphabetic, !("0"..."9").contains(escaped) {
        return .letter(escaped)
      }
      return "bBdDwWsShHvVAzZRNn".unicodeScalars.contains(escaped) ? .other : nil
    case "[": return bracket() ? .other : nil
    case "(":
      if next < pattern.count, pattern[next] == "?" || pattern[next] == "*" {
        guard next + 1 < pattern.count, pattern[next] == "?", pattern[next + 1] == ":" else {
          return nil
        }
        next += 2
      }
      guard let need = alternatives(), next < pattern.count, pattern[next] == ")" else {
        return nil
      }
      next += 1
      return .group(need)
    case ".", "^", "$": return .other
    case "*", "+", "?", "{", ")": return nil
    default: return .letter(character)
    }
  }

  /// Skips to the end of a character class.
  private mutating func bracket() -> Bool {
    if next < pattern.count, pattern[next] == "^" { next += 1 }
    var isFirst = true
    while next < pattern.count {
      let character = pattern[next]
      next += 1
      if character == "\\" { next += 1 }
      if character == "]", !isFirst { return true }
      // Named classes such as [:alpha:] have brackets of their own.
      if character == "[" { return false }
      isFirst = false
    }
    return false
  }

  private enum Least { case optional, once, repeated }

  private mutating func quantifier() -> Least? {
    guard next < pattern.count else { return .once }
    var least = Least.once
    switch pattern[next] {
    case "*", "?": least = .optional
    case "+": least = .repeated
    case "{":
      guard let end = pattern[next...].firstIndex(of: "}") else { return nil }
      var inside = String.UnicodeScalarView()
      inside.append(contentsOf: pattern[(next + 1)..<end])
      let bounds = String(inside).split(separator: ",", omittingEmptySubsequences: false)
      let areFigures = bounds.allSatisfy { $0.allSatisfy { ("0"..."9").contains($0) } }
      guard areFigures, bounds.count <= 2, let first = bounds.first, let number = Int(first) else {
        return nil
      }
      least = number == 0 ? .optional : .repeated
      next = end
    default: return .once
    }
    next += 1
    // Lazy and possessive quantifiers require the same.
    if next < pattern.count, pattern[next] == "?" || pattern[next] == "+" { next += 1 }
    return least
  }
}
