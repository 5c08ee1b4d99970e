import DocumentModel
import Services
import Text
import Wire

/// A table or figure of a document, as it is in the text.
struct FoundRegion {
  /// The page index from 0.
  var page: Int
  var region: BlockRegion
  /// The rows of a table, each with its cells; the words of a figure as one row.
  var rows: [[String]]

  /// Reads the regions of one kind from the selected pages, in reading order; counts pages that cannot be read.
  static func all(
    _ kind: PageRegion.Kind, of document: CommandDocument, _ parsed: Arguments,
    _ failures: inout Int
  ) throws(CommandDocument.Failure) -> [FoundRegion] {
    let flow = document.summary.flow
    guard flow?.kind != .plainText else {
      throw CommandDocument.Failure(sentence: "\(document.name) is plain text")
    }
    let chosen = try document.pageChoice(parsed)
    let pages = chosen?.pages ?? Array(0..<document.summary.pageCount)
    var found: [FoundRegion] = []
    var feed = PageFeed()
    // In a text that flows a table's rows follow each other, and the next table stands apart.
    var before: TextBlock.Kind?
    var caption = ""
    var texts: [Int: PageText] = [:]
    func isApart(_ paragraph: Flow.Paragraph) -> Bool {
      paragraph.origins.first.flatMap {
        texts[paragraph.page]?.block(at: Int($0.index))?.isApart
      } ?? false
    }
    func take(_ paragraphs: [Flow.Paragraph]) {
      for paragraph in paragraphs {
        defer { before = paragraph.kind }
        func words() -> String {
          String(String.UnicodeScalarView(paragraph.copied.compactMap(Unicode.Scalar.init)))
        }
        if flow != nil, paragraph.kind == .caption {
          if kind == .table, before == .tableRow, found.last?.region.caption.isEmpty == true {
            found[found.count - 1].region.caption = words()
          } else if before != .figure {
            caption = words()
          }
          continue
        }
        guard var region = paragraph.region ?? tableWithoutRules(paragraph),
          region.region.kind == kind
        else {
          caption = ""
          continue
        }
        if flow != nil, kind == .table { region.caption = caption }
        let cells = words().split(separator: "\t", omittingEmptySubsequences: false).map(
          String.init)
        if let last = found.last, last.page == paragraph.page,
          flow != nil
            ? before == .tableRow && kind == .table && !isApart(paragraph)
            : paragraph.region == nil ? continues(last, region) : last.region == region
        {
          found[found.count - 1].rows.append(cells)
          found[found.count - 1].region.region.box = last.region.region.box.union(region.region.box)
        } else {
          found.append(FoundRegion(page: paragraph.page, region: region, rows: [cells]))
        }
        caption = ""
      }
    }
    for page in pages {
      guard case .text(let text) = document.tryAsk(.text(page: page), page, &failures) else {
        continue
      }
      if flow != nil { texts[page] = text }
      take(feed.add(chosen?.part(of: text, page: page) ?? text, page: page))
      texts[page - 2] = nil
    }
    take(feed.finish())
    return found
  }

  /// Rows found by their cells alone have no region.
  private static func tableWithoutRules(_ paragraph: Flow.Paragraph) -> BlockRegion? {
    paragraph.kind == .tableRow ? BlockRegion(PageRegion(.table, paragraph.box)) : nil
  }

  /// Whether a row that has no region follows the last one closely.
  private static func continues(_ last: FoundRegion, _ next: BlockRegion) -> Bool {
    guard last.region.region.kind == .table else { return false }
    let (above, below) = (last.region.region.box, next.region.box)
    return last.region.caption.isEmpty && next.caption.isEmpty && below.y0 > above.y0
      && below.y0 - above.y1 < 2 * max(below.height, 8)
  }

  /// Returns the label of its page, in a book of the printed page; empty if there is none.
  func label(in document: CommandDocument) -> String {
    let place = region.region.box.corner
    return document.labels(ofPage: page).label(x: place.x, y: place.y)
  }

  /// Returns the members that both commands print as JSON.
  func json(_ document: CommandDocument) -> [(String, JSON)] {
    let box = region.region.box
    return JSON.page(page, label: label(in: document)) + [
      ("box", .array([box.x0, box.y0, box.x1, box.y1].map { .number(Double($0)) })),
      ("caption", .string(region.caption)),
    ]
  }
}
