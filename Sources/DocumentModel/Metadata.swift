/// What a document allows its readers to do (PDF 32000-1, table 22).
package struct Permissions: OptionSet, Sendable, Hashable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static let print = Permissions(rawValue: 1 << 0)
  package static let modify = Permissions(rawValue: 1 << 1)
  package static let copy = Permissions(rawValue: 1 << 2)
  package static let annotate = Permissions(rawValue: 1 << 3)
  package static let fillForms = Permissions(rawValue: 1 << 4)
  package static let extract = Permissions(rawValue: 1 << 5)
  package static let assemble = Permissions(rawValue: 1 << 6)
  package static let printHighQuality = Permissions(rawValue: 1 << 7)
}

/// What a document says of itself; empty strings where it says nothing.
package struct Metadata: Sendable, Hashable {
  package var title = ""
  package var author = ""
  package var subject = ""
  package var keywords = ""
  package var creator = ""
  package var producer = ""
  /// Seconds since 1970-01-01 UTC.
  package var created: Int64?
  package var modified: Int64?
  /// The format with its version, as `PDF 1.7`.
  package var format = ""
  package var isEncrypted = false
  package var isLinearized = false
  package var permissions: Permissions = []

  package init() {}
}

/// What is known of a document as soon as it is open.
package struct DocumentSummary: Sendable, Hashable {
  package var pageCount: Int
  /// First half of the trailer's `/ID` as lower-case hex digits, empty where there is none: the same through all versions of a file.
  package var permanentID: String
  package var hasOutline: Bool
  /// The title the document gives itself, empty where there is none.
  package var title: String
  package var author: String
  /// Nil for a document of pages.
  package var flow: FlowingText?
  /// It is a picture file: its one page has no text, and a point for each pixel.
  package var isPicture: Bool

  package init(
    pageCount: Int, permanentID: String = "", hasOutline: Bool = false,
    title: String = "", author: String = "", flow: FlowingText? = nil, isPicture: Bool = false
  ) {
    self.pageCount = pageCount
    self.permanentID = permanentID
    self.hasOutline = hasOutline
    self.title = title
    self.author = author
    self.flow = flow
    self.isPicture = isPicture
  }

  /// Whether its pages are its author's, with numbers and edges to be shown.
  package var isPaged: Bool { flow == nil }
}

/// A page's label and size.
package struct PageInfo: Sendable, Hashable {
  /// What the document calls the page (`iv`, `12`, `A-3`); empty where it has no labels.
  package var label: String
  /// As it is shown: cropped and turned.
  package var size: PageSize
  /// Number from 1 of the first line of the source that begins on it or behind it; 0 where there are no lines.
  package var line: Int

  package init(label: String, size: PageSize, line: Int = 0) {
    self.label = label
    self.size = size
    self.line = line
  }
}

/// A font a document uses.
package struct FontInfo: Sendable, Hashable {
  package var name: String
  /// `Type 1`, `TrueType`, `Type 3`, `CID TrueType` …
  package var kind: String
  package var isEmbedded: Bool
  package var isSubset: Bool
  /// What stands in for it where it is not embedded.
  package var substitute: String

  package init(
    name: String, kind: String, isEmbedded: Bool, isSubset: Bool, substitute: String = ""
  ) {
    self.name = name
    self.kind = kind
    self.isEmbedded = isEmbedded
    self.isSubset = isSubset
    self.substitute = substitute
  }
}

/// A file carried inside a document.
package struct Attachment: Sendable, Hashable {
  package var name: String
  package var summary: String
  /// In bytes; nil where the document does not say.
  package var size: Int?

  package init(name: String, summary: String = "", size: Int? = nil) {
    self.name = name
    self.summary = summary
    self.size = size
  }
}
