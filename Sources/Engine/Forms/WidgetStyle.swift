import DocumentModel
import Wire

/// A widget's style: size, rotation, background, border and alignment (PDF 32000-1, 12.5.6.19 and 12.7.3.3).
struct WidgetStyle {
  /// The upright size in points, in which its text runs from left to right.
  let width: Double
  let height: Double
  /// Maps its own coordinates to upright ones; nil if it is not rotated.
  let matrix: [Double]?
  /// The width of the border in points, on each side.
  let rim: Double
  /// The fraction of the free width to the left of the words.
  let share: Double
  /// Operators that draw the background and the border.
  let ground: String

  init(
    _ entries: [String: PDFObject], quadding: PDFObject?, in file: ObjectFile
  ) {
    let corners = (file.followed(entries["Rect"]).array ?? []).prefix(4)
      .map { min(max(file.followed($0).number ?? 0, -Limit.pageSide), Limit.pageSide) }
    let wide = corners.count == 4 ? abs(corners[2] - corners[0]) : 0
    let high = corners.count == 4 ? abs(corners[3] - corners[1]) : 0
    let characteristics = file.followed(entries["MK"]).dictionary ?? [:]
    let turn = ((file.followed(characteristics["R"]).integer ?? 0) % 360 + 360) % 360
    switch turn {
    case 90: matrix = [0, 1, -1, 0, wide, 0]
    case 180: matrix = [-1, 0, 0, -1, wide, high]
    case 270: matrix = [0, -1, 1, 0, 0, high]
    default: matrix = nil
    }
    (width, height) = turn % 180 == 0 ? (wide, high) : (high, wide)
    share = [1: 0.5, 2: 1][file.followed(quadding).integer ?? 0] ?? 0
    func color(_ key: String) -> UInt32? {
      ColorComponents.value(
        (file.followed(characteristics[key]).array ?? []).prefix(4).compactMap {
          file.followed($0).number
        })
    }
    let style = file.followed(entries["BS"]).dictionary
    let border = (file.followed(entries["Border"]).array ?? []).prefix(3)
      .map { file.followed($0).number ?? 0 }
    let line = color("BC")
    let stated = file.followed(style?["W"]).number ?? (border.count == 3 ? border[2] : 1)
    let thick = line == nil ? 0 : min(max(stated, 0), min(width, height) / 4)
    let name = file.followed(style?["S"]).name ?? "S"
    rim = ["B", "I"].contains(name) ? 2 * thick : thick
    var text = ""
    func add(_ numbers: [Double], _ name: String) {
      text += numbers.map(PDFNumber.text).joined(separator: " ") + " \(name)\n"
    }
    if let fill = color("BG") {
      add(ColorComponents.numbers(fill), "rg")
      add([0, 0, width, height], "re")
      text += "f\n"
    }
    if let line, thick > 0 {
      add(ColorComponents.numbers(line), "RG")
      add([thick], "w")
      if name == "D" { text += "[3] 0 d\n" }
      if name == "U" {
        add([0, thick / 2], "m")
        add([width, thick / 2], "l")
      } else {
        add([thick / 2, thick / 2, width - thick, height - thick], "re")
      }
      text += "S\n"
    }
    ground = text.isEmpty ? "" : "q\n" + text + "Q\n"
  }

  /// A centred tick, for a check box without an appearance.
  var tick: String {
    let side = min(width, height) - 2 * rim
    let (x, y) = ((width - side) / 2, (height - side) / 2)
    let points = [(0.2, 0.5), (0.42, 0.25), (0.8, 0.75)].map { (x + $0.0 * side, y + $0.1 * side) }
    func text(_ point: (Double, Double), _ name: String) -> String {
      "\(PDFNumber.text(point.0)) \(PDFNumber.text(point.1)) \(name)\n"
    }
    return "q\n0 G\n\(PDFNumber.text(max(0.5, side / 8))) w\n1 J\n1 j\n" + text(points[0], "m")
      + text(points[1], "l") + text(points[2], "l") + "S\nQ\n"
  }
}
