import Widgets
import Canvas
package import DocumentModel
import Messages

/// Imports, exports and summaries of annotations, and stamps with pictures.
extension State {
  /// The keys that answer the offer, and their commands.
  static let carryKeys: [(key: Key, command: String)] = [
    (Key("y"), "carry-over"), (Key("Y"), "carry-over-all"), (Key("!"), "carry-over-always"),
    (Key("n"), "discard-carried"), (Key("A"), "annotations"),
  ]

  mutating func importAnnotations(from path: String) -> [Effect] {
    guard let document, !path.isEmpty else { return [] }
    guard document.annotations.through >= document.pageCount else {
      say("The annotations are still being read; try again in a moment")
      return []
    }
    say("Reading \(path) …")
    return [
      .annotations(
        .importFile(
          document.id, generation: document.editedGeneration, path: path,
          existing: document.annotations.all, fields: document.form.all))
    ]
  }

  /// Makes the changes of an imported file as one edit.
  mutating func imported(_ id: DocumentID, _ report: ImportReport) -> [Effect] {
    let merge = report.merge
    let clauses = ExchangeStrings.losses(report.losses, of: merge)
    let rest = clauses.isEmpty ? "" : "; not imported: " + clauses.joined(separator: ", ")
    let effects = merge.edit.isEmpty ? [] : edit(id, merge.edit)
    // If it is refused, or a question has to be answered first, nothing is added.
    if merge.edit.isEmpty || !effects.isEmpty {
      say("\(report.name): \(ExchangeStrings.sentence(merge))\(rest)")
    }
    return effects
  }

  mutating func exportAnnotations(to path: String) -> [Effect] {
    guard let document, !path.isEmpty else { return [] }
    guard ExchangeFormat(ofFileNamed: path).map({ $0 != .pdf }) ?? false else {
      say("The file's name must end with .xfdf or .fdf", isError: true)
      return []
    }
    let annotations = document.annotations.attached
    let values = document.form.all.filter(\.kind.isFilled).map {
      FieldEdit(id: $0.id, value: $0.value)
    }
    guard !annotations.isEmpty || !values.isEmpty else {
      say("There are no annotations to export")
      return []
    }
    return [
      .annotations(
        .exportFile(
          document.id, generation: document.editedGeneration, path: path,
          annotations: annotations, values: values))
    ]
  }

  mutating func summarizeAnnotations(to path: String) -> [Effect] {
    guard let document, !path.isEmpty else { return [] }
    let names = path.lowercased()
    guard [".md", ".pdf"].contains(where: names.hasSuffix) else {
      say("The file's name must end with .md or .pdf", isError: true)
      return []
    }
    var writer = self
    writer.environment.writesWholeDates = true
    let summary = writer.environment.summary(of: document, preferences: preferences)
    guard !summary.entries.isEmpty else {
      say("There are no annotations to summarize")
      return []
    }
    return [
      .annotations(
        .summarize(
          document.id, generation: document.editedGeneration, path: path, lines: summary.lines))
    ]
  }

  mutating func exported(_ path: String, _ losses: [ExchangeLoss: Int]) {
    let clauses = ExchangeStrings.losses(losses)
    let rest = clauses.isEmpty ? "" : "; not in it: " + clauses.joined(separator: ", ")
    say("\(path) was written\(rest)")
  }

  // MARK: stamps

  /// Returns the stamps that are offered for a typed text: the user's own, those every program knows, and one with the text itself.
  func stampNames(for typed: String) -> [String] {
    let all = preferences.stamps + AnnotationStrings.stamps.map { AnnotationStrings.stampWords($0) }
    let words = WordFilter(typed)
    let text = typed.trimmed
    return all.filter { words.matches($0) } + (text.isEmpty || all.contains(text) ? [] : [text])
  }

  /// Places a stamp with a name, a text of its own, or the picture of a PNG file.
  mutating func stamp(_ words: String) -> [Effect] {
    guard !StampPicture.isOfOtherFormat(words) else { return stampRead(words, nil) }
    guard StampPicture.isName(words) else {
      let name = AnnotationStrings.stampName(CleanText.line(words).trimmed)
      return pick(.stamp(String(name.prefix(60))))
    }
    return [.annotations(.readStamp(path: words))]
  }

  mutating func stampRead(_ path: String, _ picture: StampPicture?) -> [Effect] {
    guard let picture else {
      say("\(path): \(AnnotationStrings.noStampPicture)", isError: true)
      return []
    }
    return pick(.stampPicture(AnnotationStrings.stampName(ofFile: path), picture))
  }
}

extension StampPicture {
  /// The size in points of a stamp with the picture: as high as other stamps, and not wider than twice as wide.
  var stampSize: (width: Float, height: Float) {
    let (ordinary, ratio) = (Interface.stampSize, Float(width) / Float(height))
    let wide = min(ordinary.height * 1.5 * ratio, ordinary.width * 2)
    return (wide, wide / ratio)
  }
}

/// A copy being written, and the edit to make in it.
package struct AwaitedCopy: Sendable, Hashable {
  package var document: DocumentID
  package var step: AnnotationEdit
}

/// Copies that replace a document that cannot or must not be changed.
extension State {
  mutating func askForAnnotatedCopy(_ id: DocumentID, _ step: AnnotationEdit) {
    guard let document = documents[id] else { return }
    let isDamaged = document.annotations.saveStatus.obstacle == .damaged
    let words = isDamaged ? "(repaired)" : step.fields.isEmpty ? "(annotated)" : "(filled in)"
    let path = Self.newPath(beside: document.path, adding: words)
    prompt = Prompt("The copy goes to", text: path) {
      $0.annotateCopy(of: id, step, path: $1.trimmed)
    }
  }

  mutating func annotateCopy(of id: DocumentID, _ step: AnnotationEdit, path: String) -> [Effect] {
    guard !path.isEmpty, let document = documents[id] else { return [] }
    annotating.awaitedCopy = AwaitedCopy(document: id, step: step)
    return [
      .annotations(.goOnInCopy(id, generation: document.editedGeneration, path: path))
    ]
  }

  /// Shows the copy where the document was shown; the edit is made when its annotations are known.
  mutating func copied(
    _ id: DocumentID, _ path: String, leftOut: [Int], trouble: String?
  ) -> [Effect] {
    guard let copy = annotating.awaitedCopy, copy.document == id else { return [] }
    annotating.awaitedCopy = nil
    if let trouble {
      questions.ask(
        Question(
          trouble, [.init("c", "choose another name", .annotateCopy(id, copy.step))],
          escapeWords: "leave it"))
      return []
    }
    // The copy has the same text as the document.
    if let document = documents[id] {
      for made in copy.step.changes.compactMap(\.id)
      where annotating.origins[made]?.isStill(document) == true {
        annotating.origins[made] = nil
      }
    }
    let effects = saveReading()
    let seen = panes.indices.filter { panes[$0].document == id }
    let new = documents.add(path: path, start: .remembered)
    documents[documents.count - 1].annotations.awaitedStep = copy.step
    for view in seen.isEmpty && panes.focus < panes.count ? [panes.focus] : seen {
      var pane = Pane(document: new.id)
      if panes[view].document == id {
        pane.start = place(of: view)
        pane.mode = panes[view].mode
        pane.restored = panes[view].display
      }
      panes[view] = pane
    }
    selection = nil
    let name = documents[id]?.fileName ?? "the document"
    say(
      "\(path) was written and is open in place of \(name)\(self.documents.leftOut(leftOut, of: id))"
    )
    // No pane shows it, but keys would lead back to it. Cut pages must not get lost.
    let isPending = documents[id]?.edits.isPending == true
    return effects + opening(new) + (isPending ? [] : drop(id))
  }

  /// Does what waited for the annotations of a document, as they are in the file, to be known.
  mutating func finishAwaited(_ index: Int) -> [Effect] {
    var effects: [Effect] = []
    let id = documents[index].id
    if let step = documents[index].annotations.awaitedStep {
      documents[index].annotations.awaitedStep = nil
      // The user agreed when choosing the copy.
      documents[index].annotations.consented.formUnion(
        documents[index].annotations.saveStatus.cautions)
      effects += edit(id, step)
    }
    let texts = annotating.awaitedTexts.filter { $0.writing.document == id }
    annotating.awaitedTexts.removeAll { $0.writing.document == id }
    for awaited in texts { effects += finish(awaited.writing, text: awaited.text) }
    return effects + documents.mergeDueConflict(index)
  }

  mutating func take(
    carried: CarriedAnnotations?, of index: Int
  ) -> [Effect] {
    let id = documents[index].id
    documents[index].annotations.carried = carried
    documents[index].annotations.isCarryingOver = false
    defer { refillAnnotations() }
    guard carried?.isEmpty == false else {
      if questions.carryOffer?.document == id { questions.carryOffer = nil }
      return []
    }
    // The message that the file was read again would hide it.
    if notices.shown?.isError == false { notices.dismiss() }
    questions.carryOfferSerial += 1
    questions.carryOffer = CarryOffer(document: id, serial: questions.carryOfferSerial)
    return [.remind(.carryOffer(serial: questions.carryOfferSerial), milliseconds: 500)]
  }

  /// The offer in one line; nil if there is none or something else is in progress.
  var carryOfferLine: String? {
    guard let carryOffer = questions.carryOffer, let document, document.id == carryOffer.document,
      let carried = document.annotations.carried, prompt == nil, hints == nil, panel == nil,
      selection == nil, keyInput.pending.isEmpty, annotating.tool == nil, annotating.card == nil,
      pictures.zoomBox == nil, keyInput.count == nil
    else { return nil }
    return AnnotationStrings.offer(
      carried, refusesAlways: carryOffer.refusesAlways, width: size.width - 2)
  }

  /// Answers the offer with a key; nil for other keys, which dismiss the offer and keep their meaning.
  mutating func answerCarryOffer(_ key: Key) -> [Effect]? {
    guard carryOfferLine != nil, let offer = questions.carryOffer else { return nil }
    // After a search, n means the next match.
    let isNextMatch = key == Key("n") && search?.isLit == true
    guard !isNextMatch, let command = Self.carryKeys.first(where: { $0.key == key })?.command
    else {
      if !offer.isFresh { questions.carryOffer = nil }
      return key.code == .escape && !offer.isFresh ? [] : nil
    }
    // A key to keep them, typed too early, must not do something else either.
    if offer.isFresh { return ["n", "A"].contains(where: { key == Key($0) }) ? nil : [] }
    let effects = run(command)
    guard command != "annotations" else { return effects }
    // The offer is shown until something is decided: it says what can be.
    guard effects.isEmpty else {
      questions.carryOffer = nil
      return effects
    }
    if command == "carry-over-always" { questions.carryOffer?.refusesAlways = true }
    notices.dismiss()
    return []
  }

  /// Keeps annotations of the previous version; `withClosest`: also those whose words changed.
  mutating func carryOver(withClosest: Bool = false, always: Bool = false) -> [Effect] {
    guard let document, let carried = document.annotations.carried else { return [] }
    guard !always || !carried.isDoubtful else {
      say("This may be another document: y keeps the annotations here, n discards them")
      return []
    }
    guard withClosest || !carried.fitting.isEmpty || carried.closest.isEmpty else {
      say("The annotated words changed: Y keeps the annotations nearby, n discards them")
      return []
    }
    let effects: [Effect] = [
      .annotations(
        .carryOver(
          document.id, generation: document.generation, withClosest: withClosest, always: always))
    ]
    let list = document.annotations
    let cautions = list.saveStatus.cautions
    guard list.consented.isSuperset(of: cautions) || list.saveStatus.obstacle != nil else {
      let words = AnnotationStrings.sentences(cautions, isBroken: document.hasBrokenSignature)
      questions.ask(
        Question(
          words.joined(separator: " "),
          [.init("y", "annotate “\(document.fileName)” anyway", .effects(effects))],
          escapeWords: "leave it unchanged"))
      return []
    }
    if let index = documents.index(of: document.id) {
      documents[index].annotations.isCarryingOver = true
    }
    say(
      always
        ? "Annotations are carried over to each new version of \(document.fileName); :carry-over-ask asks again"
        : AnnotationStrings.kept(carried, withClosest: withClosest))
    return effects
  }

  mutating func discardCarried() -> [Effect] {
    guard let document else { return [] }
    say(
      "Annotations not carried over; :carry-over-ask offers them again")
    return [.annotations(.discardCarried(document.id, generation: document.generation))]
  }

  /// Takes back that annotations were discarded or are always carried over.
  mutating func reconsiderCarried() -> [Effect] {
    guard let document else { return [] }
    say("From now on annotations of previous versions are offered")
    return [.annotations(.reconsiderCarried(document.id, generation: document.generation))]
  }
}

extension Documents {
  /// Returns the sentence about edits that are not in a copy; `pages` are their pages.
  func leftOut(_ pages: [Int], of id: DocumentID) -> String {
    let names = pages.map { self[id]?.pageName($0) ?? String($0 + 1) }
    return names.isEmpty ? "" : ". " + AnnotationStrings.sentence(leftOutOfCopy: names)
  }
}

extension AnnotationStrings {
  /// The tags of an annotation, each with its sign.
  static func tagWords(_ annotation: Annotation) -> String {
    (annotation.tags ?? []).map { "#" + $0 }.joined(separator: " ")
  }
}
