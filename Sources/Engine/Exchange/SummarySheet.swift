import DocumentModel

/// Sets paragraphs on pages of A4: in Helvetica, or as outlines of the system's fonts with invisible text where it lacks letters.
struct SummarySheet {
  private var file = NewFile(header: "PDF-1.7")
  private let pages: PDFObject.Reference
  private let regular: PDFObject.Reference
  private let bold: PDFObject.Reference
  private var kids: [PDFObject.Reference] = []
  private var content = ""
  private var unseen = UnseenText()
  private var glyphless: (font: PDFObject.Reference, letters: Int)?
  /// The distance of what is set next from the upper edge, in points.
  private var top = Self.margin

  // In points.
  private static let size = (width: 595.0, height: 842.0)
  private static let margin = 56.0
  private static let step = 14.0
  private static let dot = 3.0

  private struct RowStyle {
    var size: Double
    var isBold = false
    /// From 0 (black) to 1.
    var gray = 0.0
    /// Points above it.
    var gap = 2.0
  }

  private static let styles: [SheetLine.Style: RowStyle] = [
    .title: RowStyle(size: 16, isBold: true), .heading: RowStyle(size: 12, isBold: true, gap: 14),
    .entry: RowStyle(size: 9, gray: 0.35, gap: 9), .quote: RowStyle(size: 10, gray: 0.25),
    .note: RowStyle(size: 10),
  ]

  static func bytes(_ lines: [SheetLine]) -> [UInt8] {
    var sheet = SummarySheet()
    for line in lines { sheet.add(line) }
    return sheet.finished()
  }

  private init() {
    pages = file.newNumber()
    regular = file.newNumber()
    bold = file.newNumber()
  }

  /// Characters of a paragraph in other fonts that are set at once; a page holds more.
  private static let mostAtOnce = 1_200

  private mutating func add(_ line: SheetLine) {
    let style = Self.styles[line.style] ?? RowStyle(size: 10)
    let left = Self.margin + Double(min(line.depth, 8)) * Self.step
    let width = Self.size.width - Self.margin - left
    top += top > Self.margin ? style.gap : 0
    let isInHelvetica = Helvetica.lines(line.text, size: style.size, width: width) != nil
    let most = isInHelvetica ? Int.max : Self.mostAtOnce
    var rest = line.text[...]
    var isFirst = true
    while isFirst || !rest.isEmpty {
      let part = String(rest.prefix(most))
      rest = rest.dropFirst(part.count)
      set(part, style, left: left, width: width, dot: isFirst ? line.color : nil)
      isFirst = false
    }
  }

  private mutating func set(
    _ text: String, _ style: RowStyle, left: Double, width: Double, dot: UInt32?
  ) {
    let leading = style.size * AppearanceWriter.leading
    // Bold letters are wider than the regular ones by which lines are broken.
    let room = style.isBold ? width * 0.93 : width
    let set = Helvetica.lines(text, size: style.size, width: room)
    let outlines = set == nil ? LetterOutlines(text, size: style.size, width: width) : nil
    let count = set?.count ?? Set(outlines?.pieces.map(\.y) ?? []).count
    if outlines != nil { breakPage(before: Double(count) * leading) }
    if let dot { breakPage(before: leading); paint(dot, left: left, style) }
    for line in set ?? [] {
      breakPage(before: leading)
      let baseline = Self.size.height - top - style.size * 0.93
      content +=
        "\(number(style.gray)) g BT /\(style.isBold ? "HeBo" : "Helv") \(number(style.size)) Tf "
      content += "\(number(left)) \(number(baseline)) Td \(Helvetica.shown(line)) Tj ET\n"
      top += leading
    }
    guard let outlines else { return }
    content +=
      "q \(number(style.gray)) g 1 0 0 1 \(number(left)) \(number(Self.size.height - top)) cm\n"
    content += outlines.path + unseen.shown(outlines.pieces, size: style.size) + "Q\n"
    top += Double(count) * leading
  }

  private func number(_ value: Double) -> String { PDFNumber.text(value) }

  /// Paints a square of a colour left of a line.
  private mutating func paint(_ color: UInt32, left: Double, _ style: RowStyle) {
    let tint = ColorComponents.numbers(color).map(PDFNumber.text).joined(separator: " ")
    let side = 2 * Self.dot
    let (x, y) = (left - 3 * Self.dot, Self.size.height - top - style.size * 0.93)
    content += "\(tint) rg \(number(x)) \(number(y)) \(number(side)) \(number(side)) re f\n"
  }

  private mutating func breakPage(before height: Double) {
    if top + height > Self.size.height - Self.margin, top > Self.margin { endPage() }
  }

  private mutating func endPage() {
    let (page, stream) = (file.newNumber(), file.newNumber())
    file.add(stream: [:], Array(content.utf8), as: stream)
    var fonts: [String: PDFObject] = ["Helv": .reference(regular), "HeBo": .reference(bold)]
    if !unseen.letters.isEmpty {
      let known = glyphless ?? (file.newNumber(), 0)
      glyphless = (known.font, max(known.letters, unseen.letters.count))
      let (font, meanings) = (file.newNumber(), file.newNumber())
      file.add(stream: [:], unseen.meanings, as: meanings)
      file.add(
        .dictionary(GlyphlessFont.entries(descendant: known.font, meanings: meanings)), as: font)
      fonts[UnseenText.fontName] = .reference(font)
    }
    file.add(
      .dictionary([
        "Type": .name("Page"), "Parent": .reference(pages),
        "MediaBox": .numbers([0, 0, Self.size.width, Self.size.height]),
        "Resources": .dictionary(["Font": .dictionary(fonts)]), "Contents": .reference(stream),
      ]), as: page)
    kids.append(page)
    (content, unseen, top) = ("", UnseenText(), Self.margin)
  }

  private mutating func finished() -> [UInt8] {
    if !content.isEmpty || kids.isEmpty { endPage() }
    for (font, name) in [(regular, "Helvetica"), (bold, "Helvetica-Bold")] {
      file.add(
        .dictionary([
          "Type": .name("Font"), "Subtype": .name("Type1"), "BaseFont": .name(name),
          "Encoding": .name("WinAnsiEncoding"),
        ]), as: font)
    }
    if let glyphless { file.addGlyphlessFont(as: glyphless.font, through: glyphless.letters) }
    file.add(
      .dictionary([
        "Type": .name("Pages"), "Kids": .array(kids.map { .reference($0) }),
        "Count": .integer(kids.count),
      ]), as: pages)
    let root = file.newNumber()
    file.add(.dictionary(["Type": .name("Catalog"), "Pages": .reference(pages)]), as: root)
    file.close(root: root)
    return file.bytes
  }
}
