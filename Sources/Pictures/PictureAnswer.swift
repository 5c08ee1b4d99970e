/// The terminal's answer to an uploaded or placed picture.
package struct PictureAnswer: Sendable, Hashable {
  /// The number of the picture.
  package var id: UInt32
  /// It answers a placement of the picture, not its upload.
  package var isPlacement: Bool
  package var isGood: Bool

  package init(id: UInt32, isPlacement: Bool, isGood: Bool) {
    self.id = id
    self.isPlacement = isPlacement
    self.isGood = isGood
  }
}
