import DocumentModel
import Services
import Wire

/// How to draw a page, from a command's options.
struct RenderRequest {
  /// Nil if not given.
  var scale: PictureScale?
  var turn = QuarterTurn.none
  var profile = ColorProfile.normal
  /// Seconds the drawing may take.
  var deadline = 10

  /// Options of all commands that draw a page.
  static let options: [String: OptionForm.Value] = [
    "page": .text, "rotate": .oneOf(["90", "180", "270"]),
    "profile": .oneOf(ColorProfile.named.map(\.name)), "deadline": .text,
  ]

  init(_ parsed: Arguments) throws(CommandDocument.Failure) {
    let options = parsed.options
    if let text = options["width"] {
      guard let width = Int(text), (1...Limit.pictureSide).contains(width) else {
        throw CommandDocument.Failure(
          sentence: "--width needs a number of pixels from 1 to \(Limit.pictureSide)")
      }
      scale = .width(width)
    }
    if let text = options["dpi"] {
      guard let density = Double(text), density > 0, density <= 100_000 else {
        throw CommandDocument.Failure(
          sentence: "--dpi needs a number of pixels an inch above 0, such as 150")
      }
      scale = .dotsPerInch(density)
    }
    if let text = options["rotate"] {
      guard let turn = Int(text).flatMap({ QuarterTurn(degrees: $0) }) else {
        throw CommandDocument.Failure(sentence: "--rotate needs 90, 180 or 270")
      }
      self.turn = turn
    }
    if let text = options["profile"] {
      guard let profile = ColorProfile(named: text) else {
        let names = ColorProfile.named.map(\.name).joined(separator: ", ")
        throw CommandDocument.Failure(sentence: "there is no profile “\(text)”; there are \(names)")
      }
      self.profile = profile
    }
    if let text = options["deadline"] {
      guard let seconds = Int(text), (1...86_400).contains(seconds) else {
        throw CommandDocument.Failure(sentence: "--deadline needs a number of seconds from 1")
      }
      deadline = seconds
    }
  }

  /// Checks the options for a text, of which only the cover or beginning is drawn.
  static func checkSheet(
    of document: CommandDocument, _ parsed: Arguments
  ) throws(CommandDocument.Failure) {
    let others = ["page", "dpi", "rotate", "profile", "deadline"]
    if let other = others.first(where: { parsed.options[$0] != nil }) {
      throw CommandDocument.Failure(
        sentence: "\(document.name) is text and has no pages, so --\(other) does not apply")
    }
    guard parsed.words.first != "-" else {
      throw CommandDocument.Failure(
        sentence: "\(document.name) is text, which is drawn from a file")
    }
  }
}
