import Canvas
import DocumentModel
import Glibc
import Interface
import Messages
import Pictures
import Testing

@testable import Services

/// Thumbnails on the desk of pictures.
@Suite struct PageImageLoaderTests {
  private func bitmap(_ width: Int, _ height: Int) throws -> Bitmap {
    try #require(
      Bitmap(
        width: width, height: height, layout: .rgb24,
        bytes: [UInt8](repeating: 7, count: width * height * 3)))
  }

  private func desk(_ way: PictureAbility.Way) -> PageImageLoader {
    let desk = PageImageLoader(opened: OpenDocuments(), mailbox: Mailbox(), budget: 1 << 20)
    desk.serve(PictureAbility(way))
    return desk
  }

  private func request(_ source: ImageRequest.Source) -> ImageRequest {
    ImageRequest(slot: 1, source, in: Rect(x: 0, y: 0, width: 10, height: 10))
  }

  @Test func aLoadedThumbnailIsFound() throws {
    let desk = desk(.kitty(.stream))
    let wanted = request(.thumbnail("/a.pdf", version: 1))
    #expect(desk.find([wanted])[0] == nil)
    desk.put(try bitmap(30, 40), for: wanted.source)
    #expect(desk.find([wanted])[0]?.picture.bitmap.size == PixelSize(width: 30, height: 40))
    #expect(desk.find([request(.thumbnail("/b.pdf", version: 1))])[0] == nil)
  }

  @Test func anOlderThumbnailStandsInIfScalingIsFree() throws {
    let kitty = desk(.kitty(.stream))
    let sixel = desk(.sixel(registers: 256, largest: nil))
    for desk in [kitty, sixel] {
      desk.put(try bitmap(30, 40), for: .thumbnail("/a.pdf", version: 1))
    }
    let newer = request(.thumbnail("/a.pdf", version: 2))
    let found = try #require(kitty.find([newer])[0])
    #expect(found.picture.bitmap.size.width == 30)
    #expect(sixel.find([newer])[0] == nil)
  }

  @Test func aThumbnailStandsInForItsPage() throws {
    let desk = desk(.kitty(.stream))
    desk.put(try bitmap(30, 40), for: .thumbnail("/a.pdf", version: 1))
    var page = request(
      .page(DocumentID(1), generation: 1, PageDrawing(page: 0, width: 300, height: 400)))
    page.part = PixelRect(x: 0, y: 100, width: 300, height: 200)
    #expect(desk.find([page])[0] == nil)
    page.standIn = .thumbnail("/a.pdf", version: 1)
    let found = try #require(desk.find([page])[0])
    #expect(found.part == PixelRect(x: 0, y: 10, width: 30, height: 20))
  }

  @Test func aVisibleThumbnailIsEncodedOnArrival() throws {
    let mailbox = Mailbox()
    let desk = PageImageLoader(opened: OpenDocuments(), mailbox: mailbox, budget: 1 << 20)
    desk.serve(PictureAbility(.sixel(registers: 256, largest: nil)))
    let wanted = request(.thumbnail("/a.pdf", version: 1))
    desk.want([wanted], ahead: [])
    desk.put(try bitmap(30, 40), for: wanted.source)
    var poll = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
    #expect(Glibc.poll(&poll, 1, 60_000) == 1)
    let found = try #require(desk.find([wanted])[0])
    #expect(found.picture.code != nil)
  }
}
