import DocumentModel
package import Messages

extension State {
  /// Ends the program with a sentence for standard error.
  mutating func end(_ sentence: String) -> [Effect] {
    ending.farewell = sentence
    return quit()
  }

  /// Quits, after asking about running file operations. `chosen` is the picker's result.
  mutating func askToQuit(giving chosen: [String] = []) -> [Effect] {
    browser.choosing?.chosen = chosen
    let running = browser.tasks.filter { !$0.isOver }
    guard !running.isEmpty else {
      // Cut pages must not get lost; insisting leads to a question.
      guard documents.contains(where: \.edits.isPending) else { return quit() }
      if ending.waitsForFiles { return askToDropEdits() }
      ending.waitsForFiles = true
      say("Recto quits when the pages are written")
      return []
    }
    let stop = running.map { Effect.browse(.cancelTask($0.id)) }
    questions.ask(
      Question(
        running.count == 1
          ? "\(running[0].title): not finished yet" : "\(running.count) tasks are not finished yet",
        [
          .init("w", "quit when it is finished", .quit([])),
          .init("s", "stop it and quit; nothing is left half done", .quit(stop)),
          .init("n", "stay", .nothing),
        ]))
    return []
  }

  package mutating func quit() -> [Effect] {
    ending.hasCome = true
    return saveReading()
  }

  /// Quits when the tasks it waits for have ended, or those that a question about quitting names; after a hang-up only page edits count.
  mutating func quitIfDone() -> [Effect] {
    guard ending.waitsForFiles || questions.shown?.isAboutQuitting == true,
      ending.isHungUp || !browser.tasks.contains(where: { !$0.isOver }),
      !documents.contains(where: \.edits.isPending)
    else { return [] }
    return quit()
  }

  /// Handles a hang-up: saves positions and quits when page edits are written.
  mutating func hangUp() -> [Effect] {
    ending.isHungUp = true
    ending.waitsForFiles = true
    (questions.shown, questions.waiting, prompt) = (nil, [], nil)
    browser.choosing?.chosen = []
    return saveReading() + quitIfDone()
  }

  /// Asks what to do with unwritten edits when the user insists on quitting.
  mutating func askToDropEdits() -> [Effect] {
    let pending = documents.filter(\.edits.isPending)
    let waiting = pending.flatMap(\.edits.waiting)
    let now =
      waiting.isEmpty
      ? "quit now; running writes still finish if they take only a moment"
      : "quit now, without " + Self.enumerated(waiting.map(editing.doing))
    questions.ask(
      Question(
        "The pages of \(Self.enumerated(pending.map(\.fileName))) are still being written",
        [
          .init("w", "wait: Recto quits when they are", .quit([])),
          .init("e", now, .dropEdits),
          .init("n", "stay", .stay),
        ]))
    return []
  }

  /// Ends the program; what waits is not done.
  mutating func dropEdits() -> [Effect] {
    for index in documents.indices { documents[index].edits.waiting = [] }
    return quit()
  }

  /// Unsaved page edits, reported on standard error at exit.
  package var lostEdits: [String] {
    ending.undoneEdits
      + documents.compactMap { document in
        var left = document.edits.waiting
        if let current = document.edits.current, current.arrival == nil {
          left.insert(current.request, at: 0)
        }
        guard !left.isEmpty else { return nil }
        return "\(browser.shortened(document.path)): not finished when Recto quit: "
          + Self.enumerated(left.map(editing.doing))
      }
  }

  /// Edits that are in the library only because the file cannot be written, reported at exit.
  package var keptInLibrary: [String] {
    documents.compactMap { document in
      let saveStatus = document.annotations.saveStatus
      guard !saveStatus.isSaved, !document.isGlance, document.annotations.layer.collections.isEmpty,
        let words = AnnotationStrings.sentence(
          saveStatus, ofForm: saveStatus.isFormOnly, pageName: document.pageName)
      else { return nil }
      return "\(browser.shortened(document.path)): \(words)"
    }
  }

  /// Returns the edits dropped after a failed one, to append to its message.
  func undone(of document: Document) -> String {
    let left = document.edits.waiting
    return left.isEmpty ? "" : "; not finished either: " + Self.enumerated(left.map(editing.doing))
  }

  private static func enumerated(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    let most = 4
    guard words.count <= most else {
      return words.prefix(most).joined(separator: ", ") + " and \(words.count - most) more"
    }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
