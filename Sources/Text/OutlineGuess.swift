package import DocumentModel

/// An outline made from headings found by font size, for documents that have none.
package struct OutlineGuess: Sendable {
  private struct Heading {
    var title: String
    var level: Int
    var page: Int
    var y: Double
  }

  private var headings: [Heading] = []
  private static let mostHeadings = 5_000
  private static let longestTitle = 160

  package init() {}

  /// Takes in the blocks of a page (index from 0); pages in order.
  package mutating func observe(_ blocks: [TextBlock], page: Int) {
    for block in blocks where headings.count < Self.mostHeadings {
      guard case .heading(let level) = block.kind else { continue }
      let scalars = block.scalars.prefix(Self.longestTitle).compactMap(Unicode.Scalar.init)
      headings.append(
        Heading(
          title: String(String.UnicodeScalarView(scalars)), level: level, page: page,
          y: Double(block.box.y0)))
    }
  }

  /// The headings as a tree, each with a destination; levels that are not used leave no gap.
  package func items() -> [OutlineItem] {
    var stack: [(level: Int, items: [OutlineItem])] = [(0, [])]
    for heading in headings {
      while stack.count > 1, stack[stack.count - 1].level >= heading.level { Self.close(&stack) }
      let target = Destination(page: heading.page, y: heading.y)
      stack[stack.count - 1].items.append(
        OutlineItem(title: heading.title, target: .destination(target)))
      stack.append((heading.level, []))
    }
    while stack.count > 1 { Self.close(&stack) }
    return stack[0].items
  }

  /// Hands what was collected under the last heading to it.
  private static func close(_ stack: inout [(level: Int, items: [OutlineItem])]) {
    let children = stack.removeLast().items
    let parent = stack.count - 1
    guard let last = stack[parent].items.indices.last else { return }
    stack[parent].items[last].children = children
  }
}
