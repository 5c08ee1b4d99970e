/// A canonical fragment identifier of a place in a book (EPUB CFI 1.1), such as `epubcfi(/6/4[c1]!/4/10/2:5)`.
struct EPUBFragment {
  /// The place of the item in the spine, from 0.
  let item: Int
  /// The path in the item's file: even numbers are elements, odd ones texts between them.
  private let steps: [Int]

  private static let mostSteps = 256

  /// Nil if the text is no such identifier; of a range, its beginning.
  init?(_ text: String) {
    guard text.hasPrefix("epubcfi("), text.hasSuffix(")") else { return nil }
    // A range is a common path and two ends: the first end continues the path.
    let parts = text.dropFirst(8).dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let path = parts.prefix(2).joined()
    let halves = path.split(separator: "!", maxSplits: 1, omittingEmptySubsequences: false)
    let spine = Self.steps(halves[0])
    // The package document's third element is the spine, whose elements have even numbers.
    guard spine.count == 2, spine[1] >= 2 else { return nil }
    item = spine[1] / 2 - 1
    steps = halves.count > 1 ? Self.steps(halves[1]) : []
  }

  /// The numbers after strokes; assertions in brackets, and what follows a colon, are left out.
  private static func steps(_ path: Substring) -> [Int] {
    var isAsserted = false
    let plain = path.filter { character in
      if character == "[" { isAsserted = true }
      defer { if character == "]" { isAsserted = false } }
      return !isAsserted && character != "]"
    }
    return plain.prefix { $0 != ":" && $0 != "~" && $0 != "@" }.split(separator: "/").prefix(
      mostSteps
    )
    .compactMap { Int($0) }
  }

  /// The node of the item's file, or the nearest above it that exists.
  func node(in tree: MarkupTree) -> MarkupNode? {
    guard var node = tree.root.elements.first(where: { _ in true }) else { return nil }
    for step in steps {
      guard step > 0, step % 2 == 0 else { return text(step, in: node) ?? node }
      guard let next = node.elements.dropFirst(step / 2 - 1).first(where: { _ in true }) else {
        return node
      }
      node = next
    }
    return node
  }

  /// The text between two elements; texts on both sides of a comment are one.
  private func text(_ step: Int, in node: MarkupNode) -> MarkupNode? {
    var place = 1
    for child in node.children {
      if child.isText {
        if place == step { return child }
      } else {
        place += 2
      }
    }
    return nil
  }
}
