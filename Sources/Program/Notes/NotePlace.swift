import DocumentModel
import Files
import Glibc
import Interface
import Platform

/// Where the reading note of a document lies, or is to lie.
struct NotePlace {
  var path: String
  /// What it begins with where there is none yet.
  var beginning: String

  /// Longer files are not looked through for a link.
  private static let mostBytes = 4 << 20

  /// The note that links to the document, beside it or in the folder for notes; else a free name beside the document, or in that
  /// folder where one may not write there.
  static func find(_ subject: NoteSubject, _ types: DocumentTypes) -> NotePlace {
    let template =
      Templates.all(of: types).map(\.template).first(where: \.needsDocument) ?? Self.template
    let folder = PathParts.folder(of: subject.path)
    let notes = notesFolder()
    for values in [values(subject, from: folder), nameOnly(subject, from: folder)] {
      for place in [folder, notes] {
        let path = path(template, values, in: place, about: subject)
        if FileStatus(path) != nil, !SystemPath.leadsElsewhere(path) {
          return NotePlace(path: path, beginning: "")
        }
      }
    }
    var place = folder
    if !SystemPath.isThere(folder, for: W_OK) {
      place = notes
      SystemPath.lend(notes) { _ = mkdir($0, 0o777) }
    }
    let values = values(subject, from: place)
    return NotePlace(
      path: path(template, values, in: place, about: subject),
      beginning: template.filled(values).text)
  }

  /// Where the user has none of their own.
  private static let template = Template(
    name: "Reading note", text: "# {{title}}\n\n[{{title}}]({{link}}) · {{date}}\n\n",
    fileName: "{{title}} (note).md")

  /// `Notes` among the documents.
  private static func notesFolder() -> String {
    let documents = Places.all().first { $0.kind == .documents }?.path
    return PathParts.joined(documents ?? Places.home, "Notes")
  }

  private static func values(_ subject: NoteSubject, from folder: String) -> Template.Values {
    Template.Values(
      title: subject.title, author: subject.author,
      citation: Citation.words(author: subject.author, title: subject.title),
      path: NoteLine.path(of: subject.path, from: folder), date: NewDocuments.today)
  }

  /// As it was called when the document's title was not known.
  private static func nameOnly(_ subject: NoteSubject, from folder: String) -> Template.Values {
    values(NoteSubject(path: subject.path), from: folder)
  }

  /// The first name that is free or the note's already.
  private static func path(
    _ template: Template, _ values: Template.Values, in folder: String,
    about subject: NoteSubject
  ) -> String {
    let name = template.newFileName(values) { name in
      let path = PathParts.joined(folder, name)
      return SystemPath.leadsElsewhere(path)
        || FileStatus(path) != nil && !isAbout(subject, path, in: folder)
    }
    return PathParts.joined(folder, name)
  }

  /// Whether a file links to the document.
  private static func isAbout(
    _ subject: NoteSubject, _ path: String, in folder: String
  ) -> Bool {
    guard let file = try? WholeFile(path, atMost: mostBytes) else { return false }
    return [NoteLine.path(of: subject.path, from: folder), subject.path].contains { target in
      let link = Template(name: "", text: "]({{link}}", fileName: "")
        .filled(Template.Values(path: target)).text
      return [")", "#"].contains { file.bytes.contains(Array((link + $0).utf8)) }
    }
  }
}
