import DocumentModel
import Interface
import Wire
import Workers

extension CommandDocument {
  /// The page that is meant, else that of the document's address, else the first: a number counts pages, anything else is a label.
  func page(_ name: String?) throws(Failure) -> Int {
    guard summary.isPaged else {
      throw Failure(sentence: "\(self.name) is a text and has no pages to be drawn")
    }
    guard let name else { return try addressedPage() ?? 0 }
    if let number = Int(name), (1...max(1, summary.pageCount)).contains(number) {
      return number - 1
    }
    var shown = Document(id: DocumentID(0), path: self.name, start: .remembered)
    shown.summary = summary
    shown.infos = try pages()
    guard let page = shown.page(named: name) else {
      throw Failure(sentence: shown.missing(page: name))
    }
    return page
  }

  /// The page that the document's address names; nil where it names none.
  func addressedPage() throws(Failure) -> Int? {
    guard summary.isPaged else { return nil }
    switch start {
    case .remembered: return nil
    case .page(let name): return try page(name)
    case .named(let name):
      guard case .destination(let found?) = try ask(.destination(name: name)) else {
        throw Failure(sentence: "\(self.name) has no place “\(name)”")
      }
      return found.page
    }
  }

  /// The pages that a command is about: that of the document's address, else all.
  func addressedPages() throws(Failure) -> Range<Int> {
    try addressedPage().map { $0..<$0 + 1 } ?? 0..<summary.pageCount
  }

  /// A page as sentences name it.
  func place(of page: Int) -> String { "page \(page + 1) of \(name)" }

  /// A page's size in points, turned as it is wished for.
  func size(of page: Int, _ turn: QuarterTurn) throws(Failure) -> PageSize {
    guard case .pages(let infos) = try ask(.pages(page..<page + 1)), let info = infos.first else {
      throw Failure(sentence: "\(place(of: page)) cannot be drawn")
    }
    return turn.turned(info.size)
  }

  /// Has a page drawn in so many pixels; `smaller` says how it is asked for in fewer.
  func draw(
    _ page: Int, _ wish: RenderWish, pixels: (width: Int, height: Int), smaller: String
  ) throws(Failure) -> PagePicture {
    let place = place(of: page)
    let drawing = PageDrawing(
      page: page, width: pixels.width, height: pixels.height, turn: wish.turn,
      profile: wish.profile)
    let answer = Answer<Result<PagePicture, WorkerError>>()
    document.draw(drawing, deadline: .seconds(wish.deadline)) { answer.give($0) }
    switch answer.wait() {
    case .success(let picture): return picture
    case .failure(.engine(.pictureSize)):
      throw Failure(
        sentence:
          "\(place) would be \(pixels.width) × \(pixels.height) pixels, which is too large; \(Limit.picturePixels) are the most, and \(Limit.pictureSide) one way: give a smaller \(smaller)"
      )
    case .failure(.timedOut):
      throw Failure(
        sentence:
          "this page is too slow: \(place) was given up after \(wish.deadline) s; --deadline gives it longer"
      )
    case .failure(let error):
      throw Failure(sentence: Sentences.drawing(error, place: place))
    }
  }
}
