import DocumentModel

/// The layout of a type of block on a sheet, in points.
struct SheetStyle {
  var size = 10.5
  var isBold = false
  var isMonospace = false
  /// Space above, if the text has an empty line there.
  var above = 6.0
  var below = 0.0

  /// A line's height for letters of height 1.
  static let leading = 1.35

  private static let byKind: [AuthoredBlock.Kind: SheetStyle] = [
    .line: SheetStyle(size: 9.5, isMonospace: true, above: 0),
    .code: SheetStyle(size: 9, isMonospace: true, above: 6),
    .tableHead: SheetStyle(size: 9.5, isBold: true, above: 8),
    .tableRow: SheetStyle(size: 9.5),
    .caption: SheetStyle(size: 9), .footnote: SheetStyle(size: 8.5),
  ]

  /// From level 1 on.
  private static let headings: [SheetStyle] = [24, 18, 14.5, 12.5, 11, 10.5].map {
    SheetStyle(size: $0, isBold: true, above: $0 * 0.9, below: $0 * 0.35)
  }

  init(
    size: Double = 10.5, isBold: Bool = false, isMonospace: Bool = false, above: Double = 6,
    below: Double = 0
  ) {
    self.size = size
    self.isBold = isBold
    self.isMonospace = isMonospace
    self.above = above
    self.below = below
  }

  init(_ block: AuthoredBlock) {
    self =
      block.kind == .heading
      ? Self.headings[min(max(0, block.level - 1), Self.headings.count - 1)]
      : Self.byKind[block.kind] ?? SheetStyle()
  }
}
