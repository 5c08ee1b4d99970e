import Canvas
import DocumentModel
import Pictures
import TestSupport
import Testing

@testable import Terminal

/// A terminal that paints sixels onto its cells: text takes them away, and nothing else does.
private struct SixelScreen {
  let size: Size
  let cell: PixelSize
  /// The colours of pictures that are seen in the rows of pixels of each cell.
  private var cells: [[String?]]

  init(_ size: Size, cell: PixelSize) {
    self.size = size
    self.cell = cell
    cells = Array(
      repeating: Array(repeating: nil, count: cell.height), count: size.width * size.height)
  }

  subscript(x x: Int, y y: Int) -> Set<String> { Set(cells[y * size.width + x].compactMap(\.self)) }

  mutating func write(x: Int, y: Int) {
    cells[y * size.width + x] = Array(repeating: nil, count: cell.height)
  }

  mutating func write(_ rect: Rect) {
    for y in rect.y..<rect.maxY { for x in rect.x..<rect.maxX { write(x: x, y: y) } }
  }

  /// Takes pictures of one colour each, with the places they are painted at.
  mutating func receive(_ bytes: [UInt8]) throws {
    for part in String(decoding: bytes, as: UTF8.self).split(separator: "\u{1b}7").map(String.init)
    {
      let place = try #require(part.firstMatch(of: /\[(\d+);(\d+)H/))
      let raster = try #require(part.firstMatch(of: /q"1;1;(\d+);(\d+)/))
      let color = try #require(part.firstMatch(of: /#\d+;2;(\d+;\d+;\d+)/))
      let numbers = [place.1, place.2, raster.1, raster.2].compactMap { Int($0) }
      try #require(numbers.count == 4)
      paint(
        String(color.1), x: numbers[1] - 1, y: numbers[0] - 1, width: numbers[2],
        height: numbers[3])
    }
  }

  private mutating func paint(_ color: String, x: Int, y: Int, width: Int, height: Int) {
    for row in 0..<height {
      for column in 0..<width / cell.width {
        cells[(y + row / cell.height) * size.width + x + column][row % cell.height] = color
      }
    }
  }
}

/// Random frames of pictures that come, move, grow, are replaced and go, with menus above them and a popup that has a picture.
@Suite struct SixelModelTests {
  private static let size = Size(width: 40, height: 20)

  private func bitmap(_ color: UInt32, _ pixels: PixelSize) throws -> Bitmap {
    let rows = Array(repeating: color, count: pixels.width * pixels.height)
    return try #require(
      Bitmap(
        width: pixels.width, height: pixels.height, layout: .xrgb32,
        bytes: rows.withUnsafeBytes { Array($0) }))
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func noPixelsOfAPictureRemain(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    let cell = seed % 2 == 0 ? PixelSize(width: 3, height: 7) : PixelSize(width: 4, height: 9)
    let ability = PictureAbility(.sixel(registers: 256, largest: nil), cell: cell)
    var pictures = PictureSurface(ability, screen: Self.size, firstID: 1)
    var screen = SixelScreen(Self.size, cell: cell)
    let colors: [(value: UInt32, reported: String)] = [
      (0xFF0000, "100;0;0"), (0x00FF00, "0;100;0"), (0x0000FF, "0;0;100"), (0xFFFF00, "100;100;0"),
    ]
    var shown: Surface?
    var wanted: [Int: (color: Int, place: Rect)] = [:]
    var hole: Rect?
    var card: Rect?
    for step in 0..<80 {
      switch number(0..<7) {
      case 0: wanted = [:]
      case 1: wanted[number(0..<6)] = nil
      case 2:
        hole =
          number(0..<2) == 0 ? nil : Rect(x: number(0..<30), y: number(0..<12), width: 9, height: 5)
      case 3:
        card =
          number(0..<2) == 0
          ? nil : Rect(x: number(1..<20), y: number(1..<8), width: number(4..<15), height: 6)
      default:
        // Tiles of one size, as in a gallery; the last row may be cut.
        let (columns, rows) = (number(2..<5), number(1..<4))
        let (width, height) = (Self.size.width / columns, Self.size.height / rows)
        wanted = [:]
        for tile in 0..<columns * rows where number(0..<4) > 0 {
          let inset = number(0..<2)
          wanted[tile] = (
            number(0..<colors.count),
            Rect(
              x: tile % columns * width + inset, y: tile / columns * height,
              width: width - 1 - inset,
              height: height - number(0..<2))
          )
        }
      }
      pictures.hideAll()
      let frame = card.map {
        $0.inset(left: -1, top: -1, right: -1, bottom: -1).pieces(without: [$0])
      }
      pictures.hole((hole.map { [$0] } ?? []) + (frame ?? []))
      var surface = Surface(size: Self.size)
      surface.put("step \(step)", x: 2, y: Self.size.height - 1, style: Style())
      // Pictures below the popup end at its picture.
      var laid = wanted.flatMap { slot, shown in
        shown.place.pieces(without: card.map { [$0] } ?? []).enumerated().map { index, piece in
          (slot: slot + 100 * index, color: shown.color, place: piece)
        }
      }
      if let card { laid.append((slot: 1_000, color: card.x % colors.count, place: card)) }
      for (slot, color, place) in laid {
        let pixels = PixelSize(width: place.width * cell.width, height: place.height * cell.height)
        pictures.show(
          Picture(
            key: UInt64(color * 1_000_000 + pixels.width * 1_000 + pixels.height),
            bitmap: try bitmap(colors[color].value, pixels)),
          in: place, slot: slot)
      }
      for edge in frame ?? [] {
        for y in edge.y..<edge.maxY {
          surface.put(String(repeating: "#", count: edge.width), x: edge.x, y: y, style: Style())
        }
      }
      if let hole {
        for y in hole.y..<hole.maxY {
          surface.put(
            "menu \(step % 3)", x: hole.x, y: y, style: Style(attributes: .reverse), limit: 9)
        }
      }
      // As the screen shows a frame.
      pictures.paint(on: &surface)
      let changes = ScreenChanges(from: shown, to: surface)
      pictures.damage(changes.damage(changes.rows.map(\.y), under: pictures.places))
      let update = pictures.update()
      for (y, columns) in changes.rows {
        for x in columns where shown?[x: x, y: y] != surface[x: x, y: y] {
          screen.write(x: x, y: y)
        }
      }
      for rect in update.repaintBefore { screen.write(rect) }
      try screen.receive(update.after)
      for rect in update.repaintAfter { screen.write(rect) }
      shown = surface
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          let owner = laid.first { $0.place.contains(x: x, y: y) }
          let isFrame = frame?.contains { $0.contains(x: x, y: y) } == true
          let isSeen =
            y < Self.size.height - 1 && hole?.contains(x: x, y: y) != true && !isFrame
          let expected: Set<String> =
            isSeen ? Set(owner.map { [colors[$0.color].reported] } ?? []) : []
          guard screen[x: x, y: y] == expected else {
            Issue.record(
              "seed \(seed), step \(step), cell \(x),\(y): \(screen[x: x, y: y]), not \(expected)")
            return
          }
        }
      }
    }
  }
}
