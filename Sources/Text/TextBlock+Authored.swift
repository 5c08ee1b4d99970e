package import DocumentModel

extension TextBlock {
  /// Makes a block of an authored one; table cells are separated by tabs.
  package init(_ block: AuthoredBlock, of text: PageText) {
    let range = block.range.clamped(to: 0..<text.scalars.count)
    var scalars = Array(text.scalars[range])
    let isRow = block.kind == .tableHead || block.kind == .tableRow
    if isRow { scalars = scalars.map { $0 == 0x0A ? 0x09 : $0 } }
    let boxes = text.boxes[range.clamped(to: 0..<text.boxes.count)]
    self.init(
      kind: Kind(block), box: boxes.dropFirst().reduce(boxes.first ?? .zero) { $0.union($1) },
      scalars: scalars,
      origins: zip(scalars, range).map { $0 == 0x09 ? -1 : Int32(clamping: $1) },
      spans: (Self.span(block).map { [$0] } ?? []) + Self.spans(of: text.asides, in: range))
    guard block.kind == .figure else { return }
    // The words of an image are at its top.
    let top = box.y0 + 1
    guard let found = text.regions.first(where: { $0.box.y0 < top && top < $0.box.y1 }) else {
      return
    }
    box = found.box
    let words = Self.words(scalars)
    region = BlockRegion(
      found,
      caption: Self.caption(of: block, in: text)
        ?? (words == Self.unnamedPicture || words == " " ? "" : words))
  }

  /// Returns the caption below a figure, or the one above it that is not of the figure before; nil without one.
  private static func caption(of figure: AuthoredBlock, in text: PageText) -> String? {
    guard let blocks = text.blocks, let index = blocks.firstIndex(of: figure) else { return nil }
    let above = blocks[safe: index - 2]?.kind == .figure ? nil : blocks[safe: index - 1]
    let caption = [blocks[safe: index + 1], above].compactMap(\.self).first { $0.kind == .caption }
    return caption.map { words(Array(text.scalars[$0.range.clamped(to: 0..<text.scalars.count)])) }
  }

  private static func words(_ scalars: [UInt32]) -> String {
    String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
  }

  /// Stands for an image without words of its own.
  package static let unnamedPicture = "(picture)"

  /// Returns the asides of a block, by its own indices.
  private static func spans(of asides: [TextAside], in block: Range<Int>) -> [BlockSpan] {
    var (low, high) = (0, asides.count)
    while low < high {
      let middle = (low + high) / 2
      if asides[middle].range.upperBound <= block.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return asides[low...].prefix { $0.range.lowerBound < block.upperBound }.map { aside in
      let range = aside.range.clamped(to: block)
      return BlockSpan(
        kind: aside.kind == .reading ? .reading : .noteCall,
        range: range.lowerBound - block.lowerBound..<range.upperBound - block.lowerBound)
    }
  }

  /// Only bullets become spans: they add nothing to the item's kind, whereas numbers and boxes do.
  private static func span(_ block: AuthoredBlock) -> BlockSpan? {
    guard block.kind == .listItem, block.marker == 2 else { return nil }
    return BlockSpan(kind: .bullet, range: 0..<min(2, block.range.count))
  }
}

extension TextBlock.Kind {
  fileprivate init(_ block: AuthoredBlock) {
    switch block.kind {
    case .line, .code: self = .code
    case .paragraph, .rule: self = .paragraph
    case .heading: self = .heading(level: max(1, block.level))
    case .listItem: self = .listItem(depth: block.level)
    case .tableHead, .tableRow: self = .tableRow
    case .footnote: self = .footnote
    case .figure: self = .figure
    case .caption: self = .caption
    case .header: self = .header
    case .footer: self = .footer
    }
  }
}
