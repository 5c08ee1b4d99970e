import DocumentModel

/// Draws a text or choice field as a form XObject (PDF 32000-1, 12.7.3.3).
///
/// Uses the field's own font; Helvetica if that lacks a letter; else draws outlines with invisible text over them.
struct FieldAppearance {
  private(set) var content: [UInt8] = []
  private(set) var entries: [String: PDFObject] = [:]
  /// Whether it wants Helvetica among its resources.
  private(set) var wantsHelvetica = false
  /// The text drawn as outlines.
  private(set) var unseen = UnseenText()

  private let field: FormField
  private let look: WidgetStyle
  private var letters: FieldLetters
  private var text = ""

  init(_ field: FormField, _ look: WidgetStyle, _ letters: FieldLetters) {
    self.field = field
    self.look = look
    self.letters = letters
    text = look.ground
    text += "/Tx BMC\nq\n"
    let rim = look.rim
    let (width, height) = (look.width, look.height)
    op([rim, rim, max(0, width - 2 * rim), max(0, height - 2 * rim)], "re")
    text += "W n\n"
    if field.kind == .list {
      drawList()
    } else {
      drawText(field.kind == .combo ? field.shownValue : field.value.first ?? "")
    }
    text += "Q\nEMC\n"
    content = Array(text.utf8)
    entries = [
      "Type": .name("XObject"), "Subtype": .name("Form"),
      "BBox": .numbers([0, 0, width, height]),
    ]
    if let matrix = look.matrix { entries["Matrix"] = .numbers(matrix) }
  }

  /// Returns the form's dictionary without its length; `helvetica` is that font's object, `unseen` the object of the invisible
  /// text.
  func entries(helvetica: PDFObject, unseen: PDFObject?) -> [String: PDFObject] {
    var entries = entries
    let font = letters.font.object ?? helvetica
    let name = wantsHelvetica ? FieldFont().name : letters.font.name
    var fonts = [name: wantsHelvetica ? helvetica : font]
    if let unseen { fonts[UnseenText.fontName] = unseen }
    entries["Resources"] = .dictionary(["Font": .dictionary(fonts)])
    return entries
  }

  private mutating func op(_ operands: [Double], _ name: String) {
    text += operands.map(PDFNumber.text).joined(separator: " ") + " \(name)\n"
  }

  private mutating func color(_ color: UInt32) {
    op(ColorComponents.numbers(color), "rg")
  }

  /// Points between the rim and the letters; lines are so much higher than letters.
  private static let padding = 2.0
  private static let leading = 1.15
  private static let ascent = 0.93
  /// Limits of automatic font sizes; the upper one applies to multiline fields.
  private static let sizes = (least: 4.0, most: 12.0)

  private var inner: (x: Double, width: Double) {
    let x = look.rim + Self.padding
    return (x, max(1, look.width - 2 * x))
  }

  /// Returns a font that has all letters; nil if none has, and outlines are drawn.
  private mutating func face(for words: String) -> Typeface? {
    let plain = words.split(separator: "\n").joined()
    if letters.font.face.encoded(plain) != nil {
      wantsHelvetica = letters.font.object == nil
      return letters.font.face
    }
    wantsHelvetica = true
    return Helvetica.encoded(plain) == nil ? nil : Helvetica.face
  }

  private var fontName: String { wantsHelvetica ? FieldFont().name : letters.font.name }

  private mutating func drawText(_ value: String) {
    guard !value.isEmpty else { return }
    var words = value
    if field.flags.contains(.password) {
      words = String(repeating: "*", count: value.unicodeScalars.count)
    }
    let face = face(for: words)
    color(letters.color)
    if field.flags.contains(.comb), let cells = field.maxLength {
      drawComb(words, cells, face)
    } else if field.flags.contains(.multiline) {
      drawLines(words, face)
    } else {
      drawLine(words, face)
    }
  }

  // MARK: one line

  private func width(_ words: String, _ size: Double, _ face: Typeface?) -> Double {
    guard let face, let bytes = face.encoded(words) else {
      return LetterOutlines(words, size: size, width: .infinity).width
    }
    return face.width(bytes) * size
  }

  /// Returns the given size, or the largest with which the words fit.
  private func fitted(_ words: String, _ room: Double, _ high: Double, _ face: Typeface?) -> Double
  {
    guard letters.size == 0 else { return letters.size }
    let size = max(Self.sizes.least, high / Self.leading)
    let wide = width(words, size, face)
    return wide > room ? max(Self.sizes.least, size * room / wide) : size
  }

  /// Returns the baseline of vertically centred text.
  private func baseline(_ size: Double) -> Double {
    (look.height - size * 0.925) / 2 + size * 0.207
  }

  private mutating func drawLine(_ words: String, _ face: Typeface?) {
    let words = words.split(whereSeparator: \.isNewline).joined(separator: " ")
    let size = fitted(words, inner.width, look.height - 2 * look.rim, face)
    let spare = inner.width - width(words, size, face)
    let x = inner.x + max(0, spare) * look.share
    set([(words, x, baseline(size))], size, face)
  }

  /// A character a cell.
  private mutating func drawComb(_ words: String, _ cells: Int, _ face: Typeface?) {
    let step = look.width / Double(cells)
    let characters = words.prefix(cells).map { String($0) }
    let widest = characters.max { width($0, 1, face) < width($1, 1, face) } ?? ""
    let size = fitted(widest, step, look.height - 2 * look.rim, face)
    let spare = Double(cells - characters.count) * look.share
    let first = spare.rounded(.down)
    let places = characters.enumerated().map { place, character in
      (
        character,
        (first + Double(place)) * step + (step - width(character, size, face)) / 2,
        baseline(size)
      )
    }
    // Found as one word.
    let whole = LetterOutlines.Piece(
      characters.joined(), x: first * step, y: baseline(size),
      width: step * Double(characters.count))
    set(places, size, face, said: [whole])
  }

  // MARK: several lines

  private mutating func drawLines(_ words: String, _ face: Typeface?) {
    let top = look.height - look.rim - Self.padding
    var size = letters.size
    if size == 0 {
      size = Self.sizes.most
      while size > Self.sizes.least, height(of: words, size, face) > top - look.rim {
        size -= 0.5
      }
    }
    guard let face, let lines = face.lines(words, size: size, width: inner.width) else {
      let outlines = LetterOutlines(words, size: size, width: inner.width)
      op([1, 0, 0, 1, inner.x, top], "cm")
      text += outlines.path + unseen.shown(outlines.pieces, size: size)
      return
    }
    text += "BT\n/\(fontName) \(PDFNumber.text(size)) Tf\n"
    var last = (x: 0.0, y: 0.0)
    for (place, line) in lines.prefix(2_000).enumerated() {
      let spare = max(0, inner.width - face.width(line) * size)
      let x = inner.x + spare * look.share
      let y = top - size * (Self.ascent + Double(place) * Self.leading)
      op([x - last.x, y - last.y], "Td")
      last = (x, y)
      text += Helvetica.shown(line) + " Tj\n"
    }
    text += "ET\n"
  }

  private func height(of words: String, _ size: Double, _ face: Typeface?) -> Double {
    let count =
      face?.lines(words, size: size, width: inner.width)?.count
      ?? words.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) {
        $0 + 1 + Int(width(String($1), size, nil) / inner.width)
      }
    return Double(count) * size * Self.leading
  }

  /// All options one below the other, the chosen ones on a ground.
  private mutating func drawList() {
    let face = face(for: field.options.map(\.words).joined())
    let size = letters.size > 0 ? letters.size : Self.sizes.most
    let high = size * Self.leading
    // Below the last line nothing need be free.
    let room = max(1, Int((look.height - 2 * look.rim) / high + 0.2))
    let chosen = Set(field.value)
    let first = field.options.firstIndex { chosen.contains($0.value) } ?? 0
    let start = max(0, first - room + 1)
    let top = look.height - look.rim
    var places: [(String, Double, Double)] = []
    for (row, option) in field.options.dropFirst(start).prefix(room + 1).enumerated() {
      let foot = top - Double(row + 1) * high
      if chosen.contains(option.value) {
        op([0.6, 0.756_86, 0.854_9], "rg")
        op([look.rim, foot, max(0, look.width - 2 * look.rim), high], "re")
        text += "f\n"
      }
      let spare = max(0, inner.width - width(option.words, size, face))
      places.append((option.words, inner.x + spare * look.share, foot + size * 0.25))
    }
    color(letters.color)
    set(places, size, face)
  }

  /// `said` is the invisible text over outlines, if it is not each part's own words.
  private mutating func set(
    _ places: [(words: String, x: Double, y: Double)], _ size: Double, _ face: Typeface?,
    said: [LetterOutlines.Piece]? = nil
  ) {
    guard let face else {
      for place in places {
        let outlines = LetterOutlines(place.words, size: size, width: .infinity)
        text += "q\n"
        op([1, 0, 0, 1, place.x, place.y + size * Self.ascent], "cm")
        text += outlines.path
        if said == nil { text += unseen.shown(outlines.pieces, size: size) }
        text += "Q\n"
      }
      if let said { text += unseen.shown(said, size: size) }
      return
    }
    text += "BT\n/\(fontName) \(PDFNumber.text(size)) Tf\n"
    var last = (x: 0.0, y: 0.0)
    for place in places {
      guard let bytes = face.encoded(place.words) else { continue }
      op([place.x - last.x, place.y - last.y], "Td")
      last = (place.x, place.y)
      text += Helvetica.shown(bytes) + " Tj\n"
    }
    text += "ET\n"
  }
}
