import DocumentModel
import Platform
import FoundationEssentials
import Glibc

/// The templates that new documents are made from: Recto's own and those in the user's folder.
package enum Templates {
  /// `$XDG_CONFIG_HOME/recto/templates`.
  package static var folder: String { SettingsFile.folder + "/templates" }

  package static let own: [String: [UInt8]] = [
    "annotations.md": PackageResources.annotations_md,
    "annotations.org": PackageResources.annotations_org, "empty.md": PackageResources.empty_md,
    "note.md": PackageResources.note_md,
    "reading-note.md": PackageResources.reading_note_md,
  ]

  /// Larger ones are no templates.
  private static let mostBytes = 1 << 20

  /// A template, and what becomes of its file when a document is made from it.
  struct Source {
    /// Identifies it as long as its file keeps its name.
    var id: String
    var template: Template
    /// Recto's own are copied, whatever the user's settings say of others.
    var importMode: DocumentKind.ImportMode
    /// Absolute; empty for Recto's own.
    var path: String
  }

  /// Returns the templates of document types, then all others of the user's folder by name; the user's replace Recto's.
  static func all(of types: DocumentTypes, folder: String = folder) -> [Source] {
    let users = files(in: folder)
    func source(
      _ reference: DocumentKind.TemplateReference, _ mode: DocumentKind.ImportMode
    ) -> Source? {
      let isUsers = users[reference.file] != nil
      guard let bytes = users[reference.file] ?? own[reference.file] else { return nil }
      return Source(
        id: reference.file + "\0" + reference.fileName,
        template: Template(
          name: reference.name, text: String(decoding: bytes, as: UTF8.self),
          fileName: reference.fileName),
        importMode: isUsers ? mode : .copy, path: isUsers ? folder + "/" + reference.file : "")
    }
    let named = types.kinds.flatMap { kind in
      kind.templates.compactMap { source($0, kind.importMode) }
    }
    let isNamed = Set(types.kinds.flatMap(\.templates).map(\.file))
    let rest = users.keys.filter { !isNamed.contains($0) }.sorted().compactMap { file in
      source(
        DocumentKind.TemplateReference(name: file, file: file, fileName: file),
        types.type(named: file).flatMap { types.kind(of: $0) }?.importMode ?? .copy)
    }
    // Templates for annotations do not make documents.
    return named + rest.filter { !$0.template.text.contains("{{#annotations}}") }
  }

  private static func files(in folder: String) -> [String: [UInt8]] {
    guard let stream = SystemPath.lend(folder, { opendir($0) }) else { return [:] }
    defer { closedir(stream) }
    var files: [String: [UInt8]] = [:]
    while files.count < 200, let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text($0) }
      }
      let path = folder + "/" + name
      guard !name.hasPrefix("."), let status = SystemPath.status(path),
        status.st_mode & S_IFMT == S_IFREG, status.st_size <= mostBytes
      else { continue }
      files[name] = read(path)
    }
    return files
  }

  package static func read(_ path: String) -> [UInt8]? { SystemPath.read(path, most: mostBytes) }
}
