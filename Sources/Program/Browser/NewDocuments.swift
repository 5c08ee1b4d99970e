import DocumentModel
import Files
import Glibc
import Interface
import Library
import Platform

/// Makes documents from templates.
struct NewDocuments {
  let types: DocumentTypes
  let library: ReadingLibrary

  /// What a new document can begin as; those that are about a document only where there is one.
  func choices(about path: String?) -> [TemplateChoice] {
    let name = path.map { PathParts.name(of: $0) }
    return Templates.all(of: types).enumerated().compactMap { index, template in
      if template.needsDocument {
        guard let name else { return nil }
        return TemplateChoice(id: String(index), title: "\(template.name) about \(name)")
      }
      return TemplateChoice(id: String(index), title: template.name)
    }
  }

  /// The path and the bytes of a new document; nil where the template is gone.
  func document(
    from id: String, in folder: String, about path: String?,
    answer: @escaping @Sendable ((path: String, contents: [UInt8])?) -> Void
  ) {
    let templates = Templates.all(of: types)
    guard let index = Int(id), templates.indices.contains(index) else { return answer(nil) }
    let template = templates[index]
    guard let path, template.needsDocument else {
      return answer(Self.filled(template, Template.Values(date: Self.today), folder))
    }
    library.catalogue([path]) { entries in
      let known = entries.first ?? CatalogueEntry()
      let title = known.title.isEmpty ? PathParts.name(of: path) : known.title
      let values = Template.Values(
        title: title, author: known.author,
        citation: Citation.words(author: known.author, title: title),
        path: NoteLine.path(of: path, from: folder),
        date: Self.today)
      answer(Self.filled(template, values, folder))
    }
  }

  private static func filled(
    _ template: Template, _ values: Template.Values, _ folder: String
  ) -> (path: String, contents: [UInt8]) {
    let name = template.newFileName(values) { name in
      FileStatus(PathParts.joined(folder, name)) != nil
    }
    return (PathParts.joined(folder, name), Array(template.filled(values).text.utf8))
  }

  /// As `2026-11-21`.
  static var today: String {
    var seconds = time(nil)
    var parts = tm()
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : String(number) }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
