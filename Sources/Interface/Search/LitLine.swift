import Canvas
import DocumentModel
import Text

/// Styles the highlighted characters of a line; must be called for the characters from left to right.
struct LitLine {
  private let ranges: [LitRange]
  /// The annotations that cover the page's characters.
  private let lights: AnnotationLights?
  private let current: AnnotationID?
  /// The highlight of the previous character.
  private var last: LitRange.Light?

  /// How annotations style the previous character, nil if none does.
  private(set) var look: AnnotationLights.Look?

  init(_ ranges: [LitRange], lights: AnnotationLights? = nil, current: AnnotationID? = nil) {
    self.ranges = ranges
    self.lights = lights
    self.current = current
  }

  /// Returns a character's style. A character inserted between two highlighted ones takes the first one's style. `next` is
  /// the page's next character, -1 if the line has none.
  mutating func style(
    for glyph: TextLine.Glyph, before next: Int32, over style: Style, _ theme: Theme
  ) -> Style {
    var style = style
    if let lights {
      if glyph.origin >= 0 {
        look = lights.look(at: Int(glyph.origin))
      } else if next >= 0, look != nil, lights.look(at: Int(next)) != look {
        look = nil
      }
      if let look {
        style = theme.annotated(style, look)
        if lights.annotations[look.annotation].id == current { style = style.adding(.bold) }
      }
    }
    guard !ranges.isEmpty else { return style }
    if glyph.origin >= 0 { last = light(at: Int(glyph.origin)) }
    guard let last else { return style }
    let lit =
      switch last {
      case .hit, .flash: theme.hit
      case .currentHit: theme.currentHit
      case .selection, .field: theme.selection
      case .change(let change, _): theme.changed(style, change)
      }
    return lit.adding(style.attributes)
  }

  private func light(at origin: Int) -> LitRange.Light? {
    let begun = ranges.prefixCount { $0.range.lowerBound <= origin }
    // The ranges of a page do not overlap.
    guard begun > 0, ranges[begun - 1].range.contains(origin) else { return nil }
    return ranges[begun - 1].light
  }

  /// Returns the selected ranges of a page, ascending.
  static func selected(_ state: State, in document: DocumentID, on page: Int) -> [LitRange] {
    guard let range = state.selectedRange, state.selection?.document == document,
      range.lowerBound.page <= page, page <= range.upperBound.page,
      let content = state.documents[document]?.pages[page]
    else { return [] }
    let origins = PageFlow(content).origins
    let from = range.lowerBound.page == page ? range.lowerBound.index : 0
    let to = range.upperBound.page == page ? range.upperBound.index : origins.count - 1
    guard from <= to, from < origins.count else { return [] }
    let own = origins[from...min(to, origins.count - 1)].filter { $0 >= 0 }.sorted()
    var found: [LitRange] = []
    for origin in own.map(Int.init) {
      if let last = found.last, last.range.upperBound >= origin {
        found[found.count - 1].range =
          last.range.lowerBound..<max(last.range.upperBound, origin + 1)
      } else {
        found.append(LitRange(range: origin..<origin + 1, light: .selection))
      }
    }
    return found
  }
}

extension PaneView {
  /// Returns the range of the current form field, if this document's view is focused.
  private static func field(_ state: State, in id: DocumentID, on page: Int) -> [LitRange] {
    guard let document = state.documents[id], state.pane?.document == id, state.selection == nil,
      let current = document.form.current, document.form.widget(of: current)?.page == page,
      let place = state.place(of: current, in: document)
    else { return [] }
    return [LitRange(range: place.range, light: .field)]
  }

  /// Returns the highlighted ranges of a page, ascending; selections take precedence over hits.
  static func lit(_ state: State, in document: DocumentID, on page: Int) -> [LitRange] {
    let selected =
      LitLine.selected(state, in: document, on: page) + field(state, in: document, on: page)
    var hits = Flash.flashed(state, in: document, on: page)
    if hits.isEmpty { hits = state.voice.spoken(in: document, on: page) }
    if let search = state.search, search.document == document, hits.isEmpty {
      hits = search.lit(on: page)
    }
    if !selected.isEmpty {
      hits =
        (selected
        + hits.filter { hit in !selected.contains { $0.range.overlaps(hit.range) } })
        .sorted { $0.range.lowerBound < $1.range.lowerBound }
    }
    let changes = state.comparison?.lit(in: document, on: page) ?? []
    guard !changes.isEmpty else { return hits }
    return (hits + changes.subtracting(hits)).sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
