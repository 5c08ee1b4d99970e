package import Canvas
package import DocumentModel
package import Text

/// An event that may change the state.
package enum Message: Sendable {
  case input(Input)
  case opened(DocumentID, generation: Int, Result<DocumentSummary, OpenFailure>)
  /// A document of the last session was moved: its new path, or nil if it is gone.
  case followed(DocumentID, generation: Int, path: String?)
  case reading(DocumentID, generation: Int, ReadingState?)
  /// The document is not a later version of the one that was read at its path.
  case replaced(DocumentID, generation: Int)
  case pages(DocumentID, generation: Int, first: Int, [PageInfo])
  case content(DocumentID, generation: Int, page: Int, PageContent)
  case links(DocumentID, generation: Int, page: Int, [Link])
  /// The references that the document's words make, and an outline made from them, when all pages have been read.
  case references(DocumentID, generation: Int, DocumentReferences)
  case outline(DocumentID, generation: Int, [OutlineItem])
  /// So many pages have been read for references and headings.
  case pagesRead(DocumentID, generation: Int, Int)
  /// Output for the card of the request with this number.
  case lookup(Int, LookupNews)
  case recognition(DocumentID, generation: Int, RecognitionNews)
  /// The figures and tables with captions, by page index, of pages that were read for them.
  case figures(DocumentID, generation: Int, [Int: [DocumentFigure]])
  /// The SHA-256 digest of the file in hexadecimal.
  case fingerprint(DocumentID, generation: Int, String)
  case metadata(DocumentID, generation: Int, Metadata)
  case signatures(DocumentID, generation: Int, SignatureReport)
  case fonts(DocumentID, generation: Int, [FontInfo])
  case attachments(DocumentID, generation: Int, [Attachment])
  /// A citation of the document; empty if nothing is known of it.
  case cited(DocumentID, generation: Int, String)
  /// The document of the library that is a cited work; nil if none is.
  case foundWork(ListedWork, FoundWork?)
  case resolved(DocumentID, generation: Int, name: String, Destination?, LinkPurpose)
  /// Part of the document cannot be read: the page it belongs to, if any, and a sentence that says why.
  case failed(DocumentID, generation: Int, page: Int?, String)
  /// More results of the search with this number.
  case found(DocumentID, generation: Int, search: Int, SearchProgress)
  /// Searches of earlier sessions, the latest last.
  case searchHistory([SearchQuery])
  /// The file has changed and is complete.
  case fileChanged(DocumentID)
  /// The file has changed and is not complete yet.
  case fileChanging(DocumentID)
  /// The file no longer exists at its path.
  case fileGone(DocumentID)
  /// The missing file is back, unchanged.
  case fileBack(DocumentID)
  /// Folders (with a slash) and documents whose path starts with the typed text.
  case paths(typed: String, [String])
  /// The absolute form of a path that was typed.
  case pathTyped(String, isFolder: Bool)
  /// The documents and the browser of the last session; all of it is restored, or only the browser's appearance.
  case remembered(Session, BrowserMemory?, isWhole: Bool)
  case rememberedThemes(ThemeChoice?)
  /// The absolute path of a version that a document is to be compared with.
  case versionTyped(DocumentID, path: String)
  case compared(ComparisonRequest, ComparisonNews)
  /// The path of the sample document for the tour.
  case guide(String)
  /// A sentence for the status line.
  case notice(String, isError: Bool)
  /// The library cannot be read or written: this session will not be remembered.
  case notRemembered
  /// How the terminal displays pictures.
  case pictureTerms(PictureTerms)
  /// Pictures have arrived or take longer than usual, or tmux's state has changed: the screen must be redrawn.
  case picturesChanged
  case pictureFailed(DocumentID, generation: Int, page: Int, PictureTrouble)
  case reminded(Reminder)
  case browser(BrowserMessage)
  case library(LibraryMessage)
  case annotations(AnnotationMessage)
  case edits(EditMessage)
  case remote(RemoteRequest)
  case speech(SpeechNews)
  case conflict(DocumentID, ConflictNews)
  /// The document has been read further on another machine.
  case readElsewhere(DocumentID, ReadElsewhere)
  /// Other machines have changed marks of the document, and the library has them.
  case markedElsewhere(DocumentID, [MarkElsewhere])
  /// The answer to a `lookUp`.
  case lookedUp(DocumentID, SyncTeXNews, for: RemoteRequest?)
}

/// A timer requested by the state.
package enum Reminder: Sendable, Hashable {
  /// A key sequence may still be incomplete.
  case pendingKeys(serial: Int)
  /// A document may still be opening.
  case opening(DocumentID)
  /// The stored reading position of a document may still be unknown.
  case reading(DocumentID)
  /// The listing of a tab may still be read.
  case listing(tab: Int, generation: Int)
  /// New facts may reorder the rows of a tab.
  case order(tab: Int, generation: Int)
  /// Rows may still be dragged over the same folder.
  case spring(serial: Int)
  /// The preview's picture may still be on its way.
  case preview(serial: Int)
  /// A question has been visible for a moment.
  case question(serial: Int)
  /// The offer to keep the previous version's annotations has been shown for a moment.
  case carryOffer(serial: Int)
  /// The time for another click at the same place is over.
  case clicks(serial: Int)
  /// A library query may still be being typed.
  case finding(serial: Int)
  /// The voice may not have begun a sentence.
  case speech(Int)
  /// The target of a jump has been highlighted for a moment.
  case flash(DocumentID, serial: Int)
  /// A visible page may still be being read.
  case page(DocumentID, generation: Int, Int)
}

/// Why a document did not open.
package enum OpenFailure: Error, Sendable, Hashable {
  case passwordNeeded
  case passwordWrong
  /// A sentence that says what happened and what to do.
  case other(String)
}

/// Work to be done outside the state; its result comes back as a `Message`.
package enum Effect: Sendable, Equatable {
  case open(DocumentID, path: String, generation: Int, password: String)
  /// Open a changed file again, with the password that opened it.
  case reopen(DocumentID, path: String, generation: Int, encoding: String = "")
  case close(DocumentID)
  case loadReading(DocumentID, generation: Int, DocumentIdentity)
  /// Like `loadReading`, for a file that changed while it was open: begins after its state was saved.
  case compareReading(DocumentID, generation: Int, DocumentIdentity)
  case saveReading(DocumentIdentity, title: String, pageCount: Int, ReadingState)
  case saveSession(Session)
  case saveThemes(ThemeChoice)
  case loadPages(DocumentID, generation: Int, Range<Int>)
  case loadContent(DocumentID, generation: Int, page: Int, isVisible: Bool)
  case loadLinks(DocumentID, generation: Int, page: Int)
  case loadOutline(DocumentID, generation: Int)
  case loadInformation(DocumentID, generation: Int)
  case loadSignatures(DocumentID, generation: Int)
  case cite(DocumentID, generation: Int, CitationForm)
  case findWork(ListedWork)
  case resolve(DocumentID, generation: Int, name: String, LinkPurpose)
  case loadFingerprint(DocumentID, generation: Int)
  /// Read all pages for references and headings now; without it, that begins a moment after a document's first page is shown.
  case findReferences(DocumentID, generation: Int)
  /// Recognise the words of pages without text, in languages such as `deu+eng`; empty: those of the document and the user.
  case recognize(DocumentID, generation: Int, languages: String, RecognitionCommand)
  /// Read all pages for their figures; if that is in progress, continue with the pages around another one.
  case findFigures(DocumentID, generation: Int, pageCount: Int, around: Int)
  /// Copy a part of a page as a picture; if the clipboard takes no pictures, save it as a file.
  case copyFigure(DocumentID, generation: Int, PageDrawing, path: String)
  case saveAttachment(DocumentID, generation: Int, index: Int, path: String)
  /// Check whether files have changed, in case notifications were missed.
  case lookAtFiles
  case listPaths(typed: String)
  /// Begin to read the document's text for a search, from `page` on; the pages in `known` need not be read again.
  case prepareSearch(
    DocumentID, generation: Int, pageCount: Int, page: Int, known: [Int: PageText])
  /// Search for a query from `page` on; this ends all searches with lower numbers.
  case search(
    DocumentID, generation: Int, pageCount: Int, search: Int, SearchQuery, page: Int)
  case stopSearch(DocumentID)
  /// Store a search.
  case saveSearch(SearchQuery)
  /// Open the document at a typed path, with `~` and relative to the current folder.
  case openTyped(String)
  /// Find the absolute path of a version that a document is to be compared with.
  case compareTyped(DocumentID, typed: String)
  case compare(ComparisonRequest)
  case stopComparing
  /// Compare the annotations of a conflict copy with those of the original, which are given.
  case mergeConflict(DocumentID, path: String, copy: String, [Annotation])
  /// Exchange positions, marks, tags and favourites with other machines now.
  case synchronise
  /// Request the user's own copy of the installed sample document, for the tour.
  case lendGuide(String)
  case browse(BrowserEffect)
  case library(LibraryEffect)
  case annotations(AnnotationEffect)
  case edit(EditEffect)
  /// Look a place up in the document's SyncTeX file; the answer is a `lookedUp`.
  case lookUp(DocumentID, path: String, SyncTeXQuestion, for: RemoteRequest?)
  /// Show a line of a source in the editor that the user has set for it.
  case editSource(String, line: Int, column: Int)
  case speech(SpeechEffect)
  /// Reply to a request of another program.
  case reply(RemoteReply, to: RemoteRequest.Origin)
  case copy(String)
  case openURI(String)
  case setTitle(String)
  case remind(Reminder, milliseconds: Int)
  case suspend
  case redraw
  /// Ask the terminal how it shows pictures.
  case askForPictures

  /// Whether the effect can begin after the next frame is shown.
  package var canWait: Bool {
    switch self {
    case .loadContent(_, _, _, let isVisible): !isVisible
    case .loadPages, .loadOutline, .loadLinks, .loadFingerprint, .loadSignatures, .saveReading,
      .compareReading,
      .saveSession, .findFigures, .recognize,
      .saveThemes, .browse(.save), .browse(.loadSidebar),
      .browse(.preview), .browse(.previewThumbnail), .browse(.thumbnails),
      .browse(.lookAtThumbnails), .askForPictures, .library(.saveHistory),
      .library(.saveSearches):
      true
    default: false
    }
  }
}

/// The purpose for which the target of a link is looked up.
package enum LinkPurpose: Sendable, Hashable {
  case follow, peek, copy
  /// Begin reading there, in a document that was just opened from search results.
  case arrive
}
