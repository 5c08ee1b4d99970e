import DocumentModel
import Messages

/// Edits of a document itself, one after the other.
extension State {
  /// Whether a document must stay open because a requested edit is not written yet; reports it.
  mutating func staysForEdits(_ id: DocumentID?) -> Bool {
    guard let id, documents[id]?.edits.isPending == true else { return false }
    say("Its pages are still being written; close it afterwards")
    return true
  }

  /// Runs an edit, at once or after earlier ones.
  mutating func request(_ request: EditRequest, for id: DocumentID) -> [Effect] {
    guard let index = documents.index(of: id) else { return [] }
    guard request.path != nil || !request.change.rewritesFile || documents.hasRewriteConsent(index)
    else {
      askToRewrite(index, request)
      return []
    }
    documents[index].edits.waiting.append(request)
    return beginEdit(index)
  }

  private mutating func askToRewrite(_ index: Int, _ request: EditRequest) {
    let document = documents[index]
    askInstead(
      of: request, document, AnnotationStrings.sentence(.usageRights),
      .editAnyway(document.id, request))
  }

  /// Asks whether a copy is written instead, or the document all the same if it can be.
  private mutating func askInstead(
    of request: EditRequest, _ document: Document, _ reason: String,
    _ edit: Question.Reply?
  ) {
    let edit = edit.map { Question.Choice("y", "edit “\(document.fileName)” anyway", $0) }
    let copy = Question.Choice(
      "c", "write a copy with this edit; the document stays unchanged",
      .editCopy(document.id, request))
    questions.ask(
      Question(
        reason, [edit, copy].compactMap(\.self), escapeWords: "leave it unchanged"))
  }

  /// Runs an edit the user agreed to, and does not ask about this document again.
  mutating func editAnyway(_ request: EditRequest, of id: DocumentID) -> [Effect] {
    guard let index = documents.index(of: id) else { return [] }
    documents[index].annotations.consented.insert(.usageRights)
    return self.request(request, for: id)
  }

  /// Begins what waits longest, if nothing is under way.
  mutating func beginEdit(_ index: Int) -> [Effect] {
    let document = documents[index]
    guard !document.edits.isBusy, let first = document.edits.waiting.first,
      document.newestGeneration == document.generation
    else { return [] }
    var request = first
    var taken = 1
    // Entries of the outline that were changed quickly one after the other are written at once.
    if case .outline(var edits) = first.change, first.path == nil {
      for next in document.edits.waiting.dropFirst() {
        guard case .outline(let more) = next.change, next.path == nil else { break }
        edits += more
        taken += 1
      }
      request.change = .outline(edits)
    }
    documents[index].edits.waiting.removeFirst(taken)
    let number = editing.nextNumber()
    if case .cut(let pages) = request.change, request.path == nil {
      editing.hold(pages.count, of: document.title)
    }
    documents[index].edits.current = EditQueue.Current(serial: number, request: request)
    return [
      .edit(
        .edit(
          document.id, generation: document.generation, serial: number, request.work,
          path: request.target, isWarned: request.isWarned))
    ]
  }

  mutating func take(_ message: EditMessage) -> [Effect] {
    switch message {
    case .underWay(let id, let serial, let phase):
      if let index = documents.edited(id, serial) { documents[index].edits.current?.phase = phase }
    case .edited(let id, let serial, let arrival):
      guard let index = documents.edited(id, serial) else { return [] }
      documents[index].edits.current?.arrival = arrival
      let effects = documents.reopen(index)
      let newest = documents[index].newestGeneration
      documents[index].edits.current?.generation = newest
      return effects
    case .copied(let id, let serial, let path, let sentences):
      guard let index = documents.edited(id, serial), let current = documents[index].edits.current
      else {
        return []
      }
      documents[index].edits.current = nil
      let done = editing.words(of: current.request).done
      var words = [current.request.path == nil ? done : "Copy written to \(path)"]
      words += sentences
      let effects = beginEdit(index)
      // After writing a copy instead, reading continues in the copy.
      let isInGrid = isGridShown
      var shown: [Effect] = []
      if current.request.path != nil {
        shown = open(path: path, start: .remembered)
        if isInGrid, let pane {
          pictures.overview = PageOverview(document: pane.document, cursor: 0)
        }
      }
      say(words.joined(separator: "; "))
      return effects + shown + quitIfDone()
    case .refused(let id, let serial, let sentence, let reason):
      guard let index = documents.edited(id, serial), let current = documents[index].edits.current
      else {
        return []
      }
      return refused(index, current.request, sentence, reason)
    case .notHeld(let sentence):
      editing.dropPages()
      say(sentence, isError: true)
    }
    return []
  }

  /// Handles a failed edit: waiting edits assumed its result and are dropped.
  private mutating func refused(
    _ index: Int, _ request: EditRequest, _ sentence: String,
    _ reason: EditRefusal.Reason?
  ) -> [Effect] {
    let document = documents[index]
    documents[index].edits.current = nil
    if ending.isHungUp || ending.hasCome {
      ending.undoneEdits.append(sentence + undone(of: documents[index]))
      documents[index].edits.waiting = []
      return quitIfDone()
    }
    documents[index].edits.waiting = []
    // The user must be able to read that before Recto quits.
    ending.waitsForFiles = false
    if case .cut = request.change { editing.dropPages() }
    var effects: [Effect] = []
    if case .outline = request.change {
      effects = [.loadOutline(document.id, generation: document.generation)]
    }
    let isSigned = reason == .signed || reason == .signatureFollowed
    guard request.path == nil, isSigned || reason == .certified || reason == .damaged,
      self.document?.id == document.id
    else {
      say(sentence, isError: true)
      return effects
    }
    // The question below repeats the sentence of the notice.
    notices.dismiss()
    askInstead(
      of: request, document, sentence, isSigned ? .breakSignatures(document.id, request) : nil)
    return effects
  }

  mutating func askForEditedCopy(_ request: EditRequest, of id: DocumentID) {
    guard let document = documents[id] else { return }
    let path = Self.newPath(beside: document.path, adding: "(edited)")
    prompt = Prompt("The copy goes to", text: path) {
      $0.editCopy(request, of: id, path: $1.trimmed)
    }
  }

  /// A copy of the document in which a thing is done that cannot be done in its place.
  mutating func editCopy(_ request: EditRequest, of id: DocumentID, path: String) -> [Effect] {
    guard !path.isEmpty else { return [] }
    var request = request
    request.path = path
    return self.request(request, for: id)
  }

  /// Undoes or redoes the last edit of the document on the screen.
  mutating func undoEdit(isRedo: Bool) -> [Effect] {
    guard let document else { return [] }
    return request(EditRequest(isRedo ? .redo : .undo), for: document.id)
  }

  // MARK: the new version

  /// Drops requested edits because another program changed the file.
  mutating func forgetEdits(_ index: Int) -> [Effect] {
    let isPending = documents[index].edits.isPending
    if ending.isHungUp, !documents[index].edits.waiting.isEmpty {
      ending.undoneEdits.append(
        "\(documents[index].fileName) was changed by another program"
          + undone(of: documents[index]))
    }
    documents[index].edits.waiting = []
    if documents[index].edits.current?.arrival != nil { documents[index].edits.current = nil }
    guard isPending else { return [] }
    if ending.isHungUp { return quitIfDone() }
    ending.waitsForFiles = false
    return []
  }

  /// Moves everything attached to pages with them; called after `reload`.
  mutating func settleEdit(
    _ index: Int, _ rearrangement: PageRearrangement
  ) -> [Effect] {
    guard let current = documents[index].edits.current, let arrival = current.arrival else {
      return []
    }
    documents[index].edits.current = nil
    let id = documents[index].id
    func moved(_ place: Place) -> Place {
      rearrangement.place(of: place.page).map { Place(page: $0, offset: place.offset) }
        ?? Place(page: rearrangement.nearest(to: place.page))
    }
    var step = EditQueue.Step(
      before: arrival.before, after: arrival.after, rearrangement: rearrangement)
    for (number, mark) in documents[index].reading.marks.enumerated() {
      let now = moved(mark.place)
      if rearrangement.place(of: mark.place.page) == nil {
        step.displaced[mark.name] = (mark.place, now)
      }
      documents[index].reading.marks[number].place = now
    }
    documents[index].reading.history = documents[index].reading.history.map(moved)
    documents[index].reading.place = moved(documents[index].reading.place)
    if document?.id == id, let anchor = panel?.anchor { panel?.anchor = moved(anchor) }
    documents.returnMarks(index, arrival)
    if arrival.rearrangement != nil { documents[index].edits.add(step) }
    moveGrid(id, rearrangement, current.request)
    documents[index].edits.waiting = documents[index].edits.waiting.compactMap {
      $0.moved(by: rearrangement)
    }
    let done = editing.words(of: current.request).done
    say(([done] + arrival.sentences).joined(separator: "; "))
    return beginEdit(index) + saveReading() + quitIfDone()
  }

  private mutating func moveGrid(
    _ id: DocumentID, _ rearrangement: PageRearrangement, _ request: EditRequest
  ) {
    guard let grid = pictures.overview, grid.document == id else { return }
    self.pictures.overview?.marked = Set(grid.marked.compactMap { rearrangement.place(of: $0) })
    self.pictures.overview?.rangeStart = grid.rangeStart.map { rearrangement.nearest(to: $0) }
    var cursor = rearrangement.nearest(to: grid.cursor)
    switch request.change {
    // Inserted pages are what the user looks for.
    case .put, .insert, .undo, .redo: if let first = rearrangement.new.first { cursor = first }
    case .cut, .turn, .extract, .outline, .addText: break
    }
    go(inGridTo: cursor)
  }
}

extension Browser {
  /// Returns why a document's pages and outline cannot be edited; nil if they can.
  func reasonNotToEdit(_ document: Document?) -> String? {
    guard let document, document.phase == .open else { return "No document is open" }
    guard glance == nil else { return "This is a preview: Enter opens the document" }
    guard document.summary.canEditPages else {
      return "Only PDFs have pages and an outline that can be edited"
    }
    guard !document.path.isEmpty else { return "A document from a pipe has no file to edit" }
    return nil
  }
}

extension Documents {
  /// Whether a document may be written as a whole: one that is extended for Adobe Reader loses that.
  fileprivate func hasRewriteConsent(_ index: Int) -> Bool {
    let list = self[index].annotations
    return !list.saveStatus.cautions.contains(.usageRights) || list.consented.contains(.usageRights)
  }

  fileprivate func edited(_ id: DocumentID, _ serial: Int) -> Int? {
    index(of: id).flatMap { self[$0].edits.current?.serial == serial ? $0 : nil }
  }

  /// Returns the page positions in a version that is opened after an edit here; nil for any other.
  func arrival(
    _ index: Int, at generation: Int, pageCount: Int
  ) -> PageRearrangement? {
    guard let current = self[index].edits.current, let arrival = current.arrival,
      current.generation.map({ generation >= $0 }) == true
    else { return nil }
    let steps = self[index].edits.steps
    let known = steps.last { $0.before == arrival.before && $0.after == arrival.after }
    let undone = steps.last { $0.before == arrival.after && $0.after == arrival.before }
    let old = self[index].pageCount
    var found = arrival.rearrangement ?? known?.rearrangement ?? undone?.rearrangement.inverse
    // Another program came between.
    if found?.sources.count != pageCount || found?.places.count != old { found = nil }
    return found ?? PageRearrangement(of: old, now: pageCount)
  }

  /// Moves marks back to restored pages, unless they were set again.
  fileprivate mutating func returnMarks(_ index: Int, _ arrival: EditArrival) {
    let steps = self[index].edits.steps
    var found: (step: EditQueue.Step, now: PageRearrangement)?
    if let returned = arrival.returned {
      found = steps.last { $0.before == returned.version }.map { ($0, returned.rearrangement) }
    } else if arrival.rearrangement == nil {
      found = steps.last { $0.before == arrival.after && $0.after == arrival.before }
        .map {
          (
            $0,
            PageRearrangement(of: $0.rearrangement.places.count, now: self[index].pageCount)
          )
        }
    }
    guard let (step, now) = found else { return }
    for (number, mark) in self[index].reading.marks.enumerated() {
      guard let displaced = step.displaced[mark.name] else { continue }
      let since = Place(
        page: step.rearrangement.inverse.place(of: displaced.to.page).map(now.nearest) ?? 0,
        offset: displaced.to.offset)
      guard mark.place == since, let page = now.place(of: displaced.from.page) else { continue }
      self[index].reading.marks[number].place = Place(
        page: page, offset: displaced.from.offset)
    }
  }
}

extension EditingState {
  /// Returns the status line's text about running edits; nil if there are none.
  func editStatus(_ document: Document) -> String? {
    guard let current = document.edits.current else { return nil }
    let words = self.words(of: current.request).doing
    let phase = current.phase.map { ": " + $0.rawValue } ?? ""
    let more = document.edits.waiting.count
    return words + phase + " …" + (more > 0 ? " (\(more) more)" : "")
  }
}
