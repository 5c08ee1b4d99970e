/// A template for a new document: text with placeholders.
///
/// `{{title}}`, `{{author}}`, `{{citation}}`, `{{citekey}}`, `{{link}}`, `{{date}}` and `{{name}}` are replaced; `{{cursor}}` is where the cursor is placed.
package struct Template: Sendable, Hashable {
  /// For display, such as `Reading note`.
  package var name: String
  package var text: String
  /// The name of the new file with its extension, with placeholders.
  package var fileName: String

  package init(name: String, text: String, fileName: String) {
    self.name = name
    self.text = text
    self.fileName = fileName
  }

  /// The metadata of the source document, untrusted and unescaped, and today's date.
  package struct Values: Sendable, Hashable {
    package var title: String
    package var author: String
    package var citation: String
    package var citationKey: String
    /// The document's path, absolute or relative to the folder of the new file; the link adds `fragment` to it.
    package var path: String
    package var fragment: String
    /// Formatted for output.
    package var date: String

    package init(
      title: String = "", author: String = "", citation: String = "", citationKey: String = "",
      path: String = "", fragment: String = "", date: String = ""
    ) {
      self.title = title
      self.author = author
      self.citation = citation
      self.citationKey = citationKey
      self.path = path
      self.fragment = fragment
      self.date = date
    }
  }

  /// A template with its placeholders replaced.
  package struct Filled: Sendable, Hashable {
    package var text: String
    /// From 1; the last line if the template has no `{{cursor}}`.
    package var cursorLine: Int

    package init(text: String, cursorLine: Int) {
      self.text = text
      self.cursorLine = cursorLine
    }
  }

  /// Whether the template's text or file name has a placeholder.
  package func names(_ placeholder: String) -> Bool {
    (text + fileName).contains("{{\(placeholder)}}")
  }

  /// Whether the template is about a document and useless without one.
  package var needsDocument: Bool {
    ["title", "author", "citation", "citekey", "link"].contains(where: names)
  }

  /// Returns the text with its placeholders replaced; document metadata is escaped so that it is not interpreted as Markdown.
  package func filled(_ values: Values) -> Filled {
    var cursorLine: Int?
    var filled = ""
    Self.walk(text) { part in
      switch part {
      case .text(let text): filled += text
      case .place("cursor"):
        cursorLine = cursorLine ?? 1 + filled.utf8.count { $0 == 0x0A }
      case .place(let name):
        filled += values.markdown(name) ?? "{{\(name)}}"
      }
    }
    let lines = filled.utf8.count { $0 == 0x0A } + (filled.utf8.last == 0x0A ? 0 : 1)
    return Filled(text: filled, cursorLine: cursorLine ?? max(1, lines))
  }

  enum Part {
    case text(Substring)
    case place(String)
  }

  /// Splits a text into literal parts and placeholders.
  static func walk(_ text: String, _ body: (Part) -> Void) {
    var rest = text[...]
    while let (open, close) = place(in: rest) {
      body(.text(rest[..<open.lowerBound]))
      body(.place(String(rest[open.upperBound..<close.lowerBound])))
      rest = rest[close.upperBound...]
    }
    body(.text(rest))
  }

  private static func place(
    in text: Substring
  ) -> (open: Range<String.Index>, close: Range<String.Index>)? {
    guard let open = range(of: "{{", in: text),
      let close = range(of: "}}", in: text[open.upperBound...])
    else { return nil }
    return (open, close)
  }

  private static func range(of mark: String, in text: Substring) -> Range<String.Index>? {
    var rest = text
    while let first = mark.first, let start = rest.firstIndex(of: first) {
      if rest[start...].hasPrefix(mark) { return start..<rest.index(start, offsetBy: mark.count) }
      rest = rest[rest.index(after: start)...]
    }
    return nil
  }

  /// Returns a name for the new file: safe on every file system, at most 255 bytes, and not taken.
  package func newFileName(_ values: Values, isTaken: (String) -> Bool) -> String {
    var name = ""
    Self.walk(fileName) { part in
      switch part {
      case .text(let text): name += text
      case .place(let place): name += values.plain(place) ?? ""
      }
    }
    return SafeFileName(name).unused(isTaken)
  }
}
