import Canvas
import DocumentModel
import TestSupport
import Testing

@testable import Pictures

/// Pictures as text: the cells match the pictures given to the terminal.
@Suite struct PlaceholderTests {
  private static let screen = Size(width: 60, height: 30)

  private func surface() -> PictureSurface {
    var ability = PictureAbility(.kitty(.stream), pane: TmuxPane(left: 0, top: 0))
    ability.usesPlaceholders = true
    return PictureSurface(
      ability, screen: Self.screen, firstID: 100, kittyLimit: KittyLimit(pictures: 3))
  }

  private func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
    let parts = String(decoding: bytes, as: UTF8.self).parts("\u{1b}Ptmux;").dropFirst()
    let inner = parts.map { part in
      String(part.dropLast(2)).parts("\u{1b}\u{1b}").joined(separator: "\u{1b}")
    }
    return Array(inner.joined().utf8)
  }

  /// The number a cell tells, by kitty's rules.
  private func picture(toldBy cell: Cell) -> UInt32? {
    guard cell.scalars.0 == 0x10_EEEE, case .indexed(let low) = cell.style.foreground,
      let high = Placeholder.marks.firstIndex(of: cell.scalars.3)
    else { return nil }
    return UInt32(high) << 24 | UInt32(low)
  }

  @Test func everyNumberHasADiacritic() {
    #expect(Placeholder.marks.count == 297 && Set(Placeholder.marks).count == 297)
    #expect(Placeholder.marks[0] == 0x305 && Placeholder.marks[1] == 0x30D)
    #expect(Placeholder.marks[296] == 0x1_D244)
    for mark in Placeholder.marks {
      let properties = Unicode.Scalar(mark)?.properties
      #expect(properties?.canonicalCombiningClass.rawValue == 230)
    }
  }

  @Test func placeholderColoursAreUncommon() {
    for serial in [0, 1, 215, 216, 55_079, 55_080, 123_456_789] as [UInt32] {
      let id = Placeholder.id(serial)
      #expect((16...231).contains(id & 0xFF) && id & 0xFFFF00 == 0 && id >> 24 > 0)
    }
  }

  @Test func placeholdersInTextAreReplaced() {
    var cells = Surface(size: Size(width: 4, height: 1))
    cells.put("a\u{10EEEE}\u{305}\u{305}b", x: 0, y: 0, style: Style())
    #expect(cells[x: 1, y: 0].scalars.0 == 0xFFFD)
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func placeholderCellsMatchTheTerminalsImages(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    var surface = surface()
    var model = KittyModel()
    var wanted: [Int: (color: UInt32, place: Rect)] = [:]
    for step in 0..<150 {
      let slot = number(0..<3)
      switch number(0..<6) {
      case 0: wanted[slot] = nil
      case 1:
        surface.forget()
      default:
        let (width, height) = (number(1..<20), number(1..<12))
        // Slots lie beside each other, as views and tiles do.
        let place = Rect(
          x: slot * 20 + number(0..<21 - width), y: number(-3..<25), width: width, height: height)
        wanted[slot] = (UInt32(number(1..<6)), place)
      }
      surface.hideAll()
      for (slot, (color, place)) in wanted {
        let bitmap = try SmallPicture.make(4, 6) { _, _ in color }
        surface.show(Picture(key: UInt64(color), bitmap: bitmap), in: place, slot: slot)
      }
      let hole = Rect(x: number(0..<40), y: number(0..<20), width: number(0..<9), height: 3)
      surface.hole([hole])
      var cells = Surface(size: Self.screen)
      surface.paint(on: &cells)
      let update = surface.update()
      model.receive(unwrapped(update.before))
      model.receive(unwrapped(update.after))
      model.read(.max)
      #expect(model.answers.isEmpty, "tmux gives answers to any pane")
      for y in 0..<Self.screen.height {
        for x in 0..<Self.screen.width {
          let owner = wanted.values.first {
            $0.place.contains(x: x, y: y) && !hole.contains(x: x, y: y)
          }
          let cell = cells[x: x, y: y]
          guard let owner else {
            #expect(cell.scalars.0 == 0x20, "step \(step)")
            continue
          }
          let id = try #require(picture(toldBy: cell), "step \(step)")
          #expect(cell.scalars.1 == Placeholder.marks[y - owner.place.y])
          #expect(cell.scalars.2 == Placeholder.marks[x - owner.place.x])
          #expect(model.color(of: id) == owner.color, "step \(step)")
          #expect(
            model.virtual[id] == Size(width: owner.place.width, height: owner.place.height))
        }
      }
      #expect(model.imageCount <= 3 + wanted.count)
    }
    model.receive(unwrapped(surface.wrapped(surface.withdraw())))
    model.read(.max)
    #expect(model.imageCount == 0)
  }

  @Test func aPartOfAPictureIsSentAlone() throws {
    var surface = surface()
    let bitmap = try SmallPicture.make(40, 60) { x, _ in x < 20 ? 1 : 2 }
    let place = Rect(x: 0, y: 0, width: 10, height: 10)
    surface.show(
      Picture(key: 1, bitmap: bitmap), in: place,
      part: PixelRect(x: 20, y: 0, width: 20, height: 60))
    var cells = Surface(size: Self.screen)
    surface.paint(on: &cells)
    var model = KittyModel()
    model.receive(unwrapped(surface.update().before))
    model.read(.max)
    let id = try #require(picture(toldBy: cells[x: 0, y: 0]))
    #expect(model.color(of: id) == 2)
    // Nothing is sent for a frame that shows the same.
    surface.paint(on: &cells)
    let again = surface.update()
    #expect(again.isEmpty)
    // tmux may have dropped it: it is sent again, and there is no gap.
    surface.forget()
    surface.paint(on: &cells)
    let repeated = surface.update()
    model.receive(unwrapped(repeated.before))
    model.read(.max)
    let new = try #require(picture(toldBy: cells[x: 0, y: 0]))
    #expect(new != id && model.color(of: new) == 2 && model.color(of: id) == 2)
    model.receive(unwrapped(repeated.after))
    model.read(.max)
    #expect(model.color(of: id) == nil && model.color(of: new) == 2)
  }
}
