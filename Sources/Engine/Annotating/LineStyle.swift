import DocumentModel

/// The dashes and edges of an annotation, which Recto does not edit but preserves (PDF 32000-1, 12.5.4).
struct LineStyle {
  /// The lengths of dashes and gaps in points; empty for a continuous line.
  private(set) var dash: [Double] = []
  /// Whether its edges are clouds (`/BE`), which Recto does not draw.
  private(set) var isCloudy = false

  /// Whether it is a continuous line without clouds.
  var isPlain: Bool { dash.isEmpty && !isCloudy }

  private static let mostDashes = 32

  /// A continuous line.
  init() {}

  /// Reads the style from an annotation's dictionary. `/BS` takes precedence over `/Border`.
  init(_ entries: [String: PDFObject], in file: ObjectFile) {
    func numbers(_ value: PDFObject?) -> [Double]? {
      file.followed(value).array?.prefix(Self.mostDashes + 1).map { file.followed($0).number ?? -1 }
    }
    if let border = file.followed(entries["BS"]).dictionary {
      if file.followed(border["S"]).name == "D" { dash = numbers(border["D"]) ?? [3] }
    } else if let border = file.followed(entries["Border"]).array, border.count > 3 {
      dash = numbers(border[3]) ?? []
    }
    let isDrawn = dash.count <= Self.mostDashes && dash.allSatisfy { $0 >= 0 && $0 < 1_000 }
    if !isDrawn || dash.allSatisfy({ $0 == 0 }) { dash = [] }
    isCloudy = file.followed(file.followed(entries["BE"]).dictionary?["S"]).name == "C"
  }
}
