import DocumentModel

/// Moves the figures and tables of a page after the paragraphs that first mention them.
package enum FirstMention {
  /// A caption with the parts it belongs to, as indices of blocks.
  private struct Floating {
    var name: Name
    var members: [Int]
  }

  /// Returns the blocks of a page in the new order; a figure or table that no paragraph of the page mentions keeps its place.
  package static func ordered(_ blocks: [TextBlock]) -> [TextBlock] {
    let floats = floats(in: blocks)
    guard !floats.isEmpty else { return blocks }
    let taken = Set(floats.flatMap(\.members))
    var after: [Int: [Int]] = [:]
    var placed: Set<Name> = []
    for (index, block) in blocks.enumerated() where !taken.contains(index) {
      guard mayMention(block) else { continue }
      let named = names(in: block.scalars)
      for float in floats where named.contains(float.name) && placed.insert(float.name).inserted {
        after[index, default: []] += float.members
      }
    }
    let moved = Set(after.values.joined())
    return blocks.indices.flatMap { index in
      ((moved.contains(index) ? [] : [index]) + (after[index] ?? [])).map { blocks[$0] }
    }
  }

  /// A figure or table by its number without the letter of a part: `Figure 3A` is in `Figure 3`.
  private struct Name: Hashable {
    var kind: Reference.Kind
    var sort: UInt8
    var number: PartNumber

    init?(_ kind: Reference.Kind, sort: UInt8, _ number: PartNumber) {
      guard kind == .figure || kind == .table else { return nil }
      (self.kind, self.sort, self.number) = (kind, sort, number.whole ?? number)
    }
  }

  private static func beginning(_ caption: [UInt32]) -> Name? {
    ReferenceScanner.beginning(caption).flatMap {
      Name($0.word.kind, sort: $0.word.sort, $0.number)
    }
  }

  /// Returns the figures and tables that a text names, such as `Fig. 3`, and all of `Tables 1–3`.
  private static func names(in text: [UInt32]) -> Set<Name> {
    var found: Set<Name> = []
    var last: (name: Name, end: Int)?
    for mention in ReferenceScanner.mentions(in: text) {
      guard case .part(let kind, let sort, let number) = mention.target,
        let name = Name(kind, sort: sort, number)
      else { continue }
      found.insert(name)
      if let last, last.name.kind == kind, last.name.sort == sort,
        last.end < mention.range.lowerBound,
        text[last.end..<mention.range.lowerBound].allSatisfy(Self.isDash),
        let from = last.name.number.value, let to = number.value, from < to,
        to - from <= mostInRange
      {
        found.formUnion((from + 1..<to).compactMap { Name(kind, sort: sort, PartNumber($0)) })
      }
      last = (name, mention.range.upperBound)
    }
    return found
  }

  /// The most figures that a range such as `Figures 3–5` names.
  private static let mostInRange = 20

  private static func isDash(_ scalar: UInt32) -> Bool {
    Script.isHyphen(scalar) || scalar == 0x2013 || scalar == 0x2014 || Script.isBlank(scalar)
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
        let name = beginning(blocks[index].scalars)
      else { return nil }
      // Rows between two captions belong to the first.
      let parts = DocumentFigure.parts(around: index, in: blocks).filter {
        taken.insert($0).inserted
      }
      return parts.isEmpty ? nil : Floating(name: name, members: (parts + [index]).sorted())
    }
  }
}
