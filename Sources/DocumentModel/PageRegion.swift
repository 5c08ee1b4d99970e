/// A part of a page that is a figure, a table or a displayed formula instead of running text.
package struct PageRegion: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case figure = 1
    case table = 2
    case formula = 3
  }

  package var kind: Kind
  /// In points from the top left corner of the displayed page.
  package var box: Box
  /// The cells into which lines part a table, from top to bottom; empty if they do not.
  package var cells: [Box] = []

  package init(_ kind: Kind, _ box: Box) {
    self.kind = kind
    self.box = box
  }
}
