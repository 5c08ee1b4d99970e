import DocumentModel
import Text

/// Tells when on its page an annotation is read, and in which section: columns are read one after the other.
struct ReadingOrder {
  private let entries: [OutlineEntry]
  private let labels: [Int: String]
  private let index: SectionIndex
  /// Of the last page asked for.
  private var last: (page: Int, words: AnnotatedWords, openings: [(turn: Int, entry: Int)])?

  init(_ waymarks: DocumentWaymarks) {
    labels = waymarks.labels
    entries = OutlineEntry.flattened(
      waymarks.sections.map { section in
        let place = Destination(page: section.page, y: section.y)
        return OutlineItem(title: section.title, target: .destination(place))
      })
    index = SectionIndex(entries.map(\.destination))
  }

  /// Returns an annotation's reading position; nil if it is on or beside no text. Ask for annotations of
  /// one page together.
  mutating func place(of annotation: Annotation, on text: PageText) -> ReadingPlace? {
    let page = annotation.page
    if last?.page != page {
      let blocks = PageComposer.compose(
        text, size: text.size, evidence: DocumentEvidence(), page: page)
      let words = AnnotatedWords(PageContent(text: text, blocks: blocks, grid: []))
      let own = index.entries(on: page).map { (number: $0, entry: entries[$0]) }
      last = (page, words, words.openings(own))
    }
    guard let last, let turn = last.words.turn(of: annotation) else { return nil }
    let section = index.entry(page: page, turn: turn, among: last.openings)
    return ReadingPlace(
      turn: turn, section: section.map { entries[$0].item.title } ?? "", label: labels[page])
  }
}
