import DocumentModel
import Files
import Glibc
import Library
import Messages
import Platform

/// Makes documents from templates.
package struct NewDocuments {
  let types: EntryTypes
  let library: ReadingLibrary
  let keys: CitationKeyReader

  /// Returns the templates for new documents; those about a document only if there is one.
  func choices(about path: String?) -> [TemplateChoice] {
    let name = path.map { PathParts.name(of: $0) }
    return Templates.all(of: types.documentTypes).compactMap { source in
      guard source.template.needsDocument else {
        return TemplateChoice(id: source.id, title: source.template.name)
      }
      return name.map {
        TemplateChoice(id: source.id, title: "\(source.template.name) about \($0)")
      }
    }
  }

  /// How a document is created.
  enum Making: Sendable {
    /// A file with contents, edited from a line (from 1); nil if no editor is needed.
    case file(path: String, contents: [UInt8], line: Int?)
    /// The template itself goes to a folder.
    case move(String, to: String, line: Int?)
    /// The template itself is written in.
    case template(String)
  }

  /// Returns how to create a document from a template; nil if the template is gone.
  func making(
    from id: String, in folder: String, about path: String?,
    answer: @escaping @Sendable (Making?) -> Void
  ) {
    guard let source = Templates.all(of: types.documentTypes).first(where: { $0.id == id }) else {
      return answer(nil)
    }
    switch source.importMode {
    case .move:
      return answer(
        .move(source.path, to: folder, line: types.isEditable(source.path) ? 1 : nil))
    case .none where types.isEditable(source.path): return answer(.template(source.path))
    case .none, .copy: break
    }
    let template = source.template
    guard let path, template.needsDocument else {
      return answer(filled(template, Template.Values(date: Self.today), folder))
    }
    let key = template.names("citekey") ? keys.key(of: path) : ""
    library.catalogue([path]) { [self] entries in
      let known = entries.first ?? CatalogueEntry()
      let title = known.title.isEmpty ? PathParts.name(of: path) : known.title
      let values = Template.Values(
        title: title, author: known.author,
        citation: Citation.words(author: known.author, title: title), citationKey: key,
        path: NoteLine.path(of: path, from: folder),
        date: Self.today)
      answer(filled(template, values, folder))
    }
  }

  private func filled(
    _ template: Template, _ values: Template.Values, _ folder: String
  ) -> Making {
    let name = template.newFileName(values) { name in
      FileStatus(PathParts.joined(folder, name)) != nil
    }
    let filled = template.filled(values)
    return .file(
      path: PathParts.joined(folder, name), contents: Array(filled.text.utf8),
      line: types.isEditable(name) ? filled.cursorLine : nil)
  }

  /// Today's date, such as `2026-11-21`.
  package static var today: String { LocalTime.day(Int64(time(nil))) }
}
