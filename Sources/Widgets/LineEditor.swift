package import Canvas

/// A line of text being edited, with the cursor between `before` and `after`.
package struct LineEditor: Sendable, Hashable {
  package private(set) var before: String
  package private(set) var after = ""
  /// Whether the whole text is selected: typing replaces it, and a key that moves the cursor keeps it.
  package private(set) var isSelected = false

  /// Places the cursor after the text.
  package init(_ text: String = "") {
    before = text
  }

  /// A suggested text that typing replaces.
  package init(selected text: String) {
    before = text
    isSelected = !text.isEmpty
  }

  /// A file name with the cursor before its extension.
  package init(beforeExtension name: String) {
    before = name
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return }
    before = String(name[..<dot])
    after = String(name[dot...])
  }

  package var text: String { before + after }
  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// Inserts text at the cursor; line ends and other controls become blanks.
  package mutating func insert(_ text: String) {
    replaceSelected()
    for scalar in text.unicodeScalars {
      before.unicodeScalars.append(
        scalar.properties.generalCategory == .control ? " " : scalar)
    }
  }

  /// Deletes the text before the cursor except a fixed beginning; returns whether there was any.
  package mutating func clear(after beginning: String) -> Bool {
    guard before.hasPrefix(beginning), before != beginning else { return false }
    before = beginning
    return true
  }

  /// Performs a key of shell line editing; returns false if the key has no function here.
  package mutating func take(_ key: Key) -> Bool {
    if key.modifiers.isEmpty, case .character(let scalar) = key.code {
      replaceSelected()
      before.unicodeScalars.append(scalar)
      return true
    }
    guard let edit = LineEditor.edits[key] else { return false }
    if isSelected, [.backspace, .delete].contains(key.code) {
      replaceSelected()
      return true
    }
    isSelected = false
    edit(&self)
    return true
  }

  private static let edits: [Key: @Sendable (inout LineEditor) -> Void] = {
    let table: [([Key], @Sendable (inout LineEditor) -> Void)] = [
      ([Key(.left), Key("b", .control)], { $0.moveLeft() }),
      ([Key(.right), Key("f", .control)], { $0.moveRight() }),
      ([Key(.left, .control), Key(.left, .alt), Key("b", .alt)], { $0.moveWordLeft() }),
      ([Key(.right, .control), Key(.right, .alt), Key("f", .alt)], { $0.moveWordRight() }),
      ([Key(.home), Key("a", .control)], { $0 = LineEditor(before: "", after: $0.text) }),
      ([Key(.end), Key("e", .control)], { $0 = LineEditor($0.text) }),
      ([Key(.backspace), Key("h", .control)], { _ = $0.before.popLast() }),
      (
        [Key(.delete), Key("d", .control)], { _ = $0.after.isEmpty ? nil : $0.after.removeFirst() }
      ),
      ([Key("u", .control)], { $0.before = "" }),
      ([Key("k", .control)], { $0.after = "" }),
      (
        [Key("w", .control), Key(.backspace, .alt)],
        { line in
          let rest = line.after
          line.moveWordLeft()
          line.after = rest
        }
      ),
    ]
    var edits: [Key: @Sendable (inout LineEditor) -> Void] = [:]
    for (keys, edit) in table {
      for key in keys { edits[key] = edit }
    }
    return edits
  }()

  private mutating func replaceSelected() {
    if isSelected { self = LineEditor() }
  }

  private init(before: String, after: String) {
    self.before = before
    self.after = after
  }

  private mutating func moveLeft() {
    if let last = before.popLast() { after.insert(last, at: after.startIndex) }
  }

  private mutating func moveRight() {
    if let first = after.first {
      after.removeFirst()
      before.append(first)
    }
  }

  private mutating func moveWordLeft() {
    while let last = before.last, !LineEditor.isWord(last) { moveLeft() }
    while let last = before.last, LineEditor.isWord(last) { moveLeft() }
  }

  private mutating func moveWordRight() {
    while let first = after.first, !LineEditor.isWord(first) { moveRight() }
    while let first = after.first, LineEditor.isWord(first) { moveRight() }
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// Returns the part visible in a number of cells, and the cursor's column in it; the text scrolls with the cursor.
  package func shown(in width: Int) -> (text: String, cursor: Int) {
    var left = before
    var used = CellWidth.of(left)
    while used >= max(1, width), !left.isEmpty {
      used -= CellWidth.of(String(left.removeFirst()))
    }
    return (left + after, used)
  }
}
