package import Canvas

extension State {
  package mutating func take(_ input: Input) -> [Effect] {
    switch input {
    case .key(let key): return take(key)
    case .mouse(let mouse): return take(mouse)
    case .paste(let text): return take(pasted: text)
    case .resize(let size):
      relayout { $0.size = size }
      return []
    case .focus(let isFocused): return isFocused ? [] : saveReading()
    case .background(let isDark):
      if theme.name == "dark" || theme.name == "light" {
        theme = Theme.named(isDark ? "dark" : "light") ?? theme
      }
      return []
    case .closed:
      isQuitting = true
      return saveReading() + [.quit]
    }
  }

  private mutating func take(_ key: Key) -> [Effect] {
    notice = nil
    if hints != nil { return typeHint(key) }
    if prompt != nil { return takeInPrompt(key) }
    if peek != nil, key.code == .escape || key == Key("q") || key.code == .enter {
      return closePeek(goingThere: key.code == .enter)
    }
    if panel != nil, let effects = takeInPanel(key) { return effects }
    return takeCommandKey(key)
  }

  private mutating func closePeek(goingThere: Bool) -> [Effect] {
    if goingThere, let peek { jump(to: peek.page, peek.landing) }
    peek = nil
    return []
  }

  private mutating func takeCommandKey(_ key: Key) -> [Effect] {
    if key.code == .escape {
      pendingKeys = []
      count = nil
      showsContinuations = false
      peek = nil
      return []
    }
    if pendingKeys.isEmpty, key.modifiers.isEmpty, case .character(let scalar) = key.code,
      let digit = scalar.properties.numericType == .decimal ? Int(scalar.value) - 48 : nil,
      (0...9).contains(digit), digit > 0 || count != nil
    {
      count = min((count ?? 0) * 10 + digit, 10_000_000)
      return []
    }
    let keys = pendingKeys + [key]
    showsContinuations = false
    switch keymap.lookup(keys) {
    case .command(let name):
      pendingKeys = []
      let given = count
      count = nil
      peek = nil
      return run(name, count: given)
    case .pending:
      pendingKeys = keys
      pendingSerial += 1
      return [.waitForKeys(serial: pendingSerial)]
    case .unbound:
      pendingKeys = []
      count = nil
      if keys.count == 1 {
        say("\(KeyNotation.text(key)) does nothing here; ? shows the keys")
      }
      return []
    }
  }

  private mutating func takeInPrompt(_ key: Key) -> [Effect] {
    guard var prompt else { return [] }
    if key.code == .escape {
      self.prompt = nil
      return giveUp(prompt)
    }
    switch prompt.purpose {
    case .setMark, .goToMark:
      self.prompt = nil
      guard case .character(let scalar) = key.code, key.modifiers.isEmpty else { return [] }
      let name = String(Character(scalar))
      if prompt.purpose == .setMark { setMark(name) } else { goToMark(name) }
      return prompt.purpose == .setMark ? saveReading() : []
    case .openAddress(let address):
      self.prompt = nil
      if key.code == .enter { return [.openURI(address)] }
      guard key == Key("y") else { return [] }
      say("Copied \(address)")
      return [.copy(address)]
    case .password(let id):
      if key.code == .enter, let document = document(id) {
        self.prompt = nil
        return [
          .open(
            id, path: document.path, generation: document.generation, password: prompt.text)
        ]
      }
      State.edit(&prompt.text, key)
      self.prompt = prompt
      return []
    }
  }

  private mutating func giveUp(_ prompt: Prompt) -> [Effect] {
    guard case .password(let id) = prompt.purpose, let index = index(of: id) else { return [] }
    documents[index].phase = .failed("\(documents[index].fileName) was not opened: no password")
    return documents.count == 1 ? run("quit") : []
  }

  /// Typing in a line that ends where one types.
  private static func edit(_ text: inout String, _ key: Key) {
    switch (key.code, key.modifiers) {
    case (.character(let scalar), []): text.unicodeScalars.append(scalar)
    case (.backspace, _): _ = text.popLast()
    case (.character("u"), .control): text = ""
    case (.character("w"), .control):
      while text.last == " " { text.removeLast() }
      while let last = text.last, last != " " { _ = text.popLast() }
    default: break
    }
  }

  /// A key for the panel; nil when it is not the panel's.
  private mutating func takeInPanel(_ key: Key) -> [Effect]? {
    guard var panel else { return nil }
    let height = max(1, size.height - 4)
    switch (key.code, key.modifiers) {
    case (.escape, _):
      if panel.isFiltering, panel.kind != .palette {
        panel.isFiltering = false
        panel.filter = ""
        self.panel = panel
        fillPanel()
        return []
      }
      closePanel()
      return []
    case (.enter, _):
      if panel.kind == .palette, let page = document?.page(named: panel.filter) {
        closePanel()
        jump(to: page, .top)
        return []
      }
      return choose()
    case (.down, _), (.character("n"), .control): panel.move(1)
    case (.up, _), (.character("p"), .control): panel.move(-1)
    case (.pageDown, _), (.character("d"), .control): panel.move(height / 2)
    case (.pageUp, _):
      panel.move(-height / 2)
    default:
      return takePanelLetter(key, panel, height)
    }
    panel.reveal(height: height)
    self.panel = panel
    return []
  }

  private mutating func takePanelLetter(_ key: Key, _ before: Panel, _ height: Int) -> [Effect]? {
    var panel = before
    if panel.isFiltering {
      State.edit(&panel.filter, key)
      panel.selected = 0
      panel.top = 0
      self.panel = panel
      fillPanel()
      return []
    }
    guard key.modifiers.isEmpty else { return nil }
    switch key.code {
    case .character("j"): panel.move(1)
    case .character("k"): panel.move(-1)
    case .character("g"), .home: panel.selected = 0
    case .character("G"), .end: panel.selected = max(0, panel.rows.count - 1)
    case .character("/"): panel.isFiltering = true
    case .character("l"), .right:
      fold(true)
      return []
    case .character("h"), .left:
      fold(false)
      return []
    case .character(" "):
      fold(nil)
      return []
    case .character("q"):
      closePanel()
      return []
    default: return panel.kind == .outline ? nil : []
    }
    panel.reveal(height: height)
    self.panel = panel
    return []
  }

  private mutating func take(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelDown, .wheelUp:
      let step = mouse.action == .wheelDown ? 3 : -3
      if panel != nil, panel?.kind != .outline || mouse.x < sidePanelWidth {
        panel?.move(step)
        panel?.reveal(height: max(1, size.height - 4))
      } else {
        scroll(pane(at: mouse) ?? focus, by: step)
      }
      return []
    case .press(button: 1):
      notice = nil
      if let row = panelRow(at: mouse) {
        panel?.select(row)
        return choose()
      }
      if let index = pane(at: mouse) { focus = index }
      return []
    default: return []
    }
  }

  private func pane(at mouse: Mouse) -> Int? {
    panes.indices.first { paneRect($0).contains(x: mouse.x, y: mouse.y) }
  }

  private func panelRow(at mouse: Mouse) -> Int? {
    guard let panel else { return nil }
    let rect = panelRect(panel)
    guard rect.contains(x: mouse.x, y: mouse.y) else { return nil }
    let row = panel.top + mouse.y - rect.y
    return panel.rows.indices.contains(row) && !panel.rows[row].isHeading ? row : nil
  }

  /// A pasted or dropped path opens; other text goes where letters go.
  private mutating func take(pasted text: String) -> [Effect] {
    if var prompt, case .password = prompt.purpose {
      prompt.text += text
      self.prompt = prompt
      return []
    }
    if panel?.isFiltering == true {
      panel?.filter += text
      fillPanel()
      return []
    }
    guard let path = DroppedPath.path(in: text) else {
      say("What was pasted is not a path")
      return []
    }
    return open(path: path, start: .remembered)
  }
}

/// File names as terminals paste them when a file is dropped: quoted, escaped or as a `file:` address.
package enum DroppedPath {
  package static func path(in text: String) -> String? {
    var rest = Substring(text)
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    while let first = rest.first, first.isWhitespace { rest.removeFirst() }
    if let quote = rest.first, quote == "'" || quote == "\"", rest.last == quote, rest.count > 2 {
      rest = rest.dropFirst().dropLast()
    }
    if rest.hasPrefix("file://") {
      let path = decoded(rest.dropFirst(7))
      return path.hasPrefix("/") ? path : nil
    }
    let path = unescaped(rest)
    return path.hasPrefix("/") && !path.contains(where: \.isNewline) ? path : nil
  }

  private static func unescaped(_ text: Substring) -> String {
    var result = ""
    var isEscaped = false
    for character in text {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == 0x25, rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
