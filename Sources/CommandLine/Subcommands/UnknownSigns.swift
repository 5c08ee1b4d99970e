import DocumentModel
import Interface
import Services
import Wire

/// The signs in a document's text whose meaning nothing in the file says, counted on its first pages.
struct UnknownSigns {
  private(set) var count = 0
  private(set) var pages = 0
  private(set) var read = 0
  /// The text of the first page; nil if it cannot be read.
  private(set) var firstPage: PageText?

  /// The number of pages read: a book's others are set in the same fonts.
  private static let mostPages = 50
  /// U+FFFD.
  private static let sign: UInt32 = 0xFFFD

  /// Pages that cannot be read are left out.
  init(in document: CommandDocument) {
    let selected = Array(0..<min(document.summary.pageCount, Self.mostPages))
    var stream = PageStream(selected, of: document.document) { .text(page: $0) }
    while let (page, reply) = stream.next() {
      guard case .success(.text(let text)) = reply else { continue }
      if page == 0 { firstPage = text }
      let own = text.scalars.count { $0 == Self.sign }
      read += 1
      count += own
      pages += own > 0 ? 1 : 0
    }
  }

  /// Returns a sentence; empty if there are none. `total` is the document's number of pages.
  func sentence(of total: Int) -> String {
    guard count > 0 else { return "" }
    let signs = Wording.count(count, "sign")
    let place = Wording.count(pages, "page") + (read < total ? " of the first \(read)" : "")
    return "\(signs) on \(place), shown as ⟨?⟩: p shows what they look like"
  }
}
