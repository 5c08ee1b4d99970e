import Canvas
import DocumentModel
import Text

/// The most hits in the list; the rest are only counted.
private let mostRows = 2_000

extension PanelSource {
  package static let hits = PanelSource(
    title: "Hits", rows: { Panel.matching(hitRows($0), $1) },
    emptyText: { $1 ? nil : "No matches: / searches" }, opensBeside: true, namesPages: true)

  /// Returns the hits with their lines, grouped by section.
  static func hitRows(_ state: State) -> [Panel.Row] {
    guard let search = state.search, let document = state.document, document.id == search.document
    else { return [] }
    var rows: [Panel.Row] = []
    var section: String?
    var head: Int?
    var count = 0
    for (index, hit) in search.hits.prefix(mostRows).enumerated() {
      let entry = document.section(page: hit.page, y: Double(hit.y))
      if let entry, entry.path != section {
        if let head { rows[head].detail = String(count) }
        section = entry.path
        count = 0
        head = rows.count
        rows.append(Panel.Row(text: entry.item.title, isHeading: true))
      }
      count += 1
      rows.append(row(state, index, hit, document))
    }
    if let head { rows[head].detail = String(count) }
    if search.hits.count > mostRows {
      rows.append(
        Panel.Row(text: "and \(search.hits.count - mostRows) more", isDimmed: true))
    }
    return rows
  }

  private static func row(_ state: State, _ index: Int, _ hit: SearchHit, _ document: Document)
    -> Panel.Row
  {
    let name = document.shortPlaceName(Place(page: hit.page, offset: Int(hit.spans[0].start)))
    let place = name.isEmpty ? "" : name + "  "
    let width = state.sidePanelWidth > 0 ? state.sidePanelWidth : min(state.size.width - 2, 86)
    // In a narrow list the match takes precedence over the text before it.
    let free = width - 8 - place.count - hit.text.count
    let before = Self.tail(
      hit.before, room: min(state.sidePanelWidth > 0 ? 12 : 24, max(2, free / 2)))
    var row = Panel.Row(text: place + before + hit.text + hit.after, depth: 1, action: .hit(index))
    let start = place.count + before.count
    row.lit = start..<start + hit.text.count
    row.isCurrent = index == state.search?.current
    return row
  }

  /// Returns the end of a text, shortened to keep the match visible.
  private static func tail(_ text: String, room: Int) -> String {
    text.count <= room ? text : "…" + text.suffix(room - 1)
  }
}
