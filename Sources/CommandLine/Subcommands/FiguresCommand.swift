import DocumentModel
import Files
import Services
import Text
import Wire

/// `recto figures`: the figures of a document, listed or drawn into files.
enum FiguresCommand {
  static let details = [
    "FILE                 a PDF, DjVu, book, office document or page of the web, or - for standard input",
    PageSelection.help,
    "-o, --output FOLDER  draws each into a PNG file in FOLDER, which is made if it is missing",
    "--dpi D              pixels per inch of these files; default 200",
    "--force              overwrites existing files",
    "--json               a JSON line per figure: page, label, box in points, caption, words, file",
    "--deadline SECONDS   how long one may take to draw; default 10",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Exit status: 0, 1 if there are no figures, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "figures", flags: ["json", "force"],
    valued: ["output": .folder, "dpi": .text, "deadline": .text, "password-file": .file],
    short: ["o": "output"],
    dependent: ["dpi": ["output"], "deadline": ["output"], "force": ["output"]]
  ).with(.pages)

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(arguments, form) { document, parsed in
      let request = try RenderRequest(parsed)
      if let folder = parsed.options["output"] {
        guard folder != "-" else {
          throw CommandDocument.Failure(sentence: "-o needs a folder, one file per figure")
        }
        do throws(FilesError) { try Disk().makeFolders(folder) } catch {
          throw CommandDocument.Failure(sentence: Sentences.text(error, file: folder))
        }
      }
      var failures = 0
      let figures = try FoundRegion.all(.figure, of: document, parsed, &failures)
      var numbers: [Int: Int] = [:]
      for figure in figures {
        let number = (numbers[figure.page] ?? 0) + 1
        numbers[figure.page] = number
        var path: String?
        if let folder = parsed.options["output"] {
          path = PathParts.joined(folder, "figure-\(figure.page + 1)-\(number).png")
          try draw(figure, request, of: document, to: try PictureTarget(parsed, path: path ?? ""))
        }
        guard Output.write(text(of: figure, in: document, path, parsed)) else { return 0 }
      }
      if figures.isEmpty, failures == 0 {
        let place = parsed.options["pages"] == nil ? "" : " there"
        Output.complain("\(document.name) has no figures\(place)")
      }
      return failures > 0 ? 2 : figures.isEmpty ? 1 : 0
    }
  }

  private static func draw(
    _ figure: FoundRegion, _ request: RenderRequest, of document: CommandDocument,
    to target: PictureTarget
  ) throws(CommandDocument.Failure) {
    let size = try document.size(of: figure.page, .none)
    let scale = request.scale ?? .dotsPerInch(PictureScale.figureDensity)
    let box = figure.region.region.box.widened(by: DocumentFigure.margin)
    guard let drawing = PageDrawing(page: figure.page, box: box, of: size, scale: scale) else {
      throw CommandDocument.Failure(
        sentence: "\(document.place(of: figure.page)) cannot be drawn that large")
    }
    let picture = try document.draw(
      figure.page, request, pixels: (drawing.width, drawing.height), part: drawing.part,
      smaller: "--dpi")
    try target.write(picture, dotsPerInch: Double(drawing.width) / size.width * 72)
  }

  private static func text(
    of figure: FoundRegion, in document: CommandDocument, _ path: String?, _ parsed: Arguments
  ) -> String {
    guard parsed.options["json"] != nil else {
      let caption = figure.region.caption.isEmpty ? "(without a caption)" : figure.region.caption
      let label = figure.label(in: document)
      let place =
        document.summary.hasPages
        ? "page \(document.pageName(figure.page)): "
        : label.isEmpty ? "" : "page \(Output.line(label)): "
      return path == nil ? "\(place)\(Output.line(caption))\n" : ""
    }
    let words = figure.rows.joined().joined(separator: " ")
    return JSON.object(
      figure.json(document) + [
        ("text", .string(words)), ("file", path.map { .string($0) } ?? .null),
      ]
    ).text + "\n"
  }
}
