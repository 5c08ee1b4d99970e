import DocumentModel
import Engine
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Pages in other colours than their own.
  @Suite struct ProfileTests {
    /// Black, red, blue, yellow and gray squares of 40 points from the top down.
    private static let colors = [
      "0 0 0", "1 0 0", "0 0 1", "1 1 0", "0.5 0.5 0.5",
    ]

    private func squares(_ profile: ColorProfile) throws -> [UInt32] {
      var document = PagedPDF()
      let content = Self.colors.enumerated().map { index, color in
        "\(color) rg 0 \(260 - index * 40) 40 40 re f"
      }
      document.addPainted(content.joined(separator: "\n"))
      let picture = try EngineBench(document).draw(
        PageDrawing(page: 0, width: 200, height: 300, profile: profile))
      #expect(picture.pixels.allSatisfy { $0 >> 24 == 255 })
      return [picture[150, 20]] + Self.colors.indices.map { picture[20, $0 * 40 + 20] }
    }

    private static func channels(_ color: UInt32) -> (red: Int, green: Int, blue: Int) {
      (Int(color >> 16 & 0xFF), Int(color >> 8 & 0xFF), Int(color & 0xFF))
    }

    @Test func theNormalProfileChangesNothing() throws {
      #expect(
        try squares(.normal) == [0xFFFFFF, 0x000000, 0xFF0000, 0x0000FF, 0xFFFF00, 0x808080])
    }

    /// Paper black, ink white; blue is readable on it and still blue; faint colours on white are faint on black.
    @Test func theDarkProfileInvertsLightnessAndKeepsHue() throws {
      let found = try squares(.dark)
      #expect(found[0] == 0x000000)
      #expect(found[1] == 0xFFFFFF)
      let (red, blue, yellow) = (
        Self.channels(found[2]), Self.channels(found[3]), Self.channels(found[4])
      )
      #expect(red.red > 200 && red.green < 100 && red.blue == red.green)
      #expect(blue.blue == 255 && blue.red == blue.green && (120...200).contains(blue.red))
      #expect(yellow.red == yellow.green && yellow.blue == 0 && yellow.red < 70)
      #expect(found[5] == 0x7F7F7F)
    }

    @Test func otherProfilesMatchTheirNames() throws {
      let sepia = try squares(.sepia)
      #expect(sepia[0] == 0xF4ECD8)
      #expect(sepia[1] == 0x2B1D0E)
      for color in try squares(.gray) {
        let (red, green, blue) = Self.channels(color)
        #expect(red == green && green == blue)
      }
      let contrast = try squares(.highContrast)
      #expect(contrast[0] == 0xFFFFFF)
      #expect(contrast[1] == 0x000000)
      #expect(Self.channels(contrast[5]).red < 70)
      let (red, green, _) = Self.channels(contrast[2])
      #expect(red > green)
    }

    @Test func customColoursSetPaperAndInk() throws {
      let dark = try squares(.colors(PaperColors(paper: 0x1D2021, ink: 0xEBDBB2)))
      #expect(dark[0] == 0x1D2021)
      #expect(dark[1] == 0xEBDBB2)
      let light = try squares(.colors(PaperColors(paper: 0xFDF6E3, ink: 0x073642)))
      #expect(light[0] == 0xFDF6E3)
      #expect(light[1] == 0x073642)
    }

    // MARK: photographs

    /// A page with an image at 50, 50 from below, 100×100, drawn normal and dark at one pixel a point.
    private func drawn(
      rgb: [UInt8]? = nil, gray: [UInt8]? = nil, side: Int = 64, entries: String = "",
      before: String = "", after: String = "", turn: QuarterTurn = .none,
      mask: (inout PagedPDF) -> String = { _ in "" }
    ) throws -> (normal: DrawnPixels, dark: DrawnPixels) {
      var document = PagedPDF()
      let more = mask(&document)
      let image = document.addImage(side, side, gray: gray, rgb: rgb, entries: entries + more)
      document.addPainted(
        "\(before) q 100 0 0 100 50 50 cm /I Do Q \(after)",
        resources: "/XObject<</I \(image) 0 R>>")
      let bench = try EngineBench(document)
      let size = turn.isSideways ? (300, 200) : (200, 300)
      func picture(_ profile: ColorProfile) throws -> DrawnPixels {
        try bench.draw(
          PageDrawing(page: 0, width: size.0, height: size.1, turn: turn, profile: profile))
      }
      return (try picture(.normal), try picture(.dark))
    }

    /// The image lies from 150 to 250 from the top.
    @Test func photographsAreNotInverted() throws {
      let (normal, dark) = try drawn(rgb: MadeImage.photograph(64, 64))
      for y in stride(from: 152, to: 248, by: 5) {
        for x in stride(from: 52, to: 148, by: 5) { #expect(dark[x, y] == normal[x, y]) }
      }
      #expect(dark[20, 20] == 0x000000)
      #expect(dark[49, 200] == 0x000000)
      #expect(dark[151, 200] == 0x000000)
    }

    @Test(arguments: QuarterTurn.allCases)
    func photographsOnRotatedPagesAreNotInverted(_ turn: QuarterTurn) throws {
      let (normal, dark) = try drawn(rgb: MadeImage.photograph(64, 64), turn: turn)
      let placement = PagePlacement(
        PageDrawing(page: 0, width: dark.facts.width, height: dark.facts.height, turn: turn),
        of: PageSize(width: 200, height: 300))
      for point in [Point(x: 55, y: 155), Point(x: 145, y: 155), Point(x: 100, y: 245)] {
        let place = placement.pixel(of: point)
        let (x, y) = (Int(place.x), Int(place.y))
        #expect(dark[x, y] == normal[x, y])
      }
      let corner = placement.pixel(of: Point(x: 10.5, y: 10.5))
      #expect(dark[Int(corner.x), Int(corner.y)] == 0x000000)
    }

    /// A page that is one big grey picture of a printed page is inverted.
    @Test func scansAreInverted() throws {
      let (normal, dark) = try drawn(gray: MadeImage.scan(200, 200), side: 200)
      var (before, after) = (0, 0)
      for y in stride(from: 152, to: 248, by: 3) {
        for x in stride(from: 52, to: 148, by: 3) {
          before += Int(normal[x, y] & 0xFF)
          after += Int(dark[x, y] & 0xFF)
        }
      }
      #expect(after < before / 2)
    }

    @Test func darkImagesStayDark() throws {
      let night = [UInt8](repeating: 25, count: 64 * 64)
      let (normal, dark) = try drawn(gray: night)
      #expect(dark[100, 200] == normal[100, 200])
    }

    /// Paper seen through a photograph is dark, and there is no white frame around the rest.
    @Test func softMasksShowDarkPaper() throws {
      let (normal, dark) = try drawn(rgb: MadeImage.photograph(64, 64)) { document in
        // Open on the left quarter.
        let samples = (0..<64 * 64).map { UInt8($0 % 64 < 16 ? 0 : 255) }
        return "/SMask \(document.addImage(64, 64, gray: samples)) 0 R"
      }
      #expect(normal[55, 200] == 0xFFFFFF)
      #expect(dark[55, 200] == 0x000000)
      #expect(dark[120, 200] == normal[120, 200])
    }

    /// Paint over a photograph belongs to it; a wholly covered photograph is none.
    @Test func coveredPhotographsAreInverted() throws {
      let words = try drawn(
        rgb: MadeImage.photograph(64, 64), after: "1 1 1 rg 60 60 20 10 re f")
      #expect(words.dark[70, 235] == 0xFFFFFF)
      let covered = try drawn(
        rgb: MadeImage.photograph(64, 64),
        after: "1 1 1 rg 40 40 120 120 re f 0 0 0 rg 60 60 20 10 re f")
      #expect(covered.dark[100, 200] == 0x000000)
      #expect(covered.dark[70, 235] == 0xFFFFFF)
    }

    /// Some programs cut images into strips; none of them is a photograph by itself.
    @Test func imageStripsAreOneImage() throws {
      var document = PagedPDF()
      var (names, content) = ("", "")
      let all = MadeImage.photograph(64, 64)
      for strip in 0..<16 {
        let rows = Array(all[strip * 4 * 64 * 3..<(strip + 1) * 4 * 64 * 3])
        names += "/I\(strip) \(document.addImage(64, 4, rgb: rows)) 0 R "
        content += "q 100 0 0 6 50 \(240 - strip * 6) cm /I\(strip) Do Q\n"
      }
      document.addPainted(content, resources: "/XObject<<\(names)>>")
      let bench = try EngineBench(document)
      let normal = try bench.draw(PageDrawing(page: 0, width: 200, height: 300))
      let dark = try bench.draw(PageDrawing(page: 0, width: 200, height: 300, profile: .dark))
      for y in 60..<140 { #expect(dark[100, y] == normal[100, y]) }
    }
  }
}
