import Canvas
import DocumentModel

extension LibraryHit {
  /// The hit's place in a few words.
  var placeWords: String {
    if kind == .title { return "title" }
    if kind == .fileName { return "name" }
    if kind == .detached { return "detached" }
    if line > 0 { return "line \(line)" }
    if label.hasSuffix("%") { return label }
    return "p. " + PageName.shown(page: page, label: label)
  }

  /// The width of those words in cells, at most the column's width.
  var placeWidth: Int { min(12, CellWidth.of(placeWords)) }

  /// The section, with a “§” before a leading number.
  var sectionWords: String {
    section.first?.isNumber == true ? "§" + section : section
  }

  /// Returns the match with the text around it, cut to `room` cells so that the match is visible.
  func snippet(in room: Int) -> (before: String, text: String, after: String) {
    let lead = room < 24 ? "" : Self.leads[kind] ?? ""
    let room = room - lead.count
    // If the text after the match is short, the text before it gets the remaining cells.
    let free = room - CellWidth.of(text)
    let most = max(0, min(free, max(room / 3, free - CellWidth.of(after))))
    let before = Self.tail(self.before, in: most)
    let match = Self.head(text, in: room - CellWidth.of(before))
    let after = Self.head(after, in: room - CellWidth.of(before) - CellWidth.of(match))
    return (lead + before, match, after)
  }

  private static let leads: [Kind: String] = [
    .note: "note: ", .detached: "note: ", .scan: "scan: ",
  ]

  private static func head(_ text: String, in room: Int) -> String {
    guard CellWidth.of(text) > room else { return text }
    guard room > 0 else { return "" }
    var result = ""
    var used = 1
    for character in text {
      used += CellWidth.of(String(character))
      if used > room { break }
      result.append(character)
    }
    return result + "…"
  }

  private static func tail(_ text: String, in room: Int) -> String {
    guard CellWidth.of(text) > room else { return text }
    guard room > 1 else { return "" }
    var result: [Character] = []
    var used = 1
    for character in text.reversed() {
      used += CellWidth.of(String(character))
      if used > room { break }
      result.append(character)
    }
    let kept = String(result.reversed())
    // Begins at the next word if there is one soon.
    guard let blank = kept.prefix(12).firstIndex(of: " ") else { return "…" + kept }
    return "…" + kept[blank...]
  }
}
