/// A request for the words in a page's picture.
package struct RecognitionRequest: Sendable, Hashable {
  /// In pixels, which lie as `PictureFacts` says.
  package var width: Int
  package var height: Int
  /// The page's size in points.
  package var size: PageSize
  /// The names of Tesseract's models, such as `eng` or `jpn_vert`; the first is that of most words.
  package var languages: [String]
  /// Models that are tried where those fit badly.
  package var alternatives: [String]
  /// Whether the user named the languages, so that no others are tried.
  package var isNamed: Bool

  package init(
    width: Int, height: Int, size: PageSize, languages: [String], alternatives: [String] = [],
    isNamed: Bool = false
  ) {
    self.width = width
    self.height = height
    self.size = size
    self.languages = languages
    self.alternatives = alternatives
    self.isNamed = isNamed
  }

  /// The most models of one request.
  package static let mostLanguages = 8
  private static let longestName = 64

  /// Whether a name can be that of a model; it becomes part of a path.
  package static func isName(_ text: String) -> Bool {
    (1...longestName).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
        default: false
        }
      }
  }

  /// Returns how a page is drawn to be recognised: at 300 pixels an inch, fewer where the page is large.
  package static func drawing(of page: Int, size: PageSize) -> PageDrawing? {
    let inches = size.width / 72 * (size.height / 72)
    guard inches > 0, inches.isFinite else { return nil }
    let density = min(usualDensity, (mostPixels / inches).squareRoot())
    guard let pixels = PictureScale.dotsPerInch(density).pixels(of: size) else { return nil }
    return PageDrawing(page: page, width: pixels.width, height: pixels.height)
  }

  /// Tesseract's models were trained with it.
  private static let usualDensity = 300.0
  /// The pixels of an A4 page at that density, and some more; Tesseract takes about ten bytes and a microsecond for each.
  private static let mostPixels = 12e6
}
