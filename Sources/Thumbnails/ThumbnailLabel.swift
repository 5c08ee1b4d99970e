import Glibc
import Pictures

/// The attributes of the source in a thumbnail's file (Thumbnail Managing Standard, “Thumbnail attributes”).
struct ThumbnailLabel {
  static let software = "Recto"

  private let png: PNGLabel

  /// Reads the attributes of a PNG file; nil if it is incomplete or has another format.
  init?(descriptor: Int32) {
    guard let png = PNGLabel(descriptor: descriptor) else { return nil }
    self.png = png
  }

  var uri: String? { png.texts["Thumb::URI"] }
  /// The time of the file's last change; some programs write fractions of seconds, too.
  var modified: Int64? {
    png.texts["Thumb::MTime"].flatMap { Int64($0.prefix { $0 != "." }) }
  }
  var size: Int64? { png.texts["Thumb::Size"].flatMap { Int64($0) } }
  /// Whether we wrote it.
  var isOurs: Bool { png.texts["Software"] == Self.software }

  /// When it expires, in seconds since 1970-01-01 UTC; nil if it is valid as long as the file is unchanged.
  var until: Int64? { png.texts[Self.until].flatMap { Int64($0) } }
  static let until = "Recto::Until"

  /// Whether it shows the source as it is now: the modification times must be equal.
  func isValid(for source: ThumbnailSource) -> Bool {
    uri == source.uri && modified == source.modified && size.map { $0 == source.size } ?? true
  }

  /// Whether it has a picture of a size.
  func fits(_ size: ThumbnailSize) -> Bool { max(png.width, png.height) <= size.side }

  /// The texts of a file's thumbnail.
  static func texts(
    _ source: ThumbnailSource, mimeType: String, pageCount: Int
  ) -> [(keyword: String, text: String)] {
    var texts = [
      ("Thumb::URI", source.uri), ("Thumb::MTime", String(source.modified)),
      ("Thumb::Size", String(source.size)), ("Software", software),
    ]
    if !mimeType.isEmpty { texts.append(("Thumb::Mimetype", mimeType)) }
    if pageCount > 0 { texts.append(("Thumb::Document::Pages", String(pageCount))) }
    return texts
  }
}
