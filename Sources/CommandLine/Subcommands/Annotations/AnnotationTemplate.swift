import DocumentModel
import Files
import Interface
import Platform
import Services

/// A template for annotations: Recto's for Markdown and Org, or the user's.
struct AnnotationTemplate {
  private let template: Template
  private let escaping: Template.Escaping
  private let name: String

  /// Reads one of Recto's own templates, or the one of the same name in the user's folder of templates.
  init(own name: String) throws(CommandDocument.Failure) {
    let bytes = Templates.read(Templates.folder + "/" + name) ?? Templates.own[name] ?? []
    self.init(name, bytes)
  }

  /// Loads a file, or else a template by name.
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
    for unknown in template.unknownNames(Self.vocabulary) {
      Output.complain(
        "\(name): there is no {{\(unknown.name)}} here, and it is left as it is; there are \(unknown.known.joined(separator: ", "))"
      )
    }
  }

  func text(_ report: AnnotationReport) throws(CommandDocument.Failure) -> String {
    do throws(Template.BlockMistake) {
      return try template.filled(Self.scope(report), escaping)
    } catch {
      let reason =
        switch error {
        case .unclosed(let block): "{{#\(block)}} has no {{/\(block)}}"
        case .tooDeep: "blocks are nested too deeply"
        case .unopened(let block): "{{/\(block)}} has no {{#\(block)}} before it"
        }
      throw CommandDocument.Failure(sentence: "\(name): \(reason)")
    }
  }

  // MARK: what the names stand for

  private struct Item {
    var report: AnnotationReport
    var entry: AnnotationReport.Entry

    var annotation: Annotation { entry.annotation }
    var replies: [Annotation] {
      entry.replies.map(\.reply).filter { !$0.flags.contains(.isState) }
    }
  }

  private typealias Values<Subject> = [String: @Sendable (Subject) -> String]

  private static let ofDocument: Values<AnnotationReport> = [
    "title": { title($0) }, "author": { Output.line($0.author) }, "file": { file($0) },
    "citation": { Output.line(Citation.words(author: $0.author, title: title($0))) },
    "citekey": { Output.line($0.citationKey) },
    "date": { _ in NewDocuments.today }, "count": { String($0.entries.count(where: \.isShown)) },
  ]
  private static let addressesOfDocument: Values<AnnotationReport> = ["link": { $0.link ?? "" }]

  private static let ofAnnotation: Values<Item> = [
    "id": { Output.line($0.annotation.id.name) },
    "type": { $0.entry.name }, "color": { $0.entry.colorName },
    "meaning": { $0.entry.meaning }, "author": { Output.line($0.annotation.author) },
    "date": { $0.annotation.day },
    "page": { $0.entry.isDetached ? "?" : Output.line($0.entry.label) },
    "place": { $0.entry.isDetached ? "?" : $0.entry.pageWords },
    "number": { $0.entry.isDetached ? "" : String($0.annotation.page + 1) },
    "section": { $0.entry.heading }, "quote": { $0.entry.quote },
    "note": { $0.annotation.contents }, "facts": { $0.entry.facts },
    "answers": { $0.replies.isEmpty ? "" : String($0.replies.count) },
    "hex": { $0.entry.colorValue.map(AnnotationStyleStrings.hexadecimal) ?? "" },
    "detached": { $0.entry.isDetached ? "detached" : "" },
  ]
  private static let addressesOfAnnotation: Values<Item> = [
    "link": { $0.report.place(of: $0.entry, $0.report.link) ?? "" },
    "uri": { $0.report.place(of: $0.entry, $0.report.uri) ?? "" },
    // Org's syntax for a page of a file.
    "org": { item in
      item.report.place(of: item.entry) { page in
        item.report.link.map { "file:\($0)::\(page + 1)" }
      } ?? ""
    },
    "anchor": { PathBytes.escaped(Array($0.annotation.id.name.utf8)) },
  ]

  private static let ofReply: Values<Annotation> = [
    "id": { Output.line($0.id.name) }, "author": { Output.line($0.author) }, "date": { $0.day },
    "note": { $0.contents }, "facts": { $0.facts },
  ]

  private static let vocabulary: Template.Vocabulary = {
    let annotations = Template.Vocabulary(
      words: Array(ofAnnotation.keys) + addressesOfAnnotation.keys,
      lists: ["replies": Template.Vocabulary(words: ofReply.keys)])
    return Template.Vocabulary(
      words: Array(ofDocument.keys) + addressesOfDocument.keys,
      lists: [
        "annotations": annotations,
        "sections": Template.Vocabulary(words: ["section"], lists: ["annotations": annotations]),
      ])
  }()

  private static func file(_ report: AnnotationReport) -> String {
    Output.line(PathParts.name(of: report.name))
  }

  private static func title(_ report: AnnotationReport) -> String {
    report.title.isEmpty ? file(report) : Output.line(report.title)
  }

  private static func scope(_ report: AnnotationReport) -> Template.Scope {
    let shown = report.entries.filter(\.isShown)
    var sections: [(title: String, entries: [AnnotationReport.Entry])] = []
    for entry in shown {
      if sections.last?.title == entry.heading, !sections.isEmpty {
        sections[sections.count - 1].entries.append(entry)
      } else {
        sections.append((entry.heading, [entry]))
      }
    }
    return Template.Scope(
      words: ofDocument.mapValues { $0(report) },
      literals: addressesOfDocument.mapValues { $0(report) },
      lists: [
        "sections": sections.map { section in
          Template.Scope(
            words: ["section": section.title],
            lists: [
              "annotations": section.entries.map { scope(Item(report: report, entry: $0)) }
            ])
        },
        "annotations": shown.map { scope(Item(report: report, entry: $0)) },
      ])
  }

  private static func scope(_ item: Item) -> Template.Scope {
    Template.Scope(
      words: ofAnnotation.mapValues { $0(item) },
      literals: addressesOfAnnotation.mapValues { $0(item) },
      lists: [
        "replies": item.replies.map { reply in
          Template.Scope(words: ofReply.mapValues { $0(reply) })
        }
      ])
  }
}
