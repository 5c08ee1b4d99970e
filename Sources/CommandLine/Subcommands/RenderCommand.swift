import DocumentModel
import Services

/// `recto render`: a page drawn into a PNG file; of a book or another text that flows, its cover or a sheet with its beginning.
enum RenderCommand {
  static let details = [
    "FILE                 a PDF or a picture, or - for standard input; of a book or a text, the cover or its beginning is drawn",
    "--page N             page N of the file, or a label: iv, label:12; default: that of FILE#page=N, or the first",
    "--width PX           width in pixels; the height follows. Of a book or a text, pixels of the longer side, 1024 by default",
    "--dpi D              pixels per inch; default 150, for a picture its own pixels",
    "--rotate 90          rotates clockwise by 90, 180 or 270 degrees",
    "--profile NAME       normal, dark (photographs unchanged), sepia, high-contrast or gray",
    "-o, --output OUT     the file to write, - for standard output; default: FILE-N.png in this folder",
    "--force              overwrites an existing file",
    "--deadline SECONDS   how long the page may take to draw; default 10",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Prints the path of the written file. Exit status: 0, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "render", flags: ["force"],
    valued: RenderRequest.options.merging([
      "width": .text, "dpi": .text, "output": .file, "password-file": .file,
    ]) { $1 },
    short: ["o": "output"], alternatives: [["width", "dpi"]])

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(arguments, form) { document, parsed in
      let request = try RenderRequest(parsed)
      guard document.summary.hasPages else { return try writeSheet(of: document, request, parsed) }
      let page = try document.page(parsed.options["page"])
      let target = try PictureTarget(parsed, document: document.name, page: page)
      return try write(page, request, of: document, to: target)
    }
  }

  private static func writeSheet(
    of document: CommandDocument, _ request: RenderRequest, _ parsed: Arguments
  ) throws -> Int32 {
    try RenderRequest.checkSheet(of: document, parsed)
    guard let path = try PictureTarget(parsed, document: document.name, page: 0).path else {
      throw CommandDocument.Failure(
        sentence: "\(document.name) is text, which is drawn from a file into a file")
    }
    var side = 1_024
    if case .width(let width) = request.scale { side = width }
    guard ThumbnailFile.sides.contains(side) else {
      throw CommandDocument.Failure(
        sentence:
          "the beginning of a text is drawn at most \(ThumbnailFile.sides.upperBound) pixels wide")
    }
    let status = try ThumbnailFile(
      of: document.name, to: path, side: side, replaces: parsed.options["force"] != nil
    ).write()
    Output.write(Output.name(path) + "\n")
    return Output.status(status)
  }

  private static func write(
    _ page: Int, _ request: RenderRequest, of document: CommandDocument, to target: PictureTarget
  ) throws(CommandDocument.Failure) -> Int32 {
    let size = try document.size(of: page, request.turn)
    // A picture has its own pixels.
    let usual = PictureScale.dotsPerInch(document.summary.isMeasuredInPixels ? 72 : 150)
    guard let pixels = (request.scale ?? usual).pixels(of: size) else {
      throw CommandDocument.Failure(
        sentence: "\(document.place(of: page)) cannot be drawn that large")
    }
    let picture = try document.draw(page, request, pixels: pixels, smaller: "--width or --dpi")
    try target.write(picture, dotsPerInch: Double(pixels.width) / size.width * 72)
    return Output.status(0)
  }
}
