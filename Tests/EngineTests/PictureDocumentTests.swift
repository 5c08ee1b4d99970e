import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Picture files as documents of one page.
  @Suite struct PictureDocumentTests {
    private static let red: UInt32 = 0xFF0000
    private static let blue: UInt32 = 0x0000FF

    /// Red on the left, blue on the right.
    private static func halves(_ width: Int, _ height: Int) -> Data {
      MadePNG.file(
        width, height,
        (0..<width * height).flatMap { index -> [UInt8] in
          index % width < width / 2 ? [255, 0, 0, 255] : [0, 0, 255, 255]
        })
    }

    @Test func anImageIsAPageOfItsSize() throws {
      let bench = try EngineBench(Self.halves(48, 24), name: "a.bin")
      #expect(bench.summary.capabilities == .image && bench.summary.pageCount == 1)
      #expect(
        try bench.ask(.pages(0..<5))
          == .pages([PageInfo(label: "", size: PageSize(width: 48, height: 24))]))
      guard case .text(let text) = try bench.ask(.text(page: 0)),
        case .metadata(let metadata) = try bench.ask(.metadata)
      else {
        Issue.record("no answer")
        return
      }
      #expect(text.scalars.isEmpty && text.size == PageSize(width: 48, height: 24))
      #expect(metadata.format == "PNG picture, 48 × 24 pixels")
      #expect(throws: EngineFailure.pageOutOfRange) { try bench.ask(.text(page: 1)) }
    }

    /// Three images of one colour each, the second of which is the main one.
    private static let images = """
      AAAANGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZm1pZjFoZWljbWlhZm1pZjFoZWljbWlhZgAAAtRtZXRhAAAAAAAAACFoZGxyAAAA\
      AAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAARmlsb2MAAAAAREAAAwABAAAAAAMQAAEAAAAAAAAAGgACAAAA\
      AAMqAAEAAAAAAAAAHAADAAAAAANGAAEAAAAAAAAAHQAAAE1paW5mAAAAAAADAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAFWluZmUC\
      AAAAAAIAAGh2YzEAAAAAFWluZmUCAAAAAAMAAGh2YzEAAAACBmlwcnAAAAHcaXBjbwAAAHhodmNDAQNwAAAAAAAAAAAAHvAA/P34\
      +AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbqSSmubgQEDAgAAAMA\
      CAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAAHhodmNDAQNwAAAAAAAAAAAA\
      HvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgQE\
      DAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAAHhodmNDAQNwAAAA\
      AAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoBAgQWW6\
      kkprm4EBAwIAAAMAAgAAAwACECIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAIAAAABAAAAAEHBpeGkAAAAAAwgICAAAACJpcG1h\
      AAAAAAAAAAMAAQOBAoMAAgOEBYYAAwOHCIkAAABbbWRhdAAAABYoAa8ZgPd8hTf/+KGH/mta/6/BXi0cAAAAGCgBrxmA93yFN7Tu\
      +Z/80k7/ncFeK0KzwAAAABkoAa8ZgPd8hTf//CvIR92Ub+GBXis/yyHQ
      """

    @Test func imagesOfOneFileArePages() throws {
      _ = areRareFormatsLoaded
      let bench = try EngineBench(try #require(Data(base64Encoded: Self.images)), name: "a.heic")
      #expect(try bench.pages().map(\.size.width) == [96, 64, 128])
      let colors = try (0..<3).map { page in
        try bench.draw(PageDrawing(page: page, width: 32, height: 32))[16, 16]
      }
      // Green, red and blue, nearly.
      #expect(
        colors.map { color in [16, 8, 0].map { color >> $0 & 0xFF > 128 } } == [
          [false, true, false], [true, false, false], [false, false, true],
        ])
    }

    @Test func imagesAreScaledAndRotated() throws {
      let bench = try EngineBench(Self.halves(48, 24), name: "a.png")
      for (width, height) in [(12, 6), (48, 24), (480, 240)] {
        let drawn = try bench.draw(PageDrawing(page: 0, width: width, height: height))
        #expect(drawn[width / 8, height / 2] == Self.red)
        #expect(drawn[width - width / 8 - 1, height / 2] == Self.blue)
        // To its very edges.
        #expect(drawn[0, 0] == Self.red && drawn[width - 1, height - 1] == Self.blue)
      }
      let turned = try bench.draw(PageDrawing(page: 0, width: 24, height: 48, turn: .right))
      #expect(turned[12, 4] == Self.red && turned[12, 44] == Self.blue)
      let part = try bench.draw(
        PageDrawing(
          page: 0, width: 4_800, height: 2_400,
          part: PixelRect(x: 2_300, y: 0, width: 200, height: 10)))
      #expect(part[0, 5] == Self.red && part[199, 5] == Self.blue)
    }

    @Test func reducedDecodingIsNotReusedForLargeDrawings() throws {
      // Stripes a pixel wide: made small they are gray.
      let stripes = (0..<200 * 4).flatMap { index -> [UInt8] in
        index % 2 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255]
      }
      let bench = try EngineBench(MadePNG.file(200, 4, stripes), name: "a.png")
      let small = try bench.draw(PageDrawing(page: 0, width: 50, height: 1))
      #expect((100...155).contains(small[25, 0] & 0xFF))
      let whole = try bench.draw(PageDrawing(page: 0, width: 200, height: 4))
      #expect(whole[100, 2] == 0xFFFFFF && whole[101, 2] == 0)
    }

    @Test func tallThinImagesAreDrawnWhole() throws {
      let bench = try EngineBench(Self.halves(2, 4_000), name: "a.png")
      let drawn = try bench.draw(PageDrawing(page: 0, width: 1, height: 500))
      #expect(drawn[0, 499] != 0xFFFFFF)
    }

    @Test func profilesLeavePhotographsAlone() throws {
      var generator = SeededGenerator(seed: 3)
      let noise = (0..<64 * 64).flatMap { _ -> [UInt8] in
        let light = UInt8(truncatingIfNeeded: generator.next() % 120 + 60)
        return [light, light / 2, 255 - light, 255]
      }
      let bench = try EngineBench(MadePNG.file(64, 64, noise), name: "a.png")
      let plain = try bench.draw(PageDrawing(page: 0, width: 64, height: 64))
      let dark = try bench.draw(PageDrawing(page: 0, width: 64, height: 64, profile: .dark))
      #expect(plain.pixels.map { $0 & 0xFFFFFF } == dark.pixels.map { $0 & 0xFFFFFF })
      let gray = try bench.draw(PageDrawing(page: 0, width: 64, height: 64, profile: .gray))
      #expect(gray.facts.isGray)
    }

    /// 48 × 24, red on the left, blue on the right, as WebP has it.
    private static let still = Data(
      base64Encoded: "UklGRiYAAABXRUJQVlA4TBoAAAAvL8AFAA8Q87//8x8OxILJ/KUz6I7of1Q4AQ==")

    /// A film of the same picture twice (WebP container, ANMF).
    private static func film(_ still: Data) -> Data {
      func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
      }
      func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(body.count, 4) + body + (body.count % 2 == 0 ? [] : [0])
      }
      let size = number(47, 3) + number(23, 3)
      let frame = chunk(
        "ANMF", number(0, 6) + size + number(100, 3) + [0] + Array(still.dropFirst(12)))
      let body =
        Array("WEBP".utf8) + chunk("VP8X", [2, 0, 0, 0] + size) + chunk("ANIM", number(0, 6))
        + frame + frame
      return Data(Array("RIFF".utf8) + number(body.count, 4) + body)
    }

    @Test func animationsShowTheirFirstFrame() throws {
      let film = Self.film(try #require(Self.still))
      let bench = try EngineBench(film, name: "a.webp")
      #expect(try bench.pages() == [PageInfo(label: "", size: PageSize(width: 48, height: 24))])
      let drawn = try bench.draw(PageDrawing(page: 0, width: 96, height: 48))
      #expect(drawn[8, 24] == Self.red && drawn[88, 24] == Self.blue)
      #expect(throws: EngineFailure.damaged) {
        try EngineBench(film.prefix(60), name: "a.webp").draw(
          PageDrawing(page: 0, width: 48, height: 24))
      }
    }

    /// By a camera that was held on its side (Exif, orientation 6).
    private static let turned = Data(
      base64Encoded:
        "/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAYADADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABYBAQEBAAAAAAAAAAAAAAAAAAgJB//EABgRAQADAQAAAAAAAAAAAAAAAAAIRYPD/9oADAMBAAIRAxEAPwDOgDDFUxAl9QI44y3GHYOZDVW3IAOMOl9AQ5WLECA44y3GHYOZDVW3IAOMOn//2Q=="
    )

    @Test func imageOrientationIsApplied() throws {
      let bench = try EngineBench(try #require(Self.turned), name: "a.jpg")
      #expect(try bench.pages() == [PageInfo(label: "", size: PageSize(width: 24, height: 48))])
      #expect(try bench.metadata().format == "JPEG picture, 24 × 48 pixels")
      let drawn = try bench.draw(PageDrawing(page: 0, width: 24, height: 48))
      func isNear(_ one: UInt32, _ other: UInt32) -> Bool {
        [UInt32(0), 8, 16].allSatisfy { shift in
          abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)) < 24
        }
      }
      #expect(isNear(drawn[12, 2], Self.red) && isNear(drawn[12, 45], Self.blue))
    }

    @Test func brokenAndHugeImagesAreRefused() throws {
      let whole = Self.halves(50, 50)
      #expect(throws: EngineFailure.damaged) { try EngineBench(whole.prefix(20), name: "a.png") }
      // The header is there, the rest is not.
      let cut = try EngineBench(whole.prefix(60), name: "a.png")
      #expect(throws: EngineFailure.damaged) {
        try cut.draw(PageDrawing(page: 0, width: 50, height: 50))
      }
      for (width, height) in [(60_000, 60_000), (0x7FFF_FFFF, 2), (200_000, 1)] {
        #expect(throws: EngineFailure.self) {
          try EngineBench(MadePNG.file(width, height, [1, 2, 3, 4]), name: "a.png")
        }
      }
    }

    @Test func scrambledImagesAreHarmless() throws {
      var generator = SeededGenerator(seed: 29)
      let whole = Array(Self.halves(40, 40))
      for _ in 0..<200 {
        var bytes = whole
        for _ in 0..<3 {
          bytes[12 + Int(generator.next() % UInt64(bytes.count - 12))] = UInt8(
            truncatingIfNeeded: generator.next())
        }
        guard let bench = try? EngineBench(Data(bytes), name: "a.png") else { continue }
        _ = try? bench.draw(PageDrawing(page: 0, width: 30, height: 30))
      }
    }
  }
}
