import DocumentModel
import Messages

/// Recognising the words of scanned pages.
extension CommandList {
  private static let needsScans: @Sendable (State) -> Command.Availability = { state in
    guard let document = state.document, document.phase == .open else {
      return Command.needsDocument(state)
    }
    return document.hasPages && document.summary.hasText
      ? .available : .unavailable("This document has no scanned pages to recognise")
  }

  static let recognition: [Command] = [
    Command(
      "ocr", "Recognise the words of pages without text (OCR): all, again, words or stop",
      .documents, when: needsScans,
      argument: .init(
        name: "WHAT",
        choices: .suggested { _ in ["all", "again", "again deu+eng", "stop", "words"] }
      ) { state, text in
        let words = text.split(separator: " ").map(String.init)
        switch (words.first, words.count) {
        case ("all", 1):
          return state.documents.recognizeAll(
            document: state.document, panes: state.panes, preferences: state.preferences,
            &state.notices)
        case ("again", 1...2): return state.recognizeAgain(words.count > 1 ? words[1] : "")
        case ("stop", 1):
          return state.documents.stopRecognizing(
            document: state.document, preferences: state.preferences, &state.notices)
        case ("words", 1):
          state.toggle(.uncertainWords)
          return []
        default:
          state.say(
            ":ocr all, again, again LANGUAGES (such as deu+eng), words or stop", isError: true)
          return []
        }
      },
      run: { state, _ in
        state.documents.recognizeAll(
          document: state.document, panes: state.panes, preferences: state.preferences,
          &state.notices)
      }
    ).also("recognize scan tesseract"),
    Command(
      "save-ocr", "Save the recognised words in the document", .documents,
      when: { state in
        guard case .available = needsScans(state) else { return needsScans(state) }
        return state.browser.reasonNotToEdit(state.document).map { .unavailable($0) } ?? .available
      },
      run: { state, _ in
        state.documents.saveRecognized(
          document: state.document, panes: state.panes, preferences: state.preferences,
          &state.notices)
      }
    ).also("write text layer scan"),
    Command(
      "uncertain-words", "Words that were recognised with little confidence", .showing,
      when: needsScans
    ) { state, _ in
      state.toggle(.uncertainWords)
      return []
    }.also("ocr list"),
  ]
}
