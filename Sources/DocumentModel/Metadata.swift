/// The permissions a document grants (PDF 32000-1, table 22).
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

/// A document's metadata; strings are empty if not stated.
package struct Metadata: Sendable, Hashable {
  package var title = ""
  package var author = ""
  /// Whether the document says that its author's name is read from the right.
  package var isAuthorRightToLeft = false
  package var subject = ""
  package var keywords = ""
  package var creator = ""
  package var producer = ""
  /// The language of its text as a tag (BCP 47).
  package var language = ""
  /// Seconds since 1970-01-01 UTC.
  package var created: Int64?
  package var modified: Int64?
  /// The format with its version, such as `PDF 1.7`.
  package var format = ""
  package var isEncrypted = false
  package var isLinearized = false
  package var permissions: Permissions = []
  package var publication = PublicationMetadata()

  package init() {}
}

/// The bibliographic data of a document's XMP packet (ISO 16684-1).
package struct PublicationMetadata: Sendable, Hashable {
  /// Names in order.
  package var creators: [String] = []
  /// Only fields that are stated.
  package var fields: [BibliographicRecord.Field: String] = [:]

  package init() {}

  /// More creators are not read.
  package static let mostCreators = 5_000
}

/// The properties of a document known once it is open.
package struct DocumentSummary: Sendable, Hashable {
  package var pageCount: Int
  /// The first half of the trailer's `/ID` in lower-case hex, the same in all versions of a file; empty if there is none.
  package var permanentID: String
  package var hasOutline: Bool
  /// The title in the document's metadata; empty if there is none.
  package var title: String
  package var author: String
  /// The language of its text as a tag (BCP 47); empty if it is not stated.
  package var language: String
  /// nil for a document with pages.
  package var flow: FlowingText?
  package var capabilities: DocumentCapabilities

  package init(
    pageCount: Int, permanentID: String = "", hasOutline: Bool = false,
    title: String = "", author: String = "", language: String = "", flow: FlowingText? = nil,
    capabilities: DocumentCapabilities? = nil
  ) {
    self.pageCount = pageCount
    self.permanentID = permanentID
    self.hasOutline = hasOutline
    self.title = title
    self.author = author
    self.language = language
    self.flow = flow
    self.capabilities = capabilities ?? (flow == nil ? .portableDocument : .flowingText)
  }
}

/// A page's label and size.
package struct PageInfo: Sendable, Hashable {
  package var labels: PageLabels
  /// The displayed size, cropped and rotated.
  package var size: PageSize
  /// The first source line, from 1, that begins on or after this page; 0 if there are no lines.
  package var line: Int

  package init(label: String, size: PageSize, line: Int = 0) {
    labels = PageLabels(label)
    self.size = size
    self.line = line
  }

  /// The page label (`iv`, `12`, `A-3`); empty if there are no labels. In a book, that of the printed page the portion begins on.
  package var label: String { labels.first }
}

/// A font used in a document.
package struct FontInfo: Sendable, Hashable {
  package var name: String
  /// `Type 1`, `TrueType`, `Type 3`, `CID TrueType` …
  package var kind: String
  package var isEmbedded: Bool
  package var isSubset: Bool
  /// The font used instead if it is not embedded.
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

/// A file embedded in a document.
package struct Attachment: Sendable, Hashable {
  package var name: String
  package var summary: String
  /// In bytes; nil if the document does not say.
  package var size: Int?

  package init(name: String, summary: String = "", size: Int? = nil) {
    self.name = name
    self.summary = summary
    self.size = size
  }
}
