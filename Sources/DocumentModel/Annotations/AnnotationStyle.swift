/// The style of annotations apart from their colour; nil leaves what there is.
package struct AnnotationStyle: Sendable, Hashable {
  /// In points.
  package var lineWidth: Double?
  /// From 0 (transparent) to 1.
  package var opacity: Double?
  /// In points.
  package var fontSize: Double?
  package var fill: Fill?
  package var endings: Endings?

  package enum Fill: Sendable, Hashable {
    case none
    /// 0xRRGGBB.
    case color(UInt32)
  }

  package enum Endings: Sendable, Hashable {
    case none
    case shapes(LineEndings)
  }

  package init() {}

  package static let lineWidths = 0.0...72.0
  package static let opacities = 0.0...1.0
  package static let fontSizes = 4.0...144.0

  /// The parts of a style, each for some kinds.
  package enum Part: String, Sendable, Hashable, CaseIterable {
    case lineWidth = "line-width"
    case opacity
    case fontSize = "font-size"
    case fill
    case endings = "line-ends"

    package func applies(to kind: AnnotationKind) -> Bool {
      switch self {
      case .lineWidth: kind.facts.hasLineWidth
      case .opacity: kind != .note
      case .fontSize: kind == .freeText
      case .fill: [.box, .circle, .polygon, .freeText, .line, .polyLine].contains(kind)
      case .endings: kind.facts.hasLineEndings
      }
    }
  }

  package var parts: Set<Part> {
    var parts: Set<Part> = []
    if lineWidth != nil { parts.insert(.lineWidth) }
    if opacity != nil { parts.insert(.opacity) }
    if fontSize != nil { parts.insert(.fontSize) }
    if fill != nil { parts.insert(.fill) }
    if endings != nil { parts.insert(.endings) }
    return parts
  }

  /// Takes over the parts that another style has.
  package mutating func add(_ other: AnnotationStyle) {
    lineWidth = other.lineWidth ?? lineWidth
    opacity = other.opacity ?? opacity
    fontSize = other.fontSize ?? fontSize
    fill = other.fill ?? fill
    endings = other.endings ?? endings
  }

  /// Gives an annotation the parts that are for its kind.
  package func apply(to annotation: inout Annotation) {
    func has(_ part: Part) -> Bool { part.applies(to: annotation.kind) }
    if let lineWidth, has(.lineWidth) { annotation.lineWidth = lineWidth }
    if let opacity, has(.opacity) { annotation.opacity = opacity }
    if let fontSize, has(.fontSize) { annotation.fontSize = fontSize }
    if let fill, has(.fill) {
      annotation.fill = if case .color(let color) = fill { color } else { nil }
    }
    if let endings, has(.endings) {
      annotation.endings = if case .shapes(let shapes) = endings { shapes } else { nil }
    }
    if lineWidth != nil || endings != nil { annotation.fitToStrokes() }
  }
}

extension Annotation {
  /// Widens the box so that it holds its lines with their ends; boxes and circles keep theirs.
  package mutating func fitToStrokes() {
    guard let bounds = Box(around: strokes.flatMap(\.self)) else { return }
    box = bounds.widened(by: strokeMargin)
  }
}
