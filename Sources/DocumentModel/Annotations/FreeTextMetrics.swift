/// Measures free text as Recto draws it: in Helvetica with a line spacing of 1.2.
package enum FreeTextMetrics {
  /// The distance between the box and its text in points.
  package static let padding = 2.0
  /// The line spacing as a multiple of the font size.
  package static let leading = 1.2

  /// Returns the height in points that a text needs in a box of the given width in points.
  package static func height(of text: String, size: Double, width: Double) -> Double {
    let inner = max(width - 2 * padding, size)
    let count = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .reduce(0) { $0 + lines(of: $1.unicodeScalars, size: size, width: inner) }
    return Double(max(1, count)) * size * leading + 2 * padding
  }

  /// Breaks lines at blanks, and words longer than a line anywhere.
  private static func lines(
    of scalars: Substring.UnicodeScalarView, size: Double, width room: Double
  ) -> Int {
    var (count, used) = (1, 0.0)
    for word in scalars.split(separator: " ", omittingEmptySubsequences: false) {
      let blank = used == 0 ? 0 : advance(of: " ") * size
      let wide = word.reduce(0) { $0 + advance(of: $1) } * size
      if used > 0, used + blank + wide > room {
        (count, used) = (count + 1, 0)
      } else {
        used += blank
      }
      for scalar in word {
        let step = advance(of: scalar) * size
        if used > 0, used + step > room { (count, used) = (count + 1, 0) }
        used += step
      }
    }
    return count
  }

  /// Returns the advance width at font size 1; scalars missing in Helvetica come from other fonts and count as 1, the widest.
  private static func advance(of scalar: Unicode.Scalar) -> Double {
    switch scalar.value {
    case 0x20...0x7E, 0xA0...0xFF: helvetica[Int(scalar.value) - 0x20] / 1_000
    case 0x300...0x36F: 0
    default: 1
    }
  }

  /// Advance widths of Helvetica in WinAnsiEncoding from U+0020 on, in thousandths of the font size.
  package static let helvetica: [Double] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722,
    667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944,
    667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222,
    500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334,
    584, 0, 556, 0, 222, 556, 333, 1000, 556, 556, 333, 1000, 667, 333, 1000, 0, 611, 0, 0, 222,
    222, 333, 333, 350, 556, 1000, 333, 1000, 500, 333, 944, 0, 500, 667, 278, 333, 556, 556, 556,
    556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584, 333, 333, 333, 556, 537, 278,
    333, 333, 365, 556, 834, 834, 834, 611, 667, 667, 667, 667, 667, 667, 1000, 722, 667, 667,
    667, 667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722, 722, 722,
    667, 667, 611, 556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500,
  ]
}

extension Annotation {
  /// Makes a free text's box as high as its text needs.
  package mutating func fitToText() { box.y1 = box.y0 + Float(textHeight) }

  /// Makes a free text's box larger where another program has set its text more narrowly.
  package mutating func growToText() {
    guard kind == .freeText, textHeight > Double(box.height) + 0.5 else { return }
    box.x0 -= Float(FreeTextMetrics.padding)
    box.x1 += Float(FreeTextMetrics.padding)
    box.y1 = max(box.y1, box.y0 + Float(textHeight))
  }

  /// The height in points that a free text needs.
  package var textHeight: Double {
    FreeTextMetrics.height(of: contents, size: fontSize, width: Double(box.width))
  }
}
