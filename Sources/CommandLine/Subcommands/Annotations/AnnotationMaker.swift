import DocumentModel
import Glibc
import Interface
import Messages
import Services
import Text

/// Makes annotations as options of `recto annotate` say them.
struct AnnotationMaker {
  let document: CommandDocument
  let preferences: Preferences
  private let parsed: Arguments
  private var builder = AnnotationBuilder()
  let now = Int64(time(nil))

  /// Options that make one, in the order they come.
  static let kinds = Dictionary(
    uniqueKeysWithValues: AnnotationKind.allCases.compactMap { kind in
      kind.facts.option.map { ($0, kind) }
    })

  /// All options that make some; `--replace` makes struck-out words with a caret.
  static let options = Dictionary(
    uniqueKeysWithValues: (kinds.keys + [replacing]).map { ($0, OptionForm.Value.text) })
  private static let replacing = "replace"

  /// Options that make one on words.
  static let onWords = kinds.filter(\.value.marksText).keys.sorted() + [replacing]

  init(_ document: CommandDocument, _ parsed: Arguments, _ preferences: Preferences) {
    self.document = document
    self.parsed = parsed
    self.preferences = preferences
    builder.style = preferences.annotationStyle
  }

  var note: String? { parsed.options["note"].map(CleanText.contents) }

  /// Returns the requested colour; nil if none was given.
  func requestedColor(for kind: AnnotationKind) throws(CommandDocument.Failure) -> UInt32? {
    guard let text = parsed.options["color"] else { return nil }
    if let color = preferences.color(named: text, for: kind) { return color }
    let names = preferences.annotationColors.map(\.name).joined(separator: ", ")
    throw CommandDocument.Failure(
      sentence: "there is no colour “\(text)”; use \(names), or #ffd400")
  }

  /// Makes an annotation without a place, with the properties that the options request.
  mutating func new(
    _ kind: AnnotationKind, page: Int
  ) throws(CommandDocument.Failure) -> Annotation {
    var annotation = builder.new(
      kind, page: page, color: try requestedColor(for: kind) ?? preferences.newColor(for: kind),
      author: parsed.options["author"] ?? preferences.annotationAuthor, at: now)
    annotation.contents = note ?? ""
    try style().apply(to: &annotation)
    annotation.tags = try tags()
    return annotation
  }

  /// Returns the style that the options ask for.
  func style() throws(CommandDocument.Failure) -> AnnotationStyle {
    var style = AnnotationStyle()
    for part in AnnotationStyle.Part.allCases {
      guard let text = parsed.options[part.rawValue] else { continue }
      do throws(AnnotationStyleStrings.Mistake) {
        style.add(
          try AnnotationStyleStrings.style(part, text) {
            preferences.color(named: $0, for: .highlight)
          })
      } catch {
        throw CommandDocument.Failure(sentence: "--\(part.rawValue): \(error.reason)")
      }
    }
    return style
  }

  /// Returns the tags of `--tag`, each once; nil if there are none.
  func tags(_ option: String = "tag") throws(CommandDocument.Failure) -> [String]? {
    var tags: [String] = []
    for text in parsed.values(of: option) {
      guard let name = TagName(text)?.text else {
        throw CommandDocument.Failure(
          sentence: "“\(text)” is no tag: a tag is a line without commas")
      }
      if !tags.contains(name) { tags.append(name) }
    }
    return tags
  }

  mutating func newID() -> AnnotationID { builder.nextID() }

  /// Makes all annotations that the options ask for.
  mutating func made() throws(CommandDocument.Failure) -> [Annotation] {
    var made: [Annotation] = []
    for (name, value) in parsed.given {
      if name == Self.replacing {
        made += try replacement(value)
        continue
      }
      guard let kind = Self.kinds[name] else { continue }
      made += kind.marksText ? try marks(kind, value) : [try shape(kind, name, value)]
    }
    return made
  }

  /// A note at a place of a page, in points from its upper left.
  mutating func note(
    _ text: String, page: Int, at place: Point
  ) throws(CommandDocument.Failure) -> Annotation {
    var note = try new(.note, page: page)
    note.contents = CleanText.contents(text)
    self.place(&note, [[place.x, place.y]])
    return note
  }

  // MARK: on words

  private mutating func marks(
    _ kind: AnnotationKind, _ text: String
  ) throws(CommandDocument.Failure) -> [Annotation] {
    guard !text.isEmpty else {
      throw CommandDocument.Failure(sentence: "nothing to search for")
    }
    return try marks(kind, text, on: try wantedPages(), try occurrence())
  }

  /// The page that an option or the document's address names, in a book one or several printed ones.
  private func wantedPages() throws(CommandDocument.Failure) -> PageChoice? {
    try document.hasPrintedPages()
      ? document.pageChoice(parsed) : wantedPage().map { PageChoice([$0]) }
  }

  /// The page that an option or the document's address names.
  func wantedPage() throws(CommandDocument.Failure) -> Int? {
    guard let name = parsed.options["page"] else { return try document.addressedPage() }
    return try document.page(name)
  }

  /// A mark for each page its words lie on; the note is on the first.
  mutating func marks(
    _ kind: AnnotationKind, _ text: String, on pages: PageChoice?,
    _ occurrence: TextMarks.Occurrence
  ) throws(CommandDocument.Failure) -> [Annotation] {
    let places = try TextMarks(document: document, query: SearchQuery(text, parsed), pages: pages)
      .places(occurrence)
    var made: [Annotation] = []
    for place in places {
      for (index, piece) in place.enumerated() {
        var mark = try new(kind, page: piece.page)
        piece.take(&mark)
        if index > 0 { mark.contents = "" }
        made.append(mark)
      }
    }
    guard !made.isEmpty else {
      throw CommandDocument.Failure(sentence: "“\(text)” has no place on its page")
    }
    return made
  }

  /// Struck-out words, each place grouped with a caret that has the new text, as Acrobat writes them.
  private mutating func replacement(
    _ text: String
  ) throws(CommandDocument.Failure) -> [Annotation] {
    guard let words = note, !words.isEmpty else {
      throw CommandDocument.Failure(sentence: "--replace needs the new text by --note")
    }
    var made: [Annotation] = []
    for mark in try marks(.strikeOut, text) {
      var (struck, caret) = (mark, try new(.caret, page: mark.page))
      struck.contents = ""
      caret.replace(&struck)
      made += [caret, struck]
    }
    return made
  }

  private func occurrence() throws(CommandDocument.Failure) -> TextMarks.Occurrence {
    guard let text = parsed.options["occurrence"] else { return .number(1) }
    if text == "all" { return .all }
    guard let number = Int(text), number > 0 else {
      throw CommandDocument.Failure(sentence: "--occurrence needs a number from 1, or all")
    }
    return .number(number)
  }

  // MARK: at places

  private mutating func shape(
    _ kind: AnnotationKind, _ option: String, _ value: String
  ) throws(CommandDocument.Failure) -> Annotation {
    guard let page = try wantedPage() else {
      throw CommandDocument.Failure(sentence: "--\(option) needs --page too")
    }
    var shape = try new(kind, page: page)
    guard let wanted = Self.forms[kind] else {
      throw CommandDocument.Failure(sentence: "--\(option) makes no place")
    }
    let isWordy = kind == .note || kind == .freeText || kind == .caret
    guard !isWordy || !shape.contents.isEmpty else {
      throw CommandDocument.Failure(sentence: "--\(option) needs its words by --note")
    }
    var value = value
    if kind == .stamp { try stamp(&shape, &value) }
    let strokes: [[Double]?] = value.split(separator: ";", omittingEmptySubsequences: false)
      .map { Self.numbers(String($0)) }
    let points = try strokes.map { numbers throws(CommandDocument.Failure) in
      guard let numbers, wanted.fits(numbers.count), kind == .ink || strokes.count == 1 else {
        throw CommandDocument.Failure(sentence: "--\(option) needs \(wanted.words), in points")
      }
      return numbers
    }
    place(&shape, points)
    try check(shape, option)
    if kind == .freeText { try grow(&shape) }
    return shape
  }

  private struct Form {
    var words: String
    var fits: @Sendable (Int) -> Bool
  }

  private static let forms: [AnnotationKind: Form] = [
    .note: Form(words: "X,Y") { $0 == 2 }, .freeText: Form(words: "X,Y,W,H") { $0 == 4 },
    .box: Form(words: "X,Y,W,H") { $0 == 4 }, .circle: Form(words: "X,Y,W,H") { $0 == 4 },
    .line: Form(words: "X1,Y1,X2,Y2") { $0 == 4 },
    .ink: Form(words: "X,Y,X,Y…, with ; between strokes") { $0 >= 4 && $0 % 2 == 0 },
    .stamp: Form(words: "X,Y,W,H or X,Y,W,H,NAME") { $0 == 4 },
    .caret: Form(words: "X,Y") { $0 == 2 },
  ]

  static func numbers(_ text: String) -> [Double]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Double(String($0.filter { $0 != " " })) }
    return numbers.count == words.count && numbers.allSatisfy(\.isFinite) ? numbers : nil
  }

  /// Splits the name, text or picture off the end of the value.
  private func stamp(
    _ shape: inout Annotation, _ value: inout String
  ) throws(CommandDocument.Failure) {
    let words = value.split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false)
    guard words.count == 5 else {
      shape.icon = "Draft"
      return
    }
    let name = String(words[4])
    value = words.dropLast().joined(separator: ",")
    guard !StampPicture.isOfOtherFormat(name) else {
      throw CommandDocument.Failure(sentence: "\(name): \(AnnotationStrings.noStampPicture)")
    }
    guard StampPicture.isName(name) else {
      shape.icon = AnnotationStrings.stampName(CleanText.line(name).trimmed)
      guard !shape.icon.isEmpty, shape.icon.count <= Self.longestStamp else {
        throw CommandDocument.Failure(
          sentence: "the text of a stamp has from 1 to \(Self.longestStamp) characters")
      }
      return
    }
    guard let picture = StampPicture(try AnnotationImport.bytes(name)) else {
      throw CommandDocument.Failure(sentence: "\(name): \(AnnotationStrings.noStampPicture)")
    }
    shape.icon = AnnotationStrings.stampName(ofFile: name)
    shape.picture = picture
  }

  private static let longestStamp = 60

  private func place(_ shape: inout Annotation, _ strokes: [[Double]]) {
    let points = strokes.map { numbers in
      stride(from: 0, to: numbers.count - 1, by: 2).map {
        Point(x: numbers[$0], y: numbers[$0 + 1])
      }
    }
    let first = points.first ?? []
    switch shape.kind {
    case .line, .ink: shape.draw(points)
    case .caret: shape.insert(at: first.first ?? Point(x: 0, y: 0))
    case .note:
      shape.box = Box(
        x: Float(first.first?.x ?? 0), y: Float(first.first?.y ?? 0), width: Annotation.noteSide,
        height: Annotation.noteSide)
    default:
      // The second pair is how far it reaches.
      guard first.count == 2 else { return }
      let (corner, size) = (first[0], first[1])
      shape.box = Box(
        x: Float(corner.x), y: Float(corner.y), width: Float(size.x), height: Float(size.y))
    }
  }

  /// Makes the box of a free text as high as its text needs, as far as there is room on its page, and says so.
  func grow(_ text: inout Annotation) throws(CommandDocument.Failure) {
    let (old, needed) = (Double(text.box.height), text.textHeight)
    guard needed > old + 0.5 else { return }
    let room = try document.size(of: text.page, .none).height - Double(text.box.y0)
    let height = max(old, min(needed, room))
    text.box.y1 = text.box.y0 + Float(height)
    let words = "the text needs \(Int(needed.rounded(.up))) points of height"
    Output.complain(
      needed > room + 0.5
        ? "\(document.name): \(words), and its page has room for \(Int(room)): its end is cut; make its box wider"
        : "\(document.name): \(words): its box was made that high")
  }

  /// Throws if an annotation could not be seen on its page.
  func check(
    _ shape: Annotation, _ option: String
  ) throws(CommandDocument.Failure) {
    let size = try document.size(of: shape.page, .none)
    // Only the points of a line are checked, since its box has room for arrowheads.
    let box = Box(around: shape.strokes.flatMap(\.self)) ?? shape.box
    if let words = AnnotationStrings.whyUnseen(shape) {
      throw CommandDocument.Failure(sentence: "--\(option): \(words)")
    }
    guard box.x0 > -3, box.y0 > -3, Double(box.x0) < size.width, Double(box.y0) < size.height,
      shape.kind == .note
        || Double(box.x1) < size.width + 3 && Double(box.y1) < size.height + 3
    else {
      throw CommandDocument.Failure(
        sentence:
          "--\(option): that is not on \(document.place(of: shape.page)), which is \(Int(size.width.rounded())) × \(Int(size.height.rounded())) points"
      )
    }
  }
}
