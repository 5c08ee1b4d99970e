package import DocumentModel
package import Text

/// User settings other than keys and themes.
package struct Preferences: Sendable, Hashable {
  /// How to handle files dropped on the terminal.
  package enum DropMode: String, Sendable, Hashable, CaseIterable {
    case ask, open, copy, move
  }

  /// Where figures and tables with captions are shown in the text of their page.
  package enum FigurePlace: String, Sendable, Hashable, CaseIterable {
    /// Where the author put them.
    case original
    /// After the paragraph that first mentions them.
    case firstMention = "first-mention"
  }

  /// Where words are divided at the ends of lines.
  package enum WordDivision: String, Sendable, Hashable, CaseIterable {
    case never
    /// In lines of at most 50 cells.
    case narrow
    case always

    package func applies(to width: Int) -> Bool {
      switch self {
      case .never: false
      case .narrow: width <= 50
      case .always: true
      }
    }
  }

  /// Which pages without text are recognised (OCR) without being asked for.
  package enum Recognition: String, Sendable, Hashable, CaseIterable {
    case never
    /// The page says which command recognises it.
    case ask
    /// Those that are shown, and the next.
    case visible
    /// All of the document, while the machine does not run on its battery.
    case always
  }

  /// A theme's name; empty: as the terminal's background is.
  package var theme = ""
  /// A colour as it was written; empty: the theme's own accent.
  package var tint = ""
  /// Absolute path of the folder for new documents; empty for the current folder.
  package var newDocuments = ""
  package var droppedFiles = DropMode.ask
  package var confirmsTrash = false
  /// The command that edits where neither VISUAL nor EDITOR is set; empty: `editor`.
  package var editor = ""
  /// The command that shows a line of a source; empty: the editor, in Recto's terminal.
  package var syncTeXEditor = ""
  /// How fast sentences are read aloud, from -100 to 100.
  package var speechRate = 0
  /// Whether other programs of the user may have Recto run commands.
  package var takesRequests = true
  /// How documents with pages start.
  package var look = PageDisplay.Look.text
  /// Whether figures and formulas are shown as images among text, where the terminal can show images.
  package var showsFigures = true
  package var figurePlace = FigurePlace.original
  package var hyphenation = WordDivision.narrow
  package var ocr = Recognition.visible
  /// The languages of pages that are recognised, such as `deu+eng`; empty: those of the document and the user.
  package var ocrLanguages = ""
  /// Whether words that were recognised with little confidence are dimmed.
  package var dimsUncertainWords = true
  /// Name of the colours pages are drawn in.
  package var profile = "normal"
  /// Bytes of all pictures that are kept in memory, of pages and of files.
  package var pictureMemory = 256 << 20
  /// Megabytes of the thumbnails that Recto has written.
  package var thumbnailBudget = 256
  /// Whether thumbnails of files on removable media are stored, too.
  package var keepsRemovableThumbnails = true
  /// Absolute paths of folders that are always read for searches in all documents.
  package var indexFolders: [String] = []
  /// The words of the command that writes a file of a shared library to its output; empty for none.
  package var fetchCommand: [String] = []
  /// Whether encrypted documents are read too, when they were opened with their password.
  package var indexesEncrypted = false
  package var indexesScans = false
  /// When they are written into their document.
  package var annotationSaving = AnnotationSaving.afterMoment
  /// How lists start; nil keeps the last state.
  package var foldersFirst: Bool?
  package var showsHidden: Bool?
  package var columns: [Column]?
  package var sort: Column?
  package var isReversed: Bool?
  /// The colours of new annotations; the first is that of kinds whose usual colour is not among them.
  package var annotationColors = AnnotationColor.standard
  /// Whom annotations are by.
  package var annotationAuthor = ""
  /// Absolute path of the folder through which machines exchange positions, marks, tags and favourites; empty: they do not.
  package var syncFolder = ""
  /// Whether settings are exchanged through that folder, too.
  package var syncsSettings = false
  /// The style of new annotations apart from their colour.
  package var annotationStyle = AnnotationStyle()
  /// The user's own stamps: texts, and paths of PNG files.
  package var stamps: [String] = []
  /// How citation keys are made.
  package var citationKey = CitationKey.usual

  package init() {}

  /// Returns list options with these settings applied.
  package func applied(to options: ListOptions) -> ListOptions {
    var result = options
    if let foldersFirst { result.foldersFirst = foldersFirst }
    if let showsHidden { result.showsHidden = showsHidden }
    if let columns { result.columns = columns }
    if let sort {
      result.sort = sort
      result.isReversed = false
    }
    if let isReversed { result.isReversed = isReversed }
    return result
  }
}
