import Canvas
import DocumentModel
import Testing

@testable import Interface
import Messages

/// An annotation that is being moved or resized is outlined where it will lie.
@Suite struct AnnotationPreviewTests {
  private func pictured(_ made: Annotation, _ terms: PictureTerms.Kind = .pixels) -> AnnotatedBook {
    var book = AnnotatedBook(pages: 2, size: Size(width: 80, height: 41))
    _ = book.state.update(
      .pictureTerms(
        PictureTerms(
          terms, cell: .init(width: 10, height: 20), drawn: .init(width: 10, height: 20))))
    book.state.panes[0].display.look = .picture
    book.state.panes[0].display.fit = .page
    book.load([made])
    book.press("] a")
    return book
  }

  private func made(_ kind: AnnotationKind, _ strokes: [[Point]] = []) -> Annotation {
    var made = Annotation(
      id: AnnotationID("m"), page: 0, kind: kind, box: Box(x0: 100, y0: 100, x1: 220, y1: 180))
    made.strokes = strokes
    if let bounds = Box(around: strokes.flatMap(\.self)) { made.box = bounds.widened(by: 1.5) }
    return made
  }

  /// The area drawn beside the crosshair, in pixels of the page's picture.
  private func outlined(_ book: AnnotatedBook) throws -> [PixelRect] {
    let tool = try #require(book.state.annotating.tool)
    var bare = book
    // A tool whose annotation is none draws its crosshair alone.
    bare.state.annotating.tool = DrawingTool(.move(AnnotationID("none")), at: tool.at)
    func areas(_ book: AnnotatedBook) -> [PixelRect] {
      book.state.scene().pictures.flatMap(\.marks).filter { $0.color == Pen.pointer }
        .flatMap(\.areas)
    }
    let crosshair = areas(bare)
    return areas(book).filter { !crosshair.contains($0) }
  }

  private func union(_ areas: [PixelRect]) -> PixelRect {
    let (x, y) = (areas.map(\.x).min() ?? 0, areas.map(\.y).min() ?? 0)
    return PixelRect(
      x: x, y: y, width: (areas.map { $0.x + $0.width }.max() ?? 0) - x,
      height: (areas.map { $0.y + $0.height }.max() ?? 0) - y)
  }

  private static let triangle = [
    Point(x: 100, y: 100), Point(x: 220, y: 120), Point(x: 140, y: 180),
  ]

  private static let kinds: [(AnnotationKind, [[Point]])] = [
    (.box, []), (.circle, []), (.stamp, []), (.freeText, []), (.note, []),
    (.line, [[Point(x: 100, y: 100), Point(x: 220, y: 180)]]), (.ink, [triangle]),
    (.polygon, [triangle]), (.polyLine, [triangle]),
  ]

  @Test(arguments: kinds)
  func theOutlineFollowsAMove(_ kind: AnnotationKind, _ strokes: [[Point]]) throws {
    var book = pictured(made(kind, strokes))
    book.press("a v", "L", "J")
    let outline = union(try outlined(book))
    book.press("enter")
    let after = try #require(book.steps.last?.changes.first?.after)
    #expect(after.box.x0 > 150 && after.box.y0 > 110)
    try expect(outline, around: after, book)
  }

  @Test(arguments: kinds.filter { $0.0.hasSize })
  func theOutlineFollowsAResize(_ kind: AnnotationKind, _ strokes: [[Point]]) throws {
    var book = pictured(made(kind, strokes))
    book.press("a z", "L", "J")
    let outline = union(try outlined(book))
    book.press("enter")
    let after = try #require(book.steps.last?.changes.first?.after)
    #expect(after.box.width > 150)
    try expect(outline, around: after, book)
  }

  private func expect(
    _ outline: PixelRect, around after: Annotation, _ book: AnnotatedBook
  ) throws {
    let request = try #require(book.state.scene().pictures.first)
    guard case .page(_, _, let drawing) = request.source else { return }
    let drawn = Box(around: after.strokes.flatMap(\.self)) ?? after.box
    let placement = PagePlacement(drawing, of: PageSize(width: 600, height: 800))
    let wanted = try #require(placement.pixels(of: drawn, in: drawing.frame))
    #expect(
      abs(outline.x - wanted.x) <= 3 && abs(outline.y - wanted.y) <= 3, "\(outline) \(wanted)")
    #expect(
      abs(outline.width - wanted.width) <= 6 && abs(outline.height - wanted.height) <= 6,
      "\(outline) \(wanted)")
  }

  @Test func charactersShowTheOutlineToo() throws {
    for (kind, strokes) in Self.kinds {
      var book = pictured(made(kind, strokes), .characters)
      func ink() -> Int {
        book.state.view().cells.count { cell in
          let scalar = cell.scalars.0
          return (0x2801...0x28FF).contains(scalar) || (0x2500...0x253B).contains(scalar)
        }
      }
      let before = ink()
      book.press("a v", "L", "J")
      #expect(ink() > before + 4, "\(kind)")
    }
  }

  /// A box that reaches beyond the window leaves the other cells alone.
  @Test func theOutlineStaysWithinThePicture() throws {
    var book = pictured(made(.stamp), .characters)
    book.state.panes[0].display.fit = .width
    let before = book.rows.last
    book.press("a v", "J", "J", "J", "J", "J", "J", "J", "J", "J", "J", "J")
    #expect(book.state.annotating.tool != nil)
    book.state.annotating.tool?.at.y = 39.5
    let rows = book.rows
    #expect(rows.last?.contains("─") != true && rows.last?.contains("└") != true && before != nil)
  }

  @Test func theMouseMovesTheOutline() throws {
    var book = pictured(made(.box))
    book.press("a v")
    book.mouse(.press(button: 1), x: 40, y: 10)
    book.mouse(.drag(button: 1), x: 44, y: 12)
    #expect(!(try outlined(book)).isEmpty)
    book.mouse(.release(button: 1), x: 44, y: 12)
    #expect(book.steps.count == 1 && book.state.annotating.tool == nil)
  }
}
