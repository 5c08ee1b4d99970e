/// The styles of a document of WordprocessingML, resolved along their inheritance.
struct WordStyles {
  struct Style {
    var role = ParagraphRole.body
    var format = TextFormat()
    var numbering: (id: String, level: Int?)?
    var layout = WordLayout()
  }

  private(set) var styles: [String: Style] = [:]
  private(set) var base = Style()
  /// Of text that does not state its own; empty if the file does not say.
  private(set) var language = ""
  private var sources: [String: MarkupNode] = [:]

  init(_ root: MarkupNode?) {
    guard let root else { return }
    for style in root.children("w:style").prefix(Self.mostStyles) {
      if let id = style["w:styleId"], sources[id] == nil { sources[id] = style }
    }
    let usual = root.child("w:docDefaults")?.child("w:rPrDefault")?.child("w:rPr")
    language = usual?.child("w:lang")?["w:val"] ?? ""
    for id in sources.keys { styles[id] = resolved(id) }
    let normal = sources.first {
      $1["w:type"] == "paragraph" && WordValue.isOn($1["w:default"] ?? "0")
    }
    if let normal { base = styles[normal.key] ?? Style() }
  }

  /// Returns a paragraph's style; paragraphs without one have the default style.
  func paragraph(_ id: String?) -> Style { id.flatMap { styles[$0] } ?? base }

  private static let mostStyles = 10_000
  private static let deepest = 32

  private func resolved(_ id: String) -> Style {
    var chain: [MarkupNode] = []
    var next: String? = id
    while let id = next, let style = sources[id], chain.count < Self.deepest {
      chain.append(style)
      next = style.child("w:basedOn")?["w:val"]
    }
    var result = Style()
    for style in chain.reversed() {
      if let role = Self.role(of: style) { result.role = role }
      result.format = Self.format(of: style).over(result.format)
      guard let properties = style.child("w:pPr") else { continue }
      result.layout = WordLayout(properties).over(result.layout)
      if let numbering = properties.child("w:numPr") {
        let level = WordValue.number(numbering.child("w:ilvl"))
        let known = result.numbering?.id
        if let id = numbering.child("w:numId")?["w:val"] ?? known { result.numbering = (id, level) }
      }
    }
    return result
  }

  private static func role(of style: MarkupNode) -> ParagraphRole? {
    ParagraphRole(styleName: style.child("w:name")?["w:val"] ?? "")
      ?? WordLayout.outlineRole(style.child("w:pPr"))
  }

  private static func format(of style: MarkupNode) -> TextFormat {
    var format = style.child("w:rPr").map { WordValue.format(of: $0) } ?? TextFormat()
    let name = style.child("w:name")?["w:val"] ?? ""
    if ParagraphRole.isCode(styleName: name) { format.state(.monospace, true) }
    return format
  }
}

/// The layout of a paragraph that its place in the text depends on; nil for values that are inherited.
struct WordLayout {
  /// In twentieths of a point.
  var left: Int?
  var hanging: Int?
  var isRightToLeft: Bool?
  var alignment: String?

  init() {}

  init(_ properties: MarkupNode) {
    if let indent = properties.child("w:ind") {
      left = WordValue.number(indent["w:start"] ?? indent["w:left"])
      hanging = WordValue.number(indent["w:hanging"])
    }
    isRightToLeft = properties.child("w:bidi").map { WordValue.isOn($0["w:val"]) }
    alignment = properties.child("w:jc")?["w:val"]
  }

  func over(_ base: WordLayout) -> WordLayout {
    var layout = self
    layout.left = left ?? base.left
    layout.hanging = hanging ?? base.hanging
    layout.isRightToLeft = isRightToLeft ?? base.isRightToLeft
    layout.alignment = alignment ?? base.alignment
    return layout
  }

  /// The indent of the first line.
  var indent: Int { (left ?? 0) - (hanging ?? 0) }

  private static let alignments = ["center": "center", "right": "right", "end": "right"]

  var attributes: [(name: String, value: String?)] {
    let align = alignment.flatMap { Self.alignments[$0] }
    return [
      ("dir", isRightToLeft == true ? "rtl" : nil), ("style", align.map { "text-align: \($0)" }),
    ]
  }

  /// Returns the role that an outline level gives to paragraphs.
  static func outlineRole(_ properties: MarkupNode?) -> ParagraphRole? {
    WordValue.number(properties?.child("w:outlineLvl")).map {
      (0..<9).contains($0) ? .heading($0 + 1) : .body
    }
  }
}

/// Values of attributes in WordprocessingML.
enum WordValue {
  private static let off: Set<String> = ["0", "false", "off", "none"]

  static func isOn(_ value: String?) -> Bool { value.map { !off.contains($0) } ?? true }

  static func number(_ node: MarkupNode?) -> Int? { number(node?["w:val"]) }

  /// Returns a whole number; larger ones are no sizes of anything on a page.
  static func number(_ value: String?) -> Int? {
    value.flatMap { Int($0) }.map { min(1_000_000, max(-1_000_000, $0)) }
  }

  private static let toggles: [(name: String, mark: OfficeMarks)] = [
    ("w:b", .bold), ("w:i", .italic), ("w:strike", .struck), ("w:dstrike", .struck),
    ("w:caps", .capitals), ("w:smallCaps", .smallCapitals), ("w:vanish", .hidden),
  ]
  /// Marks that are off if both the paragraph's and the character style set them (ECMA-376-1, 17.7.3).
  static let toggled: OfficeMarks = [.bold, .italic, .struck, .capitals, .smallCapitals, .hidden]

  /// Reads run properties.
  static func format(of properties: MarkupNode) -> TextFormat {
    var format = TextFormat()
    for toggle in toggles {
      guard let node = properties.child(toggle.name) else { continue }
      format.state(toggle.mark, isOn(node["w:val"]) || format.marks.contains(toggle.mark))
    }
    if let line = properties.child("w:u") { format.state(.underlined, isOn(line["w:val"])) }
    if let color = properties.child("w:highlight") { format.state(.marked, isOn(color["w:val"])) }
    if let shift = properties.child("w:vertAlign")?["w:val"] {
      format.state(.superscript, shift == "superscript")
      format.state(.subscript, shift == "subscript")
    }
    if let fonts = properties.child("w:rFonts"), let font = fonts["w:ascii"] ?? fonts["w:hAnsi"] {
      format.state(.monospace, OfficeFonts.isMonospace(font))
    }
    return format
  }
}
