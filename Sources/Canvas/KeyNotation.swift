/// The notation of keys in settings and help: `j`, `G`, `ctrl+d`, `space`, `[ [`.
package enum KeyNotation {
  private static let named: [(String, Key.Code)] = [
    ("enter", .enter), ("escape", .escape), ("tab", .tab), ("backspace", .backspace),
    ("delete", .delete), ("insert", .insert), ("up", .up), ("down", .down), ("left", .left),
    ("right", .right), ("home", .home), ("end", .end), ("pageup", .pageUp),
    ("pagedown", .pageDown), ("space", .character(" ")),
  ]
  private static let modifiers: [(String, Key.Modifiers)] = [
    ("ctrl+", .control), ("alt+", .alt), ("shift+", .shift),
  ]

  /// Parses a sequence of keys separated by blanks; nil if a part is not a key.
  package static func parse(_ text: String) -> [Key]? {
    var keys: [Key] = []
    for part in text.split(separator: " ") {
      guard let key = parseOne(part) else { return nil }
      keys.append(key)
    }
    return keys.isEmpty ? nil : keys
  }

  private static func parseOne(_ text: Substring) -> Key? {
    var rest = text
    var held: Key.Modifiers = []
    var found = true
    while found {
      found = false
      for (prefix, modifier) in modifiers where rest.hasPrefix(prefix) && rest.count > prefix.count
      {
        rest = rest.dropFirst(prefix.count)
        held.insert(modifier)
        found = true
      }
    }
    if let (_, code) = named.first(where: { $0.0 == rest }) { return Key(code, held) }
    if rest.first == "f", let number = Int(rest.dropFirst()), (1...24).contains(number) {
      return Key(.function(number), held)
    }
    guard rest.unicodeScalars.count == 1, let scalar = rest.unicodeScalars.first else { return nil }
    return Key(scalar, held)
  }

  /// The key as `parse` reads it.
  package static func text(_ key: Key) -> String {
    let held = modifiers.filter { key.modifiers.contains($0.1) }.map(\.0).joined()
    if let (name, _) = named.first(where: { $0.1 == key.code }) { return held + name }
    switch key.code {
    case .character(let scalar): return held + String(Character(scalar))
    case .function(let number): return held + "f\(number)"
    default: return held
    }
  }
}
