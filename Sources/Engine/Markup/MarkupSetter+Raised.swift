import Text

/// Raised and lowered words whose parts are in elements of their own, as formulas are written without MathML.
extension MarkupSetter {
  /// Sets the contents of an element that is raised or lowered as one exponent or index; false where its parts can be set one by one.
  mutating func setRaised(_ node: MarkupNode, _ context: Context) -> Bool {
    let isRaised = context.shift == .superior
    guard let (text, parts) = Self.raisedText(of: node), text.count <= Self.longestRaised
    else { return false }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    // Letters in several elements are no word, unless it is the mark of a note.
    let isFormula = parts > 1 && text.first.map { !"[(*".contains($0) } ?? false
    let hasOther = words.contains { RaisedText.written($0, isRaised: isRaised).hasSuffix("}") }
    guard parts > 1 || words.count > 1 && hasOther else { return false }
    var level = context
    level.shift = .baseline
    if flow.kind == nil, !isInCell { begin(context) }
    putOwedBlank(context)
    let start = flow.nextPlace
    let written = RaisedText.written(
      words.joined(separator: " "), isRaised: isRaised, isFormula: isFormula)
    put(Array(written.utf8)[...], level)
    addSource(of: node, from: start)
    return true
  }

  /// Whether an element is the number of a note or a work in brackets.
  static func isBracketed(_ node: MarkupNode) -> Bool {
    let text = node.text.trimmed
    return text.hasPrefix("[") && text.hasSuffix("]")
  }

  /// Returns a raised or lowered word; a sign that Unicode has no such form of stays as it is.
  static func shifted(_ word: String, isRaised: Bool) -> String {
    let written = RaisedText.written(word, isRaised: isRaised)
    let isSign = !word.contains { $0.isLetter || $0.isNumber }
    return isSign && written.hasSuffix("}") ? word : written
  }

  /// Characters of the longest exponent.
  private static let longestRaised = 24
  /// Elements that only say how their characters look.
  private static let styling: Set<String> = [
    "i", "em", "b", "strong", "span", "var", "cite", "code", "tt", "small", "big", "font", "u",
  ]

  /// Returns the characters of an element and the number of its texts that are not blank; nil if it has more than text in it.
  private static func raisedText(of node: MarkupNode) -> (text: String, parts: Int)? {
    var (text, parts) = ("", 0)
    for child in node.children {
      if child.isText {
        let own = child.text
        text += own
        if own.contains(where: { !$0.isWhitespace }) { parts += 1 }
      } else if child.name == "sub" || child.name == "sup" {
        guard let inner = raisedText(of: child), !inner.text.isEmpty else { return nil }
        text += RaisedText.written(inner.text, isRaised: child.name == "sup", isFormula: true)
        parts += inner.parts
      } else {
        guard styling.contains(child.name), let inner = raisedText(of: child) else { return nil }
        text += inner.text
        parts += inner.parts
      }
    }
    return (text, parts)
  }
}
