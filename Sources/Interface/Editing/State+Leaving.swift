import DocumentModel

/// The end of the program while edits of documents' pages are under way or wait.
extension State {
  /// Nobody is there any more: saves what was read, and ends when what was requested for pages is done.
  mutating func hangUp() -> [Effect] {
    isHungUp = true
    quitsWhenDone = true
    (question, waitingQuestions, prompt) = (nil, [], nil)
    browser.choosing?.chosen = []
    return saveReading() + quitIfDone()
  }

  /// Asks who wants to leave at once what becomes of edits that are not written.
  mutating func askToDropEdits() -> [Effect] {
    let pending = documents.filter(\.edits.isPending)
    let waiting = pending.flatMap(\.edits.waiting)
    let now =
      waiting.isEmpty
      ? "end now; what is under way is still written, if it takes no more than a moment"
      : "end now, without " + Self.enumerated(waiting.map(doing))
    ask(
      Question(
        "The pages of \(Self.enumerated(pending.map(\.fileName))) are still being written",
        [
          .init("w", "wait: Recto ends when they are", .quit([])),
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

  /// What was requested for pages and is not in the file, for when the program has ended.
  package var lostEdits: [String] {
    undoneEdits
      + documents.compactMap { document in
        var left = document.edits.waiting
        if let current = document.edits.current, current.arrival == nil {
          left.insert(current.request, at: 0)
        }
        guard !left.isEmpty else { return nil }
        return "\(shortened(document.path)): not done when Recto ended: "
          + Self.enumerated(left.map(doing))
      }
  }

  /// What is in the library alone because the file cannot be written, for when the program has ended.
  package var keptInLibrary: [String] {
    documents.compactMap { document in
      let standing = document.annotations.standing
      guard !standing.isSaved, !document.isGlance,
        let words = AnnotationStrings.sentence(
          standing, ofForm: standing.isFormOnly, pageName: document.pageName)
      else { return nil }
      return "\(shortened(document.path)): \(words)"
    }
  }

  /// What waited behind an edit that was not done, to be put behind the sentence that says why.
  func undone(of document: Document) -> String {
    let left = document.edits.waiting
    return left.isEmpty ? "" : "; not done either: " + Self.enumerated(left.map(doing))
  }

  /// A request in the midst of a sentence.
  private func doing(_ request: EditRequest) -> String {
    let words = request.words(pagesAtHand?.count ?? 0).doing
    return words.prefix(1).lowercased() + words.dropFirst()
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
