import DocumentModel
import Testing

@Suite struct AnnotationBuilderTests {
  private var builder = AnnotationBuilder()

  @Test mutating func newAnnotationsHaveANameADateAndAnAuthor() {
    let note = builder.new(.note, page: 3, color: 0xFF_0000, author: "me", at: 1_800_000_000)
    #expect(note.page == 3 && note.color == 0xFF_0000 && note.author == "me")
    #expect(note.created == 1_800_000_000 && note.modified == note.created)
    #expect(note.contents.isEmpty && note.lineWidth == 1)
    let next = builder.new(.note, page: 3, color: nil, author: "", at: nil)
    #expect(next.id != note.id && next.created == nil && next.modified == nil)
  }

  @Test mutating func namesAreRandomOrCounted() throws {
    let digit = "[0-9a-f]"
    let form = "\(digit){8}-\(digit){4}-4\(digit){3}-[89ab]\(digit){3}-\(digit){12}"
    let name = builder.nextID().name
    #expect(try Regex(form).wholeMatch(in: name) != nil)
    builder.counter = 7
    #expect(builder.nextID().name == "new-7" && builder.nextID().name == "new-8")
  }

  @Test(arguments: [AnnotationKind.box, .circle, .line, .ink])
  mutating func shapesAreDrawnWithTheSameWidth(kind: AnnotationKind) {
    #expect(builder.new(kind, page: 0, color: nil, author: "", at: nil).lineWidth == 1.5)
  }

  /// A line that is drawn between two points and one that is given by its ends are the same.
  @Test mutating func linesByPointsAndByEndsAreEqual() {
    let ends = [Point(x: 10, y: 60), Point(x: 110, y: 20)]
    let line = builder.new(.line, page: 0, color: nil, author: "", at: nil)
    var (spanned, drawn) = (line, line)
    spanned.span(ends[0], ends[1])
    drawn.draw([ends])
    #expect(spanned == drawn && drawn.box == drawn.frame)
  }

  @Test mutating func aReplyHasThePlaceOfItsAnnotation() {
    var note = builder.new(.note, page: 0, color: nil, author: "", at: nil)
    note.box = Box(x: 5, y: 6, width: Annotation.noteSide, height: Annotation.noteSide)
    var reply = builder.new(.note, page: 0, color: nil, author: "", at: nil)
    reply.reply(to: note)
    #expect(reply.box == note.box && reply.replyTo == note.id)
  }

  @Test func boxesStayOnTheirPages() {
    let page = PageSize(width: 100, height: 80)
    #expect(
      Box(x: 95, y: -4, width: 20, height: 20, within: page)
        == Box(x0: 80, y0: 0, x1: 100, y1: 20))
    #expect(
      Box(x: 10, y: 10, width: 300, height: 20, within: page)
        == Box(x0: 0, y0: 10, x1: 100, y1: 30))
    #expect(Box(x: 95, y: 10, width: 20, height: 20) == Box(x0: 95, y0: 10, x1: 115, y1: 30))
  }
}
