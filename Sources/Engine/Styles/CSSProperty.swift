/// A property: how its values are parsed, applied and inherited.
struct CSSProperty: Sendable {
  /// Applies a value; the second argument has the parent's values.
  typealias Change = @Sendable (inout ComputedValues, ComputedValues) -> Void

  private let isInherited: Bool
  private let copy: Change
  /// Nil if the value is not valid.
  private let parse: @Sendable ([CSSToken]) -> Change?

  init<Value: Sendable>(
    _ field: any WritableKeyPath<ComputedValues, Value> & Sendable, isInherited: Bool = false,
    _ parse: @escaping @Sendable ([CSSToken]) -> Value?
  ) {
    self.isInherited = isInherited
    copy = { $0[keyPath: field] = $1[keyPath: field] }
    self.parse = { tokens in
      guard let value = parse(tokens) else { return nil }
      return { values, _ in values[keyPath: field] = value }
    }
  }

  /// A property whose values are keywords.
  init<Value: Sendable>(
    _ field: any WritableKeyPath<ComputedValues, Value> & Sendable, isInherited: Bool = false,
    words: [String: Value]
  ) {
    self.init(field, isInherited: isInherited) { tokens in
      tokens.count == 1 ? tokens[0].keyword.flatMap { words[$0] } : nil
    }
  }

  /// A shorthand: `split` returns the tokens of each longhand, none where it has its initial value.
  init(
    _ longhands: [CSSProperty], split: @escaping @Sendable ([CSSToken]) -> [[CSSToken]]?
  ) {
    isInherited = longhands.contains(where: \.isInherited)
    copy = { values, source in for longhand in longhands { longhand.copy(&values, source) } }
    parse = { tokens in
      guard let parts = split(tokens) else { return nil }
      var changes: [Change] = []
      for (longhand, part) in zip(longhands, parts) {
        if part.isEmpty {
          changes.append { values, _ in longhand.copy(&values, .initial) }
        } else if let change = longhand.parse(part) {
          changes.append(change)
        } else {
          return nil
        }
      }
      let all = changes
      return { values, parent in for change in all { change(&values, parent) } }
    }
  }

  /// Parses a value without spaces and `!important`; nil if it is not valid.
  func change(_ tokens: [CSSToken]) -> Change? {
    let copy = copy
    switch tokens.count == 1 ? tokens[0].keyword : nil {
    case "inherit": return copy
    case "initial": return { values, _ in copy(&values, .initial) }
    case "unset": return isInherited ? copy : { values, _ in copy(&values, .initial) }
    case "revert", "revert-layer": return nil
    default: return parse(tokens)
    }
  }
}
