/// The shape at an end of a line (PDF 32000-1, table 176); the raw value is its name on the command line.
package enum LineEnding: String, Sendable, Hashable, Codable, CaseIterable {
  case none
  case square
  case circle
  case diamond
  case openArrow = "open-arrow"
  case closedArrow = "closed-arrow"
  case butt
  case reversedOpenArrow = "reversed-open-arrow"
  case reversedClosedArrow = "reversed-closed-arrow"
  case slash

  /// The name in a file.
  package var fileName: String { Self.fileNames[self] ?? "None" }

  package init?(fileName: String) {
    guard let ending = Self.endings[fileName] else { return nil }
    self = ending
  }

  private static let fileNames: [LineEnding: String] = [
    .none: "None", .square: "Square", .circle: "Circle", .diamond: "Diamond",
    .openArrow: "OpenArrow", .closedArrow: "ClosedArrow", .butt: "Butt",
    .reversedOpenArrow: "ROpenArrow", .reversedClosedArrow: "RClosedArrow", .slash: "Slash",
  ]
  private static let endings = Dictionary(
    fileNames.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

  /// Whether the annotation's fill colour fills it.
  package var isClosed: Bool {
    switch self {
    case .square, .circle, .diamond, .closedArrow, .reversedClosedArrow: true
    case .none, .openArrow, .butt, .reversedOpenArrow, .slash: false
    }
  }
}

/// The shapes at the two ends of a line.
package struct LineEndings: Sendable, Hashable, Codable {
  package var first: LineEnding
  package var last: LineEnding

  /// Returns nil if neither end has a shape.
  package init?(_ first: LineEnding, _ last: LineEnding) {
    guard first != .none || last != .none else { return nil }
    self.first = first
    self.last = last
  }
}
