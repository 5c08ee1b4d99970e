/// The letters a text is set in: which bytes mean which, and how wide they are.
struct Typeface {
  /// Codes by character.
  let codes: [Unicode.Scalar: UInt8]
  /// For letters of size 1, by code; 256 of them.
  let widths: [Double]

  /// The bytes of a text; nil where a letter is missing.
  func encoded(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in String(text).unicodeScalars {
      guard let byte = codes[scalar] else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  func width(_ letters: some Sequence<UInt8>) -> Double {
    letters.reduce(0) { $0 + widths[Int($1)] }
  }

  /// Text broken into lines at blanks, words longer than a line anywhere; nil where a letter is missing.
  func lines(_ text: String, size: Double, width room: Double) -> [[UInt8]]? {
    var lines: [[UInt8]] = []
    for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let letters = encoded(paragraph) else { return nil }
      lines += broken(letters, size: size, width: room)
    }
    return lines
  }

  private func broken(_ letters: [UInt8], size: Double, width room: Double) -> [[UInt8]] {
    let gap = codes[" "] ?? 0x20
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    var used = 0.0
    for word in letters.split(separator: gap, omittingEmptySubsequences: false) {
      let blank = used == 0 ? 0 : width([gap]) * size
      let wide = width(word) * size
      if used > 0, used + blank + wide > room {
        lines.append(line)
        (line, used) = ([], 0)
      } else if used > 0 {
        line.append(gap)
        used += blank
      }
      for letter in word {
        let step = width([letter]) * size
        if used > 0, used + step > room {
          lines.append(line)
          (line, used) = ([], 0)
        }
        line.append(letter)
        used += step
      }
    }
    return lines + [line]
  }
}

extension Typeface {
  /// Widths of the fonts every program has, by what their names begin with (PDF 32000-1, 9.6.2.2), from the blank on, of letters in Windows's order.
  static func standardWidths(_ name: String) -> [Double]? {
    let lower = name.lowercased()
    let isBold = lower.contains("bold")
    if lower.hasPrefix("courier") { return [Double](repeating: 600, count: 224) }
    if lower.hasPrefix("times") { return isBold ? timesBold : times }
    if lower.hasPrefix("helvetica") || lower.hasPrefix("arial") {
      return isBold ? Helvetica.bold : Helvetica.regular
    }
    return nil
  }

  // Thousandths of the size.
  private static let times: [Double] = [
    250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500,
    500, 500, 500, 500, 500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611,
    556, 722, 722, 333, 389, 722, 611, 889, 722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722,
    722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500,
    278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480, 200, 480, 541,
    0, 500, 0, 333, 500, 444, 1000, 500, 500, 333, 1000, 556, 333, 889, 0, 611, 0, 0, 333, 333, 444,
    444, 350, 500, 1000, 333, 980, 389, 333, 722, 0, 444, 722, 250, 333, 500, 500, 500, 500, 200,
    500, 333, 760, 276, 500, 564, 333, 760, 333, 400, 564, 300, 300, 333, 500, 453, 250, 333, 300,
    310, 500, 750, 750, 750, 444, 722, 722, 722, 722, 722, 722, 889, 667, 611, 611, 611, 611, 333,
    333, 333, 333, 722, 722, 722, 722, 722, 722, 722, 564, 722, 722, 722, 722, 722, 722, 556, 500,
    444, 444, 444, 444, 444, 444, 667, 444, 444, 444, 444, 444, 278, 278, 278, 278, 500, 500, 500,
    500, 500, 500, 500, 564, 500, 500, 500, 500, 500, 500, 500, 500,
  ]
  private static let timesBold: [Double] = [
    250, 333, 555, 500, 500, 1000, 833, 278, 333, 333, 500, 570, 250, 333, 250, 278, 500, 500, 500,
    500, 500, 500, 500, 500, 500, 500, 333, 333, 570, 570, 570, 500, 930, 722, 667, 722, 722, 667,
    611, 778, 778, 389, 500, 778, 667, 944, 722, 778, 611, 778, 722, 556, 667, 722, 722, 1000, 722,
    722, 667, 333, 278, 333, 581, 500, 333, 500, 556, 444, 556, 444, 333, 500, 556, 278, 333, 556,
    278, 833, 556, 500, 556, 556, 444, 389, 333, 556, 500, 722, 500, 500, 444, 394, 220, 394, 520,
    0, 500, 0, 333, 500, 500, 1000, 500, 500, 333, 1000, 556, 333, 1000, 0, 667, 0, 0, 333, 333,
    500, 500, 350, 500, 1000, 333, 1000, 389, 333, 722, 0, 444, 722, 250, 333, 500, 500, 500, 500,
    220, 500, 333, 747, 300, 500, 570, 333, 747, 333, 400, 570, 300, 300, 333, 556, 540, 250, 333,
    300, 330, 500, 750, 750, 750, 500, 722, 722, 722, 722, 722, 722, 1000, 722, 667, 667, 667, 667,
    389, 389, 389, 389, 722, 722, 778, 778, 778, 778, 778, 570, 778, 722, 722, 722, 722, 722, 611,
    556, 500, 500, 500, 500, 500, 500, 722, 444, 444, 444, 444, 444, 278, 278, 278, 278, 500, 556,
    500, 500, 500, 500, 500, 570, 500, 556, 556, 556, 556, 500, 556, 500,
  ]
}
