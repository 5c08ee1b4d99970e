import Canvas
import DocumentModel

extension State {
  /// What keys come to now: those for the outline, the field or the annotation one stands on come first.
  func lookup(_ keys: [Key]) -> Keymap.Lookup {
    if panel?.kind == .outline, document?.isPaged == true {
      let own = keymap.ownLookup(keys, in: .outline)
      if own != .unbound { return own }
    }
    if !isBrowsing, !isFinding, !isGridShown, keymap.has(.field) {
      let own = keymap.ownLookup(keys, in: .field)
      if own != .unbound, standingField != nil { return own }
    }
    if !isBrowsing, !isFinding, !isGridShown, keymap.has(.annotation) {
      let own = keymap.ownLookup(keys, in: .annotation)
      if own != .unbound, standingAnnotation != nil { return own }
    }
    return keymap.lookup(keys, in: keyMode)
  }

  /// Binds the user's colours to the keys behind the one for marks, where those are free; gives a sentence for each that is not.
  @discardableResult
  package mutating func bindAnnotationColors() -> [String] {
    guard let begin = keymap.keys(for: "mark-again").first?.split(separator: " ").first else {
      return []
    }
    var taken: [String] = []
    for color in preferences.annotationColors {
      let keys = "\(begin) \(color.key)"
      guard let parsed = KeyNotation.parse(keys),
        keymap.ownLookup(parsed, in: .selecting) == .unbound
      else {
        taken.append(
          "annotationColors: “\(color.name)” cannot be marked with by its letter, as \(keys) is another key; another letter can"
        )
        continue
      }
      _ = keymap.bind(Keymap.Mode.selecting.rawValue + keys, to: "highlight \(color.name)")
    }
    return taken
  }

  /// What a key that is bound to it does, in words.
  func title(ofBinding name: String) -> String {
    if let command = CommandList.byName[name] { return command.title }
    guard let (command, argument) = CommandList.split(name) else { return name }
    let meaning = preferences.annotationColors.first { $0.name == argument }?.meaning ?? ""
    let what = command.name.prefix(1).uppercased() + command.name.dropFirst()
    return "\(what), \(argument)" + (meaning.isEmpty ? "" : ": \(meaning)")
  }

  /// Nothing is stood on any longer; whether something was.
  mutating func leaveAnnotation() -> Bool {
    movedAnnotation = nil
    guard let pane, let index = index(of: pane.document),
      documents[index].annotations.current != nil
    else { return false }
    documents[index].annotations.current = nil
    return true
  }

  /// Gives the annotation one stands on a colour by its name.
  mutating func recolorStanding(_ text: String) -> [Effect] {
    guard let document, let annotation = standingAnnotation else {
      say("No annotation here: ] a goes to the next")
      return []
    }
    guard let color = annotationColor(text, for: annotation.kindOfShade) else {
      say("“\(text)” is no colour: a name, or #rrggbb", isError: true)
      return []
    }
    return recolor(annotation.id, in: document.id, color)
  }

  /// The wheel scrolls what is read, a click beside it closes it.
  mutating func takeInCard(_ mouse: Mouse) -> [Effect] {
    switch mouse.action {
    case .wheelDown: scrollCard(3)
    case .wheelUp: scrollCard(-3)
    case .press(button: 1): annotationCard = nil
    default: break
    }
    return []
  }

  /// How many there are, and where they are kept.
  func annotationFacts(_ document: Document) -> String {
    let list = document.annotations
    guard document.isPaged, list.count > 0 || list.standing.obstacle != nil else { return "" }
    let count = list.inOrder.count
    var words = count == 0 ? "none" : String(count)
    if !list.standing.leftOutPages.isEmpty {
      words +=
        AnnotationStrings.sentence(list.standing, pageName: document.pageName).map { ". \($0)" }
        ?? ""
    } else if let obstacle = list.standing.obstacle {
      let (reason, cure) = (AnnotationStrings.reason(obstacle), AnnotationStrings.cure(obstacle))
      let way = cure.firstIndex(of: ";").map { cure[$0...] } ?? ""
      words += "; new ones stay in Recto's library: \(reason)\(way)"
    } else if !list.standing.isSaved {
      words += ", not all of them written yet"
    }
    return words
  }
}
