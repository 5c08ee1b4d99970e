import DocumentModel
import Files
import Glibc
import Messages
import Platform

/// The location of a document's reading note, existing or new.
struct NotePlace {
  var path: String
  /// The initial text of a new note, empty for an existing one.
  var beginning: String

  /// The largest file in bytes that is searched for a link.
  private static let mostBytes = 4 << 20

  /// Returns an existing note that links to the document, beside it or in the notes folder; else a free name beside the document, or in the
  /// notes folder if the document's folder is not writable.
  ///
  /// `citationKey` returns that of the document at a path; it is called only for templates that name it.
  static func find(
    _ subject: NoteSubject, _ types: DocumentTypes,
    citationKey: (String) -> String = { _ in "" }
  ) -> NotePlace {
    let template =
      Templates.all(of: types).map(\.template).first(where: \.needsDocument) ?? Self.template
    let notes = notesFolder()
    // A cache is emptied.
    let folder =
      SharedCache.holds(subject.path) ? notes : PathParts.folder(of: subject.path)
    let key = template.names("citekey") ? citationKey(subject.path) : ""
    func values(_ subject: NoteSubject, from folder: String) -> Template.Values {
      var values = Self.values(subject, from: folder)
      values.citationKey = key
      return values
    }
    // A note may have been named when the title was unknown.
    let nameOnly = NoteSubject(path: subject.path)
    for values in [values(subject, from: folder), values(nameOnly, from: folder)] {
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

  /// The default template, used if the user has none.
  private static let template = Template(
    name: "Reading note", text: "# {{title}}\n\n[{{title}}]({{link}}) · {{date}}\n\n",
    fileName: "{{title}} (note).md")

  /// Returns the folder `Notes` in the documents folder.
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

  /// Returns the first name that is free or already belongs to the document's note.
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

  /// Returns whether a file links to the document.
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
