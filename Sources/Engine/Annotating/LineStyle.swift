import DocumentModel

/// The dashes, line endings and edges of an annotation, which Recto does not edit but preserves (PDF 32000-1, 12.5.4 and table 176).
struct LineStyle {
  /// The lengths of dashes and gaps in points; empty for a continuous line.
  private(set) var dash: [Double] = []
  private(set) var first = LineEnding.none
  private(set) var last = LineEnding.none
  /// Its edges are clouds (`/BE`), which Recto does not draw.
  private(set) var isCloudy = false

  private static let mostDashes = 32

  /// A continuous line without endings.
  init() {}

  /// Reads the style from an annotation's dictionary. `/BS` takes precedence over `/Border`.
  init(_ entries: [String: PDFObject], in file: ObjectFile) {
    func numbers(_ value: PDFObject?) -> [Double]? {
      file.followed(value).array?.prefix(Self.mostDashes + 1).map { file.followed($0).number ?? -1 }
    }
    if let border = file.followed(entries["BS"]).dictionary {
      if file.followed(border["S"]).name == "D" { dash = numbers(border["D"]) ?? [3] }
    } else if let border = file.followed(entries["Border"]).array, border.count > 3 {
      dash = numbers(border[3]) ?? []
    }
    let isDrawn = dash.count <= Self.mostDashes && dash.allSatisfy { $0 >= 0 && $0 < 1_000 }
    if !isDrawn || dash.allSatisfy({ $0 == 0 }) { dash = [] }
    isCloudy = file.followed(file.followed(entries["BE"]).dictionary?["S"]).name == "C"
    let names = (file.followed(entries["LE"]).array ?? []).prefix(2).map { file.followed($0).name }
    guard names.count == 2 else { return }
    first = names[0].flatMap(LineEnding.init) ?? .none
    last = names[1].flatMap(LineEnding.init) ?? .none
  }

  var hasEndings: Bool { first != .none || last != .none }
}

/// The shape at an end of a line (PDF 32000-1, table 176); the raw value is its name in a file.
enum LineEnding: String {
  case none = "None"
  case square = "Square"
  case circle = "Circle"
  case diamond = "Diamond"
  case openArrow = "OpenArrow"
  case closedArrow = "ClosedArrow"
  case butt = "Butt"
  case reversedOpenArrow = "ROpenArrow"
  case reversedClosedArrow = "RClosedArrow"
  case slash = "Slash"

  /// Whether the annotation's fill colour fills it.
  var isClosed: Bool {
    switch self {
    case .square, .circle, .diamond, .closedArrow, .reversedClosedArrow: true
    case .none, .openArrow, .butt, .reversedOpenArrow, .slash: false
    }
  }
}
