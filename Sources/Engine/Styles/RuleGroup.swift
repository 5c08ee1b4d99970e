/// Declarations in the order they are applied in.
struct CascadedDeclarations {
  var normal: [Declaration] = []
  var important: [Declaration] = []

  var isEmpty: Bool { normal.isEmpty && important.isEmpty }
  var count: Int { normal.count + important.count }

  mutating func append(_ declaration: Declaration) {
    if declaration.isImportant {
      important.append(declaration)
    } else {
      normal.append(declaration)
    }
  }
}

/// The rules that may apply to the elements of one name, class list and id, in the order of the cascade.
final class RuleGroup {
  struct Key: Hashable {
    let name: String
    let classes: String
    /// Nil if there are no rules for the id.
    let id: String?
  }

  let classes: [String]
  let rules: [Int]
  /// Those that do not apply to all elements of the group.
  let conditional: [Int]
  /// The declarations of elements, keyed by the conditional rules that apply to them.
  var matches: [[Int]: RuleMatch] = [:]
  /// The declarations of elements to which no conditional rule applies.
  var unconditional: RuleMatch?

  init(classes: [String], rules: [Int], conditional: [Int]) {
    (self.classes, self.rules, self.conditional) = (classes, rules, conditional)
  }
}

/// The declarations for an element and its pseudo-elements.
final class RuleMatch {
  let element: CascadedDeclarations
  let before: CascadedDeclarations
  let after: CascadedDeclarations
  /// Computed values of elements without `style`, keyed by the parent's identity.
  var computed: [ObjectIdentifier: ComputedElement] = [:]

  init(element: CascadedDeclarations, before: CascadedDeclarations, after: CascadedDeclarations) {
    (self.element, self.before, self.after) = (element, before, after)
  }
}

/// The computed values of an element and its pseudo-elements, shared by all elements that have the same.
final class ComputedElement {
  let values: ComputedValues
  /// Nil if there is nothing to be written.
  let before: ComputedValues?
  let after: ComputedValues?
  /// Keeps the parent alive, since its identity is a key of `RuleMatch.computed`.
  private let parent: ComputedElement?

  static var initial: ComputedElement { ComputedElement(.initial) }

  private init(_ values: ComputedValues) {
    (self.values, before, after, parent) = (values, nil, nil, nil)
  }

  init(_ match: RuleMatch, inline: CascadedDeclarations, parent: ComputedElement) {
    var values = ComputedValues(inheriting: parent.values)
    for layer in [match.element.normal, inline.normal, match.element.important, inline.important] {
      values.apply(layer, parent: parent.values)
    }
    values.finish(parent: parent.values)
    self.values = values
    before = Self.pseudoElement(match.before, parent: values)
    after = Self.pseudoElement(match.after, parent: values)
    self.parent = parent
  }

  private static func pseudoElement(_ layers: CascadedDeclarations, parent: ComputedValues)
    -> ComputedValues?
  {
    guard !layers.isEmpty else { return nil }
    var values = ComputedValues(inheriting: parent)
    values.apply(layers.normal, parent: parent)
    values.apply(layers.important, parent: parent)
    return values.content.isEmpty || values.style.display == .none ? nil : values
  }
}
