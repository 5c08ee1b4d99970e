/// Moves the figures and tables of a page after the paragraphs that first mention them.
package enum FirstMention {
  /// A caption with the parts it belongs to, as indices of blocks.
  private struct Floating {
    var name: Mention
    var members: [Int]
  }

  /// Returns the blocks of a page in the new order; a figure or table that no paragraph of the page mentions keeps its place.
  package static func ordered(_ blocks: [TextBlock]) -> [TextBlock] {
    let floats = floats(in: blocks)
    guard !floats.isEmpty else { return blocks }
    let taken = Set(floats.flatMap(\.members))
    var after: [Int: [Int]] = [:]
    var placed: Set<Mention> = []
    for (index, block) in blocks.enumerated() where !taken.contains(index) {
      guard mayMention(block) else { continue }
      let named = Mention.all(in: block.scalars)
      for float in floats where named.contains(float.name) && placed.insert(float.name).inserted {
        after[index, default: []] += float.members
      }
    }
    let moved = Set(after.values.joined())
    return blocks.indices.flatMap { index in
      ((moved.contains(index) ? [] : [index]) + (after[index] ?? [])).map { blocks[$0] }
    }
  }

  private static func mayMention(_ block: TextBlock) -> Bool {
    switch block.kind {
    case .paragraph, .listItem: true
    default: false
    }
  }

  private static func floats(in blocks: [TextBlock]) -> [Floating] {
    var taken: Set<Int> = []
    return blocks.indices.compactMap { index in
      guard blocks[index].kind == .caption,
        let name = Mention.beginning(blocks[index].scalars)
      else { return nil }
      // Rows between two captions belong to the first.
      let parts = DocumentFigure.parts(around: index, in: blocks).filter {
        taken.insert($0).inserted
      }
      return parts.isEmpty ? nil : Floating(name: name, members: (parts + [index]).sorted())
    }
  }
}
