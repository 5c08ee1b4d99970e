import Canvas
import DocumentModel
import Foundation
import TestSupport
import Testing
import Text

@testable import Interface
import Messages

/// The card that shows where a link leads.
@Suite struct PeekTests {
  /// The third page of four: a paragraph, a figure with a caption below it, another paragraph, a formula.
  private static func content(isParted: Bool) -> PageContent {
    var text = PageText(styles: [TextStyle()])
    text.runs = [StyleRun(start: 0, style: 0)]
    var blocks: [TextBlock] = []
    func add(_ kind: TextBlock.Kind, _ words: String, y: Float, region: BlockRegion? = nil) {
      let scalars = Array(words.unicodeScalars.map(\.value))
      let start = text.scalars.count
      text.scalars += scalars + [0x0A]
      text.boxes += scalars.indices.map {
        Box(x0: 60 + Float($0) * 5, y0: y, x1: 65 + Float($0) * 5, y1: y + 12)
      }
      text.boxes.append(.zero)
      let box = region?.region.box ?? Box(x0: 60, y0: y, x1: 540, y1: y + 12)
      var block = TextBlock(
        kind: kind, box: box, scalars: scalars, origins: scalars.indices.map { Int32(start + $0) })
      block.region = region
      blocks.append(block)
    }
    add(.paragraph, "before the figure", y: 40)
    let caption = "Figure 1: a curve."
    // Its upper part is one of its own, and the caption belongs to the lower one.
    let upper = PageRegion(.figure, Box(x0: 150, y0: 100, x1: 450, y1: isParted ? 190 : 300))
    let lower = PageRegion(.figure, Box(x0: 150, y0: 200, x1: 450, y1: 300))
    for (part, words) in isParted ? [(upper, ""), (lower, caption)] : [(upper, caption)] {
      var block = TextBlock(kind: .figure, box: part.box, scalars: [], origins: [])
      block.region = BlockRegion(part, caption: words)
      blocks.append(block)
      text.regions.append(part)
    }
    add(.caption, caption, y: 310)
    add(.paragraph, "after the figure", y: 360)
    let formula = PageRegion(.formula, Box(x0: 200, y0: 400, x1: 400, y1: 430))
    add(.formula, "E = mc", y: 409, region: BlockRegion(formula, caption: ""))
    add(.paragraph, "the last words", y: 460)
    text.regions.append(formula)
    return PageContent(text: text, blocks: blocks, grid: [])
  }

  /// The image is drawn while the letter is awaited.
  @Test func figuresAreDrawnWhileLettersAreShown() {
    var book = book()
    let link = Link(
      box: Box(x0: 60, y0: 40, x1: 100, y1: 52),
      target: .destination(Destination(page: 2, y: 100)), kind: .figure)
    book.state.hints = Hints(
      purpose: .link(.peek), items: [.init(letters: "a", aim: .link(link), x: 5, y: 5)])
    #expect(book.state.scene().ahead.count == 1)
    book.state.hints?.purpose = .link(.follow)
    #expect(book.state.scene().ahead.isEmpty)
  }

  private func book(
    _ terms: PictureTerms.Kind = .pixels, size: Size = Size(width: 100, height: 40),
    isParted: Bool = false
  ) -> Book {
    var book = Book(pages: 4, size: size)
    _ = book.state.update(
      .pictureTerms(PictureTerms(terms, cell: .init(width: 10, height: 20))))
    let content = Self.content(isParted: isParted)
    _ = book.state.update(.content(book.id, generation: 1, page: 2, content))
    return book
  }

  private func peeked(_ book: Book, y: Double, x: Double? = 60) -> Book {
    var book = book
    _ = book.state.peek(at: Destination(page: 2, x: x, y: y))
    return book
  }

  private func inside(_ book: Book) -> [String] {
    let rows = book.rows
    let top = rows.firstIndex { $0.contains("╭") || $0.contains("┌") } ?? 0
    return rows[(top + 1)...].map { $0.filter { $0 != "│" }.trimmingCharacters(in: .whitespaces) }
  }

  /// Links lead to a figure's top, to its caption or a little above either.
  @Test(arguments: [90.0, 100, 200, 305, 312]) func aFigureIsShownAsAnImage(_ y: Double) throws {
    let book = peeked(book(), y: y)
    let scene = book.state.scene()
    let card = try #require(scene.pictures.first)
    #expect(scene.pictures.count == 1)
    guard case .page(_, _, let drawing) = card.source else { return }
    #expect(drawing.page == 2 && card.place.height > 9)
    // All of it is in the popup, with its caption below.
    let rows = book.rows
    let caption = try #require(rows.firstIndex { $0.contains("Figure 1: a curve.") })
    #expect(caption >= card.place.maxY && !rows.contains { $0.contains("[Figure") })
    #expect(!rows.contains { $0.contains("after the figure") })
    #expect(scene.holes.isEmpty)
  }

  @Test func aFormulaIsShownAsAnImage() throws {
    let scene = peeked(book(), y: 398).state.scene()
    #expect(scene.pictures.count == 1)
    #expect((scene.pictures.first?.place.height ?? 0) < 6)
  }

  @Test(arguments: [30.0, 358, 455]) func textIsShownFromItsLine(_ y: Double) {
    let words = [30.0: "before the figure", 358: "after the figure", 455: "the last words"]
    #expect(inside(peeked(book(), y: y)).first == words[y])
  }

  /// The popup is as high as both parts and their caption.
  @Test func thePopupShowsAllPartsOfAFigure() {
    let book = peeked(book(isParted: true), y: 90)
    #expect(book.state.scene().pictures.map(\.slot) == [Peek.firstSlot, Peek.firstSlot + 1])
    #expect(book.rows.contains { $0.contains("Figure 1: a curve.") })
  }

  /// Without images the caption says what it is.
  @Test(arguments: [PictureTerms.Kind.none, .characters], [false, true])
  func withoutImagesTheCaptionIsShown(_ terms: PictureTerms.Kind, _ isParted: Bool) {
    let book = peeked(book(terms, isParted: isParted), y: 100)
    #expect(book.state.scene().pictures.isEmpty)
    #expect(inside(book).first == "Figure 1: a curve.", "\(inside(book))")
  }

  @Test func thePopupHonoursDisabledImages() {
    var book = book()
    book.state.preferences.showsFigures = false
    #expect(peeked(book, y: 100).state.scene().pictures.isEmpty)
  }

  /// A card beside the words of a citation shows its entry alone, and is as wide as that.
  @Test func aCitationShowsOneParagraph() throws {
    var book = book()
    _ = book.state.peek(
      at: Destination(page: 2, x: 60, y: 358), .cite, from: (x: 30, y: 5))
    let rows = book.rows
    let top = try #require(rows.firstIndex { $0.contains("╭") || $0.contains("┌") })
    #expect(top == 6)
    #expect(rows[7].contains("after the figure") && rows[8].contains("Enter goes there"))
    #expect(!rows.contains { $0.contains("the last words") })
    #expect(
      (rows[7].firstIndex(of: "│")).map { rows[7].distance(from: rows[7].startIndex, to: $0) } == 28
    )
    // No room below: above the words.
    _ = book.state.peek(at: Destination(page: 2, x: 60, y: 358), .cite, from: (x: 30, y: 38))
    #expect(book.rows[36].contains("after the figure"))
  }

  /// Works beside their numbers are rows of a table.
  @Test func aWorkInATableIsShownWhole() throws {
    var text = PageText(styles: [TextStyle()])
    text.runs = [StyleRun(start: 0, style: 0)]
    var blocks: [TextBlock] = []
    for (row, words) in ["1\tA. Doe. A title.", "\tSome Press, 2018.", "2\tB. Smith."].enumerated()
    {
      let (y, start) = (40 + Float(row) * 12, text.scalars.count)
      let scalars = Array(words.unicodeScalars.map(\.value))
      text.scalars += scalars + [0x0A]
      text.boxes += scalars.indices.map {
        Box(x0: 60 + Float($0) * 5, y0: y, x1: 65 + Float($0) * 5, y1: y + 12)
      }
      text.boxes.append(.zero)
      blocks.append(
        TextBlock(
          kind: .tableRow, box: Box(x0: 60, y0: y, x1: 540, y1: y + 12), scalars: scalars,
          origins: scalars.indices.map { scalars[$0] == 0x09 ? -1 : Int32(start + $0) }))
    }
    var book = Book(pages: 4, size: Size(width: 100, height: 40))
    let content = PageContent(text: text, blocks: blocks, grid: [])
    _ = book.state.update(.content(book.id, generation: 1, page: 2, content))
    _ = book.state.peek(at: Destination(page: 2, x: 60, y: 40), .cite, from: (x: 30, y: 5))
    #expect(book.rows.contains { $0.contains("Some Press, 2018.") })
    #expect(!book.rows.contains { $0.contains("B. Smith.") })
    #expect(book.press("y") == [.copy("1 A. Doe. A title. Some Press, 2018.")])
  }

  @Test func keysOfTheCardCopyKeepAndOpen() throws {
    var book = book()
    let address = Link(
      box: Box(x0: 60, y0: 360, x1: 120, y1: 372), target: .uri("https://example.org/"), kind: .uri)
    _ = book.state.update(.links(book.id, generation: 1, page: 2, [address]))
    let place = Destination(page: 2, x: 60, y: 358)
    _ = book.state.peek(at: place, .cite)
    #expect(book.press("y") == [.copy("after the figure")])
    #expect(book.state.peek != nil)
    _ = book.press("o")
    #expect(book.rows.contains { $0.contains("https://example.org/") })
    #expect(book.press("enter") == [.openURI("https://example.org/")])
    _ = book.state.peek(at: place, .cite)
    _ = book.press("ctrl+w")
    #expect(book.state.panes.count == 2 && book.state.peek == nil)
    #expect(book.state.panes[1].page == 2 && book.state.panes[0].page == 0)
  }

  /// The image goes with the popup, and another one takes its slot.
  @Test func theImageDisappearsWithThePopup() {
    for key in ["escape", "q", "j", "enter"] {
      var book = peeked(book(), y: 100)
      #expect(book.state.scene().pictures.map(\.slot) == [Peek.firstSlot])
      _ = book.press(key)
      #expect(!book.state.scene().pictures.contains { $0.slot >= Peek.firstSlot }, "\(key)")
    }
    let moved = peeked(peeked(book(), y: 100), y: 398)
    #expect(moved.state.scene().pictures.map(\.slot) == [Peek.firstSlot])
  }

  /// A page, or figures among text, lie around it: their visible parts stay, and nothing lies below it.
  @Test(arguments: 1...30 as ClosedRange<UInt64>) func imagesNeverOverlap(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
    var book = book(size: Size(width: number(40..<140), height: number(16..<60)))
    for step in 0..<40 {
      switch number(0..<7) {
      case 0: book = peeked(book, y: Double(number(20..<480)))
      case 1: _ = book.press("escape")
      case 2: _ = book.press("p")
      case 3: _ = book.press("3 G")
      case 4: _ = book.press("j", "j", "j")
      case 5: _ = book.press("+")
      default:
        let size = Size(width: number(40..<140), height: number(16..<60))
        _ = book.state.update(.input(.resize(size)))
      }
      let scene = book.state.scene()
      var owners: [Int: Int] = [:]
      for request in scene.pictures {
        #expect(!request.place.isEmpty && request.part?.width != 0 && request.part?.height != 0)
        for y in request.place.y..<request.place.maxY {
          for x in request.place.x..<request.place.maxX {
            #expect(owners.updateValue(request.slot, forKey: y * 1_000 + x) == nil)
          }
        }
      }
      #expect(Set(scene.pictures.map(\.slot)).count == scene.pictures.count)
      // Each cell left to an image has one, and each image has its cells but for those of texts above it.
      for y in 0..<scene.surface.size.height {
        for x in 0..<scene.surface.size.width {
          let isLeft = scene.surface[x: x, y: y].scalars.0 == Cell.picture
          let isHole = scene.holes.contains { $0.contains(x: x, y: y) }
          guard (owners[y * 1_000 + x] != nil && !isHole) == isLeft else {
            Issue.record("seed \(seed), step \(step), cell \(x),\(y)")
            return
          }
        }
      }
    }
  }
}
