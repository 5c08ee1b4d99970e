import Canvas
package import DocumentModel
package import Text

/// Composes the displayable content of pages from their characters; collects layout evidence about each document from the pages seen.
// Unchecked: used on the composing queue only.
package final class Composer: @unchecked Sendable {
  private struct Key: Hashable {
    var document: DocumentID
    var generation: Int
  }

  private var evidence: [Key: DocumentEvidence] = [:]
  private var observed: [Key: Set<Int>] = [:]
  /// Pages composed while there was little evidence, with the number of pages observed by then.
  private var early: [Key: [Int: (lessons: Int, content: PageContent)]] = [:]

  /// Numbers of observed pages at which earlier pages are composed again, because there is much more evidence.
  private static let steps = [3, 6]

  /// Pages beyond this number add no evidence and only cost memory.
  private static let enoughPages = 200

  package init() {}

  /// Returns a page's content, and earlier pages that change with the new evidence: on the first page
  /// a running head cannot be distinguished from text.
  func contents(
    _ text: PageText, fields: [FormField], of document: DocumentID, _ generation: Int, page: Int
  ) -> [(page: Int, content: PageContent)] {
    let key = Key(document: document, generation: generation)
    let content = content(text, fields: fields, of: document, generation, page: page)
    let lessons = observed[key]?.count ?? 0
    var changed: [(page: Int, content: PageContent)] = []
    for (other, known) in early[key] ?? [:] where other != page {
      guard Self.steps.contains(where: { known.lessons < $0 && $0 <= lessons }) else { continue }
      var again = known.content
      again.blocks = blocks(again.text, of: document, generation, page: other)
      if again.blocks != known.content.blocks { changed.append((other, again)) }
      early[key]?[other] = (lessons, again)
    }
    if lessons >= Self.steps[Self.steps.count - 1] || text.blocks != nil {
      early[key] = nil
    } else {
      early[key, default: [:]][page] = (lessons, content)
    }
    return [(page, content)] + changed.sorted { $0.page < $1.page }
  }

  func content(
    _ text: PageText, fields: [FormField] = [], of document: DocumentID, _ generation: Int,
    page: Int
  ) -> PageContent {
    let (text, placed) = text.filled(with: fields, page: page)
    let blocks = blocks(text, of: document, generation, page: page)
    let grid = PageGrid.lines(
      text, size: text.size, cellWidth: { CellWidth.of($0) }, maxColumns: 400)
    return PageContent(
      text: text, blocks: blocks, grid: grid.map { Self.line(from: $0, text) }, fields: placed)
  }

  /// Returns the paragraphs, headings and lists of a page in reading order.
  package func blocks(
    _ text: PageText, of document: DocumentID, _ generation: Int, page: Int
  ) -> [TextBlock] {
    let key = Key(document: document, generation: generation)
    if observed[key] == nil { forget(document) }
    if observed[key, default: []].count < Self.enoughPages,
      observed[key, default: []].insert(page).inserted
    {
      evidence[key, default: DocumentEvidence()].observe(text, number: page, size: text.size)
    }
    return PageComposer.compose(text, size: text.size, evidence: evidence[key], page: page)
  }

  /// Drops the evidence about a document that was closed or reloaded.
  func forget(_ document: DocumentID) {
    evidence = evidence.filter { $0.key.document != document }
    observed = observed.filter { $0.key.document != document }
    early = early.filter { $0.key.document != document }
  }

  private static func line(from grid: GridLine, _ text: PageText) -> TextLine {
    var line = TextLine(kind: .code)
    for span in grid.spans {
      var column = span.column
      for index in span.indices where index >= 0 && Int(index) < text.scalars.count {
        let scalar = text.scalars[Int(index)]
        line.glyphs.append(
          .init(scalar: scalar, origin: Int32(index), column: Int32(clamping: column)))
        column += CellWidth.of(scalar)
      }
    }
    line.start = Int(line.glyphs.lazy.map(\.origin).min() ?? 0)
    return line
  }
}
