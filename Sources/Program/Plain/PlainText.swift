import DocumentModel
import Text
import Wire

/// The paragraphs of one page of a document at a time, each whole though it ends on another page.
final class PlainText {
  private let document: CommandDocument
  private var texts: [Int: PageText] = [:]
  private var last: (page: Int, paragraphs: [Flow.Paragraph])?

  /// Pages before and behind one that tell what its running heads are, and how its last paragraph ends.
  private static let before = 2
  private static let behind = 4

  init(_ document: CommandDocument) {
    self.document = document
  }

  var pageCount: Int { document.summary.pageCount }

  /// The paragraphs that begin on a page (index from 0), without running heads.
  func paragraphs(on page: Int) throws(CommandDocument.Failure) -> [Flow.Paragraph] {
    if let last, last.page == page { return last.paragraphs }
    let pages = max(0, page - Self.before)..<min(pageCount, page + Self.behind + 1)
    texts = texts.filter { pages.contains($0.key) }
    var feed = PageFeed(joinsLines: true)
    var found: [Flow.Paragraph] = []
    for number in pages {
      // A page beside it that cannot be read costs only what it would have taught.
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

  /// The number of the paragraph on its page a character stands in, the nearest before it otherwise.
  func index(of offset: Int, on page: Int) throws(CommandDocument.Failure) -> Int {
    let paragraphs = try paragraphs(on: page)
    let origin = Flow.Origin(page: Int32(page), index: Int32(clamping: offset))
    return paragraphs.firstIndex { $0.origins.contains(origin) }
      ?? paragraphs.lastIndex { $0.offset <= offset } ?? 0
  }

  /// The number of the first paragraph at a height of a page or below it.
  func index(at y: Double, on page: Int) throws(CommandDocument.Failure) -> Int {
    let text = try text(of: page)
    guard text.blocks == nil else { return try index(of: text.offset(atY: y), on: page) }
    let paragraphs = try paragraphs(on: page)
    return paragraphs.firstIndex { Double($0.box.y1) > y } ?? max(0, paragraphs.count - 1)
  }
}

extension Flow.Paragraph {
  /// Index into its page's scalars of its first character.
  var offset: Int {
    origins.first { $0.index >= 0 && Int($0.page) == page }.map { Int($0.index) } ?? 0
  }

  /// Its words, with what it is where that is no running text: for the ear, so nothing is said by marks alone.
  var spoken: String {
    var view = String.UnicodeScalarView()
    for scalar in scalars {
      // Between two cells of a table.
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
    default: words
    }
  }
}
