package import Canvas
import DocumentModel
package import Messages
import Widgets

extension State {
  /// Handles input from the user or the terminal.
  package mutating func take(_ input: Input) -> [Effect] {
    switch input {
    case .key(let key): return take(key)
    case .mouse(let mouse): return Layer.pass(mouse, in: &self, to: \.mouse) ?? []
    case .paste(let text): return take(pasted: text)
    case .resize(let size):
      hints = nil
      let look = look(of: panes.focus)
      relayout { $0.size = size }
      if look == .both, self.look(of: panes.focus) == .text {
        say("The window is too narrow for text and pages side by side")
      }
      // Its rows are as wide as it is.
      refillAnnotations()
      return []
    case .focus(let isFocused): return isFocused ? [.lookAtFiles] : saveReading()
    case .background(let isDark):
      themes.adapt(isDark: isDark)
      return []
    case .closed: return hangUp()
    }
  }

  mutating func giveUpInReader() -> [Effect] {
    if pictures.enlarged != nil {
      endEnlarging()
      return []
    }
    // Library search results highlight matches before the user searches here.
    let isLit = search?.isLit == true && search?.leadsOn != true
    if selection != nil {
      selection = nil
      annotating.moved = nil
    } else if pictures.isPresenting {
      present()
    } else if browser.glance != nil, !isLit {
      return endGlance()
    } else if tour != nil {
      Tour.leaveTour(&self)
    } else if !leaveField(), !leaveAnnotation(), !leaveFigure() {
      search?.isLit = false
    }
    return []
  }

  /// A pasted or dropped path opens; other text goes where letters go.
  mutating func take(pasted text: String) -> [Effect] {
    if let effects = Layer.pass(text, in: &self, to: \.paste) { return effects }
    let paths = DroppedPath.paths(in: text)
    guard !paths.isEmpty else {
      say("The pasted text is not a path; pasting a path opens the document")
      return []
    }
    return dropped(paths)
  }
}

extension State {
  /// The letter of a key, for prompts that await one.
  static func letter(_ key: Key) -> String? {
    guard case .character(let scalar) = key.code, key.modifiers.isEmpty else { return nil }
    return String(Character(scalar))
  }

  /// Whether the question is shown now: not while text is typed or a key sequence is incomplete.
  var isQuestionDue: Bool {
    questions.shown != nil && prompt == nil && browser.typeAhead == nil && keyInput.pending.isEmpty
      && panel?.isFiltering != true && !(isFinding && librarySearch.finder?.focus == .prompt)
  }

  /// Runs the command of that name, or says why it cannot be run.
  package mutating func run(_ name: String, count: Int? = nil) -> [Effect] {
    if let (command, argument) = CommandList.split(name) {
      return run(command.name, with: argument)
    }
    guard let command = CommandList.byName[name] else {
      say("No command “\(name)”; : lists them", isError: true)
      return []
    }
    if case .unavailable(let reason) = command.availability(self) {
      say(reason)
      return []
    }
    // Keys of a card are about the card, not about the text below it.
    let isOfCard = command.group == .cards || annotating.card != nil
    if !isOfCard, leaveEnlarged(for: name) { return [] }
    let isShown = Tour.isShown(self, name)
    let awaited = search?.awaitedSteps
    let effects = command.run(&self, count)
    // A user who does something else no longer waits for the next match.
    if !isOfCard, search?.awaitedSteps == awaited { search?.awaitedSteps = 0 }
    if isShown { Tour.advanceTour(&self) }
    return effects
  }

  /// Runs a command with an argument, or reports why it cannot be run.
  mutating func run(_ name: String, with argument: String) -> [Effect] {
    guard let command = CommandList.byName[name], let wanted = command.argument else { return [] }
    if case .unavailable(let reason) = command.availability(self) {
      say(reason)
      return []
    }
    if leaveEnlarged(for: name) { return [] }
    let isShown = Tour.isShown(self, name)
    let effects = wanted.run(&self, argument)
    if isShown { Tour.advanceTour(&self) }
    return effects
  }
}
