import DocumentModel
import Text
import Wire

/// The paragraphs of a document, page by page; a paragraph that continues on another page is complete.
final class PlainText {
  private let document: CommandDocument
  private var texts: [Int: PageText] = [:]
  private var last: (page: Int, paragraphs: [Flow.Paragraph])?

  /// The pages before and after a page that are read to recognize running heads and to complete its last paragraph.
  private static let before = 2
  private static let after = 4

  init(_ document: CommandDocument) {
    self.document = document
  }

  var pageCount: Int { document.summary.pageCount }

  /// Returns the paragraphs that begin on a page (index from 0), without running heads.
  func paragraphs(on page: Int) throws(CommandDocument.Failure) -> [Flow.Paragraph] {
    if let last, last.page == page { return last.paragraphs }
    let pages = max(0, page - Self.before)..<min(pageCount, page + Self.after + 1)
    texts = texts.filter { pages.contains($0.key) }
    var feed = PageFeed(joinsLines: true)
    var found: [Flow.Paragraph] = []
    for number in pages {
      // An adjacent page that cannot be read only reduces the evidence.
      do throws(CommandDocument.Failure) {
        found += feed.add(try text(of: number), page: number)
      } catch {
        if number == page { throw error }
      }
    }
    found += feed.finish()
    let own = found.filter { paragraph in
      paragraph.page == page && !paragraph.isRunningHead
        && paragraph.scalars.contains { $0 > 0x20 }
    }
    last = (page, own)
    return own
  }

  func text(of page: Int) throws(CommandDocument.Failure) -> PageText {
    if let known = texts[page] { return known }
    guard case .text(let text) = try document.ask(.text(page: page)) else { return PageText() }
    texts[page] = text
    return text
  }

  /// Returns the index of the paragraph that contains a character, or else of the nearest before it.
  func index(of offset: Int, on page: Int) throws(CommandDocument.Failure) -> Int {
    let paragraphs = try paragraphs(on: page)
    let origin = Flow.Origin(page: Int32(page), index: Int32(clamping: offset))
    return paragraphs.firstIndex { $0.origins.contains(origin) }
      ?? paragraphs.lastIndex { $0.offset <= offset } ?? 0
  }

  /// Returns the index of the paragraph that a destination leads to.
  func index(of destination: Destination) throws(CommandDocument.Failure) -> Int {
    guard let y = destination.y else { return 0 }
    let text = try text(of: destination.page)
    return try index(of: text.offset(atY: y, x: destination.x), on: destination.page)
  }
}

extension Flow.Paragraph {
  /// The index of the paragraph's first character in its page's scalars.
  var offset: Int {
    origins.first { $0.index >= 0 && Int($0.page) == page }.map { Int($0.index) } ?? 0
  }

  /// The text with its kind spelled out for screen readers, unless it is running text.
  var spoken: String {
    var view = String.UnicodeScalarView()
    for scalar in scalars {
      // A tab separates two cells of a table row.
      if scalar == 0x09, kind == .tableRow {
        view.append(contentsOf: " | ".unicodeScalars)
      } else if let scalar = Unicode.Scalar(scalar) {
        view.append(scalar)
      }
    }
    let words = String(view)
    return switch kind {
    case .heading: "Heading: \(words)"
    case .listItem: "- \(words)"
    case .tableRow: "Row: \(words)"
    case .footnote: "Note: \(words)"
    case .figure: words.isEmpty ? "Figure" : "Figure: \(words)"
    case .formula: "Formula: \(words)"
    default: words
    }
  }
}
