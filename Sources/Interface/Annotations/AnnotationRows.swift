import Canvas
import DocumentModel
import Widgets

/// Cells from which on there is room for two dates.
private let roomForDates = 56

/// The rows of one annotation in a list.
enum AnnotationRows {
  static func isAnnotationPanelNarrow(_ state: State) -> Bool {
    state.sidePanelWidth > 0 || state.size.width < 60
  }

  /// Returns the rows of an annotation: its words in one or two rows, its note, and a row per reply. Without
  /// a place it is marked as detached.
  static func rows(
    _ state: State,
    _ annotation: Annotation, in list: AnnotationList, place: String, section: String,
    action: (Annotation) -> Panel.Action
  ) -> [Panel.Row] {
    let isNarrow = isAnnotationPanelNarrow(state)
    let width = state.panel.map { PanelView.panelRect(state, $0).width } ?? state.size.width
    // Two rows hold no more of it.
    let quote = list.quote(of: annotation).map { String($0.prefix(3 * width)) }
    let name = list.name(of: annotation)
    let what =
      quote.map { annotation.kind == .highlight ? "“\($0)”" : "\(name) “\($0)”" } ?? name
    let color = list.color(of: annotation)
    let parts = [
      place.isEmpty ? "detached" : place, isNarrow ? "" : section.truncated(to: 24),
      // Without colours the sign's colour is named.
      state.themes.current.hasNoColors
        ? state.preferences.colorWords(color, withMeaning: false) : "", what,
    ]
    let detail =
      !isNarrow || list.isOfOthers(annotation.id)
      ? state.environment.authorWords(annotation)
      : width >= roomForDates
        ? state.environment.dateWords(annotation) : state.environment.dayWords(annotation)
    var row = Panel.Row(
      text: "● " + parts.filter { !$0.isEmpty }.joined(separator: "  "), detail: detail,
      action: action(annotation))
    row.color = color ?? 0x80_8080
    row.isDimmed = annotation.flags.contains(.hidden)
    var rows = [row]
    // A blank at each end and one before the right column.
    let room = width - 3 - min(CellWidth.of(detail), width / 2)
    if let rest = Self.rest(of: row.text, after: room) {
      rows[0].text.removeLast(rest.count)
      if rows[0].text.last == " " { rows[0].text.removeLast() }
      var below = Panel.Row(text: rest, depth: 1)
      (below.isHeading, below.continues, below.isDimmed) = (true, true, row.isDimmed)
      rows.append(below)
    }
    let note = annotation.contents.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !note.isEmpty {
      var below = Panel.Row(text: note, depth: 1)
      (below.isHeading, below.continues, below.isDimmed) = (true, true, true)
      rows.append(below)
    }
    let states = state.environment.stateWords(of: annotation.id, in: list, withTime: !isNarrow)
    for words in [
      states, AnnotationStrings.tagWords(annotation),
      AnnotationStrings.sharedWords(annotation, in: list),
    ]
    where !words.isEmpty {
      var below = Panel.Row(text: words, depth: 1)
      (below.isHeading, below.continues, below.isDimmed) = (true, true, true)
      rows.append(below)
    }
    for (reply, depth) in list.thread(of: annotation.id) where !reply.flags.contains(.isState) {
      let words = reply.contents.isEmpty ? reply.subject : reply.contents
      var answer = Panel.Row(
        text: "↳ " + words.split(whereSeparator: \.isWhitespace).joined(separator: " "),
        detail: isNarrow && !reply.author.isEmpty
          ? reply.author : state.environment.authorWords(reply),
        depth: depth + 1,
        action: action(reply))
      answer.isDimmed = reply.flags.contains(.hidden)
      rows.append(answer)
      let shared = AnnotationStrings.sharedWords(reply, in: list)
      if !shared.isEmpty {
        var below = Panel.Row(text: shared, depth: depth + 2)
        (below.isHeading, below.continues, below.isDimmed) = (true, true, true)
        rows.append(below)
      }
    }
    return rows
  }

  /// Returns the part of a text that does not fit into `room` cells, from the start of a word; nil
  /// if all fits.
  private static func rest(of text: String, after room: Int) -> String? {
    guard CellWidth.of(text) > room else { return nil }
    var (width, index) = (0, text.startIndex)
    var afterBlank: String.Index?
    while index < text.endIndex {
      width += CellWidth.of(String(text[index]))
      // A word may end where the room does.
      if width > room, text[index] != " " { break }
      index = text.index(after: index)
      if text[text.index(before: index)] == " ", width > room / 2 { afterBlank = index }
    }
    let rest = text[(afterBlank ?? index)...]
    return rest.isEmpty ? nil : String(rest)
  }
}
