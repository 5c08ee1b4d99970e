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

extension PaneView {
  /// The column of a pane for signs, separated from the text by a blank.
  static func signColumn(_ state: State, of pane: Int) -> Int { state.textRect(of: pane).x - 2 }

  static func marginSigns(_ state: State, of document: Document, on page: Int) -> MarginSigns? {
    guard let lights = state.lights(of: document, on: page), !lights.annotations.isEmpty else {
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
      guard annotation.id == current || state.themes.current.hasNoColors,
        annotation.contents.isEmpty,
        !annotation.isGrouped, byOrigin[origin] == nil
      else { continue }
      byOrigin[origin] = [annotation]
    }
    return byOrigin.isEmpty
      ? nil : MarginSigns(byOrigin: byOrigin, current: current, carried: lights.carried)
  }

  /// Paints a sign beside a line, or the number of signs if there are several.
  static func paint(
    _ state: State,
    _ signs: MarginSigns, of line: TextLine, x: Int, y: Int, _ surface: inout Surface
  ) {
    var here: [Annotation] = []
    for glyph in line.glyphs where glyph.origin >= 0 {
      if let own = signs.byOrigin[glyph.origin] { here += own }
    }
    guard let first = here.first(where: { $0.id == signs.current }) ?? here.first else { return }
    let isCurrent = first.id == signs.current
    var style = state.themes.current.text
    if let color = first.color { style.foreground = state.themes.current.shade(color) }
    if isCurrent { style = state.themes.current.accent }
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
