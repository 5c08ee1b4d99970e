import DocumentModel
import Files
import Messages
import Text

/// Formats the lines written to a reading note: date, words and reference.
package enum NoteLine {
  /// Returns Markdown like `- 2026-11-21 14:05: words ([Author: Title, p. 12](book.pdf#page=12))`, with further lines indented.
  ///
  /// Control characters in the user's words become blanks; text from the document is escaped.
  static func lines(_ words: [String], about subject: NoteSubject, in folder: String) -> [String] {
    let title = subject.title.isEmpty ? PathParts.name(of: subject.path) : subject.title
    let page = subject.page?.name ?? ""
    let work = Citation.words(author: subject.author, title: title)
    let values = Template.Values(
      citation: [work, page].filter { !$0.isEmpty }.joined(separator: ", "),
      path: path(of: subject.path, from: folder),
      fragment: subject.page.map { String($0.address.written.dropFirst()) } ?? "",
      date: CalendarDate.local(LocalTime.now))
    let head = filled("- {{date}}: ", values)
    var lines = words.map(clean)
    lines[lines.count - 1] += filled(" ([{{citation}}]({{link}}))", values)
    return lines.enumerated().map { index, line in (index == 0 ? head : "  ") + line }
  }

  /// Returns the path to use in a link from a folder: the name alone if the file lies in that folder.
  package static func path(of path: String, from folder: String) -> String {
    PathParts.same(PathParts.folder(of: path), folder) ? PathParts.name(of: path) : path
  }

  private static func filled(_ text: String, _ values: Template.Values) -> String {
    Template(name: "", text: text, fileName: "").filled(values).text
  }

  private static func clean(_ words: String) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in words.unicodeScalars {
      clean.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return String(clean)
  }
}
