package import DocumentModel

/// One row of a page as it is set in the window.
package struct TextLine: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable {
    case body, heading, code, furniture, rule, placeholder
    /// Code in text, shown on its own background.
    case listing
    /// A row of an image.
    case picture
  }

  /// A character and where on the page it came from (-1: put in).
  package struct Glyph: Sendable, Hashable {
    package var scalar: UInt32
    package var origin: Int32
    /// Column in cells from the line's left edge.
    package var column: Int32

    package init(scalar: UInt32, origin: Int32, column: Int32) {
      self.scalar = scalar
      self.origin = origin
      self.column = column
    }
  }

  package var kind: Kind
  package var glyphs: [Glyph]
  /// Smallest index into the page's scalars on this line; for an empty line that of the next line that has one.
  package var start: Int
  /// Cells before the ground of a `listing`.
  package var inset = 0
  /// The width in cells of what scrolls sideways with the line: its page in layout mode, a wide table among paragraphs;
  /// 0 for lines that stay.
  package var extent: Int32 = 0
  /// The row of an image that a `picture` shows.
  package var picture: PictureSlice?
  /// The figure, table or formula that the line is part of.
  package var region: PageRegion?

  package init(kind: Kind, glyphs: [Glyph] = [], start: Int = 0) {
    self.kind = kind
    self.glyphs = glyphs
    self.start = start
  }

  /// Returns the origin of the next character of the line that the page has; -1 after the last.
  package func origin(after index: Int) -> Int32 {
    glyphs.dropFirst(index + 1).first { $0.origin >= 0 }?.origin ?? -1
  }

  /// Returns the cells by which the line is scrolled to the left in a window, at most to its right edge.
  package func shift(by column: Int, in width: Int) -> Int {
    max(0, min(column, Int(extent) - width))
  }

  /// The memory this value takes in bytes, including the array's capacity and header.
  package var byteCount: Int {
    MemoryLayout<TextLine>.stride + 32 + glyphs.capacity * MemoryLayout<Glyph>.stride
  }
}
