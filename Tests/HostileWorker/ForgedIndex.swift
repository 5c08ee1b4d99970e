import DocumentModel
import Text
import Wire

/// Passages for the index that no honest worker sends: they would send controls to the terminal of a search.
enum ForgedIndex {
  private static let attacks = [
    "\u{1b}]52;c;RVZJTA==\u{7}", "\u{1b}[997;9m", "\u{9b}997;9m", "\u{9d}52;c;RVZJTA==\u{9c}",
    "\u{7f}", "\u{85}", "\u{202e}LIVE\u{202c}", "\u{2066}LIVE\u{2069}", "\u{200f}", "\u{61c}",
  ]

  static var portion: IndexedPortion {
    var flat = FlatText()
    for attack in attacks {
      flat.add(lines: Array("before \(attack) needle\(attack) after \(attack)\n\n".utf8), page: 0)
      flat.add(note: "a note \(attack) needle \(attack)", page: 0)
    }
    var grams = Grams()
    flat.gather(&grams, of: 0..<flat.count)
    var portion = IndexedPortion()
    portion.card = DocumentCard()
    portion.card?.title = "Needle \u{9b}997;9m"
    portion.card?.pageCount = 1
    portion.card?.hasPages = true
    portion.pages = [
      IndexedPage(
        number: 0, label: "1\u{9b}997;9m", passages: flat.packed(0..<flat.count, page: 0),
        grams: Array(grams.list.words.utf8))
    ]
    portion.sections = [DocumentSection(title: "Section \u{9b}997;9m", page: 0, y: 0)]
    (portion.next, portion.complete, portion.isEnd) = (1, 1, true)
    return portion
  }
}
