import DocumentModel

/// Draws icons and text, which stay upright as the page is shown.
extension AppearanceWriter {
  /// Draws a speech bubble with lines, the same in every program.
  mutating func noteIcon() {
    isUpright = true
    let (width, height) = (Double(extent.width), Double(extent.height))
    add([width / 20, 0, 0, height / 20, 0, 0], "cm")
    fillColor(color)
    strokeColor(0x4040_40)
    add([0.8], "w")
    add([1], "j")
    add(raw: "3 18.5 m 17 18.5 l 18.5 18.5 18.5 17 18.5 17 c 18.5 8 l 18.5 6.5 17 6.5 17 6.5 c\n")
    add(
      raw:
        "9 6.5 l 5 1.5 l 5 6.5 l 3 6.5 l 1.5 6.5 1.5 8 1.5 8 c 1.5 17 l 1.5 18.5 3 18.5 3 18.5 c b\n"
    )
    add(raw: "1 w 4.5 15.2 m 15.5 15.2 l 4.5 12.5 m 15.5 12.5 l 4.5 9.8 m 12 9.8 l S\n")
  }

  /// Draws the stamp's name in a frame.
  mutating func stamp() {
    isUpright = true
    let (width, height) = (Double(extent.width), Double(extent.height))
    guard width > 4, height > 4 else { return }
    if let picture = annotation.picture.flatMap(StampImage.init) {
      self.picture = picture
      // A picture fills the unit square (PDF 32000-1, 8.9.5).
      add(raw: "q\n")
      add([width, 0, 0, height, 0, 0], "cm")
      add(raw: "/\(StampImage.name) Do Q\n")
      return
    }
    let word = Self.spaced(annotation.icon.isEmpty ? "Draft" : annotation.icon).uppercased()
    let rim = min(width, height) / 20 + 0.5
    strokeColor(color)
    add([rim], "w")
    add([rim / 2 + 0.5, rim / 2 + 0.5, width - rim - 1, height - rim - 1], "re")
    add([], "S")
    fillColor(color)
    if let letters = Helvetica.encoded(word) {
      let natural = Helvetica.width(letters, isBold: true)
      let size = min(height * 0.6, (width - 4 * rim) / max(natural, 0.1))
      fonts.insert(.bold)
      add(raw: "BT /HeBo \(PDFNumber.text(size)) Tf ")
      add([(width - natural * size) / 2, (height - size * 0.72) / 2], "Td")
      add(raw: Helvetica.shown(letters) + " Tj ET\n")
    } else {
      let lines = LetterOutlines(word, size: height * 0.6, width: .infinity)
      let scale = min(1, (width - 4 * rim) / max(lines.width, 0.1))
      add(
        [
          scale, 0, 0, scale, (width - lines.width * scale) / 2, height / 2 + height * 0.36 * scale,
        ], "cm")
      add(lines, size: height * 0.6)
    }
  }

  /// Splits a name into words: `NotApproved` becomes `Not Approved`.
  private static func spaced(_ name: String) -> String {
    var words = ""
    // Acrobat's own stamps are called `SBApproved` and `SHSignHere`.
    let isAcrobats =
      ["SB", "SH"].contains { name.hasPrefix($0) } && name.dropFirst(3).first?.isLowercase == true
    let name = isAcrobats ? String(name.dropFirst(2)) : name
    for letter in name.prefix(60) {
      if letter.isUppercase, let last = words.last, last.isLowercase { words.append(" ") }
      words.append(letter)
    }
    return words
  }

  /// The padding of a free text in points, and its line height in multiples of the font size.
  static let padding = FreeTextMetrics.padding
  static let leading = FreeTextMetrics.leading

  /// Sets the text in Helvetica if it covers all letters. Otherwise draws outlines from system fonts, which look the same in every viewer, with invisible text
  /// over them.
  mutating func freeText() {
    isUpright = true
    let (width, height) = (Double(extent.width), Double(extent.height))
    add([0, 0, width, height], "re")
    if let fill = annotation.fill {
      fillColor(fill)
      add([], "f")
      add([0, 0, width, height], "re")
    }
    add(raw: "W n\n")
    fillColor(color)
    let size = annotation.fontSize
    let inner = max(width - 2 * Self.padding, size)
    if let lines = Helvetica.lines(annotation.contents, size: size, width: inner) {
      fonts.insert(.regular)
      add(raw: "BT /Helv \(PDFNumber.text(size)) Tf \(PDFNumber.text(size * Self.leading)) TL\n")
      add([Self.padding, height - Self.padding - size * 0.93], "Td")
      for line in lines { add(raw: Helvetica.shown(line) + " Tj T*\n") }
      add(raw: "ET\n")
    } else {
      let lines = LetterOutlines(annotation.contents, size: size, width: inner)
      add([1, 0, 0, 1, Self.padding, height - Self.padding], "cm")
      add(lines, size: size)
    }
  }
}
