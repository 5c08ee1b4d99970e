import Canvas
import DocumentModel
import Interface
import Messages
import Pictures
import Testing

@testable import Services

/// The drawing, marking and caching of pages, and their order.
@Suite struct ImageSchedulerTests {
  private static let side = 100

  private func request(
    _ page: Int, generation: Int = 1, marks: [PictureMark] = [], attempt: Int = 0
  ) -> ImageRequest {
    let drawing = PageDrawing(page: page, width: Self.side, height: Self.side)
    var request = ImageRequest(
      slot: 0, .page(DocumentID(1), generation: generation, drawing),
      in: Rect(x: 0, y: 0, width: 10, height: 5))
    request.marks = marks
    request.attempt = attempt
    return request
  }

  private func picture() throws -> (Picture, cost: Int) {
    let bitmap = try #require(
      Bitmap(width: 1, height: 1, layout: .xrgb32, bytes: [0, 0, 0, 255]))
    return (Picture(key: 1, bitmap: bitmap), Self.side * Self.side * 4)
  }

  /// The pages that are to be drawn, with their numbers.
  private func drawn(_ steps: [ImageScheduler.Step]) -> [(page: Int, serial: Int, isVisible: Bool)]
  {
    steps.compactMap { step in
      guard case .draw(.page(_, _, let drawing), let serial, let isVisible, _) = step else {
        return nil
      }
      return (drawing.page, serial, isVisible)
    }
  }

  @Test func visiblePagesComeFirstThenPrefetchOneByOne() throws {
    var ledger = ImageScheduler(budget: 1 << 20)
    let first = drawn(ledger.want([request(3)], ahead: [request(4), request(2)]))
    #expect(first.map(\.page) == [3] && first[0].isVisible)
    let second = drawn(
      ledger.drawn(request(3).source, serial: first[0].serial, .success(try picture())).steps)
    #expect(second.map(\.page) == [4] && !second[0].isVisible)
    let third = drawn(
      ledger.drawn(request(4).source, serial: second[0].serial, .success(try picture())).steps)
    #expect(third.map(\.page) == [2])
    let last = ledger.drawn(request(2).source, serial: third[0].serial, .success(try picture()))
    #expect(last.steps.isEmpty && !last.isNews)
    #expect(ledger.find(request(2)) != nil)
  }

  @Test func aStandInOfOtherColoursIsTheOneOnScreen() throws {
    var shelf = ImageCache(budget: 1 << 20)
    func source(_ profile: ColorProfile, _ side: Int = Self.side) -> ImageRequest.Source {
      .page(
        DocumentID(1), generation: 1,
        PageDrawing(page: 0, width: side, height: side, profile: profile))
    }
    let bitmap = try #require(
      Bitmap(width: 1, height: 1, layout: .xrgb32, bytes: [0, 0, 0, 255]))
    func put(_ source: ImageRequest.Source, _ key: UInt64) {
      shelf.put(
        Picture(key: key, bitmap: bitmap), for: ImageCache.Key(source: source), cost: 1,
        keeping: [])
    }
    let seen = PixelRect(x: 0, y: 0, width: Self.side, height: Self.side)
    for (number, profile) in [ColorProfile.normal, .dark, .gray].enumerated() {
      put(source(profile), UInt64(number))
    }
    // Seen again, as it was made ready for the terminal.
    let encoding = ImageCache.Key.Encoding(marks: [], part: nil, cells: [])
    let encoded = ImageCache.Key(source: source(.dark), encoding: encoding)
    shelf.put(Picture(key: 1, bitmap: bitmap), for: encoded, cost: 1, keeping: [])
    #expect(shelf.standIn(for: source(.sepia), seen)?.picture.key == 1)
    _ = shelf.picture(ImageCache.Key(source: source(.normal)))
    #expect(shelf.standIn(for: source(.sepia), seen)?.picture.key == 0)
    // Its own colours in another size before others in its own.
    put(source(.sepia, Self.side / 2), 3)
    #expect(shelf.standIn(for: source(.sepia), seen)?.picture.key == 3)
  }

  /// Else one would drive out the other for ever.
  @Test func prefetchStaysWithinTheBudget() throws {
    // Room for two pages at seven bytes a pixel.
    var ledger = ImageScheduler(budget: Self.side * Self.side * 15)
    var todo = drawn(ledger.want([request(0)], ahead: [request(1), request(2), request(3)]))
    var pages: [Int] = []
    while let next = todo.first, pages.count < 20 {
      pages.append(next.page)
      todo = drawn(
        ledger.drawn(request(next.page).source, serial: next.serial, .success(try picture())).steps)
    }
    #expect(pages == [0, 1])
    #expect(ledger.cache.cost <= ledger.cache.budget)
  }

  @Test func failedPagesAreNotRequestedUntilRetried() {
    var ledger = ImageScheduler(budget: 1 << 20)
    let first = drawn(ledger.want([request(0)], ahead: []))
    let answer = ledger.drawn(request(0).source, serial: first[0].serial, .failure(.other))
    #expect(answer.isFailed && answer.steps.isEmpty)
    #expect(ledger.want([request(0)], ahead: [request(1)]).isEmpty == false)
    #expect(drawn(ledger.want([request(0, attempt: 1)], ahead: [])).map(\.page) == [0])
  }

  @Test func slowPrefetchesAreRetriedWhenVisible() {
    var ledger = ImageScheduler(budget: 1 << 20)
    #expect(ledger.want([], ahead: []).isEmpty)
    let ahead = drawn(ledger.want([], ahead: [request(1)]))
    #expect(ahead.map(\.page) == [1])
    let answer = ledger.drawn(request(1).source, serial: ahead[0].serial, .failure(.tooSlow))
    #expect(!answer.isFailed && answer.steps.isEmpty)
    let seen = drawn(ledger.want([request(1)], ahead: []))
    #expect(seen.map(\.page) == [1] && seen[0].isVisible)
  }

  @Test func pagesOutOfViewAreWithdrawn() {
    var ledger = ImageScheduler(budget: 1 << 20)
    let first = drawn(ledger.want([request(0)], ahead: []))
    let steps = ledger.want([request(7)], ahead: [])
    let withdrawn = steps.compactMap { step -> Int? in
      if case .withdraw(let serial) = step { serial } else { nil }
    }
    #expect(withdrawn == [first[0].serial])
    #expect(drawn(steps).map(\.page) == [7])
    // Its answer, late, changes nothing.
    let late = ledger.drawn(request(0).source, serial: first[0].serial, .failure(.cancelled))
    #expect(!late.isNews && !late.isFailed && late.steps.isEmpty)
  }

  @Test func imagesOfAnOlderFileAreNotShown() throws {
    var ledger = ImageScheduler(budget: 1 << 20)
    ledger.serve(PictureAbility(.kitty(.sharedMemory)))
    let first = drawn(ledger.want([request(0)], ahead: []))
    _ = ledger.drawn(request(0).source, serial: first[0].serial, .success(try picture()))
    _ = ledger.want([request(0, generation: 2)], ahead: [])
    #expect(ledger.find(request(0, generation: 2)) == nil)
    #expect(ledger.cache.cost == 0)
  }

  /// The page does not go dark while its file, saved again, is drawn.
  @Test func anUnchangedPageKeepsItsImageUntilRedrawn() throws {
    var ledger = ImageScheduler(budget: 1 << 20)
    let ability = PictureAbility(.kitty(.sharedMemory))
    ledger.serve(ability)
    func coded(_ key: UInt64) throws -> Picture {
      Picture(key: key, bitmap: try picture().0.bitmap)
    }
    let mark = PictureMark([PixelRect(x: 0, y: 0, width: 1, height: 1)], color: 0xFFFF00)
    let before = request(0, marks: [mark])
    let first = drawn(ledger.want([before], ahead: []))
    _ = ledger.drawn(before.source, serial: first[0].serial, .success((try coded(1), 100)))
    _ = ledger.encoded(try coded(2), for: ledger.key(before), by: ability, cost: 100)
    var now = request(0, generation: 2)
    now.alikeSince = 1
    now.marksBefore = [mark]
    let second = drawn(ledger.see([now]))
    #expect(second.map(\.page) == [0])
    #expect(ledger.find(now)?.picture.key == 2)
    _ = ledger.want([now], ahead: [])
    #expect(ledger.find(now)?.picture.key == 2)
    // A cross that is moved meanwhile is laid on the old picture.
    now.marksBefore = [mark, mark]
    let steps = ledger.see([now])
    let isOld = steps.contains {
      if case .encode(let plain, let older, _, _) = $0 {
        plain.key == 1 && older.source == before.source && older.marks == now.marksBefore
      } else {
        false
      }
    }
    #expect(isOld && steps.count == 1)
    #expect(ledger.find(now)?.picture.key == 2)
    var older = before
    older.marks = now.marksBefore
    #expect(ledger.encoded(try coded(3), for: ledger.key(older), by: ability, cost: 100).isNews)
    #expect(ledger.find(now)?.picture.key == 3)
    // It is drawn, and not yet ready.
    _ = ledger.drawn(now.source, serial: second[0].serial, .success((try coded(4), 100)))
    #expect(ledger.find(now)?.picture.key == 3)
    _ = ledger.encoded(try coded(5), for: ledger.key(now), by: ability, cost: 100)
    #expect(ledger.find(now)?.picture.key == 5)
    #expect(ledger.cache.cost == 200)
    // From then on nothing that is marked brings the old one back.
    _ = ledger.encoded(try coded(3), for: ledger.key(older), by: ability, cost: 100)
    now.marks = [mark]
    #expect(ledger.find(now)?.picture.key == 5)
  }

  /// Pages that moved in an edit show their old image until they are redrawn.
  @Test func movedPagesShowTheirOldImage() throws {
    var ledger = ImageScheduler(budget: 1 << 20)
    let bitmap = try picture().0.bitmap
    for old in drawn(ledger.want([request(0), request(1)], ahead: [])) {
      _ = ledger.drawn(
        request(old.page).source, serial: old.serial,
        .success((Picture(key: UInt64(old.page), bitmap: bitmap), 100)))
    }
    // Each where the other was.
    let moved = [0, 1].map { page in
      var moved = request(page, generation: 2)
      moved.origins = [request(1 - page).source]
      return moved
    }
    let todo = drawn(ledger.want(moved, ahead: []))
    #expect(moved.map { ledger.find($0)?.picture.key } == [1, 0])
    // The first is drawn: the old image in its place still stands in for the other.
    let first = try #require(todo.first { $0.page == 0 })
    _ = ledger.drawn(
      moved[0].source, serial: first.serial, .success((Picture(key: 7, bitmap: bitmap), 100)))
    #expect(moved.map { ledger.find($0)?.picture.key } == [7, 0])
  }

  @Test func imagesOfAnotherSizeAreDropped() throws {
    var ledger = ImageScheduler(budget: 1 << 20)
    let first = drawn(ledger.want([request(0)], ahead: []))
    _ = ledger.drawn(request(0).source, serial: first[0].serial, .success(try picture()))
    let drawing = PageDrawing(page: 0, width: 50, height: 50)
    var now = ImageRequest(
      slot: 0, .page(DocumentID(1), generation: 2, drawing),
      in: Rect(x: 0, y: 0, width: 10, height: 5))
    now.alikeSince = 1
    _ = ledger.want([now], ahead: [])
    #expect(ledger.find(now) == nil && ledger.cache.cost == 0)
  }

  @Test func marksAreDrawnOnTheExistingImage() throws {
    var ledger = ImageScheduler(budget: 1 << 20)
    let mark = PictureMark([PixelRect(x: 0, y: 0, width: 1, height: 1)], color: 0xFFFF00)
    let first = drawn(ledger.want([request(0)], ahead: []))
    _ = ledger.drawn(request(0).source, serial: first[0].serial, .success(try picture()))
    let steps = ledger.want([request(0, marks: [mark])], ahead: [])
    #expect(drawn(steps).isEmpty && steps.count == 1)
    // Until it is ready, the page is shown without it.
    #expect(ledger.find(request(0, marks: [mark])) != nil)
    let news = ledger.encoded(
      try picture().0, for: ledger.key(request(0, marks: [mark])), by: PictureAbility(.none),
      cost: 100)
    #expect(news.isNews)
  }
}
