import Canvas
import Glibc
import Pictures
import Platform
import Terminal

/// `recto show`: a page's picture among the lines of the terminal.
enum ShowCommand {
  static let details = [
    "FILE                 a picture in netpbm's P6 format, as of pdftoppm; - for standard input",
    "--page N             a page by its number; else the first",
    "--columns N          so wide at most; else $FZF_PREVIEW_COLUMNS, or the terminal's width",
    "--lines N            so high at most; else $FZF_PREVIEW_LINES, or the terminal's height",
    "--as WAY             kitty, sixel, iterm2, half, quadrants, sextants or braille; else the best the terminal can",
    "",
    "Where standard output is no terminal the picture is of characters, without colours unless --as names some.",
    "Exit status: 0, 2 after an error.",
  ]

  /// What `--as` may say.
  private static let ways: [(name: String, way: PictureAbility.Way)] = [
    ("kitty", .kitty(.stream)), ("sixel", .sixel(registers: 256, largest: nil)),
    ("iterm2", .iTerm2), ("half", .characters(.halves, .direct)),
    ("quadrants", .characters(.quadrants, .direct)),
    ("sextants", .characters(.sextants, .direct)), ("braille", .characters(.braille, .direct)),
  ]

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(
        arguments, flags: [], valued: ["page", "columns", "lines", "as", "password-file"])
      guard let path = parsed.words.first, parsed.words.count == 1 else {
        throw Arguments.Mistake(sentence: "name one document; - is standard input")
      }
      guard let page = Int(parsed.options["page"] ?? "1"), page >= 1 else {
        throw Arguments.Mistake(sentence: "--page wants a number from 1")
      }
      let ability = try ability(parsed)
      let window = Screen.windowSize()
      // The prompt comes below.
      let box = Size(
        width: try CommandSize.of(
          parsed, "columns", "FZF_PREVIEW_COLUMNS", window?.width ?? 80),
        height: try CommandSize.of(
          parsed, "lines", "FZF_PREVIEW_LINES", window.map { max(1, $0.height - 1) } ?? 24))
      try show(try drawer(of: path), page: page - 1, in: box, by: ability)
      return Output.status(0)
    }
  }

  /// Whatever draws the pages of a file.
  private static func drawer(of path: String) throws(CommandDocument.Failure) -> any PageDrawer {
    let bytes = try file(path)
    guard let drawer = PixmapDrawer(bytes) else {
      throw CommandDocument.Failure(sentence: "\(path) is no pixmap")
    }
    return drawer
  }

  private static func file(_ path: String) throws(CommandDocument.Failure) -> [UInt8] {
    let opened =
      path == "-" ? DocumentFile.standardInput() : DocumentFile.open(path, takesPipes: true)
    let descriptor: Int32
    switch opened {
    case .success(let file): descriptor = file
    case .failure(let error):
      throw CommandDocument.Failure(sentence: Sentences.text(error, file: path))
    }
    defer { close(descriptor) }
    var status = stat()
    let most = Bitmap.mostPixels * 3 + 4_096
    guard fstat(descriptor, &status) == 0, status.st_size <= most else {
      throw CommandDocument.Failure(sentence: "\(path) is too large for a picture")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let more = bytes.withUnsafeMutableBytes { memory in
        pread(descriptor, memory.baseAddress.map { $0 + count }, memory.count - count, off_t(count))
      }
      guard more > 0 else { break }
      count += more
    }
    return Array(bytes[..<count])
  }

  /// What the terminal can, or what was wished for.
  private static func ability(_ parsed: Arguments) throws(Arguments.Mistake) -> PictureAbility {
    let isTerminal = isatty(STDOUT_FILENO) != 0
    var best = isTerminal ? TerminalProbe.ask() : PictureAbility(.characters(.quadrants, .none))
    guard let wish = parsed.options["as"] else { return best }
    guard let found = ways.first(where: { $0.name == wish }) else {
      let names = ways.map(\.name).joined(separator: ", ")
      throw Arguments.Mistake(sentence: "there is no way “\(wish)”; there are \(names)")
    }
    best.shortfall = nil
    switch (found.way, best.way) {
    // What the terminal said of itself holds.
    case (.kitty, .kitty), (.sixel, .sixel): break
    case (.characters(let set, _), _):
      best.way = .characters(set, isTerminal ? Abilities.depth : .direct)
    default: best.way = found.way
    }
    return best
  }

  private static func show(
    _ drawer: any PageDrawer, page: Int, in box: Size, by ability: PictureAbility
  ) throws(CommandDocument.Failure) {
    var cells = Size(width: 1, height: 1)
    let bitmap = try drawer.bitmap(page: page) { width, height in
      cells = ability.cells(for: (width, height), in: box)
      return ability.pixels(for: cells)
    }
    if case .characters(let set, let depth) = ability.way {
      let surface = CharacterPicture.surface(
        of: bitmap, size: cells, set: set, depth: depth, isDark: ability.isDark)
      Output.write(CellText.text(surface, depth: depth))
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
