package import DocumentModel

/// The document browser: its tabs, the panels beside them, and copied or cut files.
package struct Browser: Sendable {
  package enum Focus: String, Sendable, Hashable, Codable {
    case list, sidebar
  }

  package var tabs: [BrowserTab] = []
  /// Tabs of an earlier run that this one does not show, to be kept for the next.
  var tabsAside: [BrowserMemory.Tab] = []
  package var tab = 0
  package var nextTab = 1
  package var focus = Focus.list
  package var sidebar = Sidebar()
  package var showsSidebar = true
  package var showsPreview = true
  /// Cells the reader set the panels to; nil: as wide as fits.
  package var sidebarWidth: Int?
  package var previewWidth: Int?
  /// List options of new tabs when there is no tab to copy them from.
  package var options = ListOptions()
  /// The types rows refer to; the first is the unknown one.
  package var types = [EntryType.unknown]
  /// Names typed so far to go to the row that begins with them; nil: none are.
  package var typeAhead: String?
  /// Files that were copied or cut, to be pasted.
  package var carried: Carried?
  package var preview = Preview()
  package var thumbnails = ThumbnailMemory()
  package var glance: Glance?
  /// Running file operations, and those that can be undone.
  package var tasks: [TaskReport] = []
  package var undoTitle: String?
  package var redoTitle: String?
  /// Unpacked archives by the folders they are unpacked in.
  package var archives: [FilePath: String] = [:]
  /// The home folder.
  package var home = "/"
  /// A drag of rows with the mouse.
  package var drag: RowDrag?
  /// The result type of a picker for scripts; nil if documents are opened instead.
  package var choosing: Choosing?
  /// Results of the last jump search, and whether more may come.
  package var found: [JumpCandidate] = []
  package var isFinding = false
  package var nextRequest = 1
  package var actions: [UserAction] = []
  /// The tags of the document that is read, while they are being changed.
  package var readTags: Set<String> = []
  package var openers: [Opener] = []
  /// The last export folder, as typed.
  package var exportFolder: String?
  package var templates: [TemplateChoice] = []
  /// The subject of a new document; nil if it has none.
  package var templateSubject: String?

  package init() {}

  /// Files that were copied or cut, to be pasted.
  package struct Carried: Sendable, Hashable {
    package var paths: [String]
    package var isCut: Bool
  }

  /// A picker: for scripts and editors that ask for a document.
  package struct Choosing: Sendable, Hashable {
    package var takesMany: Bool
    package var chosen: [String] = []

    package init(takesMany: Bool) {
      self.takesMany = takesMany
    }
  }

  /// Rows on their way with the mouse's button held down.
  package struct RowDrag: Sendable, Hashable {
    package var paths: [String]
    /// Where dragged rows would land if dropped now.
    package var target: BrowserPlace?
    /// Rises with each change of target: held long enough over a folder, it opens.
    package var serial = 0
  }

  package var current: BrowserTab? { tabs.indices.contains(tab) ? tabs[tab] : nil }

  package func index(ofTab id: Int) -> Int? { tabs.firstIndex { $0.id == id } }
}

/// Something long that is done with files.
package struct TaskReport: Sendable, Hashable {
  package enum Phase: Sendable, Hashable {
    case waiting, running, done, cancelled
    case failed(String)
  }

  package var id: Int
  /// As `Copy 12 documents to Papers`.
  package var title: String
  package var phase: Phase
  /// Bytes, or files if no bytes have to be moved; a total of 0 is unknown.
  package var done: Int64
  package var total: Int64
  package var countsFiles: Bool
  /// In bytes a second.
  package var speed: Double

  package init(
    id: Int, title: String, phase: Phase, done: Int64, total: Int64, countsFiles: Bool = false,
    speed: Double = 0
  ) {
    self.id = id
    self.title = title
    self.phase = phase
    self.done = done
    self.total = total
    self.countsFiles = countsFiles
    self.speed = speed
  }

  package var isOver: Bool { phase != .waiting && phase != .running }
}

/// A full-size preview of a document that does not open it; the reader's documents are set aside.
package struct Glance: Sendable {
  package var document: DocumentID
  package var path: String
  package var panes: [Pane]
  package var focus: Int
  package var arrangement: String
}

/// Contents of the preview beside the list.
package struct Preview: Sendable, Hashable {
  /// Whose it is; empty: nothing's.
  package var path = ""
  package var content: Content?
  /// Rises with each request.
  package var serial = 0
  /// Whether it was requested and has not arrived, and whether the file may have changed since.
  package var isAwaited = false
  package var isStale = false
  /// Its picture, once it is there; or that it has none.
  package var picture: ThumbnailFacts?
  package var isPictureless = false
  package var isPictureAsked = false
  /// The picture takes so long that text is shown instead.
  package var isLate = false

  package enum Content: Sendable, Hashable {
    case document(DocumentPreview)
    /// The first names of its list, how many there are, and how many files that leaves out.
    case folder(names: [String], count: Int, others: Int)
    /// A sentence why there is nothing to be seen.
    case sentence(String)
  }

  package init() {}

  /// Describes the number of rows in a folder; mentions other files only if there are no documents.
  package static func words(count: Int, others: Int) -> String {
    if count == 0, others > 0 { return "no documents, \(Wording.count(others, "other file"))" }
    return Wording.count(count, "item")
  }
}

/// The beginning of a document, as the preview shows it.
package struct DocumentPreview: Sendable, Hashable {
  package var page: PageContent?
  package var metadata: Metadata
  package var pageCount: Int
  /// Titles of the outline's top.
  package var outline: [String]
  package var annotationCount: Int?

  package init(
    page: PageContent?, metadata: Metadata, pageCount: Int, outline: [String],
    annotationCount: Int? = nil
  ) {
    self.page = page
    self.metadata = metadata
    self.pageCount = pageCount
    self.outline = outline
    self.annotationCount = annotationCount
  }
}
