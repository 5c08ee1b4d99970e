/// The styles of an OpenDocument file, resolved along their inheritance (ODF 1.3-3, 16).
struct OpenDocumentStyles {
  struct Paragraph {
    var role = ParagraphRole.body
    var format = TextFormat()
    var list: String?
    /// In millimetres.
    var margin = 0.0
    var indent = 0.0
    var isIndented = false
    var layout = WordLayout()
  }

  private(set) var paragraphs: [String: Paragraph] = [:]
  private(set) var formats: [String: TextFormat] = [:]
  private(set) var lists: [String: OpenDocumentList] = [:]
  private(set) var outline = OpenDocumentList()
  /// The styles of pages.
  private(set) var masters: [String: MarkupNode] = [:]
  /// The language of paragraphs that do not state their own; empty if the file states none.
  private(set) var language = ""
  private var sources: [Key: MarkupNode] = [:]
  private var fixedFonts: Set<String> = []

  private struct Key: Hashable {
    var family: String
    var name: String
  }

  private static let mostStyles = 100_000
  private static let deepest = 32

  /// Reads the styles of files whose outermost elements are given; later ones win.
  init(_ roots: [MarkupNode]) {
    for root in roots {
      for page in root.child("office:master-styles")?.children("style:master-page").map(\.self)
        ?? []
      {
        masters[page["style:name"] ?? ""] = page
      }
      for fonts in root.children("office:font-face-decls") { readFonts(fonts) }
      for name in ["office:styles", "office:automatic-styles"] {
        let usual = root.child(name)?.children("style:default-style").first {
          $0["style:family"] == "paragraph"
        }?.child("style:text-properties")
        if let usual, let code = usual["fo:language"], language.isEmpty {
          let region = usual["fo:country"].flatMap { $0 == "none" ? nil : "-" + $0 } ?? ""
          language = code + region
        }
        for style in root.child(name)?.elements.prefix(Self.mostStyles).map(\.self) ?? [] {
          read(style)
        }
      }
    }
    for key in sources.keys {
      if key.family == "paragraph" { paragraphs[key.name] = paragraph(key) }
      if key.family == "text" { formats[key.name] = format(chain(key)) }
    }
  }

  /// Returns a paragraph's style.
  func paragraph(_ name: String?) -> Paragraph {
    name.flatMap { paragraphs[$0] } ?? paragraphs["Standard"] ?? Paragraph()
  }

  /// Returns the style of the pages that a paragraph of a style begins; nil if it begins none.
  func master(of paragraph: String?) -> String? {
    guard let paragraph else { return nil }
    return chain(Key(family: "paragraph", name: paragraph)).last {
      $0["style:master-page-name"] != nil
    }
    .flatMap { $0["style:master-page-name"] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func read(_ style: MarkupNode) {
    guard let name = style["style:name"] else {
      if style.name == "text:outline-style" { outline = OpenDocumentList(style) }
      return
    }
    switch style.name {
    case "style:style": sources[Key(family: style["style:family"] ?? "", name: name)] = style
    case "text:list-style": lists[name] = OpenDocumentList(style)
    case "text:outline-style": outline = OpenDocumentList(style)
    default: break
    }
  }

  private mutating func readFonts(_ fonts: MarkupNode) {
    for font in fonts.children("style:font-face") {
      guard let name = font["style:name"] else { continue }
      let isFixed = font["style:font-pitch"] == "fixed"
      if isFixed || OfficeFonts.isMonospace(font["svg:font-family"] ?? name) {
        fixedFonts.insert(name)
      }
    }
  }

  /// Returns a style after those it is based on.
  private func chain(_ key: Key) -> [MarkupNode] {
    var chain: [MarkupNode] = []
    var next: String? = key.name
    while let name = next, let style = sources[Key(family: key.family, name: name)],
      chain.count < Self.deepest
    {
      chain.append(style)
      next = style["style:parent-style-name"]
    }
    return chain.reversed()
  }

  private static func name(of style: MarkupNode) -> String {
    style["style:display-name"] ?? decoded(style["style:name"] ?? "")
  }

  /// Blanks in names of styles are written as "_20_".
  private static func decoded(_ name: String) -> String {
    name.split(separator: "_20_", omittingEmptySubsequences: false).joined(separator: " ")
  }

  private func format(_ chain: [MarkupNode]) -> TextFormat {
    var format = TextFormat()
    for style in chain {
      if let properties = style.child("style:text-properties") {
        format = self.format(of: properties).over(format)
      }
      if ParagraphRole.isCode(styleName: Self.name(of: style)) { format.state(.monospace, true) }
    }
    return format
  }

  private func paragraph(_ key: Key) -> Paragraph {
    let chain = chain(key)
    var paragraph = Paragraph(format: format(chain))
    for style in chain {
      if let role = ParagraphRole(styleName: Self.name(of: style)) { paragraph.role = role }
      if let list = style["style:list-style-name"] { paragraph.list = list }
      guard let properties = style.child("style:paragraph-properties") else { continue }
      let base = (paragraph.margin, paragraph.indent)
      if let value = Self.length(properties["fo:margin-left"]) { paragraph.margin = value }
      if let value = Self.length(properties["fo:text-indent"]) { paragraph.indent = value }
      let added = paragraph.margin + min(0, paragraph.indent) - base.0 - min(0, base.1)
      paragraph.isIndented = added > Self.quotationMargin
      if let mode = properties["style:writing-mode"], mode != "page" {
        paragraph.layout.isRightToLeft = mode.hasPrefix("rl")
      }
      paragraph.layout.alignment = properties["fo:text-align"] ?? paragraph.layout.alignment
    }
    return paragraph
  }

  private static let quotationMargin = 5.0
  private static let units: [(name: String, millimetres: Double)] = [
    ("cm", 10), ("mm", 1), ("in", 25.4), ("pt", 25.4 / 72), ("pc", 25.4 / 6), ("px", 25.4 / 96),
  ]

  /// Returns a length in millimetres.
  private static func length(_ value: String?) -> Double? {
    guard let value, let unit = units.first(where: { value.hasSuffix($0.name) }),
      let number = Double(value.dropLast(2)), number.isFinite
    else { return nil }
    return number * unit.millimetres
  }

  private func format(of properties: MarkupNode) -> TextFormat {
    var format = TextFormat()
    if let weight = properties["fo:font-weight"] {
      format.state(.bold, weight == "bold" || (Int(weight) ?? 0) >= 600)
    }
    if let slope = properties["fo:font-style"] { format.state(.italic, slope != "normal") }
    for (name, mark) in [("underline", OfficeMarks.underlined), ("line-through", .struck)] {
      let value = properties["style:text-\(name)-style"] ?? properties["style:text-\(name)-type"]
      if let value { format.state(mark, value != "none") }
    }
    if let position = properties["style:text-position"]?.split(separator: " ").first {
      let percent = Int(position.prefix { $0 != "%" && $0 != "." }) ?? 0
      format.state(.superscript, position == "super" || percent > 0)
      format.state(.subscript, position == "sub" || percent < 0)
    }
    if let variant = properties["fo:font-variant"] {
      format.state(.smallCapitals, variant == "small-caps")
    }
    if let letters = properties["fo:text-transform"] {
      format.state(.capitals, letters == "uppercase")
    }
    if let display = properties["text:display"] { format.state(.hidden, display == "none") }
    if let font = properties["style:font-name"] ?? properties["fo:font-family"] {
      format.state(.monospace, fixedFonts.contains(font) || OfficeFonts.isMonospace(font))
    }
    return format
  }
}

/// A list style, or the numbering of headings.
struct OpenDocumentList {
  struct Level {
    /// Empty for levels without a number.
    var format = ""
    var isBullet = false
    var prefix = ""
    var suffix = ""
    var start = 1
    /// The number of levels in a number.
    var shown = 1

    /// Whether the text has numbers of several levels or words, which lists of XHTML cannot show.
    var isCompound: Bool { shown > 1 || (prefix + suffix).contains { $0.isLetter || $0 == "§" } }
  }

  private(set) var levels: [Int: Level] = [:]

  init() {}

  init(_ style: MarkupNode) {
    for node in style.elements {
      guard let place = node["text:level"].flatMap({ Int($0) }), (1...10).contains(place) else {
        continue
      }
      let isNumber = node["style:num-format"] != nil
      levels[place] = Level(
        format: node["style:num-format"] ?? "",
        isBullet: !isNumber && !node.name.hasSuffix("number"),
        prefix: node["style:num-prefix"] ?? "", suffix: node["style:num-suffix"] ?? "",
        start: OpenDocumentValue.number(node["text:start-value"], 0...1_000_000) ?? 1,
        shown: OpenDocumentValue.number(node["text:display-levels"], 1...10) ?? 1)
    }
  }

  /// Returns the text of the number of a level.
  func text(_ place: Int, _ counts: [Int: Int]) -> String {
    guard let level = levels[place], !level.format.isEmpty else { return "" }
    let shown = max(1, place - level.shown + 1)...max(1, place)
    let numbers = shown.compactMap { upper -> String? in
      guard let known = levels[upper], !known.format.isEmpty else { return nil }
      return CounterText.text(counts[upper] ?? known.start, known.format)
    }
    return level.prefix + numbers.joined(separator: ".") + level.suffix
  }
}

enum OpenDocumentValue {
  /// Returns a whole number, clamped to a range.
  static func number(_ value: String?, _ range: ClosedRange<Int>) -> Int? {
    value.flatMap { Int($0) }.map { min(range.upperBound, max(range.lowerBound, $0)) }
  }
}
