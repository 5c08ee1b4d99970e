package import DocumentModel

/// Something the browser wants done outside the state; the answer comes back as a `BrowserMessage`.
package enum BrowserEffect: Sendable, Equatable {
  /// List a place; a newer generation of the same tab ends an older one.
  case read(tab: Int, generation: Int, BrowserPlace)
  /// Sort many rows on another thread.
  case order(tab: Int, generation: Int, serial: Int, ListOrder)
  /// Look up files in the file system and the library.
  case facts(tab: Int, generation: Int, BrowserPlace, keys: [FilePath], FactScope)
  /// A tab's rows are no longer sorted by document contents: unread documents may stay unread.
  case leaveUnread(tab: Int)
  /// Watch the folders that are shown, and no others.
  case watch([BrowserPlace])
  /// The beginning of a document; of a folder what its list would show.
  case preview(serial: Int, path: String, isFolder: Bool, ListOptions)
  /// Unpack an archive, to be shown as a folder.
  case enterArchive(String)
  /// The pictures of a gallery; those in sight come first.
  case thumbnails(ThumbnailOrder)
  /// Load the picture of the previewed file for an area; only the newest request counts.
  case previewThumbnail(path: String, ThumbnailFit)
  /// Files in the gallery may have changed: check their thumbnails.
  case lookAtThumbnails([String])
  /// Measure folders in the background; a newer request of the same tab cancels an older one.
  case measure(tab: Int, [FolderToMeasure])
  /// Mount a volume that the sidebar offers, by its number; or unmount the one at a path, and list a folder of it again if that fails.
  case mount(volume: String, name: String)
  case unmount(path: String, listed: String?)
  case loadSidebar
  case save(BrowserMemory)
  /// Documents below a folder and in the library by a few letters; a newer one ends those before.
  case find(serial: Int, query: String, below: String)
  case stopFinding
  case files(FileRequest)
  case undo
  case redo
  case cancelTask(Int)
  case lookUp(LookupRequest)
  case stopLookup
  /// The answer to a question that a task asked.
  case settle(task: Int, ClashAnswer)
  case tag(paths: [String], add: [String], remove: [String])
  case loadTags(String)
  case renameTag(String, to: String)
  /// Gives a tag a colour; nil takes it away.
  case colorTag(String, TagColor?)
  /// Takes a tag away from all documents.
  case deleteTag(String)
  case favour([String], Bool)
  /// Moves a favourite to the position of another.
  case moveFavourite(String, to: String)
  case renameFavourite(String, to: String)
  /// Takes documents off the list of recents; the files stay.
  case removeRecents([String])
  case loadTemplates(selected: String?)
  case create(template: String, folder: String, about: String?)
  /// Edit a file in the user's editor, at an optional line from 1, after preparing a copy if needed.
  case edit(path: String, line: Int?)
  case handToEditor(Editing)
  case notes(NoteRequest)
  case renameMany(paths: [String])
  case openWith(program: String, paths: [String])
  case loadOpeners(path: String)
  /// Find the image so many places after a file, in the natural order of its folder.
  case findImage(DocumentID, path: String, steps: Int)
  case run(action: Int, ActionContext)
  case copyFiles([String])
  case mail([String])
  /// Give the terminal to a shell, with the user's command line or for the user.
  case runInTerminal(CommandLineRequest)
  /// Give the terminal to a program until it ends.
  case foreground([String])
}

/// How much must be known about rows. Scopes about all rows are cumulative.
package enum FactScope: Sendable, Hashable, Comparable {
  /// All that is shown of rows in sight, read from the documents if need be.
  case inSight
  /// File system facts of all rows, for sorting.
  case allFiles
  /// Also library facts of all rows.
  case allDocuments
  /// Also document contents; unread documents are read one after the other.
  case allContents
}

/// A text on its way to the editor.
package struct Editing: Sendable, Hashable {
  package var path: String
  /// The file given to the editor instead; nil for the text's own file.
  package var copy: String?
  /// From 1; nil: wherever it begins.
  package var line: Int?

  package init(path: String, copy: String?, line: Int?) {
    self.path = path
    self.copy = copy
    self.line = line
  }

  /// The sentence about a file that an editor could only damage.
  package static func refusal(of name: String) -> String {
    "\(name) is no text that an editor could change; n makes a note about it"
  }
}

/// A file operation requested by the user.
package enum FileRequest: Sendable, Hashable {
  case copy([String], to: String)
  case move([String], to: String)
  case duplicate([String])
  case rename(String, to: String)
  case newFolder(in: String, name: String)
  /// Copies, or the documents' texts, to a folder as it was typed.
  case export([String], to: String, asText: Bool)
  case extract([String], to: String)
  case trash([String])
  case delete([String])
  case restore([String])
}

/// The arguments of a user action.
package struct ActionContext: Sendable, Hashable {
  package var paths: [String]
  /// From 1; nil outside of documents.
  package var page: Int?
  package var selection: String
  package var title: String

  package init(paths: [String], page: Int? = nil, selection: String, title: String) {
    self.paths = paths
    self.page = page
    self.selection = selection
    self.title = title
  }
}
