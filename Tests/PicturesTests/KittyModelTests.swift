import Canvas
import DocumentModel
import Glibc
import TestSupport
import Testing

@testable import Pictures

/// Random sequences of a gallery's actions, against a terminal that is slower than the reader.
@Suite struct KittyModelTests {
  private static let screen = Size(width: 40, height: 20)

  /// A run of random steps; after each pause the screen shows what is wanted and nothing else.
  private struct Run {
    var random: SeededGenerator
    var surface: PictureSurface
    var model = KittyModel()
    var wanted: [Int: (color: UInt32, place: Rect)] = [:]
    var holes: [Rect] = []
    /// The picture in a popup above all others.
    var card: (color: UInt32, place: Rect)?
    var pictures: [Picture] = []
    var trouble: [String] = []

    init(seed: UInt64) throws {
      random = SeededGenerator(seed: seed)
      surface = PictureSurface(
        PictureAbility(.kitty(.sharedMemory)), screen: screen, firstID: 100, hearsErrors: true,
        kittyLimit: KittyLimit(pictures: 3))
      // Pictures differ in size, so that one read in place of another is noticed.
      for color in 1...12 as ClosedRange<UInt32> {
        let size = 2 + Int(color)
        let bitmap = try SmallPicture.make(size, size) { _, _ in color }
        pictures.append(Picture(key: UInt64(color), bitmap: bitmap))
      }
    }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func place() -> Rect {
      let (width, height) = (number(1..<12), number(1..<8))
      return Rect(
        x: number(0..<screen.width - width), y: number(0..<screen.height - height), width: width,
        height: height)
    }

    mutating func show(_ slot: Int, in place: Rect) {
      let picture = pictures[number(0..<pictures.count)]
      wanted[slot] = (UInt32(picture.key), place)
      lay(slot)
    }

    /// Shows what a popup leaves of a picture.
    mutating func lay(_ slot: Int) {
      let shown = wanted[slot]
      let pieces = shown?.place.pieces(without: card.map { [$0.place] } ?? []) ?? []
      for index in 0..<4 {
        guard let shown, index < pieces.count else {
          surface.hide(slot + 100 * index)
          continue
        }
        surface.show(pictures[Int(shown.color) - 1], in: pieces[index], slot: slot + 100 * index)
      }
    }

    mutating func show(card place: Rect?) {
      card = place.map { (UInt32(number(1..<pictures.count + 1)), $0) }
      if let card {
        surface.show(pictures[Int(card.color) - 1], in: card.place, slot: 1_000)
      } else {
        surface.hide(1_000)
      }
      for slot in 0..<5 { lay(slot) }
    }

    mutating func step() {
      let slot = number(0..<5)
      switch number(0..<15) {
      case 0...2: show(slot, in: place())
      case 3...4:
        // Replaced where it is.
        show(slot, in: wanted[slot]?.place ?? place())
      case 5:
        guard let old = wanted[slot] else { return }
        let place = place()
        wanted[slot] = (old.color, place)
        if card == nil {
          surface.show(
            pictures[Int(old.color) - 1], in: place, slot: slot,
            part: PixelRect(x: 0, y: 0, width: 2, height: 2))
        } else {
          lay(slot)
        }
      case 6:
        wanted[slot] = nil
        lay(slot)
      case 7:
        holes = number(0..<2) == 0 ? [] : [place()]
        surface.hole(holes)
      case 8:
        // All tiles in another size.
        let place = place()
        for slot in wanted.keys.sorted() { show(slot, in: place) }
      case 9: if number(0..<8) == 0 { model.refusals = 1 }
      case 10:
        if number(0..<8) == 0 {
          surface.forget()
          let update = surface.update()
          model.receive(update.before)
          model.clear()
          model.receive(update.after)
        }
      case 11: model.read(number(0..<12))
      case 12: answer(number(0..<4))
      case 13: show(card: number(0..<3) == 0 ? nil : place())
      default: update()
      }
    }

    mutating func update() {
      let update = surface.update()
      model.receive(update.before + update.after)
    }

    mutating func answer(_ count: Int) {
      for answer in model.takeAnswers(count) where surface.take(answer) { update() }
    }

    /// Waits until all is said and answered, and compares.
    mutating func settle(_ step: Int) {
      for _ in 0..<20 {
        update()
        model.read(.max)
        answer(.max)
        if model.isIdle { break }
      }
      let holes = holes
      var expected: [KittyModel.Placement: Int] = [:]
      var laid = wanted.values.flatMap { color, place in
        place.pieces(without: card.map { [$0.place] } ?? []).map { (color: color, place: $0) }
      }
      if let card { laid.append(card) }
      for (color, place) in laid {
        for piece in place.pieces(without: holes) {
          expected[.init(color: color, place: piece), default: 0] += 1
        }
      }
      var found: [KittyModel.Placement: Int] = [:]
      for placement in model.placements { found[placement, default: 0] += 1 }
      for (placement, count) in found where count > expected[placement, default: 0] {
        trouble.append("step \(step): left behind: \(placement)")
      }
      for (placement, count) in expected where count > found[placement, default: 0] {
        trouble.append("step \(step): missing: \(placement)")
      }
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func slowTerminalsLeaveNoImagesBehind(_ seed: UInt64) throws {
    var run = try Run(seed: seed)
    for step in 0..<400 {
      run.step()
      if step % 80 == 79 { run.settle(step) }
      if !run.trouble.isEmpty { break }
    }
    #expect(run.trouble.isEmpty, "\(run.trouble.prefix(3))")
    run.surface.hideAll()
    (run.wanted, run.card) = ([:], nil)
    run.settle(-1)
    #expect(run.model.placements.isEmpty)
    run.model.receive(run.surface.withdraw())
    run.model.read(.max)
    #expect(run.model.imageCount == 0)
    for name in run.model.names { #expect(shm_open(name, O_RDONLY, 0) < 0, "\(name)") }
  }
}
