/// Why a field does not accept a value.
package enum FieldRefusal: Error, Sendable, Hashable {
  case readOnly
  /// Push buttons, signatures and file fields take no typed value.
  case notFilled(FieldKind)
  /// The maximum length and the given length, in characters.
  case tooLong(most: Int, Int)
  /// The given text and the available options.
  case notAnOption(String, options: [String])
  /// Several options were given where only one can be chosen.
  case tooMany
  /// One state of this radio group must always be on.
  case staysOn
}

extension FormField {
  /// Returns the value for texts a user typed; for a switch that is `on`, `off` and the like, or a state's name or label.
  ///
  /// Several texts select several options of a list; an empty text clears the field.
  package func value(of texts: [String]) throws(FieldRefusal) -> [String] {
    guard kind.isFilled, !flags.contains(.file) else { throw .notFilled(kind) }
    guard !flags.contains(.readOnly) else { throw .readOnly }
    let texts = texts.filter { !$0.isEmpty }
    guard texts.count < 2 || flags.contains(.multiple) else { throw .tooMany }
    switch kind {
    case .checkBox, .radio: return try state(of: texts.first)
    case .list, .combo: return try chosen(texts)
    default: return try texts.first.map { text throws(FieldRefusal) in [try lettered(text)] } ?? []
    }
  }

  private func lettered(_ text: String) throws(FieldRefusal) -> String {
    let text =
      flags.contains(.multiline)
      ? text : text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let count = text.utf16.count
    if let maxLength, count > maxLength { throw .tooLong(most: maxLength, count) }
    return text
  }

  private static let on: Set<String> = ["on", "yes", "true", "x", "1", "[x]"]
  private static let off: Set<String> = ["off", "no", "false", "0", "[ ]"]

  private func state(of text: String?) throws(FieldRefusal) -> [String] {
    func cleared() throws(FieldRefusal) -> [String] {
      guard kind != .radio || !flags.contains(.staysOn) || value.isEmpty else { throw .staysOn }
      return []
    }
    guard let text else { return try cleared() }
    let states = states.filter { !$0.isEmpty }
    if states.contains(text) { return [text] }
    if let named = states.first(where: { stateWords($0) == text }) { return [named] }
    let lower = text.lowercased()
    let alike = states.filter { $0.lowercased() == lower || stateWords($0).lowercased() == lower }
    if alike.count == 1 { return alike }
    if Self.off.contains(lower) { return try cleared() }
    if states.count == 1, Self.on.contains(lower) { return states }
    let words = kind == .checkBox && states.count < 2 ? ["on"] : states.map(stateWords)
    throw .notAnOption(text, options: words + (kind == .checkBox ? ["off"] : []))
  }

  private func chosen(_ texts: [String]) throws(FieldRefusal) -> [String] {
    var chosen: [String] = []
    for text in texts {
      let lower = text.lowercased()
      let option =
        options.first { $0.value == text } ?? options.first { $0.words == text }
        ?? options.first { $0.words.lowercased() == lower || $0.value.lowercased() == lower }
      if let option {
        if !chosen.contains(option.value) { chosen.append(option.value) }
      } else if kind == .combo, flags.contains(.editable) {
        chosen.append(try lettered(text))
      } else {
        throw .notAnOption(text, options: options.map(\.words))
      }
    }
    // In the order of the options.
    let places = Dictionary(
      options.enumerated().map { ($1.value, $0) }, uniquingKeysWith: { first, _ in first })
    return chosen.sorted { (places[$0] ?? .max) < (places[$1] ?? .max) }
  }

  /// Returns the value after a switch or a list option was toggled.
  package func toggled(_ state: String) throws(FieldRefusal) -> [String] {
    guard kind.isFilled else { throw .notFilled(kind) }
    guard !flags.contains(.readOnly) else { throw .readOnly }
    if kind == .list, flags.contains(.multiple) {
      let rest = value.filter { $0 != state }
      return try chosen(rest.count < value.count ? rest : value + [state])
    }
    guard value == [state] else { return [state] }
    guard kind != .radio || !flags.contains(.staysOn) else { throw .staysOn }
    return []
  }

  /// Adds the widgets of the same field on other pages.
  package mutating func add(_ other: FormField) {
    widgets += other.widgets
    if value.isEmpty, kind.isSwitch { value = other.value }
  }
}

extension FormField {
  /// Returns the field names most similar to an unknown one, the best first.
  package static func nearest(to name: String, among names: [String], most: Int = 3) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars.prefix(100))
    let ranked = names.prefix(10_000).map { candidate -> (distance: Int, name: String) in
      let lower = candidate.lowercased()
      let last = lower.split(separator: ".").last.map(String.init) ?? lower
      let own = min(
        distance(wanted, Array(lower.unicodeScalars.prefix(100))),
        distance(wanted, Array(last.unicodeScalars.prefix(100))))
      return (own, candidate)
    }
    let far = max(1, (wanted.count + 1) / 2)
    return ranked.filter { $0.distance <= far }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(most).map(\.name)
  }

  /// Returns the Levenshtein distance of two texts, of their first 100 scalars.
  package static func distance(_ one: String, _ other: String) -> Int {
    distance(
      Array(one.unicodeScalars.prefix(100)), Array(other.unicodeScalars.prefix(100)))
  }

  /// The Levenshtein distance.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, diagonal + (letter == other ? 0 : 1))
        diagonal = above
      }
    }
    return row[b.count]
  }
}
