/// A kind of contents and how it is told (after Apple's UTImportedTypeDeclarations).
package struct ContentType: Sendable, Hashable {
  /// As `com.adobe.pdf`.
  package var identifier: String
  /// For people, as `PDF document`.
  package var name: String
  /// One character, one cell wide.
  package var glyph: String
  /// Identifiers of the kinds it is one of.
  package var conformsTo: [String]
  /// In lower case and without the first dot: `pdf`, `tar.gz`.
  package var extensions: [String]
  /// Whole names of files, in lower case: `readme`, `makefile`.
  package var fileNames: [String]
  /// The first is its own, the rest are other names for it.
  package var mimeTypes: [String]
  package var magic: [Magic]

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

  /// Bytes that begin somewhere in the first part of a file.
  package struct Magic: Sendable, Hashable {
    package var bytes: [UInt8]
    /// Offsets at which they may begin.
    package var range: ClosedRange<Int>

    package init(_ bytes: [UInt8], at range: ClosedRange<Int> = 0...0) {
      self.bytes = bytes
      self.range = range
    }

    /// Whether the first bytes of a file have them.
    package func matches(_ head: [UInt8]) -> Bool {
      let last = min(range.upperBound, head.count - bytes.count)
      guard !bytes.isEmpty, last >= range.lowerBound else { return false }
      return (range.lowerBound...last).contains { start in
        head[start] == bytes[0] && head[start..<start + bytes.count].elementsEqual(bytes)
      }
    }
  }
}

/// What Recto does with documents of some kinds (after Apple's CFBundleDocumentTypes).
package struct DocumentKind: Sendable, Hashable {
  /// For people, as `Notes`.
  package var name: String
  /// Identifiers of content types; those that conform to one of them are meant too.
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

  /// What can be done with such a document here.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    case editor = "Editor"
    case viewer = "Viewer"
    /// The desktop's program opens it.
    case none = "None"
  }

  /// Whether Recto is offered before the desktop's programs.
  package enum Rank: String, Sendable, Hashable, CaseIterable {
    case owner = "Owner"
    case `default` = "Default"
    case alternate = "Alternate"
    case none = "None"
  }

  /// What becomes of a template's or another file that a new document is made from.
  package enum ImportMode: String, Sendable, Hashable, CaseIterable {
    case copy, move, none
  }

  /// A template among those a new document may be made from.
  package struct TemplateReference: Sendable, Hashable {
    /// For people, as `Reading note`.
    package var name: String
    /// In Recto's templates or the user's folder of them.
    package var file: String
    /// What the new file is called, with placeholders.
    package var fileName: String

    package init(name: String, file: String, fileName: String) {
      self.name = name
      self.file = file
      self.fileName = fileName
    }
  }
}
