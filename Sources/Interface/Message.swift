package import Canvas
package import DocumentModel
import Text

/// Something that happened and that the state must know.
package enum Message: Sendable {
  case input(Input)
  case opened(DocumentID, generation: Int, Result<DocumentSummary, OpenFailure>)
  case reading(DocumentID, generation: Int, ReadingState?)
  case pages(DocumentID, generation: Int, first: Int, [PageInfo])
  case content(DocumentID, generation: Int, page: Int, PageContent)
  case links(DocumentID, generation: Int, page: Int, [Link])
  case outline(DocumentID, generation: Int, [OutlineItem])
  case metadata(DocumentID, generation: Int, Metadata)
  case fonts(DocumentID, generation: Int, [FontInfo])
  case attachments(DocumentID, generation: Int, [Attachment])
  case resolved(DocumentID, generation: Int, name: String, Destination?)
  /// A part could not be had; the page it belongs to, if any, and a sentence.
  case failed(DocumentID, generation: Int, page: Int?, String)
  case fileChanged(DocumentID)
  /// A sentence for the status line.
  case notice(String, isError: Bool)
  /// Half a second has passed since a key that waits for another.
  case keysPending(serial: Int)
}

/// Why a document did not open.
package enum OpenFailure: Error, Sendable, Hashable {
  case passwordNeeded
  case passwordWrong
  /// A sentence that says what happened and what to do.
  case other(String)
}

/// Something to be done outside the state; the answer comes back as a `Message`.
package enum Effect: Sendable, Equatable {
  case open(DocumentID, path: String, generation: Int, password: String)
  case close(DocumentID)
  case loadReading(DocumentID, generation: Int, DocumentIdentity)
  case saveReading(DocumentIdentity, title: String, pageCount: Int, ReadingState)
  case loadPages(DocumentID, generation: Int, Range<Int>)
  case loadContent(DocumentID, generation: Int, page: Int, size: PageSize, isVisible: Bool)
  case loadLinks(DocumentID, generation: Int, page: Int)
  case loadOutline(DocumentID, generation: Int)
  case loadInformation(DocumentID, generation: Int)
  case resolve(DocumentID, generation: Int, name: String)
  case copy(String)
  case openURI(String)
  case setTitle(String)
  case waitForKeys(serial: Int)
  case suspend
  case redraw
  case quit
}
