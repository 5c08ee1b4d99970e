internal import CZlib
import Canvas
import DocumentModel
import Glibc
import Testing

@testable import Pictures

/// Sent bytes, decoded back to the picture.
@Suite struct EncoderTests {
  /// The letters of `Base64` back to bytes.
  static func decoded(_ text: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var (value, bits) = (0, 0)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for letter in text {
      guard let digit = letters.firstIndex(of: letter) else { break }
      value = (value << 6 | digit) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        result.append(UInt8(value >> bits & 255))
      }
    }
    return result
  }

  static func unpacked(_ bytes: [UInt8], room: Int) -> [UInt8] {
    var count = uLong(room)
    var result = [UInt8](repeating: 0, count: room)
    let status = uncompress(&result, &count, bytes, uLong(bytes.count))
    return status == Z_OK ? Array(result[..<Int(count)]) : []
  }

  /// Keys and payload of each `ESC _ G … ESC \`.
  static func commands(_ bytes: [UInt8]) -> [(keys: [String: String], payload: [UInt8])] {
    String(decoding: bytes, as: UTF8.self).parts("\u{1b}_G").dropFirst().map { part in
      let body = part.parts("\u{1b}\\")[0].split(separator: ";", maxSplits: 1)
      var keys: [String: String] = [:]
      for pair in body[0].split(separator: ",") {
        let sides = pair.split(separator: "=").map(String.init)
        keys[sides[0]] = sides[1]
      }
      return (keys, body.count > 1 ? Array(body[1].utf8) : [])
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 300]) func base64RoundTrips(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
    let text = Base64.encode(bytes)
    #expect(text.count % 4 == 0)
    #expect(Self.decoded(text) == bytes)
  }

  @Test(arguments: [Bitmap.Layout.rgb24, .argb32, .xrgb32])
  func kittyStreamsDecodeToThePicture(_ layout: Bitmap.Layout) throws {
    // Noise, so that it takes many pieces.
    let noise = { (x: Int, y: Int) in UInt32(x &* 7_919 &+ y &* 104_729) &* 2_654_435_761 >> 8 }
    let bitmap = try SmallPicture.make(90, 70, layout: layout, noise)
    let pieces = KittyCommands.upload(7, bitmap, isQuiet: true)
    #expect(pieces.count > 3)
    let commands = pieces.flatMap { Self.commands($0) }
    #expect(commands[0].keys["o"] == "z" && commands[0].keys["i"] == "7")
    #expect(commands[0].keys["s"] == "90" && commands[0].keys["v"] == "70")
    #expect(commands.dropFirst().allSatisfy { $0.keys["i"] == nil })
    #expect(commands.map { $0.keys["m"] } == Array(repeating: "1", count: pieces.count - 1) + ["0"])
    #expect(commands.allSatisfy { $0.payload.count <= 4_096 })
    #expect(commands.dropLast().allSatisfy { $0.payload.count % 4 == 0 })
    let packed = Self.decoded(commands.flatMap(\.payload))
    let pixels = Self.unpacked(packed, room: 90 * 70 * 3 + 1)
    #expect(pixels == SmallPicture.bytes(90, 70, noise))
  }

  @Test func sharedMemoryHoldsThePicture() throws {
    let bitmap = try SmallPicture.make(33, 20, layout: .argb32, SmallPicture.colors)
    var upload = KittyUpload(.sharedMemory)
    let command = Self.commands(upload.send(bitmap, 9, isQuiet: false)[0])[0]
    #expect(command.keys["t"] == "s" && command.keys["S"] == "\(33 * 20 * 3)")
    #expect(command.keys["q"] == "0", "the answer says that the object was read")
    let name = String(decoding: Self.decoded(command.payload), as: UTF8.self)
    let object = shm_open(name, O_RDONLY, 0)
    try #require(object >= 0)
    var bytes = [UInt8](repeating: 0, count: 33 * 20 * 3 + 1)
    #expect(read(object, &bytes, bytes.count) == 33 * 20 * 3)
    close(object)
    #expect(Array(bytes.dropLast()) == SmallPicture.bytes(33, 20, SmallPicture.colors))
    upload.dropAll()
    #expect(shm_open(name, O_RDONLY, 0) < 0)
  }

  @Test func pictureFilesAreReadableByTheOwnerOnly() throws {
    let bitmap = try SmallPicture.make(5, 4, SmallPicture.colors)
    var upload = KittyUpload(.file)
    let command = Self.commands(upload.send(bitmap, 11, isQuiet: true)[0])[0]
    let path = String(decoding: Self.decoded(command.payload), as: UTF8.self)
    #expect(path.contains("tty-graphics-protocol") && command.keys["t"] == "t")
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_size == 60 && status.st_mode & 0o777 == 0o600)
    upload.drop(11)
    #expect(access(path, F_OK) != 0)
  }

  @Test func transparentPixelsAreBlendedWithWhite() throws {
    // Half a black: cairo's colours are multiplied already.
    let bitmap = try SmallPicture.make(2, 6, layout: .argb32, alpha: 127) { _, _ in 0 }
    #expect(bitmap.rgb() == Array(repeating: 128, count: 36))
  }

  @Test(arguments: [(12, 12), (200, 18), (9, 7)])
  func greyPicturesEncodeToSixels(_ width: Int, _ height: Int) throws {
    let gray = { (x: Int, y: Int) in UInt32((x + y) % 16 * 17) * 0x01_0101 }
    for layout in [Bitmap.Layout.rgb24, .argb32, .xrgb32] {
      let bitmap = try SmallPicture.make(width, height, layout: layout, gray)
      #expect(bitmap.isGray(bitmap.bounds))
      let part = PixelRect(x: 0, y: 0, width: width, height: height / 6 * 6)
      let sixel = try #require(SixelDecoder(Sixel.bytes(of: bitmap, part, size: part.size)))
      #expect(sixel.parameters == "0;1;0")
      #expect(sixel.width == width && sixel.height == height / 6 * 6)
      for y in 0..<sixel.height {
        for x in 0..<width {
          let pixel = try #require(sixel.pixels[y * width + x])
          #expect(abs(Int(pixel & 255) - Int(gray(x, y) & 255)) <= 2)
        }
      }
    }
  }

  /// Rows of any length: the library wants them at multiples of four bytes.
  @Test(arguments: [Bitmap.Layout.rgb24, .xrgb32], [32, 31, 30, 29])
  func colourPicturesEncodeToSixels(_ layout: Bitmap.Layout, _ width: Int) throws {
    let bitmap = try SmallPicture.make(width + 8, 36, layout: layout, SmallPicture.colors)
    #expect(!bitmap.isGray(bitmap.bounds))
    let part = PixelRect(x: 4, y: 6, width: width, height: 24)
    let sixel = try #require(SixelDecoder(Sixel.bytes(of: bitmap, part, size: part.size)))
    #expect(sixel.width == width && sixel.height == 24)
    for y in 0..<24 {
      for x in 0..<width {
        let pixel = try #require(sixel.pixels[y * width + x])
        let wanted = SmallPicture.colors(x + 4, y + 6)
        for shift in [0, 8, 16] {
          #expect(abs(Int(pixel >> shift & 255) - Int(wanted >> shift & 255)) < 24)
        }
      }
    }
  }

  /// Some coloured words on an empty page: paper is white all the same.
  @Test(arguments: [Bitmap.Layout.rgb24, .xrgb32, .argb32])
  func fewColoursAreEncodedExactly(_ layout: Bitmap.Layout) throws {
    let color = { (x: Int, y: Int) -> UInt32 in
      guard y == 40, x < 24 else { return x == 7 && y == 80 ? 0xE8_5A_12 : 0xFF_FF_FF }
      return UInt32(x * 10) << 16 | UInt32(x * 4) << 8 | 0xC0
    }
    let bitmap = try SmallPicture.make(600, 120, layout: layout, color)
    let sixel = try #require(
      SixelDecoder(Sixel.bytes(of: bitmap, bitmap.bounds, size: bitmap.size)))
    #expect(sixel.pixels.filter { $0 == 0xFF_FF_FF }.count == 600 * 120 - 25)
    for (x, y) in (0..<24).map({ ($0, 40) }) + [(7, 80)] {
      let pixel = try #require(sixel.pixels[y * 600 + x])
      for shift in [0, 8, 16] {
        #expect(abs(Int(pixel >> shift & 255) - Int(color(x, y) >> shift & 255)) <= 5)
      }
    }
  }

  @Test func moreColoursThanRegistersAreEncoded() throws {
    let bitmap = try SmallPicture.make(64, 60) { x, y in UInt32(x * 4) << 16 | UInt32(y * 4) }
    let sixel = try #require(
      SixelDecoder(Sixel.bytes(of: bitmap, bitmap.bounds, size: bitmap.size)))
    #expect(sixel.width == 64 && sixel.height == 60 && !sixel.pixels.contains(nil))
  }

  @Test func sixelsAreScaledAndFillTheirSize() throws {
    let bitmap = try SmallPicture.make(10, 10) { x, _ in x < 5 ? 0xFF0000 : 0x0000FF }
    let bytes = Sixel.bytes(of: bitmap, size: PixelSize(width: 60, height: 32))
    let sixel = try #require(SixelDecoder(bytes))
    #expect(sixel.width == 60 && sixel.height == 30)
    #expect(!sixel.pixels.contains(nil))
    #expect((sixel.pixels[3 * 60 + 2] ?? 0) >> 16 > 200)
    #expect((sixel.pixels[3 * 60 + 57] ?? 0) & 255 > 200)
  }

  @Test func iTerm2IsSentAFile() throws {
    let bitmap = try SmallPicture.make(17, 9, layout: .argb32, SmallPicture.colors)
    let bytes = ITerm2.bytes(of: bitmap, bitmap.bounds, columns: 4, rows: 2)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("\u{1b}]1337;File=inline=1;"))
    #expect(text.contains(";width=4;height=2;"))
    let colon = try #require(bytes.firstIndex(of: UInt8(ascii: ":")))
    let file = Self.decoded(bytes[(colon + 1)...])
    #expect(Array(file[..<8]) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // IHDR is 25 bytes, and IDAT begins with its length.
    let length = file[33..<37].reduce(0) { $0 << 8 | Int($1) }
    #expect(Array(file[37..<41]) == Array("IDAT".utf8))
    let rows = Self.unpacked(Array(file[41..<41 + length]), room: 9 * (17 * 3 + 1))
    try #require(rows.count == 9 * 52)
    var pixels: [UInt8] = []
    for y in 0..<9 {
      let row = rows[y * 52..<(y + 1) * 52]
      #expect(row.first == 2)
      for (x, byte) in row.dropFirst().enumerated() {
        pixels.append(byte &+ (y > 0 ? pixels[(y - 1) * 51 + x] : 0))
      }
    }
    #expect(pixels == SmallPicture.bytes(17, 9, SmallPicture.colors))
  }

  /// Text that is mostly paper is visible; white and black stay so.
  @Test(arguments: PictureCharacters.allCases)
  func lightGreyIsVisibleWithoutColours(_ set: PictureCharacters) throws {
    func characters(_ gray: UInt32) throws -> Set<UInt32> {
      let bitmap = try SmallPicture.make(160, 160) { _, _ in gray * 0x01_0101 }
      let surface = CharacterPicture.surface(
        of: bitmap, size: Size(width: 20, height: 10), set: set, depth: .none)
      return Set(surface.cells.map(\.scalars.0))
    }
    let white = try characters(255)
    let black = try characters(0)
    #expect(white.count == 1 && black.count == 1 && white != black)
    #expect(try characters(0xCC).count > 1)
  }

  @Test(arguments: PictureCharacters.allCases)
  func charactersHaveThePicturesColours(_ set: PictureCharacters) throws {
    let bitmap = try SmallPicture.make(80, 80) { x, _ in x < 40 ? 0xFF0000 : 0x0000FF }
    let surface = CharacterPicture.surface(
      of: bitmap, size: Size(width: 10, height: 5), set: set, depth: .direct)
    for y in 0..<5 {
      for x in 0..<10 {
        let wanted = Color.rgb(x < 5 ? 0xFF0000 : 0x0000FF)
        let cell = surface[x: x, y: y]
        let isBlank = cell.scalars.0 == 0x20 || cell.scalars.0 == 0x2800
        #expect((isBlank ? cell.style.background : cell.style.foreground) == wanted)
      }
    }
  }

  @Test func charactersBelongToTheChosenSet() throws {
    let bitmap = try SmallPicture.make(64, 64) { x, y in (x / 2 + y / 3) % 2 == 0 ? 0 : 0xFFFFFF }
    let ranges: [PictureCharacters: [ClosedRange<UInt32>]] = [
      .halves: [0x2580...0x2590], .quadrants: [0x2580...0x259F],
      .sextants: [0x2580...0x259F, 0x1FB00...0x1FB3B], .braille: [0x2800...0x28FF],
    ]
    let depths: [ColorDepth] = [.none, .eight, .sixteen, .indexed, .direct]
    for (set, allowed) in ranges {
      let surfaces = depths.map {
        CharacterPicture.surface(
          of: bitmap, size: Size(width: 11, height: 7), set: set, depth: $0)
      }
      for cell in surfaces.flatMap(\.cells) where cell.scalars.0 != 0x20 {
        #expect(allowed.contains { $0.contains(cell.scalars.0) }, "\(set): \(cell.scalars.0)")
      }
    }
  }

  @Test(arguments: [true, false]) func inkFollowsTheGroundWithoutColours(_ isDark: Bool) throws {
    let bitmap = try SmallPicture.make(32, 32) { x, _ in x < 16 ? 0 : 0xFFFFFF }
    let surface = CharacterPicture.surface(
      of: bitmap, size: Size(width: 4, height: 2), set: .quadrants, depth: .none, isDark: isDark)
    #expect(surface.cells.allSatisfy { $0.style == Style() })
    #expect(surface[x: 0, y: 0].scalars.0 == (isDark ? 0x20 : 0x2588))
    #expect(surface[x: 3, y: 0].scalars.0 == (isDark ? 0x2588 : 0x20))
  }

  @Test func inconsistentSizesGiveNoBitmap() {
    func made(_ width: Int, _ height: Int, _ stride: Int?, _ count: Int) -> Bool {
      let bytes = [UInt8](repeating: 0, count: count)
      return Bitmap(width: width, height: height, stride: stride, layout: .argb32, bytes: bytes)
        != nil
    }
    #expect(made(2, 2, 8, 16))
    // The last row needs no gap after it.
    #expect(made(2, 2, 12, 20))
    #expect(!made(2, 2, 7, 100) && !made(2, 2, 8, 15) && !made(0, 2, 8, 16))
    #expect(!made(.max, 2, .max, 16) && !made(2, .max, 8, 16) && !made(2, 2, .max, 16))
    #expect(!made(-1, 2, 8, 16) && !made(2, 2, -8, 16))
  }
}

extension String {
  /// The parts between a text's occurrences.
  func parts(_ separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let found = rest.firstRange(of: separator) {
      parts.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return parts + [String(rest)]
  }
}
