import DocumentModel
import Files
import Interface
import Platform

/// A template that annotations are told by: Recto's own for Markdown and Org, or the user's.
struct AnnotationTemplate {
  private let template: Template
  private let escaping: Template.Escaping
  private let name: String

  /// One of Recto's own, or that of the same name in the user's folder of templates.
  init(own name: String) throws(CommandDocument.Failure) {
    let bytes = Templates.read(Templates.folder + "/" + name) ?? Templates.own[name] ?? []
    self.init(name, bytes)
  }

  /// A file, or where there is none a name among the templates.
  init(named path: String) throws(CommandDocument.Failure) {
    if !SystemPath.isThere(path), !path.utf8.contains(0x2F) {
      guard SystemPath.isThere(Templates.folder + "/" + path) || Templates.own[path] != nil
      else {
        throw CommandDocument.Failure(
          sentence: "\(path): there is no such file, here or in \(Paths.shown(Templates.folder))")
      }
      try self.init(own: path)
      return
    }
    do throws(FilesError) {
      self.init(path, try WholeFile(path, atMost: 1 << 20).bytes)
    } catch {
      throw CommandDocument.Failure(sentence: Sentences.text(error, file: path))
    }
  }

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    template = Template(name: name, text: String(decoding: bytes, as: UTF8.self), fileName: "")
    escaping = Template.Escaping(ofFileNamed: name)
  }

  func text(_ report: AnnotationReport) throws(CommandDocument.Failure) -> String {
    do throws(Template.BlockMistake) {
      return try template.filled(Self.scope(report), escaping)
    } catch {
      let reason =
        switch error {
        case .unclosed(let block): "{{#\(block)}} has no {{/\(block)}}"
        case .tooDeep: "there are too many blocks in each other"
        case .unopened(let block): "{{/\(block)}} ends what was not begun, or not here"
        }
      throw CommandDocument.Failure(sentence: "\(name): \(reason)")
    }
  }

  private static func scope(_ report: AnnotationReport) -> Template.Scope {
    let shown = report.entries.filter(\.isShown)
    var sections: [(title: String, entries: [AnnotationReport.Entry])] = []
    for entry in shown {
      if sections.last?.title == entry.section, !sections.isEmpty {
        sections[sections.count - 1].entries.append(entry)
      } else {
        sections.append((entry.section, [entry]))
      }
    }
    let file = Output.line(PathParts.name(of: report.name))
    let title = report.title.isEmpty ? file : report.title
    return Template.Scope(
      words: [
        "title": Output.line(title), "author": Output.line(report.author), "file": file,
        "citation": Output.line(Citation.words(author: report.author, title: title)),
        "date": NewDocuments.today, "count": String(shown.count),
      ],
      literals: ["link": report.link ?? ""],
      lists: [
        "sections": sections.map { section in
          Template.Scope(
            words: ["section": section.title],
            lists: ["annotations": section.entries.map { scope($0, report) }])
        },
        "annotations": shown.map { scope($0, report) },
      ])
  }

  private static func scope(
    _ entry: AnnotationReport.Entry, _ report: AnnotationReport
  ) -> Template.Scope {
    let annotation = entry.annotation
    let replies = entry.replies.map(\.reply).filter { !$0.flags.contains(.isState) }
    let page = annotation.page
    return Template.Scope(
      words: [
        "id": Output.line(annotation.id.name),
        "type": AnnotationWords.name(of: annotation.kind), "color": entry.colorName,
        "meaning": entry.meaning, "author": Output.line(annotation.author),
        "date": annotation.day, "page": Output.line(entry.label), "number": String(page + 1),
        "section": entry.section, "quote": entry.quote, "note": annotation.contents,
        "facts": entry.facts, "answers": replies.isEmpty ? "" : String(replies.count),
        "hex": annotation.color.map(AnnotationReport.hexadecimal) ?? "",
      ],
      literals: [
        "link": report.link(page: page) ?? "", "uri": report.uri(page: page) ?? "",
        // As Org names a page of a file.
        "org": report.link.map { "file:\($0)::\(page + 1)" } ?? "",
        "anchor": PathBytes.escaped(Array(annotation.id.name.utf8)),
      ],
      lists: [
        "replies": replies.map { reply in
          Template.Scope(words: [
            "id": Output.line(reply.id.name), "author": Output.line(reply.author),
            "date": reply.day, "note": reply.contents, "facts": reply.facts,
          ])
        }
      ])
  }
}
