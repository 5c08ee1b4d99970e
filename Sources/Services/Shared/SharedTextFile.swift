import DocumentModel
import Library
import Text

/// A document of a shared library as text: HTML with the paragraphs that were read, each named by the place of its first character.
struct SharedTextFile {
  /// Larger texts have the pages around the hit; formats of text are read up to 16 MB.
  private static let most = 12 << 20
  /// The pages before the hit in a larger text.
  private static let before = 500

  private var html = ""

  /// Collects the pages around one; `heading` says what this text is, and `pages` passes them from an index on.
  init<Failure: Error>(
    _ document: StoredDocument, _ name: String, heading: String, around page: Int,
    pages: (Int, (Int, String, FlatText) -> Bool) throws(Failure) -> Void
  ) throws(Failure) {
    let title = document.title.isEmpty ? name : document.title
    html = """
      <!DOCTYPE html>
      <html><head><meta charset="utf-8"><title>\(Self.escaped(title))</title>
      <meta name="author" content="\(Self.escaped(document.author))"></head>
      <body><p><em>\(Self.escaped(heading))</em></p>

      """
    var text = ""
    try pages(max(0, page - Self.before)) { number, label, flat in
      if document.hasPages {
        let shown = PageName.shown(page: number, label: label)
        // Words such as “page” would be matches.
        text += "<h2 id=\"p\(number)\">p. \(Self.escaped(shown))</h2>\n"
      }
      for passage in 0..<flat.count { text += Self.paragraph(flat, passage) }
      return text.utf8.count < Self.most
    }
    html += text + "</body></html>\n"
  }

  var bytes: [UInt8] { Array(html.utf8) }

  private static func paragraph(_ flat: FlatText, _ passage: Int) -> String {
    let id = flat.start(of: passage).map { " id=\"c\($0.page)-\($0.character)\"" } ?? ""
    let text = escaped(flat.text(of: passage)).replacing("\n", with: "<br>\n")
    return switch flat.kind(of: passage) {
    case .heading: "<h3\(id)>\(text)</h3>\n"
    case .note: "<blockquote><p>\(text)</p></blockquote>\n"
    case .text, .scan: "<p\(id)>\(text)</p>\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    CleanText.lines(Array(text.utf8)).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
  }

  /// Returns the name of the paragraph with a character of a page, or else of the page; empty if the text has neither.
  static func anchor(in html: [UInt8], page: Int, start: Int) -> String {
    // A match in the title has no place.
    guard page > 0 || start >= 0 else { return "" }
    var best: (page: Int, start: Int)?
    let sign = Array(" id=\"c".utf8)
    var rest = html[...]
    while let found = rest.firstPlace(of: sign) {
      rest = rest[found.upperBound...]
      let name = String(decoding: rest.prefix { $0 != 0x22 }, as: UTF8.self)
      let numbers = name.split(separator: "-").compactMap { Int($0) }
      guard numbers.count == 2 else { continue }
      let place = (page: numbers[0], start: numbers[1])
      if place <= (page, max(0, start)), best.map({ $0 <= place }) ?? true { best = place }
    }
    if start >= 0, let best { return "c\(best.page)-\(best.start)" }
    return html.firstPlace(of: Array(" id=\"p\(page)\"".utf8)) == nil ? "" : "p\(page)"
  }
}
