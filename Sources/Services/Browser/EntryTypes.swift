package import DocumentModel
import Files
import Messages
import Platform

/// Determines the type of a file by its name, or by its first bytes through the desktop's types.
package struct EntryTypes: Sendable {
  let documentTypes: DocumentTypes
  let all: [EntryType]

  package init(_ types: DocumentTypes) {
    documentTypes = types
    all =
      [.unknown]
      + types.types.map { type in
        let role = types.kind(of: type)?.role ?? .none
        return EntryType(
          name: type.name, glyph: type.glyph, isDocument: role != .none,
          isEditable: role == .editor || types.conforms(type.identifier, to: "public.text"),
          isPicture: types.conforms(type.identifier, to: "public.image"),
          isArchive: types.conforms(type.identifier, to: "public.archive"))
      }
  }

  /// Whether a file's name promises a document that can be opened.
  func isDocument(_ path: String) -> Bool { documentTypes.opens(named: PathParts.name(of: path)) }

  /// Returns the type of a file by its name; 0 if unknown.
  func type(of name: String) -> UInt16 {
    documentTypes.index(ofTypeNamed: name).map { UInt16($0 + 1) } ?? 0
  }

  /// Whether a file's name promises text that an editor takes.
  func isEditable(_ path: String) -> Bool {
    all[Int(type(of: PathParts.name(of: path)))].isEditable
  }

  func isMarkdown(_ name: String) -> Bool {
    documentTypes.type(named: name).map {
      documentTypes.conforms($0.identifier, to: "net.daringfireball.markdown")
    } ?? false
  }

  /// The type of a file whose name says nothing, by shared-mime-info and its first bytes; reads the file.
  func type(inside path: String) -> UInt16 {
    guard let head = DocumentFile.head(of: path) else { return 0 }
    let mimeType = ContentTypeProbe.type(of: path)
    let type = documentTypes.type(mimeType: mimeType) ?? documentTypes.type(head: head)
    return type.flatMap { type in
      documentTypes.types.firstIndex { $0.identifier == type.identifier }
    }.map { UInt16($0 + 1) } ?? 0
  }
}
