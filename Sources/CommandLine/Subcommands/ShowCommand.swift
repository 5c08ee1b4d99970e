import Canvas
import DocumentModel
import Glibc
import Pictures
import Program
import Services
import Terminal
import Workers

/// `recto show`: a page's picture among the lines of the terminal.
enum ShowCommand {
  static let details = [
    "FILE                 a document or a picture, or - for standard input; of a book its cover, of a text its beginning",
    "--page N             page N of the file, or a label: iv, label:12; default: that of FILE#page=N, or the first",
    "--rotate 90          rotates clockwise by 90, 180 or 270 degrees",
    "--profile NAME       normal, dark (photographs unchanged), sepia, high-contrast or gray",
    "--columns N          maximum width; default: $FZF_PREVIEW_COLUMNS, or the terminal's width",
    "--lines N            maximum height; default: $FZF_PREVIEW_LINES, or the terminal's height",
    "--as WAY             kitty, sixel, iterm2, half, quadrants, sextants or braille; default: the best for the terminal",
    "--deadline SECONDS   how long the page may take to draw; default 10",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "If standard output is not a terminal, the picture consists of characters, without colours unless --as asks for them.",
    "Exit status: 0, 2 after an error.",
  ]

  /// The values of `--as`.
  private static let ways: [(name: String, way: PictureAbility.Way)] = [
    ("kitty", .kitty(.stream)), ("sixel", .sixel(registers: 256, largest: nil)),
    ("iterm2", .iTerm2), ("half", .characters(.halves, .direct)),
    ("quadrants", .characters(.quadrants, .direct)),
    ("sextants", .characters(.sextants, .direct)), ("braille", .characters(.braille, .direct)),
  ]

  static let form = OptionForm(
    command: "show",
    valued: RenderRequest.options.merging([
      "columns": .text, "lines": .text, "as": .oneOf(ways.map(\.name)), "password-file": .file,
    ]) { $1 })

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let named = try parsed.document(or: "name one document; - is standard input")
      let request = try RenderRequest(parsed)
      let window = TerminalWindow.size()
      // The prompt comes below.
      let box = Size(
        width: try CommandSize.of(
          parsed, "columns", "FZF_PREVIEW_COLUMNS", window?.width ?? 80),
        height: try CommandSize.of(
          parsed, "lines", "FZF_PREVIEW_LINES", window.map { max(1, $0.height - 1) } ?? 24))
      // The terminal is asked while there are no other threads: a signal finds its modes as they were.
      let ability = try ability(parsed)
      let (bitmap, cells) = try drawn(named, parsed, request, in: box, by: ability)
      show(bitmap, in: cells, by: ability, isRequested: parsed.options["as"] != nil)
      return Output.status(0)
    }
  }

  /// The page in just the pixels it will have on the screen, and the cells they fill.
  private static func drawn(
    _ named: DocumentArgument, _ parsed: Arguments, _ request: RenderRequest, in box: Size,
    by ability: PictureAbility
  ) throws -> (Bitmap, Size) {
    let password = try parsed.password()
    let pool = try CommandDocument.workers()
    defer { pool.shutdown() }
    let document = try CommandDocument(named, password: password, pool: pool)
    guard document.summary.hasPages else {
      return try sheet(of: document, parsed, in: box, by: ability)
    }
    let page = try document.page(parsed.options["page"])
    let size = try document.size(of: page, request.turn)
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      throw CommandDocument.Failure(sentence: "\(document.place(of: page)) cannot be drawn")
    }
    let cells = ability.cells(for: (size.width, size.height), in: box)
    let pixels = ability.pixels(for: cells)
    let picture = try document.draw(
      page, request, pixels: (pixels.width, pixels.height), smaller: "--columns or --lines")
    guard let bitmap = Bitmap(picture) else {
      throw CommandDocument.Failure(
        sentence:
          "\(document.place(of: page)) would be too large; use a smaller --columns or --lines"
      )
    }
    return (bitmap, cells)
  }

  /// The cover of a book, or a sheet of paper with the beginning of a text.
  private static func sheet(
    of document: CommandDocument, _ parsed: Arguments, in box: Size, by ability: PictureAbility
  ) throws -> (Bitmap, Size) {
    try RenderRequest.checkSheet(of: document, parsed)
    let room = ability.pixels(for: box)
    let side = min(max(room.width, room.height, 1), ThumbnailFile.sides.upperBound)
    guard let bitmap = Bitmap(try ThumbnailFile.drawn(document.name, side: side)) else {
      throw CommandDocument.Failure(sentence: "\(document.name) cannot be drawn")
    }
    let sides = (Double(bitmap.size.width), Double(bitmap.size.height))
    let cells = ability.cells(for: sides, in: box)
    return (bitmap.reduced(to: ability.pixels(for: cells)), cells)
  }

  /// Returns the terminal's best way, or the requested one.
  private static func ability(_ parsed: Arguments) throws(Arguments.Mistake) -> PictureAbility {
    let isTerminal = isatty(STDOUT_FILENO) != 0
    let plain = PictureAbility(.characters(.quadrants, .none))
    var best = isTerminal ? TerminalProbe.ask() : plain
    // Characters can be printed where a cursor cannot be moved.
    if best.way == .none { best = plain }
    guard let request = parsed.options["as"] else { return best }
    guard let found = ways.first(where: { $0.name == request }) else {
      let names = ways.map(\.name).joined(separator: ", ")
      throw Arguments.Mistake(sentence: "unknown way “\(request)”; use \(names)")
    }
    best.shortfall = nil
    switch (found.way, best.way) {
    // The terminal's own answers apply.
    case (.kitty, .kitty), (.sixel, .sixel): break
    case (.characters(let set, _), _):
      best.way = .characters(set, isTerminal ? Abilities.depth : .direct)
    default: best.way = found.way
    }
    return best
  }

  /// `isRequested` uses exactly the requested character set, whatever is drawn.
  private static func show(
    _ bitmap: Bitmap, in cells: Size, by ability: PictureAbility, isRequested: Bool
  ) {
    if case .characters(let set, let depth) = ability.way {
      let picture = isRequested ? CharacterPicture.surface : CharacterPicture.best
      let surface = picture(bitmap, nil, cells, set, depth, ability.isDark)
      Output.write(styled: CellText.text(surface, depth: depth))
      return
    }
    guard Output.write(InlinePicture.room(rows: cells.height)) else { return }
    let cursor = ability.pane == nil ? nil : TerminalProbe.cursor()
    // Numbers of other programs, and of what we showed before, are not to be met.
    let id = UInt32.random(in: 1 << 24..<1 << 31)
    Output.write(InlinePicture.bytes(bitmap, cells: cells, by: ability, cursor: cursor, id: id))
    Output.write(InlinePicture.below(rows: cells.height))
  }
}
