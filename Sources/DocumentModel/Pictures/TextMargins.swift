/// What of its pages a document's text fills, of odd and even ones apart, as books have them.
///
/// It is learnt from the pages that are read and does not change any more when enough of them were: a page's width must not depend on
/// which were seen before it.
package struct TextMargins: Sendable, Hashable, Codable {
  private struct Side: Sendable, Hashable, Codable {
    var box: Box?
    var pages: Set<Int> = []
  }

  private var sides = [Side(), Side()]
  /// So many pages of a side are looked at.
  private static let enough = 6
  /// Fewer characters are a title or a figure's.
  private static let leastText = 200

  package init() {}

  package mutating func learn(_ text: PageText, of page: Int) {
    // What was read from a file may have any number of sides.
    if sides.count != 2 { sides = [Side(), Side()] }
    guard text.scalars.count >= Self.leastText, sides[page % 2].pages.count < Self.enough,
      sides[page % 2].pages.insert(page).inserted
    else { return }
    let boxes = text.boxes.filter { !$0.isEmpty }
    guard let first = boxes.first else { return }
    let box = boxes.reduce(first) { $0.union($1) }
    sides[page % 2].box = sides[page % 2].box.map { $0.union(box) } ?? box
  }

  /// Nil where nothing was learnt.
  package func box(of page: Int) -> Box? {
    guard sides.count == 2 else { return nil }
    return sides[page % 2].box ?? sides[(page + 1) % 2].box
  }
}
