import DocumentModel
import Messages
import Text

/// The recognition of a document's pages (OCR), as far as the screen knows it.
package struct RecognitionState: Sendable {
  /// Pages that were asked for.
  package var asked: Set<Int> = []
  /// Pages being recognised.
  package var underWay: Set<Int> = []
  /// Pages read of the whole document; nil unless all are being recognised.
  package var pagesRead: Int?
  /// Whether nothing can be recognised, which has been said.
  package var isUnavailable = false
  /// The languages chosen for the document, such as `deu+eng`; empty for those of the settings.
  package var languages = ""

  package init() {}
}

extension Document {
  /// Whether its pages can be recognised.
  var canBeRecognized: Bool { hasPages && summary.hasText && phase == .open }
}

extension Documents {
  func effect(_ index: Int, _ command: RecognitionCommand, preferences: Preferences) -> Effect {
    let own = self[index].recognition.languages
    return .recognize(
      self[index].id, generation: self[index].generation,
      languages: own.isEmpty ? preferences.ocrLanguages : own, command)
  }

  /// The page that commands are about.
  func recognizedPage(document: Document?, panes: Panes) -> (index: Int, page: Int)? {
    guard let document, let index = self.index(of: document.id) else { return nil }
    return (index, panes[panes.focus].page)
  }

  /// Recognises all pages without text, from the current one on.
  mutating func recognizeAll(
    document: Document?, panes: Panes, preferences: Preferences, _ notices: inout Notices
  ) -> [Effect] {
    guard let (index, page) = recognizedPage(document: document, panes: panes) else { return [] }
    guard self[index].recognition.pagesRead == nil else {
      notices.say("The pages are being recognised: :ocr stop ends that")
      return []
    }
    self[index].recognition.isUnavailable = false
    self[index].recognition.pagesRead = 0
    return [effect(index, .all(from: page, isIdle: false), preferences: preferences)]
  }

  /// Saves the words that were recognised in the document.
  mutating func saveRecognized(
    document: Document?, panes: Panes, preferences: Preferences, _ notices: inout Notices
  ) -> [Effect] {
    guard let (index, _) = recognizedPage(document: document, panes: panes) else { return [] }
    guard !self[index].edits.isPending else {
      notices.say("Its pages are still being written; save the words afterwards")
      return []
    }
    return [effect(index, .words, preferences: preferences)]
  }

  mutating func stopRecognizing(
    document: Document?, preferences: Preferences, _ notices: inout Notices
  ) -> [Effect] {
    guard let document else { return [] }
    return stopRecognizing(document.id, preferences: preferences, &notices)
  }

  mutating func stopRecognizing(
    _ id: DocumentID, preferences: Preferences, _ notices: inout Notices
  ) -> [Effect] {
    guard let index = self.index(of: id), self[index].recognition.pagesRead != nil else {
      notices.say("No pages are being recognised")
      return []
    }
    self[index].recognition.pagesRead = nil
    return [effect(index, .stop, preferences: preferences)]
  }
}
