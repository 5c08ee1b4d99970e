/// How the pages of a document are shown: as text, as pictures, or both, and the pictures in which order, size and colours.
///
/// The arrangements are those of Apple's `PDFDisplayMode` with `displaysAsBook`, `displaysRTL` and `displayDirection`.
package struct PageDisplay: Sendable, Hashable, Codable {
  package enum Look: String, Sendable, Hashable, Codable, CaseIterable {
    case text, picture
    /// The text and, beside it, the picture of its page.
    case both
  }

  /// What of a page the view's edges are made to meet.
  package enum Fit: String, Sendable, Hashable, Codable, CaseIterable {
    case page, width, height
    /// The width of its text, without the margins.
    case text
    /// None: as large as `zoom` says.
    case free
  }

  package var look = Look.text
  /// Two pages beside each other.
  package var isTwoUp = false
  /// Pages follow each other without an end; else one, or two, are shown at a time.
  package var isContinuous = true
  /// With two pages beside each other: the first stands alone, as in a book.
  package var hasCover = false
  package var isRightToLeft = false
  /// Pages follow each other from the side, not downwards.
  package var isHorizontal = false
  package var fit = Fit.width
  /// Pixels of a point where nothing is made to fit.
  package var zoom = 1.0
  package var turn = QuarterTurn.none
  /// Name of a colour profile; empty: the one for all documents.
  package var profile = ""

  package init(look: Look = .text, fit: Fit = .width) {
    self.look = look
    self.fit = fit
  }

  package static let zooms = 0.02...40.0
}

extension QuarterTurn: Codable {}
