package import DocumentModel

/// A request to recognise pages of a document (OCR).
package enum RecognitionCommand: Sendable, Hashable {
  /// A page, unless it was recognised before.
  case page(Int)
  /// A page whatever is known of it.
  case again(Int)
  /// All pages without text, those from a page on first; `isIdle` waits for mains power.
  case all(from: Int, isIdle: Bool)
  case stop
  /// The words that were recognised, to be saved in the document.
  case words
}

/// News of the recognition of a document's pages, besides their contents.
package enum RecognitionNews: Sendable, Hashable {
  /// A page could not be recognised, for a reason; nil where it was withdrawn.
  case failed(page: Int, String?)
  /// Nothing can be recognised: a sentence that says what to install.
  case unavailable(String)
  /// So many pages of the whole document have been read, and recognised where they have no text.
  case progress(pagesRead: Int)
  case finished(recognized: Int)
  /// The words to be saved, an edit for each page; none if no page was recognised.
  case words([DocumentEdit])
}
