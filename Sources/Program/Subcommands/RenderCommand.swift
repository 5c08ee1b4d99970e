import DocumentModel

/// `recto render`: a page drawn into a PNG file.
enum RenderCommand {
  static let details = [
    "FILE                 a PDF or a picture, or - for standard input",
    "--page N             page N of the file, or by label: iv, label:12; else that of FILE#page=N, or the first",
    "--width PX           so many pixels across; the height follows",
    "--dpi D              so many pixels an inch; without either 150, of a picture its own pixels",
    "--rotate 90          turned clockwise, by 90, 180 or 270 degrees",
    "--profile NAME       normal, dark (photographs stay as they are), sepia, high-contrast or gray",
    "-o, --output OUT     the file to write, - for standard output; else FILE-N.png in this folder",
    "--force              over a file that is there already",
    "--deadline SECONDS   how long the page may take to draw; 10 otherwise",
    "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
    "",
    "The path of the written file is printed. Exit status: 0, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "render", flags: ["force"],
    valued: RenderRequest.options.merging([
      "width": .text, "dpi": .text, "output": .file, "password-file": .file,
    ]) { $1 },
    short: ["o": "output"])

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(arguments, form) { (document, parsed) throws(CommandDocument.Failure) in
      let request = try RenderRequest(parsed)
      let page = try document.page(parsed.options["page"])
      let target = try PictureTarget(parsed, document: document.name, page: page)
      return try write(page, request, of: document, to: target)
    }
  }

  private static func write(
    _ page: Int, _ request: RenderRequest, of document: CommandDocument, to target: PictureTarget
  ) throws(CommandDocument.Failure) -> Int32 {
    let size = try document.size(of: page, request.turn)
    // A picture has its own pixels.
    let usual = PictureScale.dotsPerInch(document.summary.isPicture ? 72 : 150)
    guard let pixels = (request.scale ?? usual).pixels(of: size) else {
      throw CommandDocument.Failure(
        sentence: "\(document.place(of: page)) cannot be drawn so large")
    }
    let picture = try document.draw(page, request, pixels: pixels, smaller: "--width or --dpi")
    try target.write(picture, dotsPerInch: Double(pixels.width) / size.width * 72)
    return Output.status(0)
  }
}
