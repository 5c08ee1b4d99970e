package import DocumentModel

/// Styles of annotations as users write them.
package enum AnnotationStyleStrings {
  /// Why a text is no value, as a clause.
  package struct Mistake: Error {
    package var reason: String
  }

  /// Returns a style with the part that a text gives; `color` reads a colour by its name.
  package static func style(
    _ part: AnnotationStyle.Part, _ text: String, color: (String) -> UInt32?
  ) throws(Mistake) -> AnnotationStyle {
    var style = AnnotationStyle()
    switch part {
    case .lineWidth: style.lineWidth = try number(text, AnnotationStyle.lineWidths, "points")
    case .fontSize: style.fontSize = try number(text, AnnotationStyle.fontSizes, "points")
    case .opacity: style.opacity = try opacity(text)
    case .fill:
      if text == none {
        style.fill = AnnotationStyle.Fill.none
      } else if let color = color(text) {
        style.fill = .color(color)
      } else {
        throw Mistake(reason: "“\(text)” is not a colour: use a name, #rrggbb or none")
      }
    case .endings: style.endings = try endings(text)
    }
    return style
  }

  private static let none = "none"

  private static func number(
    _ text: String, _ range: ClosedRange<Double>, _ unit: String
  ) throws(Mistake) -> Double {
    guard let number = Double(text), range.contains(number) else {
      throw Mistake(
        reason:
          "“\(text)” is not from \(plain(range.lowerBound)) to \(plain(range.upperBound)) \(unit)")
    }
    return number
  }

  /// A share such as 0.5, or a percentage such as 50%.
  private static func opacity(_ text: String) throws(Mistake) -> Double {
    let share =
      text.hasSuffix("%") ? Double(text.dropLast()).map { $0 / 100 } : Double(text)
    guard let share, AnnotationStyle.opacities.contains(share) else {
      throw Mistake(reason: "“\(text)” is not from 0 to 1, or from 0% to 100%")
    }
    return share
  }

  /// The shapes that are offered: of the end alone, and of both ends.
  package static let endingNames =
    ["none", "arrow", "both-arrows"] + LineEnding.allCases.dropFirst().map(\.rawValue)

  /// One shape is that of the line's end; two are those of its beginning and its end.
  private static func endings(_ text: String) throws(Mistake) -> AnnotationStyle.Endings {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0).trimmed
    }
    let shapes = words.compactMap { $0 == "arrow" ? .openArrow : LineEnding(rawValue: $0) }
    if text == "both-arrows", let both = LineEndings(.openArrow, .openArrow) {
      return .shapes(both)
    }
    guard shapes.count == words.count, (1...2).contains(shapes.count), let last = shapes.last else {
      throw Mistake(
        reason:
          "“\(text)” is no shape of a line's ends: use \(endingNames.joined(separator: ", ")), or two with a comma between"
      )
    }
    return LineEndings(shapes.count == 2 ? shapes[0] : .none, last).map { .shapes($0) } ?? .none
  }

  /// Returns the value of a part as it is written; nil if the kind has no such part.
  package static func value(_ part: AnnotationStyle.Part, of annotation: Annotation) -> String? {
    guard part.applies(to: annotation.kind) else { return nil }
    switch part {
    case .lineWidth: return plain(annotation.lineWidth)
    case .fontSize: return plain(annotation.fontSize)
    case .opacity: return plain(annotation.opacity * 100) + "%"
    case .fill: return annotation.fill.map { hexadecimal($0) } ?? none
    case .endings:
      guard let endings = annotation.endings else { return none }
      return "\(endings.first.rawValue),\(endings.last.rawValue)"
    }
  }

  /// The name of a part in sentences.
  package static func name(_ part: AnnotationStyle.Part) -> String {
    switch part {
    case .lineWidth: "line width"
    case .opacity: "opacity"
    case .fontSize: "font size"
    case .fill: "fill"
    case .endings: "line ends"
    }
  }

  /// Returns a colour as `#rrggbb`.
  package static func hexadecimal(_ color: UInt32) -> String {
    let digits = String(color & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  private static func plain(_ number: Double) -> String {
    let rounded = (number * 100).rounded() / 100
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
