import DocumentModel
import Text

/// Computes the position of an annotation in the reading order of its page, column by column, and the section that contains it.
struct ReadingOrder {
  private let entries: [OutlineEntry]
  private let labels: [Int: PageLabels]
  private let index: SectionIndex
  /// The words of the page that was requested last.
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

  /// Returns an annotation's reading position; nil if it is neither on text nor beside it. Ask for all annotations of a page in a row:
  /// only one page is kept.
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
    let place = (annotation.quads.first?.box ?? annotation.box).corner
    let label = labels[page]?.label(x: place.x, y: place.y) ?? ""
    return ReadingPlace(
      turn: turn, section: section.map { entries[$0].item.title } ?? "",
      label: label.isEmpty ? nil : label)
  }
}
