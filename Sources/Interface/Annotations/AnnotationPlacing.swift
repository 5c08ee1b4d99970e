package import DocumentModel

/// What is to get a place on a page.
package enum AnnotationRequest: Sendable, Hashable {
  case note, freeText
  /// One of those other programs know, by its name.
  case stamp(String)
  /// By two corners, or two ends.
  case box, circle, line
  case ink
  /// One that is there already.
  case move(AnnotationID)
  /// The same, by its second corner or end; with its kind.
  case resize(AnnotationID, AnnotationKind)

  /// It has two corners.
  var isSpanned: Bool {
    if case .resize = self { true } else { self == .box || self == .circle || self == .line }
  }

  /// It is drawn on the picture of a page.
  var isDrawn: Bool { isSpanned || self == .ink }

  var kind: AnnotationKind? {
    switch self {
    case .note: .note
    case .freeText: .freeText
    case .stamp: .stamp
    case .box: .box
    case .circle: .circle
    case .line: .line
    case .ink: .ink
    case .move: nil
    case .resize(_, let kind): kind
    }
  }

  var question: String {
    switch self {
    case .note: "A note where? The letters of a line, or Escape"
    case .freeText: "Text beside which line? Its letters, or Escape"
    case .stamp: "A stamp at which line? Its letters, or Escape"
    case .move: "To which line? Its letters, or Escape"
    case .box, .circle, .line, .ink, .resize: ""
    }
  }
}

/// A place on a page, with the character it is at where it was chosen by one.
package struct AnnotationPlace: Sendable, Hashable {
  package var page: Int
  package var point: Point
  /// Index into the page's scalars.
  package var origin: Int?

  package init(page: Int, point: Point, origin: Int? = nil) {
    self.page = page
    self.point = point
    self.origin = origin
  }
}

/// A cross on the picture of a page, by which places are chosen and shapes drawn.
package struct DrawingTool: Sendable, Hashable {
  package var request: AnnotationRequest
  /// Where it stands, in cells from the screen's upper left: the middle of one, or where the mouse is in it.
  package var at: Point
  /// The first corner, once it is set.
  package var first: AnnotationPlace?
  /// What was drawn, stroke by stroke; each is on one page.
  package var strokes: [[AnnotationPlace]] = []
  /// The button is down that began the last stroke.
  package var isDrawing = false
  /// The mouse told more than cells.
  package var isExact = false

  package init(_ request: AnnotationRequest, at: Point) {
    self.request = request
    self.at = at
  }

  /// The lines of what two corners span.
  func outline(from a: Point, to b: Point) -> [Point] {
    switch request.kind {
    case .line: [a, b]
    case .circle:
      Point.ellipse(
        around: Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2), width: abs(a.x - b.x),
        height: abs(a.y - b.y))
    default: [a, Point(x: b.x, y: a.y), b, Point(x: a.x, y: b.y), a]
    }
  }

  /// What the status line says meanwhile.
  var words: String {
    switch request {
    case .ink:
      return
        "Draw with the mouse; Enter keeps it, Backspace takes the last stroke back, Escape leaves it"
    case .resize:
      return "Enter keeps it as large; h j k l H J K L move its corner, or drag; Escape leaves it"
    case .box, .circle, .line:
      let end = request == .line ? "end" : "corner"
      return first == nil
        ? "Enter sets the first \(end); h j k l H J K L move the cross, or drag; Escape leaves it"
        : "Enter sets the other \(end); h j k l H J K L move it, or click; Escape leaves it"
    default: return "Enter puts it here; h j k l H J K L move the cross, or click; Escape leaves it"
    }
  }
}

/// A mark on text that waits for other words to be selected.
package struct MovedAnnotation: Sendable, Hashable {
  package var document: DocumentID
  package var annotation: AnnotationID

  package init(document: DocumentID, annotation: AnnotationID) {
    self.document = document
    self.annotation = annotation
  }
}

extension Point {
  /// The points of an ellipse, sixty steps round.
  static func ellipse(around middle: Point, width: Double, height: Double) -> [Point] {
    // Of a circle, by turning one.
    let (cosine, sine) = (0.994_521_895, 0.104_528_463)
    var (x, y) = (1.0, 0.0)
    return (0...60).map { _ in
      defer { (x, y) = (x * cosine - y * sine, x * sine + y * cosine) }
      return Point(x: middle.x + x * width / 2, y: middle.y + y * height / 2)
    }
  }
}
