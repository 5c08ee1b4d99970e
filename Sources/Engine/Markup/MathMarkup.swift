import DocumentModel
import Text

/// MathML written on one line: fractions with a stroke, raised and lowered signs where Unicode has them.
enum MathMarkup {
  static func text(of math: MarkupNode) -> String {
    row(math).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Signs with blanks on both sides where they stand between two terms.
  private static let binary: Set<String> = [
    "=", "≠", "<", ">", "≤", "≥", "≈", "≡", "∼", "≃", "≅", "∝", "+", "-", "−", "±", "∓", "×", "÷",
    "→", "←", "↔", "⇒", "⇐", "⇔", "↦", "∈", "∉", "⊂", "⊆", "⊃", "∪", "∩", "∧", "∨", "|", "∣",
  ]
  private static let opening: Set<Character> = ["(", "[", "{", "⟨", "|", ","]
  /// Operators that mean nothing on paper.
  private static let unseen: Set<Unicode.Scalar> = ["\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}"]

  private static func row(_ node: MarkupNode) -> String {
    var text = ""
    var endsInTerm = false
    for child in node.elements {
      let part = written(child)
      // The next factor is not below the stroke or the root.
      if endsInTerm, let first = part.first,
        first.isLetter || first.isNumber || starts.contains(first)
      {
        text += " "
      }
      append(part, of: child, to: &text)
      endsInTerm = self.endsInTerm(child)
    }
    return text
  }

  /// Signs that a factor begins with.
  private static let starts: Set<Character> = ["√", "∫", "∬", "∭", "∮", "∑", "∏"]

  /// Whether an expression ends with a fraction or a root.
  private static func endsInTerm(_ node: MarkupNode) -> Bool {
    switch node.name {
    case "mfrac", "msqrt", "mroot": true
    case "mrow", "mstyle": Array(node.elements).last.map(endsInTerm) ?? false
    default: false
    }
  }

  private static func append(_ part: String, of node: MarkupNode, to text: inout String) {
    guard node.name == "mo" else {
      text += part
      return
    }
    let last = text.last { $0 != " " }
    let isUnary =
      last == nil || last.map { opening.contains($0) || binary.contains(String($0)) } == true
    if binary.contains(part), !isUnary {
      text += " \(part) "
    } else {
      text += part == "," || part == ";" ? part + " " : part
    }
  }

  private static func written(_ node: MarkupNode) -> String {
    let parts = Array(node.elements)
    func part(_ index: Int) -> String { index < parts.count ? written(parts[index]).trimmed : "" }
    switch node.name {
    case "mi", "mn", "mo", "mtext", "ms":
      return String(
        String.UnicodeScalarView(node.words.unicodeScalars.filter { !unseen.contains($0) }))
    case "mfrac" where node["linethickness"].map(isZero) == true:
      return raised(part(0)) + lowered(part(1))
    case "mfrac":
      return grouped(part(0)) + "/"
        + (parts.count > 1 && isProduct(parts[1]) ? "(\(part(1)))" : grouped(part(1)))
    case "msqrt": return "√" + grouped(row(node).trimmed)
    case "mroot": return raised(part(1)) + "√" + grouped(part(0))
    case "msup": return part(0) + raised(part(1))
    case "msub": return part(0) + lowered(part(1))
    case "msubsup", "munderover": return part(0) + lowered(part(1)) + raised(part(2))
    case "munder": return part(0) + lowered(part(1))
    case "mover": return accented(part(0), part(1))
    case "mmultiscripts": return part(0) + lowered(part(1)) + raised(part(2))
    case "mfenced":
      let inner = parts.map(written).joined(separator: (node["separators"] ?? ",") + " ")
      return (node["open"] ?? "(") + inner + (node["close"] ?? ")")
    case "mtable":
      let rows = parts.map(written).joined(separator: "; ")
      return isMatrix(node) ? "[\(rows)]" : rows
    case "mtr", "mlabeledtr":
      return parts.map(written).filter { !$0.isEmpty }.joined(separator: " ")
    case "mspace": return " "
    case "semantics": return part(0)
    case "annotation", "annotation-xml", "mphantom", "none", "mprescripts": return ""
    default: return row(node)
    }
  }

  /// Whether a table is a matrix without brackets of its own: lines of equations have signs of relation.
  private static func isMatrix(_ table: MarkupNode) -> Bool {
    return !isFenced(table)
      && table.elements.contains { row in row.elements.count { $0.name == "mtd" } > 1 }
      && !table.descendants.contains { $0.name == "mo" && relations.contains($0.words) }
  }

  /// Whether a bracket is before an expression, or before the rows that it is alone at the beginning of.
  private static func isFenced(_ node: MarkupNode) -> Bool {
    if let previous = node.previousElement { return fences.contains(previous.words) }
    guard let outer = node.parent else { return false }
    return outer.name == "mfenced" || rows.contains(outer.name) && isFenced(outer)
  }

  private static let rows: Set<String> = ["mrow", "mstyle", "mpadded"]
  private static let fences: Set<String> = ["(", "[", "{", "|", "‖", "∥", "⟦", "⌈", "⌊"]
  private static let relations: Set<String> = [
    "=", "≠", "<", ">", "≤", "≥", "≈", "≡", "∼", "≃", "≅", "∝", "≪", "≫", ":=", "≔", "≜",
    "→", "←", "↔", "↦", "⇒", "⇐", "⇔", "⟹", "⟺", "∈", "∉", "⊂", "⊆", "⊃", "⊇",
  ]

  /// Whether a length is zero, whatever its unit.
  private static func isZero(_ length: String) -> Bool {
    Double(length.prefix { $0.isNumber || $0 == "." }) == 0
  }

  /// Whether an expression is several terms without a sign between them.
  private static func isProduct(_ node: MarkupNode) -> Bool {
    guard node.name == "mrow" else { return false }
    let parts = Array(node.elements)
    return parts.count == 1 ? isProduct(parts[0]) : parts.count > 1
  }

  /// In brackets unless it is one term.
  private static func grouped(_ text: String) -> String {
    let isOne = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "√" }
    return isOne || text.hasPrefix("(") && text.hasSuffix(")") ? text : "(\(text))"
  }

  private static func raised(_ text: String) -> String {
    text == "′" || text == "'"
      ? "′" : RaisedText.written(tight(text), isRaised: true, isFormula: true)
  }

  private static func lowered(_ text: String) -> String {
    RaisedText.written(tight(text), isRaised: false, isFormula: true)
  }

  /// The text without the blanks beside its operators.
  private static func tight(_ text: String) -> String {
    text.split(separator: " ").reduce(into: "") { tight, word in
      let isJoined =
        tight.isEmpty || binary.contains(String(word))
        || tight.last.map { binary.contains(String($0)) } == true
      tight += isJoined ? String(word) : " " + word
    }
  }

  private static let accents: [String: String] = [
    "^": "\u{302}", "ˆ": "\u{302}", "~": "\u{303}", "˜": "\u{303}", "¯": "\u{304}", "‾": "\u{304}",
    "→": "\u{20D7}", "⃗": "\u{20D7}", "˙": "\u{307}", ".": "\u{307}", "¨": "\u{308}",
    "ˇ": "\u{30C}",
  ]

  private static func accented(_ text: String, _ mark: String) -> String {
    if text.count == 1 {
      if let accent = accents[mark] { return text + accent }
      if mark.unicodeScalars.allSatisfy({ $0.properties.generalCategory == .nonspacingMark }) {
        return text + mark
      }
    }
    return text + raised(mark)
  }
}
