extension CSSValues {
  /// Parses names with numbers, as `counter-reset` has them.
  static func counters(_ tokens: [CSSToken], usual: Int) -> [ComputedValues.CounterChange]? {
    if tokens.count == 1, tokens[0].keyword == "none" { return [] }
    var found: [ComputedValues.CounterChange] = []
    var words = tokens[...]
    while let word = words.popFirst() {
      guard case .ident(let name) = word else { return nil }
      var value = usual
      if case .number(let number) = words.first {
        guard let exact = Int(exactly: number) else { return nil }
        value = exact
        words.removeFirst()
      }
      found.append(.init(name: name, value: value))
    }
    return found
  }

  private static let quotes: [String: ComputedValues.Content] = [
    "open-quote": .quote(1, isWritten: true), "close-quote": .quote(-1, isWritten: true),
    "no-open-quote": .quote(1, isWritten: false), "no-close-quote": .quote(-1, isWritten: false),
  ]

  /// Parses `content`; addresses of images have no text.
  static func content(_ tokens: [CSSToken]) -> [ComputedValues.Content]? {
    if tokens.count == 1, ["none", "normal"].contains(tokens[0].keyword) { return [] }
    var found: [ComputedValues.Content] = []
    var words = tokens[...]
    while let word = words.popFirst() {
      switch word {
      case .string(let text): found.append(.text(text))
      case .url: continue
      // The rest is an alternative text.
      case .sign("/"): return found
      case .ident(let name):
        guard let quote = quotes[name.lowercased()] else { return nil }
        found.append(quote)
      case .function(let name):
        guard let end = words.firstIndex(of: .close(")")) else { return nil }
        let arguments = words[..<end].split(separator: .comma).map(Array.init)
        words = words[(end + 1)...]
        guard name != "url" else { continue }
        guard let part = function(name, arguments) else { return nil }
        found.append(part)
      default: return nil
      }
    }
    return found
  }

  private static func function(
    _ name: String, _ arguments: [[CSSToken]]
  ) -> ComputedValues.Content? {
    guard case .ident(let first) = arguments.first?.first else { return nil }
    func style(_ index: Int) -> String {
      arguments.count > index ? marker(arguments[index]) ?? "decimal" : "decimal"
    }
    switch name {
    case "attr":
      // A prefix of a namespace is a part of the attribute's name.
      let words = arguments[0].compactMap { $0 == .sign("|") ? ":" : $0.keyword }
      return .attribute(words.joined())
    case "counter":
      return .counter(first, style: style(1))
    case "counters":
      guard arguments.count > 1, case .string(let separator) = arguments[1].first else {
        return nil
      }
      return .counters(first, separator: clipped(separator), style: style(2))
    default: return nil
    }
  }

  /// Parses pairs of quotation marks.
  static func quotes(_ tokens: [CSSToken]) -> [String]? {
    if tokens.count == 1, let word = tokens[0].keyword {
      return word == "none" ? [] : word == "auto" ? ComputedValues.usualQuotes : nil
    }
    let marks = tokens.compactMap { token -> String? in
      if case .string(let text) = token { clipped(text) } else { nil }
    }
    return marks.count == tokens.count && marks.count.isMultiple(of: 2) ? marks : nil
  }
}
