package import DocumentModel

/// A file operation; paths are absolute.
package enum FileJob: Sendable, Hashable {
  case copy([String], into: String)
  case move([String], into: String)
  /// Beside each: `name copy.pdf`, `name copy 2.pdf`.
  case duplicate([String])
  /// A new name in the same folder.
  case rename(String, to: String)
  case renameMany(folder: String, [RenamePair])
  case newFolder(String)
  case newFile(String, contents: [UInt8])
  /// Texts of documents, or copies of text files.
  case export([Export], into: String)
  /// Extract archives, each into a new folder.
  case extract([String], into: String)
  case trash([String])
  /// For good; there is no undo.
  case delete([String])
  case restore([TrashCan.Item])
  /// Deletes items in the trash permanently.
  case empty([TrashCan.Item])

  /// The kind of job, for titles and the journal.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case copy, move, duplicate, rename, renameMany, newFolder, newFile, export, extract, trash,
      delete, restore, empty
  }

  package var kind: Kind {
    switch self {
    case .copy: .copy
    case .move: .move
    case .duplicate: .duplicate
    case .rename: .rename
    case .renameMany: .renameMany
    case .newFolder: .newFolder
    case .newFile: .newFile
    case .export: .export
    case .extract: .extract
    case .trash: .trash
    case .delete: .delete
    case .restore: .restore
    case .empty: .empty
    }
  }

  /// The files it is about.
  package var items: [String] {
    switch self {
    case .copy(let items, _), .move(let items, _), .duplicate(let items), .trash(let items),
      .delete(let items), .extract(let items, _):
      items
    case .rename(let item, _), .newFolder(let item), .newFile(let item, _): [item]
    case .renameMany(let folder, let pairs): pairs.map { PathParts.joined(folder, $0.from) }
    case .export(let items, _): items.map(\.source)
    case .restore(let items), .empty(let items): items.map { $0.origin ?? $0.path }
    }
  }

  /// The destination folder, if there is one.
  package var target: String? {
    switch self {
    case .copy(_, let folder), .move(_, let folder), .export(_, let folder),
      .extract(_, let folder):
      folder
    default: nil
    }
  }
}

/// A document whose text is written elsewhere.
package struct Export: Sendable, Hashable {
  package var source: String
  /// Its text, as `name.txt`; else the file itself, under its own name.
  package var asText: Bool

  package init(_ source: String, asText: Bool) {
    self.source = source
    self.asText = asText
  }
}

/// Reads what is in files, which takes a worker.
package protocol ContentReading: Sendable {
  /// Gives a document's text in portions, and with each how much of the whole has come by then, from 0 to 1.
  ///
  /// Called on the operation's thread, which may wait; a cancellation is thrown as such, as is what `write` throws.
  func text(
    of path: String, cancellation: Cancellation,
    write: ([UInt8], _ share: Double) throws(FilesError) -> Void
  ) throws(FilesError)

  /// Gives an archive's contents in portions until its end, as `text`.
  func portions(
    of archive: String, namesOnly: Bool, cancellation: Cancellation,
    take: (ArchivePortion) throws(FilesError) -> Void
  ) throws(FilesError)
}

/// A conflict between a file and an existing one of the same name.
package struct Clash: Sendable, Hashable {
  package var source: String
  package var target: String
  package var sourceStatus: FileStatus
  package var targetStatus: FileStatus
}

/// The result of an operation.
package struct Outcome: Sendable {
  /// A finished item: its old and new path; the same path twice for a created one, `to` nil for a deleted one.
  package struct Done: Sendable, Hashable {
    package var from: String
    package var to: String?
    /// Whether it is the same file, and `from` no longer is it: not a copy, nor what went to the trash.
    package var isMove = false
  }

  package var done: [Done] = []
  package var skipped: [String] = []
  /// An error for each file that failed; the others succeeded.
  package var failures: [FilesError] = []
  package var wasCancelled = false
  /// How to undo the operation; nil if that is impossible.
  package var undo: Undo?
}
