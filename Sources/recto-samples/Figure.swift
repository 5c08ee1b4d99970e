internal import CPango

/// Draws the paper's figure: a page divided by a line across both columns.
enum Figure {
  static func draw(_ setter: Typesetter) {
    let top = setter.reserve(170)
    let sheet = setter.sheet
    sheet.destination("figure-1", x: setter.left, y: top)
    let width = setter.width * 0.56
    let x = setter.left + (setter.width - width) / 2
    let y = top + 12
    let context = sheet.context
    func bar(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ grey: Double) {
      cairo_set_source_rgb(context, grey, grey, grey)
      cairo_rectangle(context, x, y, width, height)
      cairo_fill(context)
    }
    bar(x - 8, y - 8, width + 16, 122, 0.95)
    let column = (width - 12) / 2
    bar(x + width * 0.2, y, width * 0.6, 6, 0.45)
    for row in 0..<5 {
      bar(x, y + 14 + Double(row) * 7, column, 3, 0.65)
      bar(x + column + 12, y + 14 + Double(row) * 7, column, 3, 0.65)
    }
    bar(x, y + 54, width, 5, 0.45)
    for row in 0..<6 {
      bar(x, y + 66 + Double(row) * 7, column * (row == 5 ? 0.5 : 1), 3, 0.65)
      bar(x + column + 12, y + 66 + Double(row) * 7, column, 3, 0.65)
    }
    // The two gutters.
    cairo_set_source_rgb(context, 0.75, 0.2, 0.15)
    cairo_set_line_width(context, 1)
    for (from, height) in [(y + 12, 37.0), (y + 64, 42.0)] {
      cairo_rectangle(context, x + column + 3, from, 6, height)
      cairo_stroke(context)
    }
    cairo_set_source_rgb(context, 0, 0, 0)
    Typesetter.line(
      "<b>Figure 1.</b> A line over both columns cuts the gutter into two; each part has its own.",
      font: "Linux Libertine O 9", on: sheet, x: setter.left, y: top + 132, width: setter.width)
  }
}
