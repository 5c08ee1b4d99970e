import Widgets
import Canvas
import DocumentModel
import Messages

/// Review states, styles and tags of annotations.
extension State {
  // MARK: states

  private static let stateKeys: [(key: String, state: ReviewState)] = [
    ("a", .accepted), ("r", .rejected), ("c", .cancelled), ("d", .completed), ("n", .none),
    ("m", .marked), ("u", .unmarked),
  ]

  mutating func askForState(of annotation: Annotation, _ document: DocumentID) {
    let id = annotation.id
    prompt = Prompt(key: "Which state? Type its key, Esc cancels") { state, key in
      let wanted = State.letter(key).flatMap { letter in
        State.stateKeys.first { $0.key == letter }
      }
      return wanted.map { state.setState($0.state, of: id, in: document) } ?? []
    }
    prompt?.popup = { state, surface in
      let rows = State.stateKeys.map { (key: $0.key, words: AnnotationStrings.word($0.state)) }
      ScreenView.paintKeys(state, rows, title: "States", into: &surface)
    }
  }

  /// Gives the annotation at the caret, or gone to last, a state.
  mutating func setCurrentState(_ text: String) -> [Effect] {
    guard let state = ReviewState(rawValue: text) else {
      say("“\(text)” is no state: use \(Self.states.joined(separator: ", "))", isError: true)
      return []
    }
    guard let document, let annotation = currentAnnotation else {
      say("No annotation here: ] a goes to the next")
      return []
    }
    return setState(state, of: annotation.id, in: document.id)
  }

  static let states = ReviewState.allCases.map(\.rawValue)

  mutating func setState(
    _ state: ReviewState, of id: AnnotationID, in document: DocumentID
  ) -> [Effect] {
    guard let document = self.documents[document], let annotation = document.annotations[id] else {
      return []
    }
    var answer = newAnnotation(.note, page: annotation.page, in: document)
    answer.setState(state, of: annotation, in: document.annotations)
    let effects = edit(
      document.id, AnnotationEdit([AnnotationChange(before: nil, after: answer)]))
    let name = document.annotations.name(of: annotation)
    if !effects.isEmpty { say("The \(name) is \(AnnotationStrings.word(state))") }
    return effects
  }

  // MARK: style

  private static let partKeys: [(key: String, part: AnnotationStyle.Part)] = [
    ("w", .lineWidth), ("o", .opacity), ("f", .fontSize), ("i", .fill), ("e", .endings),
  ]

  mutating func askForStyle(of annotation: Annotation, _ document: DocumentID) {
    let parts = Self.partKeys.filter { $0.part.applies(to: annotation.kind) }
    let id = annotation.id
    guard !parts.isEmpty else {
      let name = AnnotationStrings.withArticle(AnnotationStrings.name(of: annotation))
      return say("The style of \(name) is fixed")
    }
    prompt = Prompt(key: "Change what? Type its key, Esc cancels") { state, key in
      let wanted = State.letter(key).flatMap { letter in parts.first { $0.key == letter } }
      if let wanted { state.askForValue(wanted.part, of: id, document) }
      return []
    }
    let rows = parts.map { key, part in
      (
        key: key,
        words: AnnotationStyleStrings.name(part) + ": "
          + (AnnotationStyleStrings.value(part, of: annotation) ?? "")
      )
    }
    prompt?.popup = { ScreenView.paintKeys($0, rows, title: "Style", into: &$1) }
  }

  private mutating func askForValue(
    _ part: AnnotationStyle.Part, of id: AnnotationID, _ document: DocumentID
  ) {
    guard let annotation = self.documents[document]?.annotations[id] else { return }
    let name = AnnotationStyleStrings.name(part)
    let label = name.prefix(1).uppercased() + name.dropFirst()
    prompt = Prompt(label, text: AnnotationStyleStrings.value(part, of: annotation) ?? "") {
      $0.setStyle(part, $1.trimmed, of: id, in: document)
    }
    if part == .endings { prompt?.hints = ["arrow", "both-arrows", "none"] }
  }

  /// Changes the style of the annotation at the caret, or gone to last, and of those made next.
  mutating func setCurrentStyle(_ part: AnnotationStyle.Part, _ text: String) -> [Effect] {
    guard let document, let annotation = currentAnnotation, part.applies(to: annotation.kind)
    else {
      guard let style = style(part, text) else { return [] }
      annotating.style.add(style)
      say("The next annotations have \(AnnotationStyleStrings.name(part)) \(text)")
      return []
    }
    return setStyle(part, text, of: annotation.id, in: document.id)
  }

  private mutating func setStyle(
    _ part: AnnotationStyle.Part, _ text: String, of id: AnnotationID, in document: DocumentID
  ) -> [Effect] {
    guard let style = style(part, text),
      let annotation = self.documents[document]?.annotations[id]
    else { return [] }
    annotating.style.add(style)
    return change(annotation, in: document) { style.apply(to: &$0) }
  }

  /// Returns the style that a text means; says why if it means none.
  private mutating func style(_ part: AnnotationStyle.Part, _ text: String) -> AnnotationStyle? {
    do throws(AnnotationStyleStrings.Mistake) {
      return try AnnotationStyleStrings.style(part, text) {
        preferences.color(named: $0, for: .highlight)
      }
    } catch {
      say(error.reason, isError: true)
      return nil
    }
  }

  // MARK: tags

  mutating func askForTags(of annotation: Annotation, _ document: DocumentID) {
    let id = annotation.id
    prompt = Prompt(
      "Tags, with commas between", text: (annotation.tags ?? []).joined(separator: ", ")
    ) {
      $0.setTags($1, of: id, in: document)
    }
  }

  mutating func setCurrentTags(_ text: String) -> [Effect] {
    guard let document, let annotation = currentAnnotation else {
      say("No annotation here: ] a goes to the next")
      return []
    }
    return setTags(text, of: annotation.id, in: document.id)
  }

  private mutating func setTags(
    _ text: String, of id: AnnotationID, in document: DocumentID
  ) -> [Effect] {
    guard let annotation = self.documents[document]?.annotations[id] else { return [] }
    var tags: [String] = []
    for name in text.split(separator: ",").compactMap({ TagName(String($0))?.text })
    where !tags.contains(name) { tags.append(name) }
    return change(annotation, in: document) { $0.tags = Array(tags.prefix(Self.mostTags)) }
  }

  private static let mostTags = 100
}

extension Environment {
  /// Returns the states of an annotation on one line; empty if it has none.
  func stateWords(of id: AnnotationID, in list: AnnotationList, withTime: Bool) -> String {
    list.states(of: id).map { given in
      let time = given.time.map { withTime ? date($0) : "" }
      let facts = [given.author, time ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
      return "\(AnnotationStrings.sign(given.state)) \(AnnotationStrings.word(given.state))"
        + (facts.isEmpty ? "" : ": " + facts)
    }.joined(separator: "  ")
  }
}

extension PanelSource {
  static func listByState(_ state: inout State) {
    let states = Self.values(
      allListed(state).flatMap { one, list in Self.stateNames(of: one, in: list) })
    state.annotating.list.state = AnnotationView.next(
      after: state.annotating.list.state, in: states)
    refillFromTop(&state)
  }

  static func listByTag(_ state: inout State) {
    let tags = Self.values(allListed(state).flatMap { one, _ in one.tags ?? [] })
    state.annotating.list.tag = AnnotationView.next(after: state.annotating.list.tag, in: tags)
    refillFromTop(&state)
    if tags.isEmpty { state.say("No annotation has a tag") }
  }

  /// Returns the states of an annotation for the filter; one without any has “none”.
  static func stateNames(of annotation: Annotation, in list: AnnotationList) -> [String] {
    let names = list.states(of: annotation.id).map { AnnotationStrings.word($0.state) }
    return names.isEmpty ? [AnnotationStrings.word(.none)] : names
  }
}
