/// A file's small picture, as a worker made it.
package struct Thumbnail: Sendable, Hashable {
  package var facts: PictureFacts
  /// As `PictureFacts` has them.
  package var pixels: [UInt8]
  /// 0 where the file has no pages.
  package var pageCount: Int

  package init(_ facts: PictureFacts, _ pixels: [UInt8], pageCount: Int = 0) {
    self.facts = facts
    self.pixels = pixels
    self.pageCount = pageCount
  }
}
