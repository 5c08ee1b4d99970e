extension Annotation {
  /// The bounding box of the drawn annotation: of its quads or strokes if it has them, else its own box.
  package var extent: Box {
    let corners =
      kind.marksText
      ? quads.flatMap(\.corners) : kind.facts.shape == .strokes ? strokes.flatMap(\.self) : []
    guard let bounds = Box(around: corners) else {
      return kind == .note && box.isEmpty ? noteBox : box
    }
    return kind.marksText ? bounds : bounds.widened(by: rim)
  }

  /// Points between a stroke and the edge of what is drawn.
  private var rim: Float { Float(max(lineWidth, 1) / 2 + 1) }

  /// Points between the strokes and the edges of a box that has room for their endings.
  var strokeMargin: Float {
    endings != nil ? max(rim, Float(endingLength)) : rim
  }

  /// The length in points of an arrowhead; the other endings of a line are smaller.
  package var endingLength: Double { 9 * max(lineWidth, 1) }

  /// The annotation's `/Rect`: its own box if that contains everything drawn (other programs write wider ones), else the bounding box of the drawing.
  package var frame: Box {
    let (drawn, slack) = (extent, Float(0.01))
    let holds =
      !box.isEmpty && box.x0 <= drawn.x0 + slack && box.y0 <= drawn.y0 + slack
      && box.x1 >= drawn.x1 - slack && box.y1 >= drawn.y1 - slack
    return holds ? box : drawn
  }

  /// The side length of a note's icon in points.
  package static let noteSide: Float = 20

  private var noteBox: Box {
    Box(x0: box.x0, y0: box.y0, x1: box.x0 + Self.noteSide, y1: box.y0 + Self.noteSide)
  }

  /// The colour, 0xRRGGBB, in which it is drawn.
  package var drawnColor: UInt32 { color ?? kind.facts.fallbackColor }
}
