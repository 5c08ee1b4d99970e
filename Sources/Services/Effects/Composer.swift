import Canvas
package import DocumentModel
package import Text

/// Composes the displayable content of a document's pages from their characters; collects layout evidence from the pages seen.
// Unchecked: used on the composing queue only.
package final class Composer: @unchecked Sendable {
  private var evidence = DocumentEvidence()
  private var observed: Set<Int> = []
  /// Pages composed while there was little evidence, with the number of pages observed by then.
  private var early: [Int: (lessons: Int, content: PageContent)] = [:]

  /// Numbers of observed pages at which earlier pages are composed again, because there is much more evidence.
  private static let steps = [3, 6]

  /// Pages beyond this number add no evidence and only cost memory.
  private static let enoughPages = 200

  /// The language of the document as a tag (BCP 47); empty if it is not known.
  private let language: String

  package init(language: String = "") { self.language = language }

  /// Returns a page's content, and earlier pages that change with the new evidence: on the first page
  /// a running head cannot be distinguished from text.
  func contents(
    _ text: PageText, fields: [FormField], page: Int
  ) -> [(page: Int, content: PageContent)] {
    let content = content(text, fields: fields, page: page)
    let lessons = observed.count
    var changed: [(page: Int, content: PageContent)] = []
    for (other, known) in early where other != page {
      guard Self.steps.contains(where: { known.lessons < $0 && $0 <= lessons }) else { continue }
      var again = known.content
      again.blocks = blocks(again.text, page: other)
      if again.blocks != known.content.blocks { changed.append((other, again)) }
      early[other] = (lessons, again)
    }
    if lessons >= Self.steps[Self.steps.count - 1] || text.blocks != nil {
      early = [:]
    } else {
      early[page] = (lessons, content)
    }
    return [(page, content)] + changed.sorted { $0.page < $1.page }
  }

  func content(
    _ text: PageText, fields: [FormField] = [], page: Int
  ) -> PageContent {
    let (text, placed) = text.filled(with: fields, page: page)
    let blocks = blocks(text, page: page)
    let grid = PageGrid.lines(
      text, size: text.size, cellWidth: { CellWidth.of($0) }, maxColumns: 400)
    var content = PageContent(
      text: text, blocks: blocks, grid: grid.map { Self.line(from: $0, text) }, fields: placed)
    content.hyphenation = HyphenationFiles.patterns(for: language)
    return content
  }

  /// Returns the paragraphs, headings and lists of a page in reading order.
  package func blocks(_ text: PageText, page: Int) -> [TextBlock] {
    if observed.count < Self.enoughPages, observed.insert(page).inserted {
      evidence.observe(text, number: page, size: text.size)
    }
    return PageComposer.compose(text, size: text.size, evidence: evidence, page: page)
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
