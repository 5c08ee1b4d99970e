import Glibc

/// Writes a small book about Recto: three-level outline, page labels, links, named destinations, pages of several sizes, one of them rotated.
enum Guide {
  static let serif = "Linux Libertine O"
  private static let page = (width: 420.0, height: 595.0)
  private static let margin = 54.0

  private static let body = Face(font: serif + " 10.5", below: 7)
  private static let code = Face(font: "DejaVu Sans Mono 8", above: 2, below: 8, left: 14)
  private static let item = Face(
    font: serif + " 10.5", below: 3, indent: -12, left: 14)
  private static let headings = [
    Face(font: serif + " Bold 22", below: 24, isCentred: true),
    Face(font: serif + " Bold 15", above: 6, below: 10, keptLines: 3),
    Face(font: serif + " Bold 11.5", above: 10, below: 5, keptLines: 3),
  ]

  enum Piece {
    /// A heading of level 1 (a part, on a page of its own), 2 or 3, with the name of its destination.
    case heading(Int, String, String)
    case text(String)
    case item(String)
    case code(String)
    /// The large diagram of the architecture, on a fold-out page.
    case foldout
    /// A table set sideways.
    case sideways
  }

  static func write(to path: String) {
    // The table of contents precedes the pages it lists, so the book is set twice.
    var pages: [String: String] = [:]
    var turned = 0
    for _ in 0..<2 { turned = set(path, &pages) }
    turn(path, page: turned)
  }

  /// Sets the whole book; returns the index of the page to rotate.
  private static func set(_ path: String, _ pages: inout [String: String]) -> Int {
    let sheet = Sheet(
      path: path, width: page.width, height: page.height, title: "Reading at the Terminal",
      author: "The Recto authors")
    let frame = TextFrame(
      x: margin, y: 64, width: page.width - 2 * margin, height: page.height - 128)
    titlePage(sheet, frame)
    var front = 1
    var number = 0
    var isFront = true
    // The first page of a part has its title and no running head.
    var running = ""
    var turned = 0
    func turnPage() -> TextFrame {
      if isFront { front += 1 } else { number += 1 }
      let label = isFront ? roman(front) : String(number)
      sheet.beginPage(label: label, width: page.width, height: page.height)
      furniture(sheet, label, running)
      running = heading
      return frame
    }
    var heading = "Contents"
    let setter = Typesetter(sheet, first: turnPage(), next: turnPage)
    contents(setter, pages)
    isFront = false
    for piece in GuideText.pieces {
      switch piece {
      case .heading(let level, let title, let name):
        if level == 1 { (running, heading) = ("", title) }
        if level < 3, !(level == 2 && isAfterPart(name)) { setter.turn() }
        let label = number > 0 ? String(number) : "1"
        pages[name] = label
        sheet.destination(name, x: margin, y: setter.reserve(0))
        sheet.outline(title, level: level, destination: name)
        setter.set(title, headings[level - 1])
      case .text(let text): setter.set(text, body)
      case .item(let text): setter.set("–  " + text, item)
      case .code(let text): setter.set(text, code)
      case .foldout:
        number += 1
        GuidePlates.house(sheet, label: String(number))
        setter.begin()
      case .sideways:
        number += 1
        turned = sheet.pageCount
        GuidePlates.keys(sheet, label: String(number), page)
        setter.begin()
      }
    }
    sheet.finish()
    return turned
  }

  /// Whether a chapter opens a part and is placed below the part's title.
  private static func isAfterPart(_ name: String) -> Bool {
    guard let index = GuideText.pieces.firstIndex(where: { $0.isHeading(named: name) }), index > 0
    else { return false }
    if case .heading(1, _, _) = GuideText.pieces[index - 1] { return true }
    return false
  }

  private static func titlePage(_ sheet: Sheet, _ frame: TextFrame) {
    sheet.beginPage(label: "i")
    let setter = Typesetter(sheet, first: frame) { frame }
    _ = setter.reserve(120)
    setter.set(
      "Reading at the Terminal", Face(font: serif + " Bold 26", below: 10, isCentred: true))
    setter.set(
      "<i>A short guide to Recto</i>", Face(font: serif + " 14", below: 210, isCentred: true))
    setter.set("The Recto authors", Face(font: serif + " 11", isCentred: true))
  }

  private static func contents(_ setter: Typesetter, _ pages: [String: String]) {
    setter.sheet.destination("contents", x: margin, y: 60)
    setter.sheet.outline("Contents", level: 1, destination: "contents")
    setter.set("Contents", Face(font: serif + " Bold 16", below: 14))
    for case .heading(let level, let title, let name) in GuideText.pieces {
      let face = Face(
        font: serif + (level == 1 ? " Bold 10.5" : " 10.5"), above: level == 1 ? 7 : 0, below: 1.5,
        left: Double(level - 1) * 14, keptLines: 1)
      setter.set("[[\(title)|\(name)]]   \(pages[name] ?? "0")", face)
    }
  }

  private static func furniture(_ sheet: Sheet, _ label: String, _ running: String) {
    let width = page.width - 2 * margin
    Typesetter.line(
      running, font: serif + " Italic 9", on: sheet, x: margin, y: 36, width: width,
      isCentred: true)
    Typesetter.line(
      label, font: serif + " 9", on: sheet, x: margin, y: page.height - 46, width: width,
      isCentred: true)
  }

  private static func roman(_ number: Int) -> String {
    let digits = [(10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")]
    var rest = number
    var text = ""
    for (value, letters) in digits {
      while rest >= value {
        text += letters
        rest -= value
      }
    }
    return text
  }

  private static func turn(_ path: String, page: Int) {
    guard let file = fopen(path, "r+") else { return }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    guard let turned = TurnedPage.update(bytes, page: page) else {
      print("\(path): no page could be turned")
      return
    }
    fseek(file, 0, SEEK_SET)
    fwrite(turned, 1, turned.count, file)
  }
}

extension Guide.Piece {
  func isHeading(named wanted: String) -> Bool {
    if case .heading(_, _, wanted) = self { return true }
    return false
  }
}
