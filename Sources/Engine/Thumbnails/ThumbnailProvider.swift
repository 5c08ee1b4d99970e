import DocumentModel
import Wire

/// Makes the thumbnails of one kind of contents (after Apple's QLThumbnailProvider).
struct ThumbnailProvider: Sendable {
  /// Whether a file is one of its kind.
  let recognizes: @Sendable (_ file: SourceFile, _ request: OpenRequest) -> Bool
  /// Returns its thumbnail.
  let answer:
    @Sendable (_ file: SourceFile, _ thumbnail: ThumbnailRequest, _ request: OpenRequest)
      throws(EngineFailure) -> ProvidedThumbnail

  /// The first that recognizes a file makes its thumbnail.
  private static let all: [ThumbnailProvider] = [
    // Pictures: themselves.
    ThumbnailProvider(
      recognizes: { file, _ in PictureFormat(head: file.head) != nil },
      answer: { file, _, _ throws(EngineFailure) in .picture(try FileMapping(file.descriptor)) }),
    // Documents of any format: their first page, or the beginning of their text.
    ThumbnailProvider(
      recognizes: { _, _ in true },
      answer: { file, thumbnail, request throws(EngineFailure) in
        try Format.open(file, request).thumbnail(thumbnail)
      }),
  ]

  /// The thumbnail of a file.
  static func thumbnail(
    of file: SourceFile, _ thumbnail: ThumbnailRequest, _ converters: ConverterSet
  ) throws(EngineFailure) -> Thumbnail {
    let request = OpenRequest(
      password: [], name: thumbnail.name, encoding: thumbnail.encoding, asPlainText: false,
      converters: converters)
    guard thumbnail.isPossible else { throw .pictureSize }
    guard let provider = all.first(where: { $0.recognizes(file, request) }) else {
      throw .notADocument
    }
    switch try provider.answer(file, thumbnail, request) {
    case .picture(let bytes):
      let pixels = try PictureFormat.decode(bytes, thumbnail)
      return Thumbnail(pixels.facts, pixels.bytes)
    case .drawing(let pixels, let pageCount):
      return Thumbnail(pixels.facts, pixels.bytes, pageCount: pageCount)
    }
  }
}

/// The thumbnail of a file (after Apple's QLThumbnailReply).
package enum ProvidedThumbnail {
  /// Drawn, as large as it was requested for.
  case drawing(PixelBuffer, pageCount: Int)
  /// A picture file's bytes, to be decoded and made smaller.
  case picture(FileMapping)
}
