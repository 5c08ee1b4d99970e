package import DocumentModel
package import Messages

/// The document browser: its tabs, the panels beside them, and copied or cut files.
package struct Browser: Sendable {
  package var isShown = false
  /// Whether leaving a document goes back to the browser it was opened from.
  package var isReturnedTo = false
  package var tabs: [BrowserTab] = []
  /// Tabs of an earlier run that this one does not show, to be kept for the next.
  var tabsAside: [BrowserMemory.Tab] = []
  package var tab = 0
  package var nextTab = 1
  package var focus = BrowserMemory.Focus.list
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
  package var mayFindMore = false
  package var nextRequest = 1
  package var actions: [UserAction] = []
  /// The tags of the document that is read, while they are being changed.
  package var readTags: Set<String> = []
  package var openers: [Opener] = []
  /// The last export folder, as typed.
  package var exportFolder: String?
  /// The commands run at the `!` prompt.
  var commandLines = PromptHistory<String>()
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
    /// Where the drag began.
    package var origin: BrowserPlace
    /// Where dragged rows would land if dropped now.
    package var target: BrowserPlace?
    /// Rises with each change of target: held long enough over a folder, it opens.
    package var serial = 0
  }

  package var current: BrowserTab? { tabs.indices.contains(tab) ? tabs[tab] : nil }

  package func index(ofTab id: Int) -> Int? { tabs.firstIndex { $0.id == id } }

  /// Whether there is a file to do something with.
  func hasFile(document: Document?) -> Bool {
    guard isShown else { return document.map { !$0.path.isEmpty } ?? false }
    return current?.current != nil || current?.marked.isEmpty == false
  }

  /// Whether a user action applies to the selection.
  func fits(_ action: UserAction, document: Document?) -> Bool {
    guard hasFile(document: document) else { return false }
    let path =
      isShown ? current?.current?.name ?? "" : document?.path ?? ""
    return action.extensions.isEmpty
      || action.extensions.contains { path.lowercased().hasSuffix("." + $0.lowercased()) }
  }

  /// The files the tag panel is about: the selection, or the open document.
  func taggedPaths(document: Document?) -> [String] {
    guard isShown else { return [document?.path].compactMap(\.self).filter { !$0.isEmpty } }
    guard let tab = current else { return [] }
    return tab.chosen.map { tab.path(of: $0) }
  }

  /// A path with `~` for the home folder.
  func shortened(_ path: String) -> String {
    PathParts.shortened(outside(path), home: self.home)
  }

  mutating func clearMarks() {
    guard current != nil else { return }
    tabs[tab].marked = []
    tabs[tab].rangeStart = nil
  }
}

/// A full-size preview of a document that does not open it; the reader's documents are set aside.
package struct Glance: Sendable {
  package var document: DocumentID
  package var path: String
  package var panes: Panes
}
