import DocumentModel
import Interface
import Services
import Wire

/// The signs in a document's text whose meaning nothing in the file says, counted on its first pages.
struct UnknownSigns {
  private(set) var count = 0
  private(set) var pages = 0
  private(set) var read = 0

  /// The number of pages read: a book's others are set in the same fonts.
  private static let mostPages = 50

  /// Pages that cannot be read are left out.
  init(in document: CommandDocument) {
    let end = min(document.summary.pageCount, Self.mostPages)
    var next = 0
    // After a failure pages are asked for one by one, to find the one it is about.
    var most = end
    while next < end {
      guard
        case .unknownSigns(let counts) = try? document.ask(
          .unknownSigns(next..<min(next + most, end))), !counts.isEmpty
      else {
        next += most == 1 ? 1 : 0
        most = 1
        continue
      }
      next += counts.count
      for own in counts.compactMap(\.self) {
        read += 1
        count += own
        pages += own > 0 ? 1 : 0
      }
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
