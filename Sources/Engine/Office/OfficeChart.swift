/// Writes a chart of DrawingML as the table of its values (ECMA-376-1, 21.2).
enum OfficeChart {
  private static let (mostRows, mostSeries) = (1_000, 64)

  /// `words` describe a chart without a title.
  static func write(_ root: MarkupNode?, words: String, to writer: OfficeWriter) {
    let chart = root?.child("c:chart")
    let title = chart?.child("c:title").map(text) ?? ""
    let name = title.isEmpty ? words.isEmpty ? "CHART" : words : title
    writer.paragraph(OfficeElement("p"))
    writer.put("[\(name)]")
    writer.endParagraph()
    let series =
      chart?.child("c:plotArea")?.descendants.filter { $0.name == "c:ser" }
      .prefix(mostSeries).map(\.self) ?? []
    guard let first = series.first else { return }
    var rows = [[""] + series.map { $0.child("c:tx").map(text) ?? "" }]
    let names = (first.child("c:cat") ?? first.child("c:xVal")).map(points) ?? [:]
    let values = series.map { ($0.child("c:val") ?? $0.child("c:yVal")).map(points) ?? [:] }
    let places = Set(names.keys).union(values.flatMap(\.keys)).sorted()
    for place in places.prefix(mostRows) {
      rows.append([names[place] ?? String(place + 1)] + values.map { $0[place] ?? "" })
    }
    var table = OfficeTable<String>()
    table.rows = rows.enumerated().map { index, cells in
      .init(cells: cells.map { .init(content: $0) }, isHeader: index == 0)
    }
    table.write(to: writer) { element, cell in
      writer.begin(element)
      writer.put(cell ?? "")
      writer.end()
    }
  }

  /// The text of a title or of a name, as typed or as it was last read from a sheet.
  private static func text(_ node: MarkupNode) -> String {
    node.descendants.filter { $0.name == "a:t" || $0.name == "c:v" }.map(\.words)
      .joined(separator: " ")
  }

  /// The values by their places, as they were last read from a sheet.
  private static func points(_ node: MarkupNode) -> [Int: String] {
    var points: [Int: String] = [:]
    for point in node.descendants where point.name == "c:pt" {
      guard let place = OpenDocumentValue.number(point["idx"], 0...1_000_000) else { continue }
      points[place] = point.child("c:v")?.words
    }
    return points
  }
}
