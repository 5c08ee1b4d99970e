import Canvas
import DocumentModel
import Text

/// The signs in the margin beside the lines of a page.
struct MarginSigns {
  /// Annotations by the character of their sign.
  var byOrigin: [Int32: [Annotation]]
  var current: AnnotationID?
  /// Annotations of the previous version that are not kept yet.
  var carried: Set<AnnotationID> = []
}

extension State {
  /// The column of a pane for signs, separated from the text by a blank.
  func signColumn(of pane: Int) -> Int { textRect(of: pane).x - 2 }

  func marginSigns(of document: Document, on page: Int) -> MarginSigns? {
    guard let lights = lights(of: document, on: page), !lights.annotations.isEmpty else {
      return nil
    }
    var byOrigin: [Int32: [Annotation]] = [:]
    for sign in lights.signs {
      byOrigin[Int32(clamping: sign.origin), default: []].append(
        lights.annotations[sign.annotation])
    }
    let current = document.annotations.current
    // The one gone to has a sign though it says nothing, and without colours all have.
    for run in lights.runs {
      let annotation = lights.annotations[run.look.annotation]
      let origin = Int32(clamping: run.range.lowerBound)
      guard annotation.id == current || themes.current.hasNoColors, annotation.contents.isEmpty,
        !annotation.isGrouped, byOrigin[origin] == nil
      else { continue }
      byOrigin[origin] = [annotation]
    }
    return byOrigin.isEmpty
      ? nil : MarginSigns(byOrigin: byOrigin, current: current, carried: lights.carried)
  }

  /// Paints a sign beside a line, or the number of signs if there are several.
  func paint(
    _ signs: MarginSigns, of line: TextLine, x: Int, y: Int, _ surface: inout Surface
  ) {
    var here: [Annotation] = []
    for glyph in line.glyphs where glyph.origin >= 0 {
      if let own = signs.byOrigin[glyph.origin] { here += own }
    }
    guard let first = here.first(where: { $0.id == signs.current }) ?? here.first else { return }
    let isCurrent = first.id == signs.current
    var style = themes.current.text
    if let color = first.color { style.foreground = themes.current.shade(color) }
    if isCurrent { style = themes.current.accent }
    let sign: String
    if signs.carried.contains(first.id) {
      sign = "?"
    } else if isCurrent {
      sign = "▸"
    } else if here.count > 1 {
      sign = here.count < 10 ? String(here.count) : "+"
    } else {
      sign = String(Character(AnnotationStrings.sign(of: first)))
    }
    surface.put(sign, x: x, y: y, style: style)
  }
}
