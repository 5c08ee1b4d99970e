/// How the pages of a document are displayed: as text, as images or both, and the layout, size and colours of the images.
///
/// The layouts are those of Apple's `PDFDisplayMode` with `displaysAsBook`, `displaysRTL` and `displayDirection`.
package struct PageDisplay: Sendable, Hashable, Codable {
  package enum Look: String, Sendable, Hashable, Codable, CaseIterable {
    case text, picture
    /// The text with the image of its page beside it.
    case both
  }

  /// Which dimension of a page is fitted to the view.
  package enum Fit: String, Sendable, Hashable, Codable, CaseIterable {
    case page, width, height
    /// The width of the text, without the margins.
    case text
    /// None: the size follows from `zoom`.
    case free
  }

  package var look = Look.text
  /// Whether two pages are shown side by side.
  package var isTwoUp = false
  /// Whether pages scroll continuously, rather than one or two at a time.
  package var isContinuous = true
  /// Whether the first page is shown alone, as in a book, if pages are shown side by side.
  package var hasCover = false
  package var isRightToLeft = false
  /// Whether pages follow each other horizontally.
  package var isHorizontal = false
  package var fit = Fit.width
  /// Pixels per point if nothing is fitted.
  package var zoom = 1.0
  package var turn = QuarterTurn.none
  /// The name of a colour profile; empty for the one of all documents.
  package var profile = ""

  package init(look: Look = .text, fit: Fit = .width) {
    self.look = look
    self.fit = fit
  }

  package static let zooms = 0.02...40.0
}

extension QuarterTurn: Codable {}
