package import DocumentModel

/// A figure, table or formula of a page, with its caption.
package struct DocumentFigure: Sendable, Hashable {
  /// The page index from 0.
  package var page: Int
  package var kind: PageRegion.Kind
  /// Its place without the caption, in points; nil if only a caption was recognised.
  package var box: Box?
  /// Empty if it has none.
  package var caption = ""
  /// The place of the caption, and the index of its first character in the page's scalars.
  package var captionBox: Box?
  package var captionOrigin: Int?

  /// The place of figure and caption together.
  package var extent: Box {
    guard let box else { return captionBox ?? .zero }
    return captionBox.map { $0.union(box) } ?? box
  }

  /// Points around a figure that belong to its picture.
  package static let margin: Float = 2

  /// Whether lists of figures and motions from one to the next include it.
  package var isListed: Bool { !caption.isEmpty && kind != .formula }

  /// Returns the figures, tables and formulas of a page in reading order; parts with a common caption are one figure.
  package static func all(in blocks: [TextBlock], page: Int) -> [DocumentFigure] {
    let captions = blocks.filter { $0.kind == .caption }.map { (block: $0, text: text(of: $0)) }
    let owned = Set(blocks.compactMap { $0.region?.caption })
    var found: [DocumentFigure] = []
    for (index, block) in blocks.enumerated() {
      if let region = block.region {
        let caption = captions.first { $0.text == region.caption && !$0.text.isEmpty }
        // An image of a book has its words itself.
        let own = block.kind == .figure && text(of: block) == region.caption ? block : nil
        let within = block.innerCaption.flatMap { text(of: $0) == region.caption ? $0 : nil }
        add(region.region, caption?.block ?? within ?? own, to: &found, page)
      } else if block.kind == .caption, !owned.contains(text(of: block)),
        let kind = kind(of: block)
      {
        let rows = kind == .table ? rows(around: index, in: blocks) : []
        let box =
          rows.map { blocks[$0].box }.reduce(nil) { box, row in box?.union(row) ?? row } as Box?
        var figure = DocumentFigure(page: page, kind: kind, box: box)
        figure.take(block)
        found.append(figure)
      }
    }
    return found
  }

  /// Returns the indices of the blocks that a caption belongs to: those of its regions, else the rows of a table without rules.
  static func parts(around caption: Int, in blocks: [TextBlock]) -> [Int] {
    let text = text(of: blocks[caption])
    let own = blocks.indices.filter { blocks[$0].region?.caption == text }
    if !own.isEmpty { return own }
    return kind(of: blocks[caption]) == .table ? rows(around: caption, in: blocks) : []
  }

  /// Returns the rows of a table without rules, which stand below its caption or above it, nearest first.
  private static func rows(around caption: Int, in blocks: [TextBlock]) -> [Int] {
    func isRow(_ index: Int) -> Bool {
      blocks[index].kind == .tableRow && blocks[index].region == nil
    }
    let below = Array(((caption + 1)..<blocks.count).prefix(while: isRow))
    return below.isEmpty ? (0..<caption).reversed().prefix(while: isRow) : below
  }

  /// Returns the rows of a table among the blocks of its page, with a tab between cells.
  package func rows(in blocks: [TextBlock]) -> [String] {
    guard let box else { return [] }
    return blocks.filter { $0.kind == .tableRow && box.contains($0.box.middle) }.map {
      Self.text(of: $0).map { $0 == "\u{A0}" ? " " : String($0) }.joined()
    }
  }

  private static func add(
    _ region: PageRegion, _ caption: TextBlock?, to found: inout [DocumentFigure], _ page: Int
  ) {
    let origin = caption?.firstOrigin
    let known = found.firstIndex { other in
      other.box == region.box || origin != nil && other.captionOrigin == origin
    }
    guard let known else {
      var figure = DocumentFigure(page: page, kind: region.kind, box: region.box)
      if let caption { figure.take(caption) }
      found.append(figure)
      return
    }
    if found[known].kind == region.kind {
      found[known].box = found[known].box?.union(region.box)
    } else if let caption, kind(of: caption) == region.kind {
      // A caption between a figure and a table belongs to the one it names.
      found[known].kind = region.kind
      found[known].box = region.box
    }
  }

  private mutating func take(_ block: TextBlock) {
    caption = Self.text(of: block)
    captionBox = block.box
    captionOrigin = block.firstOrigin
  }

  /// Returns what a caption names; nil for other texts.
  private static func kind(of caption: TextBlock) -> PageRegion.Kind? {
    switch CaptionWord.beginning(caption.scalars[...])?.kind {
    case .figure: .figure
    case .table: .table
    case .other, nil: nil
    }
  }

  static func text(of block: TextBlock) -> String {
    String(String.UnicodeScalarView(block.scalars.map { Unicode.Scalar($0) ?? " " }))
  }
}

extension TextBlock {
  /// The words of a figure from a caption among them on; nil if there is none.
  var innerCaption: TextBlock? {
    guard kind == .figure, scalars.count <= Self.longestFigure else { return nil }
    let start = scalars.indices.first { index in
      guard index == 0 || Script.isBlank(scalars[index - 1]),
        Script.isUpperCase(scalars[index]) || Script.isIdeographic(scalars[index]),
        let (_, end) = CaptionWord.beginning(scalars[index...].prefix(40)), end < scalars.count
      else { return false }
      return [0x2E, 0x3A, 0xFF1A].contains(scalars[end])
    }
    return start.map { start in
      TextBlock(
        kind: .caption, box: box, scalars: Array(scalars[start...]),
        origins: Array(origins[start...]))
    }
  }

  private static let longestFigure = 4_000

  fileprivate var firstOrigin: Int? { origins.first { $0 >= 0 }.map(Int.init) }
}
