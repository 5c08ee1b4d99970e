import DocumentModel
import Interface
import Services
import Wire
import Workers

extension CommandDocument {
  /// Returns a page's size in points after the requested rotation.
  func size(of page: Int, _ turn: QuarterTurn) throws(Failure) -> PageSize {
    guard case .pages(let infos) = try ask(.pages(page..<page + 1)), let info = infos.first else {
      throw Failure(sentence: "\(place(of: page)) cannot be drawn")
    }
    return turn.turned(info.size)
  }

  /// Draws a page, or a part of it, in so many pixels; `smaller` names the value to reduce if these are too many.
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
    case .failure(.engine(.pictureSize)) where drawing.isWithin():
      throw Failure(
        sentence:
          "\(place) cannot be drawn: its image has too many pixels; \(Limit.picturePixels) are the most"
      )
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
