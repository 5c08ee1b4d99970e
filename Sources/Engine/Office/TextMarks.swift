/// The character formatting that the text of a document keeps.
struct TextMarks: OptionSet, Hashable {
  let rawValue: Int

  static let bold = TextMarks(rawValue: 1)
  static let italic = TextMarks(rawValue: 2)
  static let underlined = TextMarks(rawValue: 4)
  static let struck = TextMarks(rawValue: 8)
  static let superscript = TextMarks(rawValue: 16)
  static let `subscript` = TextMarks(rawValue: 32)
  static let monospace = TextMarks(rawValue: 64)
  static let capitals = TextMarks(rawValue: 128)
  static let smallCapitals = TextMarks(rawValue: 256)
  static let hidden = TextMarks(rawValue: 512)

  private static let elements: [(mark: TextMarks, element: OfficeElement)] = [
    (.capitals, OfficeElement("span", [("style", "text-transform: uppercase")])),
    (.smallCapitals, OfficeElement("span", [("style", "font-variant: small-caps")])),
    (.bold, OfficeElement("strong")), (.italic, OfficeElement("em")),
    (.underlined, OfficeElement("u")), (.struck, OfficeElement("s")),
    (.monospace, OfficeElement("code")), (.superscript, OfficeElement("sup")),
    (.subscript, OfficeElement("sub")),
  ]

  /// The elements for the marks, from the outermost.
  var elements: [OfficeElement] {
    isEmpty ? [] : Self.elements.filter { contains($0.mark) }.map(\.element)
  }
}

/// Marks that a style sets or clears; it leaves all others as they are.
struct TextFormat: Equatable {
  private(set) var marks: TextMarks = []
  private(set) var stated: TextMarks = []

  mutating func state(_ mark: TextMarks, _ isOn: Bool) {
    stated.formUnion(mark)
    if isOn { marks.formUnion(mark) } else { marks.subtract(mark) }
  }

  /// Returns the format of a style that is based on another.
  func over(_ base: TextFormat) -> TextFormat {
    var format = self
    format.marks.formUnion(base.marks.subtracting(stated))
    format.stated.formUnion(base.stated)
    return format
  }

  /// Returns the marks of text whose other marks are given.
  func over(_ base: TextMarks) -> TextMarks { base.subtracting(stated).union(marks) }
}
