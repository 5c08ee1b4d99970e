/// A file's thumbnail made by a worker.
package struct Thumbnail: Sendable, Hashable {
  package var facts: PictureFacts
  /// In the format of `PictureFacts`.
  package var pixels: [UInt8]
  /// 0 if the file has no pages.
  package var pageCount: Int

  package init(_ facts: PictureFacts, _ pixels: [UInt8], pageCount: Int = 0) {
    self.facts = facts
    self.pixels = pixels
    self.pageCount = pageCount
  }
}
