import DocumentModel
import Messages

/// The end of the program while edits of documents' pages are under way or wait.
extension State {
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

extension EditingState {
  /// A request in the midst of a sentence.
  fileprivate func doing(_ request: EditRequest) -> String {
    let words = self.words(of: request).doing
    return words.prefix(1).lowercased() + words.dropFirst()
  }
}
