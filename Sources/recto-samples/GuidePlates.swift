internal import CPango

/// The guide's two special pages.
enum GuidePlates {
  /// Draws how the two processes work together, on a fold-out page three times as wide.
  static func house(_ sheet: Sheet, label: String) {
    sheet.beginPage(label: label, width: 1_190, height: 595)
    sheet.destination("plate", x: 40, y: 40)
    let font = Guide.serif + " 16"
    Typesetter.line(
      "The two processes", font: Guide.serif + " Bold 24", on: sheet, x: 60, y: 50, width: 1_000)
    box(sheet, x: 60, y: 130, width: 470, height: 330)
    box(sheet, x: 660, y: 130, width: 470, height: 330)
    // Spaced so that each line is a paragraph of its own.
    for (index, line) in ["recto", "the screen, the keys, what is remembered", "knows no PDF"]
      .enumerated()
    {
      Typesetter.line(line, font: font, on: sheet, x: 90, y: 150 + Double(index) * 48, width: 420)
    }
    for (index, line) in [
      "recto-worker", "reads the document, in a cage", "sees no other file, no network, no screen",
    ].enumerated() {
      Typesetter.line(line, font: font, on: sheet, x: 690, y: 150 + Double(index) * 48, width: 420)
    }
    let context = sheet.context
    cairo_set_line_width(context, 1.5)
    for (from, to, y) in [(530.0, 660.0, 340.0), (660.0, 530.0, 400.0)] {
      cairo_move_to(context, from, y)
      cairo_line_to(context, to, y)
      let back = to > from ? -8.0 : 8.0
      cairo_move_to(context, to + back, y - 5)
      cairo_line_to(context, to, y)
      cairo_line_to(context, to + back, y + 5)
      cairo_stroke(context)
    }
    Typesetter.line(
      "questions", font: Guide.serif + " Italic 13", on: sheet, x: 535, y: 316, width: 120,
      isCentred: true)
    Typesetter.line(
      "answers, checked", font: Guide.serif + " Italic 13", on: sheet, x: 535, y: 408, width: 120,
      isCentred: true)
    Typesetter.line(
      "A document can do no more than end the process on the right, which is then started again.",
      font: Guide.serif + " 14", on: sheet, x: 60, y: 490, width: 1_000)
  }

  private static func box(_ sheet: Sheet, x: Double, y: Double, width: Double, height: Double) {
    cairo_set_line_width(sheet.context, 1)
    cairo_rectangle(sheet.context, x, y, width, height)
    cairo_stroke(sheet.context)
  }

  private static let table = [
    ("j, k", "a line down, up"), ("d, u", "half a window"), ("Space, b", "a window"),
    ("J, K", "next, previous page"), ("gg, G", "first page, end"), ("12G", "page 12"),
    ("o", "outline"), ("]], [[", "next, previous section"), ("Ctrl-o, Tab", "back, forth"),
    ("ma, 'a", "set mark a, go to it"), ("f, F", "follow a link, look where it leads"),
    ("/, n", "look for words, the next place"), ("p", "the page as a picture, both, text"),
    ("gl", "paragraphs or page layout"), ("i", "about the document"), (":", "all commands"),
    ("?", "all keys"), ("q", "leave; the place is kept"),
  ]

  /// Sets a table sideways on an upright page, which is rotated clockwise for display.
  static func keys(_ sheet: Sheet, label: String, _ page: (width: Double, height: Double)) {
    sheet.beginPage(label: label, width: page.width, height: page.height)
    sheet.destination("keys-table", x: 40, y: 40)
    let context = sheet.context
    cairo_save(context)
    cairo_translate(context, 0, page.height)
    cairo_rotate(context, -Double.pi / 2)
    Typesetter.line(
      "The keys one needs", font: Guide.serif + " Bold 15", on: sheet, x: 54, y: 44, width: 400)
    for (index, row) in table.enumerated() {
      let y = 84 + Double(index) * 17
      Typesetter.line(row.0, font: "DejaVu Sans Mono 9", on: sheet, x: 54, y: y, width: 130)
      Typesetter.line(row.1, font: Guide.serif + " 11", on: sheet, x: 190, y: y, width: 340)
    }
    cairo_restore(context)
  }
}
