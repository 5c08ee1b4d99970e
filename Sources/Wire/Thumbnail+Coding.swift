import DocumentModel

extension ByteWriter {
  mutating func write(_ wish: ThumbnailWish) {
    write(wish.name)
    write(count: wish.largest)
    write(count: wish.smallest)
    write(count: wish.scale)
    write(wish.encoding)
  }

  mutating func write(_ thumbnail: Thumbnail) {
    write(thumbnail.facts)
    write(count: thumbnail.pageCount)
    write(raw: thumbnail.pixels)
  }
}

extension ByteReader {
  mutating func thumbnailWish() throws(WireError) -> ThumbnailWish {
    let name = try string()
    let (largest, smallest, scale) = (try index(), try index(), try index())
    let wish = ThumbnailWish(
      name: name, largest: largest, smallest: smallest, scale: scale, encoding: try string())
    guard wish.isPossible else { throw .invalid("thumbnail") }
    return wish
  }

  mutating func thumbnail() throws(WireError) -> Thumbnail {
    let facts = try pictureFacts()
    let sides = 1...ThumbnailWish.mostPixels
    guard sides.contains(facts.width), sides.contains(facts.height) else {
      throw .invalid("thumbnail")
    }
    let pageCount = min(try index(), Limit.pageCount)
    let pixels = try raw(limit: facts.byteCount)
    guard pixels.count == facts.byteCount else { throw .invalid("pixels") }
    return Thumbnail(facts, pixels, pageCount: pageCount)
  }
}
