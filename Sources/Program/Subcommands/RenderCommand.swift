import DocumentModel
import Glibc
import Interface
import Wire
import Workers

/// `recto render`: a page drawn into a PNG file.
enum RenderCommand {
  static let details = [
    "FILE                 a PDF, or - for standard input",
    "--page N             a page by its number or its label; else the first",
    "--width PX           so many pixels across; the height follows",
    "--dpi D              so many pixels an inch; without either 150",
    "--rotate 90          turned clockwise, by 90, 180 or 270 degrees",
    "--profile NAME       normal, dark (photographs stay as they are), sepia, high-contrast or gray",
    "-o, --output OUT     the file to write, - for standard output; else FILE-N.png in this folder",
    "--force              over a file that is there already",
    "--deadline SECONDS   how long the page may take to draw; 10 otherwise",
    "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
    "",
    "The path of the written file is printed. Exit status: 0, 2 after an error.",
  ]

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(
      arguments, flags: ["force"],
      valued: ["page", "width", "dpi", "rotate", "profile", "output", "deadline"],
      short: ["o": "output"]
    ) { (document, parsed) throws(CommandDocument.Failure) in
      let wish = try RenderWish(parsed)
      guard document.summary.isPaged else {
        throw CommandDocument.Failure(
          sentence: "\(document.name) is a text and has no pages to be drawn")
      }
      let page = try page(parsed.options["page"], of: document)
      let target = try PictureTarget(parsed, document: document.name, page: page)
      return try write(page, wish, of: document, to: target)
    }
  }

  /// The page that is meant: a number counts pages, anything else is a label.
  private static func page(
    _ name: String?, of document: CommandDocument
  ) throws(CommandDocument.Failure) -> Int {
    guard let name else { return 0 }
    let count = document.summary.pageCount
    if let number = Int(name), (1...count).contains(number) { return number - 1 }
    var shown = Document(id: DocumentID(0), path: document.name, start: .remembered)
    shown.summary = document.summary
    shown.infos = try document.pages()
    guard let page = shown.page(named: name) else {
      throw CommandDocument.Failure(sentence: shown.missing(page: name))
    }
    return page
  }

  private static func write(
    _ page: Int, _ wish: RenderWish, of document: CommandDocument, to target: PictureTarget
  ) throws(CommandDocument.Failure) -> Int32 {
    let place = "page \(page + 1) of \(document.name)"
    guard case .pages(let infos) = try document.ask(.pages(page..<page + 1)), let info = infos.first
    else { return 2 }
    let shown = wish.turn.turned(info.size)
    guard let pixels = wish.scale.pixels(of: shown) else {
      throw CommandDocument.Failure(sentence: "\(place) cannot be drawn so large")
    }
    let drawing = PageDrawing(
      page: page, width: pixels.width, height: pixels.height, turn: wish.turn,
      profile: wish.profile)
    let answer = Answer<Result<PagePicture, WorkerError>>()
    document.document.draw(drawing, deadline: .seconds(wish.deadline)) { answer.give($0) }
    switch answer.wait() {
    case .success(let picture):
      let density = Double(pixels.width) / shown.width * 72
      try target.write(picture, dotsPerInch: density)
      return Output.status(0)
    case .failure(.engine(.pictureSize)):
      throw CommandDocument.Failure(
        sentence:
          "\(place) would be \(pixels.width) × \(pixels.height) pixels, which is too large; \(Limit.picturePixels) are the most, and \(Limit.pictureSide) one way: give a smaller --width or --dpi"
      )
    case .failure(.timedOut):
      throw CommandDocument.Failure(
        sentence:
          "this page is too slow: \(place) was given up after \(wish.deadline) s; --deadline gives it longer"
      )
    case .failure(let error):
      throw CommandDocument.Failure(sentence: Sentences.drawing(error, place: place))
    }
  }
}
