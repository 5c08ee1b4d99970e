import Canvas
import DocumentModel
import Glibc
import Testing

@testable import Pictures

/// The pictures on the screen and the commands sent for them.
@Suite struct SurfaceTests {
  private static let screen = Size(width: 80, height: 24)

  private func kitty(
    _ limit: KittyLimit = KittyLimit(), pane: TmuxPane? = nil
  ) -> PictureSurface {
    PictureSurface(
      PictureAbility(.kitty(.stream), pane: pane), screen: Self.screen, firstID: 100,
      kittyLimit: limit)
  }

  /// Strokes of dots: two beside each other and four above each other in a cell.
  @Test func strokesAreDrawnAsDots() {
    var surface = Surface(size: Size(width: 4, height: 2))
    let area = Rect(x: 0, y: 0, width: 3, height: 2)
    surface.putStrokes(
      [[.init(x: 0, y: 0), .init(x: 7, y: 7)], [.init(x: 1, y: 7)]], style: Style(), in: area)
    let rows = (0..<2).map { y in (0..<4).map { surface[x: $0, y: y].scalars.0 } }
    // A diagonal through two cells of each row, without the part beside the area.
    #expect(rows[0] == [0x2811, 0x2884, 0x20, 0x20])
    #expect(rows[1] == [0x2880, 0x20, 0x2811, 0x20])
  }

  private func picture(_ key: UInt64, _ width: Int = 80, _ height: Int = 64) throws -> Picture {
    Picture(key: key, bitmap: try SmallPicture.make(width, height, SmallPicture.colors))
  }

  /// Commands in short: their keys that matter, in order.
  private func said(_ bytes: [UInt8]) -> [String] {
    EncoderTests.commands(bytes).compactMap { command in
      guard let action = command.keys["a"] else { return nil }
      let names = ["d", "i", "p", "x", "y", "w", "h", "c", "r"]
      let rest = names.compactMap { name in command.keys[name].map { "\(name)\($0)" } }
      return ([action] + rest).joined(separator: " ")
    }
  }

  @Test func aPictureIsSentOnceAndMovedWithoutPixels() throws {
    var surface = kitty()
    let page = try picture(1)
    let place = Rect(x: 2, y: 1, width: 10, height: 4)
    surface.show(page, in: place)
    let first = surface.update()
    #expect(said(first.after) == ["t i100", "p i100 p1 x0 y0 w80 h64 c10 r4"])
    let text = String(decoding: first.after, as: UTF8.self)
    #expect(text.contains("\u{1b}7\u{1b}[2;3H\u{1b}_Ga=p") && text.hasSuffix("\u{1b}8"))
    #expect(text.contains("z=1") && !text.contains("z=-"))
    let answer1 = surface.update()
    #expect(answer1.isEmpty)
    surface.show(page, in: place, part: PixelRect(x: 8, y: 16, width: 40, height: 32))
    let answer2 = surface.update()
    #expect(said(answer2.after) == ["p i100 p1 x8 y16 w40 h32 c10 r4"])
  }

  @Test func theNextPageIsPlacedBeforeTheOldOneIsRemoved() throws {
    var surface = kitty()
    let place = Rect(x: 0, y: 0, width: 10, height: 4)
    surface.show(try picture(1), in: place)
    _ = surface.update()
    surface.show(try picture(2), in: place)
    let update = surface.update()
    #expect(
      said(update.after) == ["t i101", "p i101 p2 x0 y0 w80 h64 c10 r4", "d di i100 p1"])
    #expect(String(decoding: update.after, as: UTF8.self).contains("z=2"))
    // It is still there: back costs no pixels.
    surface.show(try picture(1), in: place)
    let answer3 = surface.update()
    #expect(said(answer3.after) == ["p i100 p3 x0 y0 w80 h64 c10 r4", "d di i101 p2"])
    surface.hide()
    let hidden = surface.update()
    #expect(said(hidden.before) == ["d di i100 p3"] && hidden.after.isEmpty)
  }

  @Test func aHoleIsFourPlacementsSentBeforeTheText() throws {
    var surface = kitty()
    surface.show(try picture(1), in: Rect(x: 0, y: 0, width: 10, height: 4))
    _ = surface.update()
    surface.hole([Rect(x: 3, y: 1, width: 2, height: 2)])
    let opened = surface.update()
    #expect(opened.after.isEmpty)
    #expect(
      said(opened.before) == [
        "p i100 p2 x0 y0 w80 h16 c10 r1", "p i100 p3 x0 y16 w24 h32 c3 r2",
        "p i100 p4 x40 y16 w40 h32 c5 r2", "p i100 p5 x0 y48 w80 h16 c10 r1", "d di i100 p1",
      ])
    surface.hole([])
    let closed = surface.update()
    #expect(closed.before.isEmpty)
    #expect(
      said(closed.after) == [
        "p i100 p6 x0 y0 w80 h64 c10 r4", "d di i100 p2", "d di i100 p3", "d di i100 p4",
        "d di i100 p5",
      ])
  }

  @Test func aHoleMayCoverEverythingOrCrossTheEdge() throws {
    var surface = kitty()
    surface.show(try picture(1), in: Rect(x: 0, y: 0, width: 10, height: 4))
    _ = surface.update()
    surface.hole([Rect(x: -5, y: 2, width: 50, height: 50)])
    let answer4 = surface.update()
    #expect(said(answer4.before) == ["p i100 p1 x0 y0 w80 h32 c10 r2"])
    surface.hole([Rect(x: 0, y: 0, width: 80, height: 24)])
    let answer5 = surface.update()
    #expect(said(answer5.before) == ["d di i100 p1"])
    surface.hole([])
    let answer6 = surface.update()
    #expect(said(answer6.after) == ["p i100 p2 x0 y0 w80 h64 c10 r4"])
  }

  @Test func imagesInTheTerminalStayWithinItsLimit() throws {
    var surface = kitty(KittyLimit(pictures: 3, bytes: 320_000_000))
    let place = Rect(x: 0, y: 0, width: 10, height: 4)
    var sent: [String] = []
    for key in 1...6 as ClosedRange<UInt64> {
      surface.show(try picture(key), in: place)
      sent += said(surface.update().after).filter { !$0.hasPrefix("p") && !$0.hasPrefix("d di") }
    }
    // A pixel takes the place of the oldest, and its number is had again: no other is touched by that.
    #expect(
      sent == [
        "t i100", "t i101", "t i102", "t i103", "t i100", "t i100", "t i101", "t i101", "t i102",
      ])
    surface.show(try picture(1), in: place)
    let answer7 = surface.update()
    #expect(said(answer7.after).first == "t i102")
  }

  @Test func theByteLimitCountsFourBytesPerPixel() throws {
    let size = 80 * 64 * 4
    var surface = kitty(KittyLimit(pictures: 8, bytes: 2 * size))
    let place = Rect(x: 0, y: 0, width: 10, height: 4)
    var sent: [String] = []
    for key in 1...4 as ClosedRange<UInt64> {
      surface.show(try picture(key), in: place)
      sent += said(surface.update().after).filter { $0.hasPrefix("t") }
    }
    #expect(sent == ["t i100", "t i101", "t i102", "t i100", "t i100", "t i101"])
  }

  @Test func visiblePicturesAreNeverFreed() throws {
    var surface = kitty(KittyLimit(pictures: 2, bytes: 320_000_000))
    for slot in 0..<5 {
      surface.show(
        try picture(UInt64(slot)), in: Rect(x: slot * 10, y: 0, width: 10, height: 4), slot: slot)
    }
    let said = said(surface.update().after)
    #expect(said.filter { $0.hasPrefix("p ") }.count == 5)
    #expect(!said.contains { $0.hasPrefix("d") })
  }

  @Test func picturesTheTerminalLostAreSentAgain() throws {
    var surface = kitty()
    let place = Rect(x: 0, y: 0, width: 10, height: 4)
    surface.show(try picture(1), in: place)
    _ = surface.update()
    surface.forget()
    let answer8 = surface.update()
    #expect(said(answer8.before) == ["d dI i100"], "a terminal may have kept it")
    #expect(said(answer8.after) == ["t i101", "p i101 p2 x0 y0 w80 h64 c10 r4"])
    let answer9 = surface.withdraw()
    #expect(said(answer9) == ["d dI i101"])
    let answer10 = surface.update()
    #expect(said(answer10.after).count == 2)
  }

  @Test func refusedPicturesAreRetriedAndThenGivenUp() throws {
    var surface = PictureSurface(
      PictureAbility(.kitty(.sharedMemory)), screen: Self.screen, firstID: 100, hearsErrors: true)
    surface.show(try picture(1), in: Rect(x: 0, y: 0, width: 10, height: 4))
    var ways: [String] = []
    for _ in 0..<3 {
      let command = try #require(
        EncoderTests.commands(surface.update().after).first { $0.keys["a"] == "t" })
      ways.append(command.keys["t"] ?? "stream")
      let id = try #require(command.keys["i"].flatMap { UInt32($0) })
      let answer11 = surface.take(PictureAnswer(id: id, isPlacement: false, isGood: false))
      #expect(answer11)
      guard command.keys["t"] == "s" else { continue }
      let name = String(decoding: EncoderTests.decoded(command.payload), as: UTF8.self)
      #expect(shm_open(name, O_RDONLY, 0) < 0)
    }
    #expect(ways == ["s", "s", "stream"])
    let given = said(surface.update().after)
    #expect(
      given.allSatisfy { $0.hasPrefix("d di") }, "a picture given up is removed from the screen")
    let answer12 = surface.update()
    #expect(answer12.isEmpty)
    let answer13 = surface.take(PictureAnswer(id: 77, isPlacement: false, isGood: false))
    #expect(!answer13)
  }

  @Test func tmuxCommandsAreWrappedAndOffsetByThePane() throws {
    var surface = kitty(pane: TmuxPane(left: 20, top: 3))
    let noise = { (x: Int, y: Int) in UInt32(x &* 7_919 &+ y &* 104_729) &* 2_654_435_761 >> 8 }
    let bitmap = try SmallPicture.make(90, 70, noise)
    surface.show(Picture(key: 1, bitmap: bitmap), in: Rect(x: 1, y: 2, width: 10, height: 4))
    let text = String(decoding: surface.update().after, as: UTF8.self)
    let parts = text.parts("\u{1b}Ptmux;")
    #expect(parts[0].isEmpty)
    for part in parts.dropFirst() {
      #expect(part.utf8.count < 4_300 && part.hasSuffix("\u{1b}\\"))
      #expect(part.parts("_G").count == 2)
      // Every Escape inside is doubled.
      #expect(!part.dropLast(2).parts("\u{1b}\u{1b}").joined().contains("\u{1b}"))
    }
    let last = try #require(parts.last)
    #expect(last.hasPrefix("\u{1b}\u{1b}7\u{1b}\u{1b}[6;22H\u{1b}\u{1b}_Ga=p,"))
    #expect(last.hasSuffix("\u{1b}\u{1b}\\\u{1b}\u{1b}8\u{1b}\\"))
  }

  private func sixel(_ cell: PixelSize = PixelSize(width: 8, height: 17)) -> PictureSurface {
    PictureSurface(
      PictureAbility(.sixel(registers: 256, largest: nil), cell: cell), screen: Self.screen,
      firstID: 1)
  }

  @Test func sixelsAreSentAgainAfterTextIsWritten() throws {
    var surface = sixel()
    surface.show(try picture(1), in: Rect(x: 2, y: 1, width: 10, height: 4))
    let first = surface.update().after
    #expect(String(decoding: first, as: UTF8.self).hasPrefix("\u{1b}7\u{1b}[2;3H\u{1b}P"))
    let inside = try #require(SixelDecoder(Array(first.dropFirst(8).dropLast(2))))
    // 4 rows of 17 are 68: cut to whole sixels.
    #expect(inside.width == 80 && inside.height == 66)
    let answer14 = surface.update()
    #expect(answer14.isEmpty)
    surface.damage([Rect(x: 40, y: 1, width: 5, height: 1)])
    let answer15 = surface.update()
    #expect(answer15.isEmpty)
    surface.damage([Rect(x: 5, y: 2, width: 1, height: 1)])
    let answer16 = surface.update()
    #expect(answer16.after == first)
  }

  @Test func aMenuIsRewrittenAfterSixels() throws {
    var surface = sixel()
    let place = Rect(x: 0, y: 0, width: 10, height: 4)
    surface.show(try picture(1), in: place)
    _ = surface.update()
    // Text erases what is beneath by itself.
    surface.hole([Rect(x: 8, y: 2, width: 10, height: 10)])
    let answer17 = surface.update()
    #expect(answer17.isEmpty)
    surface.damage([Rect(x: 8, y: 2, width: 10, height: 10)])
    let answer18 = surface.update()
    #expect(answer18.isEmpty)
    surface.show(try picture(2), in: place)
    let update = surface.update()
    #expect(!update.after.isEmpty)
    #expect(update.repaintAfter == [Rect(x: 8, y: 2, width: 2, height: 2)])
    surface.hole([])
    let closed = surface.update()
    #expect(!closed.after.isEmpty && closed.repaintAfter.isEmpty)
  }

  @Test func sixelsNeverReachTheLastRow() throws {
    var surface = sixel(PixelSize(width: 4, height: 6))
    surface.show(try picture(1), in: Rect(x: 0, y: 20, width: 20, height: 4))
    let bytes = surface.update().after
    let sixel = try #require(SixelDecoder(Array(bytes.dropFirst(9).dropLast(2))))
    #expect(sixel.height == 18)
  }

  @Test func charactersFillTheirCellsExceptHoles() throws {
    var surface = PictureSurface(
      PictureAbility(.characters(.quadrants, .direct)), screen: Self.screen, firstID: 1)
    let red = try SmallPicture.make(32, 32) { _, _ in 0xFF0000 }
    surface.show(Picture(key: 1, bitmap: red), in: Rect(x: 1, y: 1, width: 4, height: 2))
    surface.hole([Rect(x: 2, y: 2, width: 1, height: 5)])
    var cells = Surface(size: Self.screen)
    cells.put("menu", x: 2, y: 2, style: Style(), limit: 1)
    surface.paint(on: &cells)
    func isRed(_ x: Int, _ y: Int) -> Bool {
      let style = cells[x: x, y: y].style
      return [style.foreground, style.background].contains(.rgb(0xFF0000))
    }
    #expect(isRed(1, 1) && isRed(4, 2) && isRed(2, 1))
    #expect(!isRed(0, 1) && !isRed(5, 1) && !isRed(1, 3))
    #expect(!isRed(2, 2) && cells[x: 2, y: 2].scalars.0 == 0x6D)
    let answer19 = surface.update()
    #expect(answer19.isEmpty)
  }

  @Test func cellsUnderPicturesAreMarked() throws {
    var surface = kitty()
    surface.show(try picture(1), in: Rect(x: 78, y: 1, width: 4, height: 1))
    var cells = Surface(size: Self.screen)
    surface.paint(on: &cells)
    #expect(cells[x: 77, y: 1].scalars.0 == 0x20)
    #expect(cells[x: 78, y: 1].scalars.0 == 0xA0 && cells[x: 79, y: 1].scalars.0 == 0xA0)
  }

  @Test func picturesAreSizedInWholeCells() {
    let cell = PixelSize(width: 8, height: 17)
    let box = Size(width: 100, height: 39)
    let kitty = PictureAbility(.kitty(.stream), cell: cell)
    // A4 upright: as high as there is room.
    #expect(kitty.cells(for: (595, 842), in: box) == Size(width: 59, height: 39))
    #expect(kitty.pixels(for: Size(width: 59, height: 39)) == PixelSize(width: 472, height: 663))
    #expect(kitty.cells(for: (14_400, 1), in: box) == Size(width: 100, height: 1))
    #expect(kitty.cells(for: (1, 14_400), in: box) == Size(width: 1, height: 39))
    #expect(kitty.cells(for: (0, 5), in: box) == Size(width: 0, height: 0))
    let most = PixelSize(width: 300, height: 200)
    let sixel = PictureAbility(.sixel(registers: 256, largest: most), cell: cell)
    let cells = sixel.cells(for: (595, 842), in: box)
    let pixels = sixel.pixels(for: cells)
    #expect(pixels.height <= 200 && pixels.height % 6 == 0 && pixels.width <= 300)
  }
}

extension Substring {
  fileprivate func parts(_ separator: String) -> [String] { String(self).parts(separator) }
}
