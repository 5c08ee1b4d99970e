import Canvas
import DocumentModel

extension LibraryHit {
  /// Where it stands, in a few words.
  var placeWords: String {
    if kind == .title { return "title" }
    if kind == .fileName { return "name" }
    if kind == .detached { return "detached" }
    if line > 0 { return "line \(line)" }
    return "p. " + (label.isEmpty ? String(page + 1) : label)
  }

  /// Cells of those words, as far as a column is kept for them.
  var placeWidth: Int { min(12, CellWidth.of(placeWords)) }

  /// Its section; a number in front makes it one that is known by its number.
  var sectionWords: String {
    section.first?.isNumber == true ? "§" + section : section
  }

  /// The text around the match, so that the match is in sight of so many cells.
  func snippet(in room: Int) -> (before: String, text: String, after: String) {
    let lead = (kind == .note || kind == .detached) && room >= 24 ? "note: " : ""
    let room = room - lead.count
    // What stands behind it needs no more than it has.
    let free = room - CellWidth.of(text)
    let most = max(0, min(free, max(room / 3, free - CellWidth.of(after))))
    let before = Self.tail(self.before, in: most)
    let match = Self.head(text, in: room - CellWidth.of(before))
    let after = Self.head(after, in: room - CellWidth.of(before) - CellWidth.of(match))
    return (lead + before, match, after)
  }

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
    // From the next word on, where one begins soon.
    guard let blank = kept.prefix(12).firstIndex(of: " ") else { return "…" + kept }
    return "…" + kept[blank...]
  }
}
