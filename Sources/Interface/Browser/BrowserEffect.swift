package import DocumentModel

/// Something the browser wants done outside the state; the answer comes back as a `BrowserMessage`.
package enum BrowserEffect: Sendable, Equatable {
  /// List a place; a newer generation of the same tab ends an older one.
  case read(tab: Int, generation: Int, BrowserPlace)
  /// Put many rows in order beside the screen's thread.
  case order(tab: Int, generation: Int, serial: Int, ListOrder)
  /// Look at files: what the file system and the library know of them.
  case facts(tab: Int, generation: Int, BrowserPlace, keys: [FilePath], FactScope)
  /// The rows of a tab are no longer put in order by what stands in their documents: those not read yet can stay so.
  case leaveUnread(tab: Int)
  /// Watch the folders that are shown, and no others.
  case watch([BrowserPlace])
  /// The beginning of a document; of a folder what its list would show.
  case preview(serial: Int, path: String, isFolder: Bool, ListOptions)
  /// The pictures of a gallery; those in sight come first.
  case thumbnails(ThumbnailOrder)
  /// The picture of what is previewed, and the room it has; the newest request alone counts.
  case previewThumbnail(path: String, ThumbnailFit)
  /// Files of the gallery may have changed: their pictures are looked at again.
  case lookAtThumbnails([String])
  /// Find out how much lies in folders, beside everything else; a newer request of the same tab ends an older one.
  case measure(tab: Int, generation: Int, [FolderToMeasure])
  /// Mount a volume that the sidebar offers, by its number; or unmount the one at a path.
  case mount(volume: String, name: String)
  case unmount(path: String)
  case loadSidebar
  case save(BrowserMemory)
  /// Documents below a folder and in the library by a few letters; a newer one ends those before.
  case find(serial: Int, query: String, below: String)
  case stopFinding
  case files(FileRequest)
  case undo
  case redo
  case cancelTask(Int)
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
  /// Puts a favourite where another one stands.
  case moveFavourite(String, to: String)
  case renameFavourite(String, to: String)
  /// Takes documents off the list of recents; the files stay.
  case removeRecents([String])
  case loadTemplates(selected: String?)
  case create(template: String, folder: String, about: String?)
  /// Edit a file in the user's editor, at a line (from 1) where one is meant: it is made ready first.
  case edit(path: String, line: Int?)
  case handToEditor(Editing)
  case notes(NoteRequest)
  case renameMany(paths: [String])
  case openWith(program: String, paths: [String])
  case loadOpeners(path: String)
  case run(action: Int, ActionContext)
  case copyFiles([String])
  case mail([String])
  /// Give the terminal to a shell, with the user's command line or for the user.
  case runInTerminal(CommandLineRequest)
  /// Give the terminal to a program until it ends.
  case foreground([String])
}

/// How much has to be found out of rows; of those about all rows each holds what stands before it.
package enum FactScope: Sendable, Hashable, Comparable {
  /// All that is shown of rows in sight, read from the documents if need be.
  case inSight
  /// What the file system says of all rows, to put them in order.
  case allFiles
  /// What the library knows of all rows besides.
  case allDocuments
  /// What stands in the documents besides: those that nobody has read yet are read, one after the other.
  case allContents
}

/// A text on its way to the editor.
package struct Editing: Sendable, Hashable {
  package var path: String
  /// What the editor gets in its place; nil: the text's own file.
  package var copy: String?
  /// From 1; nil: wherever it begins.
  package var line: Int?

  package init(path: String, copy: String?, line: Int?) {
    self.path = path
    self.copy = copy
    self.line = line
  }
}

/// What is to be done with files.
package enum FileRequest: Sendable, Hashable {
  case copy([String], to: String)
  case move([String], to: String)
  case duplicate([String])
  case rename(String, to: String)
  case newFolder(in: String, name: String)
  /// Copies, or the documents' texts, to a folder as it was typed.
  case export([String], to: String, asText: Bool)
  case trash([String])
  case delete([String])
  case restore([String])
}

/// What an action of the user's is run on.
package struct ActionContext: Sendable, Hashable {
  package var paths: [String]
  /// From 1; nil outside of documents.
  package var page: Int?
  package var selection: String
  package var title: String
}
