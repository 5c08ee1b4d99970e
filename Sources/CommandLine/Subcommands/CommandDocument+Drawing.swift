import DocumentModel
import Interface
import Services
import Wire
import Workers

extension CommandDocument {
  /// Returns the requested page, else that of the document's address, else the first; reports how a number was interpreted if labels
  /// differ.
  func page(_ name: String?) throws(Failure) -> Int {
    guard summary.hasPages else {
      throw Failure(sentence: "\(self.name) is text and has no pages to draw")
    }
    guard let name else { return try addressedPage() ?? 0 }
    let match = try PageName.match(name, count: summary.pageCount) {
      () throws(Failure) in try labels()
    }
    guard let match else {
      var shown = Document(id: DocumentID(0), path: self.name, start: .remembered)
      shown.summary = summary
      throw Failure(sentence: shown.missing(page: name))
    }
    if let note = try note(match, named: name) { Output.complain("\(self.name): \(note)") }
    return match.page
  }

  /// Returns what to say of a page whose number and label differ. All labels are read only where its own is not its number.
  private func note(_ match: PageName.Match, named name: String) throws(Failure) -> String? {
    if match.kind == .number {
      guard case .pages(let infos) = try ask(.pages(match.page..<match.page + 1)),
        infos.first?.label.isEmpty == false
      else { return nil }
    }
    return match.kind == .exact
      ? nil : PageStrings.note(match, named: name, labels: try labels())
  }

  /// Says how the numbers of a selection were taken where the first page they name has another label.
  func noteNumbers(_ selection: String) throws(Failure) {
    guard let page = PageSelection.firstNumber(selection, of: summary.pageCount),
      case .pages(let infos) = try ask(.pages(page..<page + 1)), let label = infos.first?.label,
      !label.isEmpty
    else { return }
    Output.complain(
      "\(name): numbers count the pages of the file; page \(page + 1) is labelled \(label), label:\(page + 1) goes by the label"
    )
  }

  /// Returns the pages' labels, empty where a page is called by its number.
  func labels() throws(Failure) -> [String] { try pages().map(\.label) }

  /// Returns the page in the document's address; nil if there is none.
  func addressedPage() throws(Failure) -> Int? {
    guard summary.hasPages else { return nil }
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

  /// A page's size in points, turned as it is requested for.
  func size(of page: Int, _ turn: QuarterTurn) throws(Failure) -> PageSize {
    guard case .pages(let infos) = try ask(.pages(page..<page + 1)), let info = infos.first else {
      throw Failure(sentence: "\(place(of: page)) cannot be drawn")
    }
    return turn.turned(info.size)
  }

  /// Has a page, or a part of it, drawn in so many pixels; `smaller` says how it is asked for in fewer.
  func draw(
    _ page: Int, _ request: RenderRequest, pixels: (width: Int, height: Int),
    part: PixelRect? = nil, smaller: String
  ) throws(Failure) -> PagePicture {
    let place = place(of: page)
    let drawing = PageDrawing(
      page: page, width: pixels.width, height: pixels.height, turn: request.turn, part: part,
      profile: request.profile)
    let answer = Answer<Result<PagePicture, WorkerError>>()
    document.draw(drawing, deadline: .seconds(request.deadline)) { answer.give($0) }
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
          "\(place) was not drawn within \(request.deadline) s; --deadline allows more"
      )
    case .failure(let error):
      throw Failure(sentence: Sentences.drawing(error, place: place))
    }
  }
}
