package import DocumentModel

/// An annotation that needs a place on a page.
package enum AnnotationRequest: Sendable, Hashable {
  case note, freeText
  /// A standard stamp, by its name.
  case stamp(String)
  /// The user's own stamp with a picture, and its name.
  case stampPicture(String, StampPicture)
  /// A caret whose text is to be inserted.
  case insertion
  /// By two corners, or two ends.
  case box, circle, line
  case ink
  /// Move an existing annotation.
  case move(AnnotationID)
  /// Move the second corner or end of an existing annotation of a kind.
  case resize(AnnotationID, AnnotationKind)

  /// Whether it has two corners.
  var isSpanned: Bool {
    if case .resize = self { true } else { self == .box || self == .circle || self == .line }
  }

  /// Whether it is drawn on the picture of a page.
  var isDrawn: Bool { isSpanned || self == .ink }

  var kind: AnnotationKind? {
    switch self {
    case .note: .note
    case .freeText: .freeText
    case .stamp, .stampPicture: .stamp
    case .insertion: .caret
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
    case .note: "Note at which line? Type its letters, Esc cancels"
    case .freeText: "Text beside which line? Type its letters, Esc cancels"
    case .insertion: "Insert at the start of which line? Type its letters, Esc cancels"
    case .stamp, .stampPicture: "Stamp at which line? Type its letters, Esc cancels"
    case .move: "Move to which line? Type its letters, Esc cancels"
    case .box, .circle, .line, .ink, .resize: ""
    }
  }
}

/// A place on a page, with its character if it was chosen by one.
package struct AnnotationPlace: Sendable, Hashable {
  package var page: Int
  package var point: Point
  /// Index into the page's scalars.
  package var origin: Int?
}

/// A crosshair on the picture of a page, for choosing places and drawing shapes.
package struct DrawingTool: Sendable, Hashable {
  package var request: AnnotationRequest
  /// Its position in cells from the screen's upper left: the centre of a cell, or the mouse position within
  /// it.
  package var at: Point
  /// The first corner, once it is set.
  package var first: AnnotationPlace?
  /// The strokes drawn so far; each is on one page.
  package var strokes: [[AnnotationPlace]] = []
  /// Whether the button that began the last stroke is still down.
  package var isDrawing = false
  /// Whether the mouse reports positions finer than cells.
  package var isExact = false

  package init(_ request: AnnotationRequest, at: Point) {
    self.request = request
    self.at = at
  }

  /// The text of the status line meanwhile.
  var words: String {
    switch request {
    case .ink:
      return
        "Draw with the mouse; Enter saves it, Backspace removes the last stroke, Esc cancels"
    case .resize:
      return "h j k l H J K L or dragging moves the corner; Enter saves it, Esc cancels"
    case .box, .circle, .line:
      let end = request == .line ? "end" : "corner"
      return first == nil
        ? "h j k l H J K L move the crosshair, or drag; Enter sets the first \(end), Esc cancels"
        : "h j k l H J K L move the crosshair, or click; Enter sets the other \(end), Esc cancels"
    default: return "h j k l H J K L move the crosshair, or click; Enter places it, Esc cancels"
    }
  }
}

/// A mark on text that waits for other words to be selected.
package struct MovedAnnotation: Sendable, Hashable {
  package var document: DocumentID
  package var annotation: AnnotationID
}
