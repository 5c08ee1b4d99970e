package import DocumentModel

/// The text of one page as the reader holds it: characters, and the blocks they make.
package struct PageContent: Sendable, Hashable {
  package var text: PageText
  package var blocks: [TextBlock]
  /// Style index of each character.
  package let styles: [UInt16]
  /// The page at its places on a grid of cells, for layout mode.
  package let grid: [TextLine]
  /// The positions of form fields.
  package let fields: [PlacedField]
  /// The patterns of its language; nil if the language is not known or has none.
  package var hyphenation: Hyphenation?
  /// Whether the words of its picture are being recognised.
  package var isBeingRecognized = false
  /// In bytes, roughly, as it was made.
  package let byteCount: Int

  package init(
    text: PageText, blocks: [TextBlock], grid: [TextLine], fields: [PlacedField] = []
  ) {
    self.fields = fields
    self.text = text
    self.blocks = blocks
    self.grid = grid
    var styles = [UInt16](repeating: 0, count: text.scalars.count)
    for (index, run) in text.runs.enumerated() {
      let end = index + 1 < text.runs.count ? text.runs[index + 1].start : styles.count
      guard run.start < end, end <= styles.count else { continue }
      for position in run.start..<end { styles[position] = UInt16(clamping: run.style) }
    }
    self.styles = styles
    byteCount =
      text.byteCount * 2 + styles.count * 2 + blocks.reduce(0) { $0 + $1.scalars.count * 8 + 96 }
      + grid.reduce(0) { $0 + $1.byteCount }
  }

  /// The style of the character a glyph came from.
  package func style(at origin: Int32) -> TextStyle? {
    guard origin >= 0, Int(origin) < styles.count else { return nil }
    let index = Int(styles[Int(origin)])
    return index < text.styles.count ? text.styles[index] : nil
  }

  /// Returns a character in the form its style gives it: small capitals are capitals.
  package func shown(_ scalar: UInt32, at origin: Int32) -> UInt32 {
    guard style(at: origin)?.isSmallCaps == true,
      let capital = Unicode.Scalar(scalar)?.properties.uppercaseMapping.unicodeScalars,
      capital.count == 1
    else { return scalar }
    return capital.first?.value ?? scalar
  }
}
