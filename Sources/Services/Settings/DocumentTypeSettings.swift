package import DocumentModel
import FoundationEssentials

/// Kinds of documents as Recto comes with them and as the user's own file adds to them.
package enum DocumentTypeSettings {
  package static let ownName = "document-types.json5"
  package static let ownBytes = PackageResources.document_types_json5

  /// The default types.
  package static let own: DocumentTypes = {
    var problems: [String] = []
    return load(userFile: nil, problems: &problems)
  }()

  /// The MIME type of an open document by its name; a PDF may be called anything.
  package static func mimeType(of path: String) -> String {
    let name = PathParts.name(of: path)
    let type = own.type(named: name).flatMap { own.opens(named: name) ? $0.mimeTypes.first : nil }
    return type ?? "application/pdf"
  }

  /// Invalid entries of the user's file are left out, with a sentence and its line in `problems`.
  package static func load(problems: inout [String]) -> DocumentTypes {
    load(userFile: SettingsFile.folder + "/" + ownName, problems: &problems)
  }

  package static func load(userFile: String?, problems: inout [String]) -> DocumentTypes {
    var table = Table()
    add(
      SettingsFile(Data(ownBytes), name: ownName), to: &table,
      &problems)
    if let userFile, let file = SettingsFile.users(userFile, problems: &problems) {
      add(file, to: &table, &problems)
    }
    for type in table.types {
      for parent in type.conformsTo where !table.types.contains(where: { $0.identifier == parent })
      {
        problems.append(
          "document types: \(type.identifier) conforms to \(parent), which is nowhere")
      }
    }
    return DocumentTypes(types: table.types, kinds: table.kinds)
  }

  private struct Table {
    /// In the order of the files, so that what comes later wins.
    var types: [ContentType] = []
    var kinds: [DocumentKind] = []
  }

  /// Adds a file's entries to the existing ones.
  private static func add(
    _ file: SettingsFile, to table: inout Table, _ problems: inout [String]
  ) {
    let parts: FileForm
    do throws(SettingsFile.Mistake) {
      parts = try file.decoded(as: FileForm.self)
    } catch {
      problems.append(error.sentence)
      return
    }
    for (key, entry) in (parts.types ?? [:]).sorted(by: { $0.key < $1.key }) {
      let old = table.types.first { $0.identifier == key }
      table.types.removeAll { $0.identifier == key }
      switch entry {
      case .none:
        // Types that it kept out of the index stay out.
        for index in table.types.indices
        where table.types[index].conformsTo.contains(key) && table.types[index].isIndexed == nil {
          table.types[index].isIndexed = old?.isIndexed
        }
        continue
      case .form(let form):
        if let type = form.type(key, over: old) {
          table.types.append(type)
          continue
        }
        problems.append(
          file.sentence(
            ["types", key], "a sign in “magic” needs text, or bytes in hexadecimal, from 0 to 65536"
          ))
      case .wrong(let reason): problems.append(file.sentence(["types", key], reason))
      }
      old.map { table.types.append($0) }
    }
    for (key, entry) in (parts.documents ?? [:]).sorted(by: { $0.key < $1.key }) {
      let old = table.kinds.first { $0.name == key }
      switch entry {
      case .none: table.kinds.removeAll { $0.name == key }
      case .form(let form):
        table.kinds.removeAll { $0.name == key }
        table.kinds.append(form.kind(key, over: old))
      case .wrong(let reason): problems.append(file.sentence(["documents", key], reason))
      }
    }
  }
}

/// The whole file as it is written.
private struct FileForm: Decodable {
  var types: [String: Entry<TypeForm>]?
  var documents: [String: Entry<KindForm>]?
}

/// An entry that may be invalid without affecting others; null removes one.
private enum Entry<Form: Decodable>: Decodable {
  case none
  case form(Form)
  case wrong(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .none
      return
    }
    do {
      self = .form(try container.decode(Form.self))
    } catch {
      self = .wrong(SettingsFile.reason(error))
    }
  }
}

/// A type as written; missing properties stay unchanged.
private struct TypeForm: Decodable {
  var name: String?
  var glyph: String?
  var conformsTo: [String]?
  var extensions: [String]?
  var fileNames: [String]?
  var mimeTypes: [String]?
  var magic: [MagicForm]?
  var isIndexed: Bool?

  struct MagicForm: Decodable {
    var text: String?
    var bytes: String?
    var from: Int?
    var to: Int?

    /// nil if it is not valid.
    var magic: ContentType.Magic? {
      let start = from ?? 0
      let end = to ?? start
      guard (0...65_536).contains(start), (start...65_536).contains(end) else { return nil }
      guard let sign = bytes.map(Self.hexadecimal) ?? text.map({ Array($0.utf8) }),
        !sign.isEmpty
      else { return nil }
      return ContentType.Magic(sign, at: start...end)
    }

    private static func hexadecimal(_ text: String) -> [UInt8] {
      let digits = text.compactMap(\.hexDigitValue)
      guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return [] }
      return stride(from: 0, to: digits.count, by: 2).map {
        UInt8(digits[$0] * 16 + digits[$0 + 1])
      }
    }
  }

  /// nil where a sign of its is none.
  func type(_ identifier: String, over old: ContentType?) -> ContentType? {
    var type = old ?? ContentType(identifier: identifier, name: identifier, glyph: "·")
    if let name { type.name = name }
    if let glyph { type.glyph = glyph }
    if let conformsTo { type.conformsTo = conformsTo }
    if let extensions {
      type.extensions = extensions.map { String($0.lowercased().drop { $0 == "." }) }
    }
    if let fileNames { type.fileNames = fileNames.map { $0.lowercased() } }
    if let mimeTypes { type.mimeTypes = mimeTypes.map { $0.lowercased() } }
    if let isIndexed { type.isIndexed = isIndexed }
    if let magic {
      type.magic = magic.compactMap(\.magic)
      guard type.magic.count == magic.count else { return nil }
    }
    return type
  }
}

/// A kind of documents as written; missing properties stay unchanged.
private struct KindForm: Decodable {
  var contentTypes: [String]?
  var role: DocumentKind.Role?
  var rank: DocumentKind.Rank?
  var templates: [TemplateForm]?
  var importMode: DocumentKind.ImportMode?

  struct TemplateForm: Decodable {
    var name: String
    var file: String
    var fileName: String
  }

  func kind(_ name: String, over old: DocumentKind?) -> DocumentKind {
    var kind = old ?? DocumentKind(name: name, contentTypes: [])
    if let contentTypes { kind.contentTypes = contentTypes }
    if let role { kind.role = role }
    if let rank { kind.rank = rank }
    if let importMode { kind.importMode = importMode }
    if let templates {
      kind.templates = templates.map {
        DocumentKind.TemplateReference(name: $0.name, file: $0.file, fileName: $0.fileName)
      }
    }
    return kind
  }
}

extension DocumentKind.Role: Decodable {}
extension DocumentKind.Rank: Decodable {}
extension DocumentKind.ImportMode: Decodable {}
