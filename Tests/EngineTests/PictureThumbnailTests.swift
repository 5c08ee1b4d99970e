import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Thumbnails of picture files.
  @Suite struct PictureThumbnailTests {
    private static let red: UInt32 = 0xFF0000
    private static let blue: UInt32 = 0x0000FF

    private static func picture(_ file: Data, side: Int = 128) throws -> DrawnPixels {
      let bench = try EngineBench(Data("a".utf8), name: "a.txt")
      // The name says nothing: only its bytes tell what a picture is.
      return try bench.thumbnail(of: file, ThumbnailRequest(name: "a", largest: side)).picture
    }

    /// 48×24, red on the left, blue on the right.
    private static let files: [(name: String, base64: String)] = [
      (
        "progressive JPEG",
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wgARCAAYADADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAYH/8QAFgEBAQEAAAAAAAAAAAAAAAAABwgG/9oADAMBAAIQAxAAAAHORhapQN9AuQ4DiO3whyxUCOQ4DiO//8QAFBABAAAAAAAAAAAAAAAAAAAAQP/aAAgBAQABBQIX/8QAGREAAgMBAAAAAAAAAAAAAAAABxBEgsIA/9oACAEDAQE/AeIcW+WQ4t8r/8QAGREAAgMBAAAAAAAAAAAAAAAABxBEgsIA/9oACAECAQE/AeGUym2MplNr/8QAFBABAAAAAAAAAAAAAAAAAAAAQP/aAAgBAQAGPwIX/8QAFBABAAAAAAAAAAAAAAAAAAAAQP/aAAgBAQABPyEX/9oADAMBAAIAAwAAABD+kL+EL//EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAIAQMBAT8QSr//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAECAQE/EERf/8QAFBABAAAAAAAAAAAAAAAAAAAAQP/aAAgBAQABPxAX/9k="
      ), ("WebP", "UklGRiYAAABXRUJQVlA4TBoAAAAvL8AFAA8Q87//8x8OxILJ/KUz6I7of1Q4AQ=="),
    ]

    /// The same, by a camera that was held on its side (Exif, orientation 6).
    private static let turned =
      "/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAYADADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAcI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABYBAQEBAAAAAAAAAAAAAAAAAAgJB//EABgRAQADAQAAAAAAAAAAAAAAAAAIRYPD/9oADAMBAAIRAxEAPwDOgDDFUxAl9QI44y3GHYOZDVW3IAOMOl9AQ5WLECA44y3GHYOZDVW3IAOMOn//2Q=="

    private static func near(_ one: UInt32, _ other: UInt32) -> Bool {
      let shifts: [UInt32] = [0, 8, 16]
      return shifts.allSatisfy { shift in
        let (a, b) = (Int((one >> shift) & 0xFF), Int((other >> shift) & 0xFF))
        return abs(a - b) < 24
      }
    }

    /// Pictures that are small enough stay as they are.
    @Test(arguments: files) func smallImagesAreUnchanged(_ name: String, _ base64: String) throws {
      let picture = try Self.picture(try #require(Data(base64Encoded: base64)))
      #expect((picture.facts.width, picture.facts.height) == (48, 24))
      #expect(Self.near(picture[4, 12], Self.red) && Self.near(picture[44, 12], Self.blue))
    }

    @Test(arguments: files) func imagesAreReduced(_ name: String, _ base64: String) throws {
      let picture = try Self.picture(try #require(Data(base64Encoded: base64)), side: 12)
      #expect((picture.facts.width, picture.facts.height) == (12, 6))
      #expect(Self.near(picture[1, 3], Self.red) && Self.near(picture[10, 3], Self.blue))
    }

    @Test(arguments: [128, 12]) func thumbnailOrientationIsApplied(_ side: Int) throws {
      let picture = try Self.picture(try #require(Data(base64Encoded: Self.turned)), side: side)
      let (width, height) = (picture.facts.width, picture.facts.height)
      #expect((width, height) == (min(side, 48) / 2, min(side, 48)))
      #expect(Self.near(picture[width / 2, 1], Self.red))
      #expect(Self.near(picture[width / 2, height - 2], Self.blue))
    }

    /// Each pixel is the average of its source pixels.
    @Test func reducedPixelsAreAverages() throws {
      let stripes = (0..<300 * 200).flatMap { index -> [UInt8] in
        let light: UInt8 = index % 300 % 2 == 0 ? 255 : 0
        return [light, light, light, 255]
      }
      let picture = try Self.picture(MadePNG.file(300, 200, stripes), side: 100)
      #expect((picture.facts.width, picture.facts.height) == (100, 67))
      let grays = Set(picture.pixels.map { $0 & 0xFF })
      #expect(grays.allSatisfy { (80...175).contains($0) })
      let sum = picture.pixels.reduce(0) { (sum: Int, pixel: UInt32) in sum + Int(pixel & 0xFF) }
      #expect(abs(sum / picture.pixels.count - 127) < 3)
    }

    @Test func transparentPixelsBecomeWhite() throws {
      let pixels: [UInt8] = [0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 0, 128]
      let picture = try Self.picture(MadePNG.file(3, 1, pixels))
      #expect(picture[0, 0] == 0xFFFFFF && picture[1, 0] == Self.red)
      #expect(Self.near(picture[2, 0], 0x7F7F7F))
    }

    @Test func tallImagesAreCropped() throws {
      let pixels = [UInt8](repeating: 9, count: 4 * 1_000 * 4)
      let picture = try Self.picture(MadePNG.file(4, 1_000, pixels))
      #expect((picture.facts.width, picture.facts.height) == (4, 128))
    }

    /// A header that promises more than anybody could have is not believed.
    @Test(arguments: [(60_000, 60_000), (0x7FFF_FFFF, 0x7FFF_FFFF), (1_000_000, 1_000_000)])
    func hugeDeclaredSizesAreRefused(_ width: Int, _ height: Int) {
      #expect(throws: EngineFailure.self) {
        try Self.picture(MadePNG.file(width, height, [1, 2, 3, 4]))
      }
    }

    @Test func truncatedImagesAreDamaged() throws {
      let whole = MadePNG.file(50, 50, [UInt8](repeating: 7, count: 50 * 50 * 4))
      for count in [9, 30, 60, 2_000] {
        #expect(throws: EngineFailure.damaged) { try Self.picture(whole.prefix(count)) }
      }
      let webp = try #require(Data(base64Encoded: Self.files[1].base64))
      #expect(throws: EngineFailure.damaged) { try Self.picture(webp.prefix(30)) }
    }

    /// The worker survives any file contents.
    @Test func scrambledThumbnailSourcesAreHarmless() throws {
      var generator = SeededGenerator(seed: 11)
      let whole = MadePNG.file(40, 40, [UInt8](repeating: 7, count: 40 * 40 * 4))
      let files =
        [whole]
        + (Self.files.map(\.base64) + [Self.turned]).compactMap {
          Data(base64Encoded: $0)
        }
      for round in 0..<400 {
        var bytes = Array(files[round % files.count])
        for _ in 0..<3 {
          bytes[12 + Int(generator.next() % UInt64(bytes.count - 12))] = UInt8(
            truncatingIfNeeded: generator.next())
        }
        let picture = try? Self.picture(Data(bytes), side: 16)
        #expect(picture.map { $0.facts.width <= 16 && $0.facts.height <= 16 } ?? true)
      }
    }
  }
}
