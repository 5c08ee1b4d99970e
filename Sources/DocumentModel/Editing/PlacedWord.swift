/// A word of a text layer: invisible text over the picture of a page.
package struct PlacedWord: Sendable, Hashable {
  /// Its letters in reading order.
  package var text: String
  /// The beginning of its baseline on the displayed page, in points.
  package var x: Float
  package var y: Float
  /// Along the baseline, in points.
  package var width: Float
  /// The font size in points.
  package var size: Float
  /// How the baseline is turned clockwise.
  package var turn: QuarterTurn
  /// Whether it is read from the end of its baseline.
  package var isRightToLeft: Bool

  package init(
    text: String, x: Float, y: Float, width: Float, size: Float, turn: QuarterTurn = .none,
    isRightToLeft: Bool = false
  ) {
    self.text = text
    self.x = x
    self.y = y
    self.width = width
    self.size = size
    self.turn = turn
    self.isRightToLeft = isRightToLeft
  }
}
