/// The area that text fills on a document's pages, separately for odd and even ones, as in books.
///
/// It is learnt from the first pages read and then fixed: a page's width must not depend on which pages were seen before it.
package struct TextMargins: Sendable, Hashable, Codable {
  private struct Side: Sendable, Hashable, Codable {
    var box: Box?
    var pages: Set<Int> = []
  }

  private var sides = [Side(), Side()]
  /// The number of pages examined for each side.
  private static let enough = 6
  /// A page with fewer characters is a title page or a figure.
  private static let leastText = 200

  package init() {}

  package mutating func learn(_ text: PageText, of page: Int) {
    // The value may come from a file with any number of sides.
    if sides.count != 2 { sides = [Side(), Side()] }
    guard text.scalars.count >= Self.leastText, sides[page % 2].pages.count < Self.enough,
      sides[page % 2].pages.insert(page).inserted
    else { return }
    let boxes = text.boxes.filter { !$0.isEmpty }
    guard let first = boxes.first else { return }
    let box = boxes.reduce(first) { $0.union($1) }
    sides[page % 2].box = sides[page % 2].box.map { $0.union(box) } ?? box
  }

  /// Returns nil if nothing was learnt yet.
  package func box(of page: Int) -> Box? {
    guard sides.count == 2 else { return nil }
    return sides[page % 2].box ?? sides[(page + 1) % 2].box
  }
}
