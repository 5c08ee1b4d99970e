import DocumentModel

/// The appearance of an annotation as a form XObject (PDF 32000-1, 12.5.5), so that every program shows it alike.
struct Appearance {
  var content: [UInt8]
  /// The form's `/BBox`, in form coordinates.
  var box: [Double]
  /// The form's `/Matrix`, from form coordinates to user space; nil if they are the same.
  var matrix: [Double]?
  var opacity: Double
  var multiplies = false
  /// The Helvetica faces used by its text.
  var fonts: Set<Face> = []
  /// The picture of a stamp.
  private(set) var picture: StampImage?
  /// Invisible text laid over words that are drawn as outlines.
  var unseen: UnseenText

  enum Face: String {
    case regular = "Helv"
    case bold = "HeBo"
  }

  /// Returns nil for kinds that Recto does not draw.
  init?(_ annotation: Annotation, _ style: LineStyle, on space: PageSpace) {
    guard annotation.kind.isWritten else { return nil }
    var brush = AppearanceWriter(annotation, style, space)
    Self.draw(annotation.kind, with: &brush)
    content = Array(brush.text.utf8)
    opacity = annotation.opacity
    fonts = brush.fonts
    unseen = brush.unseen
    picture = brush.picture
    multiplies = annotation.kind == .highlight
    let extent = annotation.extent
    if brush.isUpright {
      let (width, height) = (Double(extent.width), Double(extent.height))
      let (right, up) = space.directions
      let corner = space.user(Point(x: Double(extent.x0), y: Double(extent.y1)))
      box = [0, 0, width, height]
      // Programs keep notes upright themselves.
      if annotation.kind == .note { return }
      matrix = [right.x, right.y, up.x, up.y, corner.x, corner.y]
    } else {
      box = space.rectangle(annotation.frame)
    }
  }

  private static func draw(_ kind: AnnotationKind, with brush: inout AppearanceWriter) {
    switch kind {
    case .highlight: brush.highlight()
    case .underline: brush.underline(at: 0.07)
    case .strikeOut: brush.underline(at: 0.42)
    case .squiggly: brush.squiggle()
    case .note: brush.noteIcon()
    case .freeText: brush.freeText()
    case .box: brush.rectangle()
    case .circle: brush.ellipse()
    case .line, .polyLine: brush.openLine()
    case .polygon: brush.polygon()
    case .ink: brush.ink()
    case .stamp: brush.stamp()
    case .caret: brush.caret()
    case .attachment, .redaction, .other: break
    }
  }

  /// Returns true if two annotations have the same appearance.
  static func looksAlike(_ a: Annotation, _ b: Annotation) -> Bool {
    a.kind == b.kind && outline(of: a).isClose(to: outline(of: b)) && a.color == b.color
      && a.fill == b.fill && a.opacity == b.opacity
      && a.lineWidth == b.lineWidth && a.icon == b.icon && a.endings == b.endings
      && (a.kind != .freeText || a.contents == b.contents && a.fontSize == b.fontSize)
  }

  /// The corners of an annotation's frame and quads, and the points of its strokes.
  private static func outline(of annotation: Annotation) -> [[Point]] {
    let frame = annotation.frame
    let corners = [(frame.x0, frame.y0), (frame.x1, frame.y1)].map {
      Point(x: Double($0), y: Double($1))
    }
    return [corners, annotation.quads.flatMap(\.corners)] + annotation.strokes
  }

  /// Returns true if a form's content equals this one, apart from rounding of numbers (below 0.01).
  func draws(_ other: [UInt8]) -> Bool {
    let (own, others) = (words(content), words(other))
    return own.count == others.count
      && zip(own, others).allSatisfy { one, other in
        if one == other { return true }
        guard let a = Double(one), let b = Double(other) else { return false }
        return abs(a - b) < 0.01
      }
  }

  private func words(_ content: [UInt8]) -> [Substring] {
    String(decoding: content, as: UTF8.self).split(whereSeparator: \.isWhitespace)
  }

  /// Returns the form's dictionary without `/Length`. `unseen` is the font of the invisible text, nil if there is none,
  /// `picture` the image of a stamp.
  func entries(
    font: (Face) -> PDFObject, unseen: PDFObject?, picture: PDFObject? = nil
  ) -> [String: PDFObject] {
    var state: [String: PDFObject] = ["ca": PDFObject(opacity), "CA": PDFObject(opacity)]
    if multiplies { state["BM"] = .name("Multiply") }
    var resources: [String: PDFObject] = ["ExtGState": .dictionary(["G": .dictionary(state)])]
    var named = Dictionary(uniqueKeysWithValues: fonts.map { ($0.rawValue, font($0)) })
    named[UnseenText.fontName] = unseen
    if !named.isEmpty { resources["Font"] = .dictionary(named) }
    if let picture {
      resources["XObject"] = .dictionary([StampImage.name: picture])
    }
    var entries: [String: PDFObject] = [
      "Type": .name("XObject"), "Subtype": .name("Form"), "BBox": .numbers(box),
      "Resources": .dictionary(resources),
      "Group": .dictionary(["S": .name("Transparency")]),
    ]
    if let matrix { entries["Matrix"] = .numbers(matrix) }
    return entries
  }
}

extension PageSpace {
  /// Returns an annotation's rectangle in user space. A note keeps the upper left corner shown on screen and does not rotate.
  func rectangle(of annotation: Annotation) -> [Double] {
    let frame = annotation.frame
    guard annotation.kind == .note else { return rectangle(frame) }
    let corner = user(Point(x: Double(frame.x0), y: Double(frame.y0)))
    let (width, height) = (Double(frame.width), Double(frame.height))
    return [corner.x, corner.y - height, corner.x + width, corner.y]
  }

  /// Returns a box of the shown page as `[x0 y0 x1 y1]` in user space.
  func rectangle(_ box: Box) -> [Double] {
    let a = user(Point(x: Double(box.x0), y: Double(box.y0)))
    let b = user(Point(x: Double(box.x1), y: Double(box.y1)))
    return [min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y)]
  }
}

extension [[Point]] {
  /// Whether all points are at the same places, apart from rounding (below 0.01 points).
  fileprivate func isClose(to other: Self) -> Bool {
    map(\.count) == other.map(\.count)
      && zip(joined(), other.joined()).allSatisfy {
        abs($0.x - $1.x) < 0.01 && abs($0.y - $1.y) < 0.01
      }
  }
}
