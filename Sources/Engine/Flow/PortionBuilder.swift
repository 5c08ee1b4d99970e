import DocumentModel
import Text
import Wire

/// The style of characters, as far as text has one.
struct CharacterStyle: OptionSet, Hashable {
  let rawValue: UInt8

  static let bold = CharacterStyle(rawValue: 1)
  static let italic = CharacterStyle(rawValue: 2)
  static let underlined = CharacterStyle(rawValue: 4)
  static let monospace = CharacterStyle(rawValue: 8)
  static let struck = CharacterStyle(rawValue: 16)
  static let marked = CharacterStyle(rawValue: 32)
  static let smallCaps = CharacterStyle(rawValue: 64)

  var textStyle: TextStyle {
    var style = TextStyle(
      isBold: contains(.bold), isItalic: contains(.italic), isMonospace: contains(.monospace),
      isUnderlined: contains(.underlined), isStruck: contains(.struck))
    (style.isMarked, style.isSmallCaps) = (contains(.marked), contains(.smallCaps))
    return style
  }
}

extension FlowSetter {
  /// Where portions end.
  enum Breaks {
    /// A portion ends where it has enough text, sooner before a heading; tables and code are not split.
    case bySize
    /// The text is divided into exactly so many portions of similar length; the last ones may be empty.
    case into(Int, characters: Int)
  }
}

extension FlowSetter.Breaks {
  /// Nearly.
  var charactersOfPortion: Int {
    guard case .into(let count, let characters) = self else { return 8_192 }
    return characters / max(1, count) + 2_048
  }
}

/// Puts characters down on a grid of cells, a row for each block: so they have boxes, and all that works by boxes works.
struct PortionBuilder {
  private(set) var text = PageText(blocks: [])
  private var styles: [CharacterStyle: Int] = [:]
  /// The style of the last run; nil before the first.
  private var current: CharacterStyle?
  private(set) var row = 0
  private(set) var column = 0

  /// The size of a cell in points.
  static let cell = (width: Float(6), height: Float(12))
  /// In points.
  private static let (widestImage, highestImage) = (Float(page.width), Float(4_800))
  /// A cell of a screen with 96 pixels per inch is eight wide, and takes 4.6 points of a figure.
  private static let pointsPerPixel: Float = 4.6 / 8
  /// The area that images are drawn from: a column as high as any portion becomes.
  static let page = PageSize(width: 480, height: 100_000)

  var count: Int { text.scalars.count }

  /// Characters for which there is memory from the beginning.
  private let expected: Int

  init(expected: Int = 8_192) { self.expected = expected }

  /// Adds one character; controls and what turns the direction of writing are left out.
  mutating func add(_ scalar: UInt32, _ style: CharacterStyle = []) {
    guard count < Limit.characters, let shown = CleanText.shown(scalar), shown != 0x0A else {
      return
    }
    change(to: style)
    let width = Self.cells(shown)
    // A combining mark shares the cell of its letter.
    let start = width == 0 ? max(0, column - 1) : column
    text.scalars.append(shown)
    text.boxes.append(Self.box(row: row, start, start + max(1, width)))
    column += width
  }

  /// Adds printable ASCII characters.
  mutating func add(ascii bytes: ArraySlice<UInt8>, _ style: CharacterStyle) {
    guard !bytes.isEmpty, count + bytes.count <= Limit.characters else { return }
    change(to: style)
    if text.scalars.isEmpty {
      text.scalars.reserveCapacity(min(expected, Limit.characters))
      text.boxes.reserveCapacity(min(expected, Limit.characters))
    }
    var box = Self.box(row: row, column, column + 1)
    // Words are short: a sequence of them would cost more than the characters.
    for byte in bytes {
      text.scalars.append(UInt32(byte))
      text.boxes.append(box)
      (box.x0, box.x1) = (box.x1, min(Self.most, box.x1 + Self.cell.width))
    }
    column += bytes.count
  }

  private mutating func change(to style: CharacterStyle) {
    guard style != current else { return }
    current = style
    let index = styles[style] ?? text.styles.count
    if index == text.styles.count {
      styles[style] = index
      text.styles.append(style.textStyle)
    }
    text.runs.append(StyleRun(start: count, style: index))
  }

  /// Ends a row with a line end.
  mutating func endRow() {
    guard count < Limit.characters else { return }
    if text.runs.isEmpty { start() }
    text.scalars.append(0x0A)
    text.boxes.append(Self.box(row: row, column, column))
    row += 1
    column = 0
  }

  /// Ends a cell of a table; the next is beside it.
  mutating func endCell() {
    guard count < Limit.characters else { return }
    if text.runs.isEmpty { start() }
    text.scalars.append(0x0A)
    text.boxes.append(Self.box(row: row, column, column))
    column += 2
  }

  /// Reserves an area for an image of a size in pixels below the beginning of the row, no wider than a page of text.
  mutating func addImage(width: Int, height: Int) -> Box? {
    let scale = min(Self.pointsPerPixel, Self.widestImage / Float(max(1, width)))
    let size = (Float(width) * scale, min(Self.highestImage, Float(height) * scale))
    let y = Float(row) * Self.cell.height
    let box = Box(x0: 0, y0: y, x1: max(1, size.0), y1: y + max(1, size.1))
    guard box.y1 < Float(Self.page.height), text.regions.count < Limit.regions else { return nil }
    text.size = Self.page
    text.regions.append(PageRegion(.figure, box))
    return box
  }

  /// Goes to the first row below an area.
  mutating func skipRows(under box: Box) {
    row = max(row, Int((box.y1 / Self.cell.height).rounded(.up)))
  }

  private mutating func start() {
    styles[[]] = 0
    current = []
    text.styles = [CharacterStyle().textStyle]
    text.runs = [StyleRun(start: 0, style: 0)]
  }

  mutating func add(_ block: AuthoredBlock) { text.blocks?.append(block) }

  /// Marks the characters from one on as an aside.
  mutating func addAside(_ kind: TextAside.Kind, from start: Int) {
    guard start < count, start >= text.asides.last?.range.upperBound ?? 0 else { return }
    text.asides.append(TextAside(kind, start..<count))
  }

  /// Notes that the word may be divided here.
  mutating func addSoftHyphen() {
    guard count < Limit.characters, text.softHyphens.last != count else { return }
    text.softHyphens.append(count)
  }

  /// Combines the characters from one on, if they are two.
  mutating func combine(from start: Int) {
    guard count - start == 2, start >= text.combined.last?.upperBound ?? 0
    else { return }
    text.combined.append(start..<count)
  }

  /// In points.
  private static let most = Float(Limit.pageSide)

  private static func box(row: Int, _ start: Int, _ end: Int) -> Box {
    Box(
      x0: min(most, Float(start) * cell.width), y0: min(most, Float(row) * cell.height),
      x1: min(most, Float(end) * cell.width), y1: min(most, Float(row + 1) * cell.height))
  }

  /// Returns the y coordinate of a row, closer to it than to any other.
  static func y(ofRow row: Int) -> Double {
    min(Limit.pageSide, Double((Float(row) + 0.25) * cell.height))
  }

  /// Returns the same for the row that a box is on.
  static func y(ofRowOf box: Box) -> Double { y(ofRow: Int((box.y0 / cell.height).rounded())) }

  /// Cells a character takes, nearly: only tab stops and boxes depend on it.
  static func cells(_ scalar: UInt32) -> Int {
    switch scalar {
    case 0..<0x300: 1
    case 0x300...0x36F, 0x200B...0x200D, 0xFE00...0xFE0F: 0
    case 0xAC00...0xD7A3, 0x1F300...0x1FAFF: 2
    default: Script.isIdeographic(scalar) ? 2 : 1
    }
  }
}
