import DocumentModel

/// The names of XFDF (ISO 19444-1) and the entries of annotation dictionaries that they stand for.
enum XFDF {
  static let space = "http://ns.adobe.com/xfdf/"
  /// The namespace of Recto's own attributes, which other programs ignore.
  static let ownSpace = "urn:recto:annotations"

  /// Elements by their subtypes.
  static let elements: [String: String] = Dictionary(
    uniqueKeysWithValues: AnnotationKind.allCases.compactMap(\.facts.subtype).map {
      ($0, $0.lowercased())
    })
  static let subtypes = Dictionary(uniqueKeysWithValues: elements.map { ($1, $0) })

  /// The attributes of annotations, in the order in which they are written.
  static let attributes: [XFDFAttribute] = [
    XFDFAttribute("rect", ["Rect"], .numbers), XFDFAttribute("color", ["C"], .color),
    XFDFAttribute("name", ["NM"], .text), XFDFAttribute("title", ["T"], .text),
    XFDFAttribute("subject", ["Subj"], .text), XFDFAttribute("date", ["M"], .text),
    XFDFAttribute("creationdate", ["CreationDate"], .text),
    XFDFAttribute("flags", ["F"], .flags), XFDFAttribute("opacity", ["CA"], .number),
    XFDFAttribute("icon", ["Name"], .name), XFDFAttribute("inreplyto", ["IRT"], .text),
    XFDFAttribute("replyType", ["RT"], .oneOf(["R": "reply", "Group": "group"])),
    XFDFAttribute("state", ["State"], .text), XFDFAttribute("statemodel", ["StateModel"], .text),
    XFDFAttribute("width", ["BS", "W"], .number),
    XFDFAttribute(
      "style", ["BS", "S"],
      .oneOf(["S": "solid", "D": "dash", "B": "bevelled", "I": "inset", "U": "underline"])),
    XFDFAttribute("dashes", ["BS", "D"], .numbers),
    XFDFAttribute("intensity", ["BE", "I"], .number),
    XFDFAttribute("interior-color", ["IC"], .color), XFDFAttribute("fringe", ["RD"], .numbers),
    XFDFAttribute("coords", ["QuadPoints"], .numbers), XFDFAttribute("callout", ["CL"], .numbers),
    XFDFAttribute("rotation", ["Rotate"], .number), XFDFAttribute("intent", ["IT"], .name),
    XFDFAttribute(
      "justification", ["Q"], .numbered(["left", "centered", "right"])),
    XFDFAttribute("symbol", ["Sy"], .oneOf(["P": "paragraph", "None": "none"])),
    XFDFAttribute("leaderLength", ["LL"], .number),
    XFDFAttribute("leaderExtend", ["LLE"], .number),
    XFDFAttribute("leader-offset", ["LLO"], .number), XFDFAttribute("caption", ["Cap"], .yesOrNo),
    XFDFAttribute("caption-style", ["CP"], .name),
  ]

  /// The names of the bits of `/F`, the lowest first (PDF 32000-1, table 165).
  static let flags = [
    "invisible", "hidden", "print", "nozoom", "norotate", "noview", "readonly", "locked",
    "togglenoview", "lockedcontents",
  ]
}

/// An attribute of an annotation's element, and the entry of its dictionary.
struct XFDFAttribute {
  enum Form {
    case text
    case name
    case number
    case numbers
    /// `#RRGGBB`.
    case color
    case flags
    case yesOrNo
    /// Words by the names in a PDF.
    case oneOf([String: String])
    /// Words for the numbers from 0.
    case numbered([String])
  }

  var name: String
  /// The keys that lead to the entry.
  var path: [String]
  private var form: Form

  init(_ name: String, _ path: [String], _ form: Form) {
    self.name = name
    self.path = path
    self.form = form
  }

  /// Returns the entry's value for an attribute's; nil if it has none.
  func value(of text: String) -> PDFObject? {
    switch form {
    case .text: return .string(PDFText.encoded(text))
    case .name: return .name(PDFName.encoded(text))
    case .number: return Self.numbers(text).first.map { PDFObject($0) }
    case .numbers: return .numbers(Self.numbers(text))
    case .color:
      let digits = text.drop { $0 == "#" }
      guard digits.utf8.count == 6, let color = UInt32(digits, radix: 16) else { return nil }
      return .numbers(ColorComponents.numbers(color))
    case .flags:
      let words = Set(text.lowercased().split { $0 == "," || $0.isWhitespace }.map(String.init))
      return .integer(
        XFDF.flags.enumerated().reduce(0) { words.contains($1.element) ? $0 | 1 << $1.offset : $0 })
    case .yesOrNo: return .bool(text == "yes")
    case .oneOf(let words):
      let lower = text.lowercased()
      return words.first { $0.value == lower || $0.key.lowercased() == lower }.map {
        .name($0.key)
      }
    case .numbered(let words): return words.firstIndex(of: text.lowercased()).map { .integer($0) }
    }
  }

  /// Returns the attribute's value for an entry's, whose references are resolved; nil if it cannot be written.
  func text(of value: PDFObject) -> String? {
    switch form {
    case .text: return value.string.map(PDFText.decoded)
    case .name: return value.name.map(PDFName.decoded)
    case .number: return value.number.map(PDFNumber.text)
    case .numbers:
      guard let items = value.array, !items.isEmpty else { return nil }
      let numbers = items.compactMap(\.number)
      return numbers.count == items.count
        ? numbers.map(PDFNumber.text).joined(separator: ",") : nil
    case .color: return Self.color(value)
    case .flags:
      let bits = value.integer ?? 0
      let words = XFDF.flags.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element)
      return words.isEmpty ? nil : words.joined(separator: ",")
    case .yesOrNo: return value.bool.map { $0 ? "yes" : "no" }
    case .oneOf(let words): return value.name.flatMap { words[$0] }
    case .numbered(let words): return value.integer.flatMap { words[safe: $0] }
    }
  }

  private static func color(_ value: PDFObject) -> String? {
    let numbers = (value.array ?? []).compactMap(\.number)
    return ColorComponents.value(numbers).map { color in
      let digits = String(color, radix: 16, uppercase: true)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }

  /// Returns the numbers of a list with commas, semicolons or blanks; none if one is not a number.
  static func numbers(_ text: String) -> [Double] {
    let words = text.utf8.split(maxSplits: mostNumbers) { $0 == 0x2C || $0 == 0x3B || $0 <= 0x20 }
    let numbers = words.compactMap { Double(String(Substring($0))) }.filter(\.isFinite)
    return numbers.count == words.count ? numbers : []
  }

  private static let mostNumbers = 2 * AnnotationReader.mostPoints
}

/// Names of a PDF in any script, as UTF-8 (PDF 32000-1, 7.3.5).
enum PDFName {
  /// Returns a text as a name's characters, one a byte.
  static func encoded(_ text: String) -> String {
    String(String.UnicodeScalarView(text.utf8.prefix(127).map { Unicode.Scalar($0) }))
  }

  /// Returns a name's text; one that is not UTF-8 is read as Latin-1.
  static func decoded(_ name: String) -> String {
    let bytes = name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return String(validating: bytes, as: UTF8.self) ?? name
  }
}
