/// The character formatting that the text of a document keeps.
struct OfficeMarks: OptionSet, Hashable {
  let rawValue: Int

  static let bold = OfficeMarks(rawValue: 1)
  static let italic = OfficeMarks(rawValue: 2)
  static let underlined = OfficeMarks(rawValue: 4)
  static let struck = OfficeMarks(rawValue: 8)
  static let superscript = OfficeMarks(rawValue: 16)
  static let `subscript` = OfficeMarks(rawValue: 32)
  static let monospace = OfficeMarks(rawValue: 64)
  static let capitals = OfficeMarks(rawValue: 128)
  static let smallCapitals = OfficeMarks(rawValue: 256)
  static let hidden = OfficeMarks(rawValue: 512)
  static let marked = OfficeMarks(rawValue: 1_024)

  private static let elements: [(mark: OfficeMarks, element: OfficeElement)] = [
    (.marked, OfficeElement("mark")),
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
  private(set) var marks: OfficeMarks = []
  private(set) var stated: OfficeMarks = []

  mutating func state(_ mark: OfficeMarks, _ isOn: Bool) {
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
  func over(_ base: OfficeMarks) -> OfficeMarks { base.subtracting(stated).union(marks) }
}
