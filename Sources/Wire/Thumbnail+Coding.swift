import DocumentModel

extension ByteWriter {
  mutating func write(_ request: ThumbnailRequest) {
    write(request.name)
    write(count: request.largest)
    write(count: request.smallest)
    write(count: request.scale)
    write(request.encoding)
  }

  mutating func write(_ thumbnail: Thumbnail) {
    write(thumbnail.facts)
    write(count: thumbnail.pageCount)
    write(raw: thumbnail.pixels)
  }
}

extension ByteReader {
  mutating func thumbnailRequest() throws(WireError) -> ThumbnailRequest {
    let name = try string()
    let (largest, smallest, scale) = (try index(), try index(), try index())
    let request = ThumbnailRequest(
      name: name, largest: largest, smallest: smallest, scale: scale, encoding: try string())
    guard request.isPossible else { throw .invalid("thumbnail") }
    return request
  }

  mutating func thumbnail() throws(WireError) -> Thumbnail {
    let facts = try pictureFacts()
    let sides = 1...ThumbnailRequest.mostPixels
    guard sides.contains(facts.width), sides.contains(facts.height) else {
      throw .invalid("thumbnail")
    }
    let pageCount = min(try index(), Limit.pageCount)
    let pixels = try raw(limit: facts.byteCount)
    guard pixels.count == facts.byteCount else { throw .invalid("pixels") }
    return Thumbnail(facts, pixels, pageCount: pageCount)
  }
}
