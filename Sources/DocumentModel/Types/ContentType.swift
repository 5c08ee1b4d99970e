/// A content type and how to recognise it (after Apple's UTImportedTypeDeclarations).
package struct ContentType: Sendable, Hashable {
  /// For example `com.adobe.pdf`.
  package var identifier: String
  /// For display, such as `PDF document`.
  package var name: String
  /// One character, one cell wide.
  package var glyph: String
  /// Identifiers of the more general types it conforms to.
  package var conformsTo: [String]
  /// In lower case and without the first dot: `pdf`, `tar.gz`.
  package var extensions: [String]
  /// Complete file names, in lower case: `readme`, `makefile`.
  package var fileNames: [String]
  /// The first is the preferred one, the others are aliases.
  package var mimeTypes: [String]
  package var magic: [Magic]
  /// Whether its documents are indexed; nil if that is as for the types it conforms to.
  package var isIndexed: Bool?

  package init(
    identifier: String, name: String = "", glyph: String = "", conformsTo: [String] = [],
    extensions: [String] = [], fileNames: [String] = [], mimeTypes: [String] = [],
    magic: [Magic] = []
  ) {
    self.identifier = identifier
    self.name = name
    self.glyph = glyph
    self.conformsTo = conformsTo
    self.extensions = extensions
    self.fileNames = fileNames
    self.mimeTypes = mimeTypes
    self.magic = magic
  }

  /// A signature: bytes near the start of a file.
  package struct Magic: Sendable, Hashable {
    package var bytes: [UInt8]
    /// The offsets at which the bytes may begin.
    package var range: ClosedRange<Int>

    package init(_ bytes: [UInt8], at range: ClosedRange<Int> = 0...0) {
      self.bytes = bytes
      self.range = range
    }

    /// Whether the first bytes of a file contain the signature.
    package func matches(_ head: [UInt8]) -> Bool {
      let last = min(range.upperBound, head.count - bytes.count)
      guard !bytes.isEmpty, last >= range.lowerBound else { return false }
      return (range.lowerBound...last).contains { start in
        head[start] == bytes[0] && head[start..<start + bytes.count].elementsEqual(bytes)
      }
    }
  }
}

/// How Recto handles documents of some content types (after Apple's CFBundleDocumentTypes).
package struct DocumentKind: Sendable, Hashable {
  /// For display, such as `Notes`.
  package var name: String
  /// Identifiers of content types; types that conform to one of them are included.
  package var contentTypes: [String]
  package var role: Role
  package var rank: Rank
  package var templates: [TemplateReference]
  package var importMode: ImportMode

  package init(
    name: String, contentTypes: [String], role: Role = .none, rank: Rank = .default,
    templates: [TemplateReference] = [], importMode: ImportMode = .copy
  ) {
    self.name = name
    self.contentTypes = contentTypes
    self.role = role
    self.rank = rank
    self.templates = templates
    self.importMode = importMode
  }

  /// Whether Recto edits, views or does not open such documents.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    case editor = "Editor"
    case viewer = "Viewer"
    /// The desktop's default program opens it.
    case none = "None"
  }

  /// Whether Recto is offered before the desktop's programs.
  package enum Rank: String, Sendable, Hashable, CaseIterable {
    case owner = "Owner"
    case `default` = "Default"
    case alternate = "Alternate"
    case none = "None"
  }

  /// The treatment of the file a new document is made from, a template or another one.
  package enum ImportMode: String, Sendable, Hashable, CaseIterable {
    case copy, move, none
  }

  /// A template for new documents.
  package struct TemplateReference: Sendable, Hashable {
    /// For display, such as `Reading note`.
    package var name: String
    /// Among Recto's templates or in the user's template folder.
    package var file: String
    /// The name of the new file, with placeholders.
    package var fileName: String

    package init(name: String, file: String, fileName: String) {
      self.name = name
      self.file = file
      self.fileName = fileName
    }
  }
}
