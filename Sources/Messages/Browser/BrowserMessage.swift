package import DocumentModel

/// Something the browser must know.
package enum BrowserMessage: Sendable {
  /// More entries of a place, or all of them.
  case listed(tab: Int, generation: Int, [FolderEntry], rows: [Int32]?, isWhole: Bool)
  /// Trash facts of entries, before they are listed.
  case trashed(tab: Int, generation: Int, [FilePath: TrashFacts])
  /// A sentence why a place cannot be listed.
  case unreadable(tab: Int, generation: Int, String)
  case ordered(
    tab: Int, generation: Int, serial: Int, [Int32], sections: [GallerySection] = [])
  case facts(
    tab: Int, generation: Int, [FilePath: FileFacts], [FilePath: DocumentFacts], areAll: Bool)
  /// The size of a folder in a tab, partial or complete.
  case measured(tab: Int, FilePath, FolderSize)
  /// Something changed in a place that is shown.
  case changed(BrowserPlace)
  /// Changes in a place are noticed from now on; facts about its files are as old as this.
  case watched(BrowserPlace)
  /// A folder that is shown is no more.
  case vanished(BrowserPlace)
  case preview(serial: Int, Preview.Content)
  case thumbnail(path: String, ThumbnailAnswer, ThumbnailUse)
  case sidebar([Sidebar.Section: [Sidebar.Item]])
  /// A volume is mounted, at this folder.
  case mounted(String)
  /// Archives that are unpacked, by their folders; `enters`: the only one was asked for.
  case archives([String: String], enters: Bool)
  /// The sidebar is out of date: favourites were renamed with their files, or tags were found to be gone.
  case libraryChanged
  case types([EntryType])
  /// The tags a document bears.
  case tags(path: String, [String])
  case found(serial: Int, [JumpCandidate], isWhole: Bool)
  case tasks([TaskReport], undo: String?, redo: String?)
  /// A task wants to know what to do with a name that is taken.
  case clash(task: Int, name: String, folder: String, isFolder: Bool)
  /// A file operation ended: select what it created if it is listed.
  case made([String], sentence: String)
  case templates([TemplateChoice], about: String?)
  case openers(path: String, [Opener])
  /// The image beside that of a document; nil at either end of the folder.
  case imageBeside(DocumentID, path: String?)
  case actions([UserAction])
  /// A program was asked for that draws in the terminal: its words.
  case wantsTerminal([String])
  /// A folder that things are exported to, as it was typed; the next time it is offered.
  case exports(to: String)
  /// A new document is there and waits to be written in, from a line on (from 1).
  case created(path: String, line: Int)
  /// A text is ready for the editor.
  case lent(Editing)
  /// A file that was being edited has been given back.
  case edited(path: String)
  case notes(NoteNews)
}

/// A kind of new document.
package struct TemplateChoice: Sendable, Hashable {
  package var id: String
  package var title: String

  package init(id: String, title: String) {
    self.id = id
    self.title = title
  }
}

/// A program of the desktop's that opens a document.
package struct Opener: Sendable, Hashable {
  package var id: String
  package var name: String
  package var isDefault: Bool

  package init(id: String, name: String, isDefault: Bool) {
    self.id = id
    self.name = name
    self.isDefault = isDefault
  }
}

extension Opener {
  /// Reading it here.
  package static let recto = Opener(id: "recto", name: "Recto", isDefault: false)
}

/// An action of the user's own settings.
package struct UserAction: Sendable, Hashable {
  package var index: Int
  package var name: String
  /// The key that runs it; empty: none.
  package var key: String
  /// File name extensions it is for; empty: all.
  package var extensions: [String]
  /// Whether its output is shown in a card.
  package var showsCard: Bool
  /// Whether it needs selected words.
  package var isAboutWords: Bool

  package init(
    index: Int, name: String, key: String, extensions: [String], showsCard: Bool = false,
    isAboutWords: Bool = false
  ) {
    self.index = index
    self.name = name
    self.key = key
    self.extensions = extensions
    self.showsCard = showsCard
    self.isAboutWords = isAboutWords
  }
}

/// Browser state that is restored at the next start.
package struct BrowserMemory: Sendable, Hashable, Codable {
  package enum Focus: String, Sendable, Hashable, Codable {
    case list, sidebar
  }

  package struct Tab: Sendable, Hashable, Codable {
    package var place: BrowserPlace
    package var cursor: FilePath?
    package var filter: String
    package var marked: [FilePath]
    package var options: ListOptions
    /// Whether the command line asked for it; nil: not.
    package var isPassing: Bool?

    package init(
      place: BrowserPlace, cursor: FilePath? = nil, filter: String, marked: [FilePath],
      options: ListOptions, isPassing: Bool? = nil
    ) {
      self.place = place
      self.cursor = cursor
      self.filter = filter
      self.marked = marked
      self.options = options
      self.isPassing = isPassing
    }
  }

  package var tabs: [Tab]
  package var tab: Int
  package var focus: Focus
  package var showsSidebar: Bool
  package var showsPreview: Bool
  package var folded: [Sidebar.Section]
  package var hidden: [Sidebar.Section]
  /// Cells the reader set the panels to; nil: as wide as fits.
  package var sidebarWidth: Int?
  package var previewWidth: Int?
  /// The last export folder, as typed.
  package var exportFolder: String?
  /// The last commands run, the latest last; nil: none.
  package var commandLines: [String]?
  /// Whether the browser was on the screen.
  package var isBrowsing: Bool

  package init(
    tabs: [Tab], tab: Int, focus: Focus, showsSidebar: Bool, showsPreview: Bool,
    folded: [Sidebar.Section], hidden: [Sidebar.Section], sidebarWidth: Int? = nil,
    previewWidth: Int? = nil, exportFolder: String? = nil,
    commandLines: [String]? = nil, isBrowsing: Bool
  ) {
    self.tabs = tabs
    self.tab = tab
    self.focus = focus
    self.showsSidebar = showsSidebar
    self.showsPreview = showsPreview
    self.folded = folded
    self.hidden = hidden
    self.sidebarWidth = sidebarWidth
    self.previewWidth = previewWidth
    self.exportFolder = exportFolder
    self.commandLines = commandLines
    self.isBrowsing = isBrowsing
  }
}
