package import Canvas
package import DocumentModel

/// A request for an image at a place on the screen.
package struct ImageRequest: Sendable, Hashable {
  /// The content of an image.
  package enum Source: Sendable, Hashable {
    case page(DocumentID, generation: Int, PageDrawing)
    /// A file's thumbnail; the version changes with the thumbnail's pixels.
    case thumbnail(FilePath, version: Int)
  }

  /// The place identifier: another image in the same slot replaces this one without a gap.
  package var slot: Int
  package var source: Source
  /// An image of the whole page that is shown until this one is drawn, on terminals that scale at no cost.
  package var standIn: Source?
  /// The oldest generation of the document whose image of the page may be shown until this one is drawn; nil for none.
  package var alikeSince: Int?
  /// The page's images in older generations in which it had another number, newest first; they may be shown likewise.
  package var origins: [Source] = []
  /// The marks on the image.
  package var marks: [PictureMark] = []
  /// The marks for an older image that is still shown: it lacks more of the document's changes.
  package var marksBefore: [PictureMark] = []
  /// The cells of the screen that the image fills.
  package var place: Rect
  /// The part of the drawing shown there; nil for all of it.
  package var part: PixelRect?
  /// Whether the paper is lighter than the ink: marks then darken like a highlighter, otherwise they brighten.
  package var isOnLight = true
  /// The label shown until the image is drawn.
  package var words = ""
  /// The time limit for the drawing in seconds; nil for the default.
  package var seconds: Int?
  /// The number of times the user has asked to retry failed drawings.
  package var attempt = 0

  package init(slot: Int, _ source: Source, in place: Rect, part: PixelRect? = nil) {
    self.slot = slot
    self.source = source
    self.place = place
    self.part = part
  }
}
