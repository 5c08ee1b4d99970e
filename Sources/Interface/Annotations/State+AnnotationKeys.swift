import Canvas
import DocumentModel
import Messages

extension State {
  /// Resolves keys: those for the outline, the field or the current annotation come first.
  func lookup(_ keys: [Key]) -> Keymap.Lookup {
    if panel?.source == .outline, document?.hasPages == true {
      let own = keyInput.keymap.ownLookup(keys, in: .outline)
      if own != .unbound { return own }
    }
    if !browser.isShown, !isFinding, !isGridShown, keyInput.keymap.has(.field) {
      let own = keyInput.keymap.ownLookup(keys, in: .field)
      if own != .unbound, standingField != nil { return own }
    }
    if !browser.isShown, !isFinding, !isGridShown, keyInput.keymap.has(.annotation) {
      let own = keyInput.keymap.ownLookup(keys, in: .annotation)
      if own != .unbound, standingAnnotation != nil { return own }
    }
    if !browser.isShown, !isFinding, !isGridShown, keyInput.keymap.has(.figure) {
      let own = keyInput.keymap.ownLookup(keys, in: .figure)
      if own != .unbound, standingFigure != nil { return own }
    }
    return keyInput.keymap.lookup(keys, in: keyMode)
  }

  /// Binds the user's colours to keys after the one for annotations; returns a sentence for each key that is taken.
  @discardableResult
  package mutating func bindAnnotationColors() -> [String] {
    guard let begin = keyInput.keymap.keys(for: "mark-again").first?.split(separator: " ").first
    else {
      return []
    }
    var taken: [String] = []
    for color in preferences.annotationColors {
      let keys = "\(begin) \(color.key)"
      guard let parsed = KeyNotation.parse(keys),
        keyInput.keymap.ownLookup(parsed, in: .selecting) == .unbound
      else {
        taken.append(
          "annotationColors: the letter of “\(color.name)” does not work, since \(keys) is another key; choose another letter"
        )
        continue
      }
      _ = keyInput.keymap.bind(Keymap.Mode.selecting.rawValue + keys, to: "highlight \(color.name)")
    }
    return taken
  }

  /// Returns the description of a bound command.
  func title(ofBinding name: String) -> String {
    if let command = CommandList.byName[name] { return command.title }
    guard let (command, argument) = CommandList.split(name) else { return name }
    let meaning = preferences.annotationColors.first { $0.name == argument }?.meaning ?? ""
    let what = command.name.prefix(1).uppercased() + command.name.dropFirst()
    return "\(what), \(argument)" + (meaning.isEmpty ? "" : ": \(meaning)")
  }

  /// Leaves the current annotation; returns whether there was one.
  mutating func leaveAnnotation() -> Bool {
    annotating.moved = nil
    guard let pane, let index = documents.index(of: pane.document),
      documents[index].annotations.current != nil
    else { return false }
    documents[index].annotations.current = nil
    return true
  }

  /// Changes the current annotation's colour by name.
  mutating func recolorStanding(_ text: String) -> [Effect] {
    guard let document, let annotation = standingAnnotation else {
      say("No annotation here: ] a goes to the next")
      return []
    }
    guard let color = annotationColor(text, for: annotation.kindOfShade) else {
      say("“\(text)” is not a colour: use a name or #rrggbb", isError: true)
      return []
    }
    return recolor(annotation.id, in: document.id, color)
  }

  /// The wheel scrolls the document, a click outside closes the popup.
  mutating func takeInCard(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelDown: scrollCard(3)
    case .wheelUp: scrollCard(-3)
    case .press(button: 1): annotating.card = nil
    default: break
    }
    return []
  }

  /// Returns the number of annotations and where they are stored.
  func annotationFacts(_ document: Document) -> String {
    let list = document.annotations
    let isAny = list.count > 0 || list.standing.obstacle != nil || !list.layer.collections.isEmpty
    guard document.hasPages, isAny else { return "" }
    let count = list.inOrder.count
    var words = count == 0 ? "none" : String(count)
    if !list.standing.leftOutPages.isEmpty {
      words +=
        AnnotationStrings.sentence(list.standing, pageName: document.pageName).map { ". \($0)" }
        ?? ""
    } else if !list.layer.collections.isEmpty {
      words += count == 0 ? "" : ", in Recto's library"
    } else if let obstacle = list.standing.obstacle {
      let (reason, cure) = (AnnotationStrings.reason(obstacle), AnnotationStrings.cure(obstacle))
      let way = cure.firstIndex(of: ";").map { cure[$0...] } ?? ""
      words += "; new ones stay in Recto's library: \(reason)\(way)"
    } else if !list.standing.isSaved {
      words += ", not all saved yet"
    }
    return words
  }
}
