/// The terminal's answer to an image that was transferred or placed.
package struct PictureAnswer: Sendable, Hashable {
  /// The id of the image.
  package var id: UInt32
  /// Whether it answers a placement rather than a transfer.
  package var isPlacement: Bool
  package var isGood: Bool

  package init(id: UInt32, isPlacement: Bool, isGood: Bool) {
    self.id = id
    self.isPlacement = isPlacement
    self.isGood = isGood
  }
}
