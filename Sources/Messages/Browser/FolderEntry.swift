package import DocumentModel

/// One row of a listing as the folder reports it: a name and its kind.
package struct FolderEntry: Sendable, Hashable {
  package enum Kind: UInt8, Sendable {
    case folder, file
    /// A link that leads nowhere or in a circle.
    case brokenLink
    /// A pipe, socket or device: never opened.
    case special
    /// It was known and is not there any more.
    case gone
  }

  package var name: String
  package var kind: Kind
  /// Whether it is a symbolic link.
  package var isLink: Bool
  /// Index into the browser's types; 0: unknown.
  package var type: UInt16
  /// Absolute path where documents of several folders are gathered; empty: in the folder that is listed.
  package var path: String

  package init(
    name: String, kind: Kind, isLink: Bool = false, type: UInt16 = 0, path: String = ""
  ) {
    self.name = name
    self.kind = kind
    self.isLink = isLink
    self.type = type
    self.path = path
  }

  /// Names the row in its listing.
  package var key: FilePath { FilePath(path.isEmpty ? name : path) }

  package var isHidden: Bool { path.isEmpty && name.utf8.first == UInt8(ascii: ".") }
}

/// The display name of a row's type, and whether Recto opens it.
package struct EntryType: Sendable, Hashable {
  package var name: String
  /// One cell wide.
  package var glyph: String
  package var isDocument: Bool
  /// Whether it is text that an editor takes.
  package var isEditable: Bool
  /// Whether it is a picture, which has a thumbnail though no document is opened from it.
  package var isPicture: Bool
  /// Whether it is an archive, which is shown as a folder.
  package var isArchive: Bool

  package init(
    name: String, glyph: String, isDocument: Bool, isEditable: Bool = false,
    isPicture: Bool = false, isArchive: Bool = false
  ) {
    self.name = name
    self.glyph = glyph
    self.isDocument = isDocument
    self.isEditable = isEditable
    self.isPicture = isPicture
    self.isArchive = isArchive
  }

  package static let unknown = EntryType(name: "File", glyph: "·", isDocument: false)
}

/// File system facts of a row.
package struct FileFacts: Sendable, Hashable {
  /// In bytes.
  package var size: Int64
  /// Seconds since 1970.
  package var modified: Int64

  package init(size: Int64, modified: Int64) {
    self.size = size
    self.modified = modified
  }
}

/// Trash facts of a row in the trash.
package struct TrashFacts: Sendable, Hashable {
  /// Seconds since 1970 in local time, as the trash keeps it; nil where its note says nothing.
  package var deleted: Int64?
  /// The folder it was in; nil where its note says nothing.
  package var origin: String?

  package init(deleted: Int64? = nil, origin: String? = nil) {
    self.deleted = deleted
    self.origin = origin
  }
}

/// Facts about the document of a row.
package struct DocumentFacts: Sendable, Hashable {
  package var title: String
  package var author: String
  package var pages: Int?
  /// The fraction read, 0 to 1; nil if it was never opened.
  package var progress: Double?
  package var tags: [TagLabel]
  package var isFavourite: Bool
  /// The creation date stated by the document, in seconds since 1970-01-01 UTC; nil if it states
  /// none.
  package var created: Int64?

  package init(
    title: String = "", author: String = "", pages: Int? = nil, progress: Double? = nil,
    tags: [TagLabel] = [], isFavourite: Bool = false, created: Int64? = nil
  ) {
    self.title = title
    self.author = author
    self.pages = pages
    self.progress = progress
    self.tags = tags
    self.isFavourite = isFavourite
    self.created = created
  }
}

/// A tag as it is shown.
package struct TagLabel: Sendable, Hashable {
  package var name: String
  /// 0xRRGGBB; nil: the theme's accent.
  package var color: UInt32?

  package init(name: String, color: UInt32? = nil) {
    self.name = name
    self.color = color
  }
}

/// The year of a row: the document's own, else its file's.
package struct RowYear: Sendable, Hashable {
  package var year: Int
  package var isOfFile: Bool

  /// Nil where neither is known; `zone` is how many seconds local time is ahead of UTC.
  package init?(_ document: DocumentFacts?, _ file: FileFacts?, zone: Int64) {
    if let created = document?.created {
      year = CalendarDate.year(created)
      isOfFile = false
    } else if let file {
      year = CalendarDate.year(file.modified + zone)
      isOfFile = true
    } else {
      return nil
    }
  }

  package var text: String { YearText.text(year, isOfFile: isOfFile) }
}
