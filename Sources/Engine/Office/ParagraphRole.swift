/// The part of a text that paragraphs of a style are.
enum ParagraphRole: Hashable {
  case body, title, subtitle, author, date, abstract
  case quotation, code, continuation, term, definition, rule, caption
  case heading(Int)

  /// Names of styles in Word and LibreOffice, which are English in files of all languages.
  private static let names: [String: ParagraphRole] = [
    "title": .title, "subtitle": .subtitle, "author": .author, "date": .date,
    "abstract": .abstract, "abstract title": .abstract, "toc heading": .heading(1),
    "quote": .quotation, "intense quote": .quotation, "block text": .quotation,
    "block quote": .quotation, "quotations": .quotation, "source code": .code,
    "html preformatted": .code, "preformatted text": .code, "verbatim": .code,
    "list paragraph": .continuation, "definition term": .term, "definition": .definition,
    "horizontal line": .rule, "caption": .caption, "image caption": .caption,
    "table caption": .caption, "illustration": .caption, "figure": .caption,
  ]

  /// Reads a style's name; nil if the name says nothing.
  init?(styleName: String) {
    let name = styleName.lowercased()
    if name.hasPrefix("heading "), let level = Int(name.dropFirst(8)), (0...9).contains(level) {
      self = .heading(max(1, level))
    } else if name.hasPrefix("list continue") {
      self = .continuation
    } else if let known = Self.names[name] {
      self = known
    } else {
      return nil
    }
  }

  private static let elements: [ParagraphRole: (name: String, kind: String?)] = [
    .title: ("h1", "title"), .subtitle: ("h2", "subtitle"), .author: ("p", "author"),
    .date: ("p", "date"), .abstract: ("p", "abstract"), .term: ("dt", nil),
    .caption: ("figcaption", nil),
  ]
  private static let containers: [ParagraphRole: [OfficeElement]] = [
    .quotation: [OfficeElement("blockquote")], .code: [OfficeElement("pre")],
    .term: [OfficeElement("dl")], .definition: [OfficeElement("dl"), OfficeElement("dd")],
  ]

  /// The element of a paragraph; nil for lines in their container.
  func element(_ attributes: [(name: String, value: String?)]) -> OfficeElement? {
    if self == .code { return nil }
    if case .heading(let level) = self {
      return OfficeElement("h\(min(6, max(1, level)))", attributes)
    }
    let (name, kind) = Self.elements[self] ?? ("p", nil)
    return OfficeElement(name, [("class", kind)] + attributes)
  }

  /// The elements around successive paragraphs.
  var containers: [OfficeElement] { Self.containers[self] ?? [] }

  /// Whether paragraphs are shown like those without a style, so that the characters' own style shows.
  var isPlain: Bool { self == .body || self == .continuation }

  /// Returns the marks of text that are shown in a paragraph whose style has the marks of `base`.
  ///
  /// A heading's own style shows that it is one, and so do those of quotations and code.
  func shown(_ marks: OfficeMarks, base: OfficeMarks) -> OfficeMarks {
    if isPlain { return marks }
    let own = marks.subtracting(base.subtracting(.hidden))
    return self == .code ? own.subtracting(.monospace) : own
  }

  /// Styles whose characters are code.
  private static let codeNames: Set<String> = [
    "verbatim char", "html code", "html typewriter", "html keyboard", "html sample", "source text",
    "teletype",
  ]

  static func isCode(styleName: String) -> Bool { codeNames.contains(styleName.lowercased()) }
}
