/// A selector: compounds from left to right, and the pseudo-element its declarations are for.
struct Selector: Sendable {
  enum PseudoElement {
    case before, after
    /// One that is not drawn, so that its rules have no effect.
    case other
  }

  enum Combinator {
    case descendant, child, adjacent, sibling
  }

  /// Conditions on one element.
  struct Compound: Sendable {
    /// The relation to the compound on the left.
    var combinator = Combinator.descendant
    /// Nil for any name.
    var name: String?
    var id: String?
    var classes: [String] = []
    var tests: [Test] = []
    /// Whether an element's name, id and classes decide alone.
    var isPlain: Bool { tests.isEmpty }
  }

  /// An attribute selector or a pseudo-class.
  indirect enum Test: Sendable {
    case attribute(name: String, AttributeTest, ignoresCase: Bool)
    /// `:nth-child(an+b)`
    case child(every: Int, from: Int)
    case ofType(every: Int, from: Int)
    case lastChild, lastOfType, root, empty, link
    case language([String])
    case any([Selector])
    case not([Selector])
    case never
  }

  enum AttributeTest: Hashable {
    case exists, equals(String), includes(String), dash(String), prefix(String), suffix(String)
    case contains(String)
  }

  var compounds: [Compound] = []
  var pseudoElement: PseudoElement?
  /// Ids, classes and names in 10 bits each.
  var specificity = 0

  static let mostCompounds = 32

  /// The compound for the element itself.
  var subject: Compound { compounds.last ?? Compound() }
  /// Whether an element's name, id and classes decide alone.
  var isPlain: Bool { compounds.count == 1 && subject.isPlain }

  /// Parses a list; nil if one of its selectors is not valid. Selectors that are too long are left out.
  static func list(_ tokens: [CSSToken]) -> [Selector]? {
    list(tokens[...], depth: 0)
  }

  private static let deepest = 4

  static func list(_ tokens: ArraySlice<CSSToken>, depth: Int) -> [Selector]? {
    guard depth < deepest else { return nil }
    var found: [Selector] = []
    var level = 0
    var start = tokens.startIndex
    for index in tokens.indices + [tokens.endIndex] {
      let token = index < tokens.endIndex ? tokens[index] : .comma
      if token.closer != nil {
        level += 1
      } else if case .close = token {
        level -= 1
      } else if token == .comma, level == 0 || index == tokens.endIndex {
        var parser = SelectorParser(tokens[start..<index], depth: depth)
        guard let selector = parser.parse() else { return nil }
        if selector.compounds.count <= mostCompounds, selector.pseudoElement != .other {
          found.append(selector)
        }
        start = index + 1
      }
    }
    return found
  }
}
