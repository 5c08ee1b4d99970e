import DocumentModel
import Messages

extension State {
  /// Handles a message about annotations.
  mutating func take(_ message: AnnotationMessage) -> [Effect] {
    switch message {
    case .news(let id, let generation, let news):
      guard let index = documents.current(id, generation) else { return [] }
      return take(news, of: index)
    case .copied(let id, let path, let pages):
      say("\(path) was written\(documents.leftOut(pages, of: id))")
    case .imported(let id, let generation, let report):
      guard documents.current(id, generation) != nil else { return [] }
      return imported(id, report)
    case .exported(_, let path, let losses): exported(path, losses)
    case .stampRead(let path, let picture): return stampRead(path, picture)
    case .edited(let id, _, let annotation, let text):
      // The file may have been replaced while it was written.
      guard documents.index(of: id) != nil else { return [] }
      return editedOutside(id, annotation, text)
    case .copiedToGoOn(let id, let path, let leftOut, let trouble):
      return copied(id, path, leftOut: leftOut, trouble: trouble)
    case .foundAll(let serial, let found, let isEnd):
      guard serial == annotating.list.serial else { return [] }
      take(found, isEnd: isEnd)
    }
    refillAnnotations()
    return []
  }

  /// Handles a report of the annotation store about a document.
  private mutating func take(_ news: AnnotationNews, of index: Int) -> [Effect] {
    switch news {
    case .loaded(let annotations, let saveStatus):
      let through = max(documents[index].pageCount, (annotations.last?.page ?? 0) + 1)
      documents[index].annotations.take(annotations, through: through)
      store(saveStatus, of: index)
      documents.learnQuotes(index)
      awaitedIsThere(index)
      refillAnnotations()
      return finishAwaited(index) + performAwaited(index)
    case .changed(let changes, let page, let saveStatus):
      return changed(index, changes, page: page, saveStatus)
    case .form(let fields): return take(fields, of: index)
    case .filled(let changes, let page, let saveStatus):
      return filled(index, changes, page: page, saveStatus)
    case .saveStatus(let saveStatus): store(saveStatus, of: index)
    case .detached(let annotations):
      let known = Set(documents[index].annotations.detached.map(\.id))
      documents[index].annotations.detached = annotations
      if annotations.contains(where: { !known.contains($0.id) }) {
        let count = annotations.count
        say(
          "\(count) \(count == 1 ? "annotation is" : "annotations are") without a place now: A lists \(count == 1 ? "it" : "them")"
        )
      }
    case .carried(let carried): return take(carried: carried, of: index)
    case .carriedOver(let count):
      say(
        "\(Wording.count(count, "annotation")) carried over from the previous version: U undoes, :carry-over-ask asks again"
      )
    case .keptForEarlier(let count):
      let those = count == 1 ? "the annotation is" : "\(count) annotations are"
      say(
        "\(documents[index].fileName) is another document now: \(those) kept for the one before (:all-annotations)"
      )
    case .reversedUnseen(let changes):
      sayWhatBecame(of: changes, documents[index], isSeen: false)
    case .shared(let layer): take(layer, of: index)
    // Reported as a failure of the document.
    case .refused: return []
    }
    refillAnnotations()
    return []
  }

  private mutating func changed(
    _ index: Int, _ changes: [AnnotationChange], page: Int?, _ saveStatus: SaveStatus
  ) -> [Effect] {
    let seen = page == nil ? [] : Set(annotationsInSight().map(\.annotation.id))
    documents[index].annotations.apply(changes)
    if page == nil { remote.note(changes, in: documents[index].id) }
    documents.learnQuotes(index)
    store(saveStatus, of: index)
    let id = documents[index].id
    if let page,
      let view = panes.indices.first(where: { $0 == panes.focus && panes[$0].document == id })
    {
      if let shown = changes.compactMap({ $0.after ?? $0.before }).first(where: { $0.page == page })
      {
        // A reply is visible at the annotation it replies to.
        let root = documents[index].annotations.root(of: shown)
        let isThere = documents[index].annotations[root.id] != nil
        if isThere {
          bring(root, into: view)
        } else if shown.page < documents[index].pageCount, !seen.contains(shown.id) {
          // Shows the place of a removed annotation.
          land(view, page: shown.page, Self.landing(at: shown))
        }
        documents[index].annotations.current = isThere ? root.id : nil
      } else {
        land(view, page: page, .top)
      }
    }
    if let card = annotating.card, documents[card.document]?.annotations[card.annotation] == nil {
      annotating.card = nil
    }
    if page != nil { sayWhatBecame(of: changes, documents[index]) }
    refillAnnotations()
    return isLibraryListed ? searchAnnotations(isAgain: true) : []
  }

  /// Reports the effect of undo or redo.
  private mutating func sayWhatBecame(
    of changes: [AnnotationChange], _ document: Document, isSeen: Bool = true
  ) {
    let all = AnnotationReversal.all(of: changes, isRedo: document.annotations.isRedoing)
    guard let one = all.first else { return }
    let others = all.count > 1 ? " (and \(all.count - 1) more)" : ""
    let place =
      isSeen
      ? " on \(pageWords(one.annotation, of: document))" : ", which has no place here,"
    say("The \(one.name)\(place) \(one.outcome)\(others)")
  }

  /// Stores the save status, and reports once why nothing can be written.
  mutating func store(_ saveStatus: SaveStatus, of index: Int) {
    let before = documents[index].annotations.saveStatus
    documents[index].annotations.saveStatus = saveStatus
    let isDrawn =
      documents[index].annotations.undrawn.isEmpty && documents[index].form.undrawn.isEmpty
    if saveStatus.isSaved, !before.isSaved, !isDrawn {
      documents[index].annotations.awaitsDrawing = true
    }
    if saveStatus.isSeenOnce, !before.isSeenOnce { say(AnnotationStrings.seenOnce) }
    sayMissing(saveStatus.missingFields, before.missingFields)
    if saveStatus.isSaved, let notice = notices.shown,
      let words = AnnotationStrings.sentence(
        before, ofForm: before.isFormOnly,
        pageName: { [document = documents[index]] in annotating.pageName($0, of: document) }),
      notice.text == words
    {
      self.notices.dismiss()
      if saveStatus.hindrance == nil {
        say("The edits kept in Recto's library are now in \(documents[index].fileName)")
      }
    }
    guard let obstacle = saveStatus.hindrance else {
      documents[index].annotations.reportedObstacle = nil
      return
    }
    // Only if there are edits that should be in the file and cannot be written.
    guard !saveStatus.isSaved, documents[index].annotations.layer.collections.isEmpty,
      documents[index].annotations.reportedObstacle != obstacle
    else { return }
    documents[index].annotations.reportedObstacle = obstacle
    let document = documents[index]
    say(
      AnnotationStrings.sentence(
        saveStatus, ofForm: saveStatus.isFormOnly,
        pageName: { annotating.pageName($0, of: document) })
        ?? "",
      isError: obstacle == .failed || obstacle == .unverified)
  }

  /// Says once which fields are missing in a version of the form.
  private mutating func sayMissing(_ missing: [FieldEdit], _ before: [FieldEdit]) {
    guard let first = missing.first, missing != before else { return }
    let fields =
      missing.count == 1
      ? "The field “\(first.id.name)” that was filled in is"
      : "\(missing.count) fields that were filled in are"
    let key = keyInput.keymap.keys(for: "information").first
    say("\(fields) not in this version" + (key.map { ": \($0) shows its value" } ?? ""))
  }

  // MARK: what is asked for

  /// Requests missing annotations, texts for the panel, and redrawn pages.
  mutating func annotationRequests() -> [Effect] {
    var effects: [Effect] = []
    let wanted = panes.map(\.document) + annotating.list.borrowed.map(\.document)
    for id in Set(wanted).sorted(by: { $0.number < $1.number }) {
      guard let index = documents.index(of: id), documents[index].phase == .open,
        documents[index].isReadingKnown, documents[index].hasPages
      else { continue }
      if !documents[index].annotations.isRequested {
        documents[index].annotations.isRequested = true
        effects.append(.annotations(.load(id, generation: documents[index].generation)))
      }
      effects += drawAnew(index)
    }
    effects += PanelSource.quotesForPanel(&self)
    prepareLights()
    return effects
  }

  /// Reopens a saved file once its pictures are visible, which then contain the annotations drawn over them, or if it is signed: what was changed since is
  /// counted again.
  private mutating func drawAnew(_ index: Int) -> [Effect] {
    if documents[index].awaitsReopening, annotating.tool == nil {
      documents[index].awaitsReopening = false
      return documents.reopen(index)
    }
    let document = documents[index]
    let isSeen = panes.indices.contains {
      panes[$0].document == document.id
        && (look(of: $0) != .text || document.signatures?.signatures.isEmpty == false)
    }
    // Pending replies of this generation come first.
    let isBusy =
      awaited.copy != nil || annotating.pendingMark != nil || hints?.isAwaiting == true
      || annotating.tool != nil || awaited.selection != nil
      || search.map { $0.document == document.id && !$0.isDone } == true
    guard document.annotations.awaitsDrawing, isSeen, !isBusy,
      document.newestGeneration == document.generation, document.annotations.saveStatus.isSaved
    else { return [] }
    documents[index].annotations.beginDrawing()
    documents[index].form.beginDrawing()
    defer { documents[index].redrawnGeneration = documents[index].newestGeneration }
    return documents.reopen(index)
  }

  /// Computes the missing highlights of visible pages.
  private mutating func prepareLights() {
    for pane in panes.indices {
      guard let index = documents.index(of: panes[pane].document), documents[index].phase == .open,
        documents[index].annotations.count > 0 || documents[index].annotations.carried != nil
      else { continue }
      for page in visiblePages(pane, of: documents[index])
      where documents[index].annotations.lights[page] == nil {
        guard let content = documents[index].pages[page] else { continue }
        documents[index].annotations.lights[page] = AnnotationLights(
          documents[index].annotations.shown(on: page), in: content,
          carried: documents[index].annotations.carriedIDs)
      }
    }
  }

  /// Returns the highlights of a page.
  func lights(of document: Document, on page: Int) -> AnnotationLights? {
    if let made = document.annotations.lights[page] { return made }
    let own = document.annotations.shown(on: page)
    guard !own.isEmpty, let content = document.pages[page] else { return nil }
    return AnnotationLights(own, in: content, carried: document.annotations.carriedIDs)
  }

  mutating func take(_ news: ConflictNews, of id: DocumentID) -> [Effect] {
    guard let index = documents.index(of: id) else { return [] }
    let key = keyInput.keymap.keys(for: "merge-conflict").first ?? ":merge-conflict"
    switch news {
    case .isCopy(let original):
      documents[index].conflict.original = original
      say(
        "This is a conflict copy of \(PathParts.name(of: original)); \(key) merges its annotations into that"
      )
    case .hasCopies(let copies):
      documents[index].conflict.copies = copies
      if documents[index].conflict.due != nil { return documents.mergeDueConflict(index) }
      let count =
        copies.count == 1 ? "There is a conflict copy" : "There are \(copies.count) conflict copies"
      say("\(count) of \(documents[index].fileName); \(key) merges the annotations")
    case .merge(let merge, let copy, let words): return finish(merge, copy, words, index)
    case .refusal(let sentence, let copy):
      // The next copy takes its turn.
      documents[index].conflict.copies.removeAll { PathParts.same($0, copy) }
      say(sentence, isError: true)
    }
    return []
  }

  /// Merges the annotations of the conflict copy on the screen into its original, which is opened, or of the first copy of the original.
  mutating func mergeConflict() -> [Effect] {
    guard let document, let index = documents.index(of: document.id) else { return [] }
    if let original = document.conflict.original {
      let effects = open(path: original, start: .remembered)
      if let new = documents.firstIndex(where: { PathParts.same($0.path, original) }) {
        documents[new].conflict.due = document.path
        return effects + documents.mergeDueConflict(new)
      }
      return effects
    }
    guard let copy = document.conflict.copies.first else {
      say("There is no conflict copy of \(document.fileName) beside it")
      return []
    }
    documents[index].conflict.due = copy
    return documents.mergeDueConflict(index)
  }

  private mutating func finish(
    _ merge: ConflictMerge, _ copy: String, _ words: String, _ index: Int
  ) -> [Effect] {
    documents[index].conflict.copies.removeAll { PathParts.same($0, copy) }
    say(words)
    let list = documents[index].annotations
    let asks = !list.consented.isSuperset(
      of: list.saveStatus.cautions.counting(forForms: !merge.fields.isEmpty))
    let effects = edit(documents[index].id, merge.edit)
    // Until the user has agreed to the edit, the copy alone has them.
    guard merge.isEmpty || !asks, merge.clashingFields.isEmpty else { return effects }
    questions.ask(
      Question(
        "\(words). Move the copy \(PathParts.name(of: copy)) to the trash?",
        [
          .init("y", "move it to the trash", .effects([.browse(.files(.trash([copy])))])),
          .init("n", "keep it", .nothing),
        ]))
    return effects
  }
}

extension Documents {
  /// Stores the words under the annotations of loaded pages.
  fileprivate mutating func learnQuotes(_ index: Int) {
    for (page, content) in self[index].pages {
      guard self[index].annotations.lights[page] == nil,
        !self[index].annotations.on(page).isEmpty
      else { continue }
      self[index].learnAnnotations(of: content, page)
    }
  }
}
