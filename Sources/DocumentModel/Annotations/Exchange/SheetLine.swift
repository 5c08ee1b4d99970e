/// A paragraph of a sheet that is set for reading and printing.
package struct SheetLine: Sendable, Hashable {
  package enum Style: UInt8, Sendable, Hashable, CaseIterable {
    case title
    case heading
    /// The kind of an entry, with its place.
    case entry
    /// Words of the document.
    case quote
    case note
  }

  /// On one line.
  package var text: String
  package var style: Style
  /// Steps from the left margin.
  package var depth: Int
  /// The colour of the dot before it, 0xRRGGBB; nil for none.
  package var color: UInt32?

  package init(_ text: String, _ style: Style, depth: Int = 0, color: UInt32? = nil) {
    self.text = text
    self.style = style
    self.depth = depth
    self.color = color
  }
}
