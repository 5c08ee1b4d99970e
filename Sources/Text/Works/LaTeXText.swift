/// Decodes the LaTeX that BibTeX files use for letters and signs.
enum LaTeXText {
  /// Returns plain text: accents are composed, braces and unknown commands are dropped.
  static func decoded(_ text: String) -> String {
    var reader = Reader(text: Array(text.unicodeScalars))
    let scalars = reader.read()
    let words = String(String.UnicodeScalarView(scalars))
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private struct Reader {
    let text: [Unicode.Scalar]
    var at = 0
    var result: [Unicode.Scalar] = []

    init(text: [Unicode.Scalar]) { self.text = text }

    mutating func read() -> [Unicode.Scalar] {
      while at < text.count {
        let sign = text[at]
        at += 1
        switch sign {
        case "{", "}", "$": break
        case "~": result.append(" ")
        case "-": dash()
        case "\\": command()
        default: result.append(sign)
        }
      }
      return result
    }

    /// Two or three hyphens are a dash.
    private mutating func dash() {
      let more = text[at...].prefix(2).prefix { $0 == "-" }.count
      at += more
      result.append(more == 2 ? "—" : more == 1 ? "–" : "-")
    }

    private mutating func command() {
      guard at < text.count else { return }
      var name = String(text[at])
      at += 1
      if name.first?.isLetter == true {
        while at < text.count, text[at].isASCII, Character(text[at]).isLetter {
          name.unicodeScalars.append(text[at])
          at += 1
        }
      }
      if let letters = LaTeXText.letters[name] {
        result += letters.unicodeScalars
        if at < text.count, text[at] == " " { at += 1 }
      } else if let mark = LaTeXText.accents[name] {
        accent(mark)
      } else if name.count == 1, name.first?.isLetter == false {
        result += name.unicodeScalars
      }
    }

    /// Reads the letter below an accent: `\"o`, `\"{o}`, `\v c` or `\'{\i}`.
    private mutating func accent(_ mark: UInt32) {
      while at < text.count, text[at] == "{" || text[at] == " " { at += 1 }
      guard at < text.count else { return }
      var base = text[at]
      if base == "\\", at + 1 < text.count, text[at + 1] == "i" || text[at + 1] == "j" {
        at += 1
        base = text[at]
      }
      at += 1
      let composed = Accents.composed(base.value, mark).flatMap(Unicode.Scalar.init)
      if let composed {
        result.append(composed)
      } else {
        result.append(base)
        if let mark = Unicode.Scalar(mark) { result.append(mark) }
      }
    }
  }

  private static let accents: [String: UInt32] = [
    "`": 0x300, "'": 0x301, "^": 0x302, "~": 0x303, "=": 0x304, "u": 0x306, ".": 0x307,
    "\"": 0x308, "r": 0x30A, "H": 0x30B, "v": 0x30C, "c": 0x327, "k": 0x328, "d": 0x323,
    "b": 0x331,
  ]

  private static let letters = [
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø",
    "O": "Ø", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ",
    "textendash": "–", "textemdash": "—", "textquoteright": "’", "textquoteleft": "‘",
    "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_",
    "ldots": "…", "dots": "…", "copyright": "©", "alpha": "α", "beta": "β", "gamma": "γ",
    "mu": "μ", "pi": "π", "lambda": "λ",
  ]
}
