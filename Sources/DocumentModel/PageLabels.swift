/// A page of a book's printed edition that begins within a portion of the book.
package struct PrintedPage: Sendable, Hashable {
  package var label: String
  /// The index of its first character in the text of the portion.
  package var start: Int
  /// The upper left corner of that character.
  package var place: Point

  package init(_ label: String, start: Int, at place: Point) {
    self.label = label
    self.start = start
    self.place = place
  }
}

/// The label of a page, or those of the printed pages that a portion of a book has parts of.
package struct PageLabels: Sendable, Hashable {
  /// The label where it begins; empty if there is none.
  package var first: String
  /// The printed pages that begin later, ascending.
  package var later: [PrintedPage]

  package init(_ first: String = "", later: [PrintedPage] = []) {
    self.first = first
    self.later = later
  }

  package var isEmpty: Bool { first.isEmpty && later.isEmpty }

  /// Returns the label of the page with a character; empty if there is none.
  package func label(at character: Int) -> String {
    later.last { $0.start <= character }?.label ?? first
  }

  /// Returns the label of the page with a place; without `x` it is the beginning of a row.
  package func label(x: Double? = nil, y: Double?) -> String { page(x, y)?.label ?? first }

  /// Returns the first character of the page with a place.
  package func start(x: Double?, y: Double) -> Int { page(x, y)?.start ?? 0 }

  private func page(_ x: Double?, _ y: Double?) -> PrintedPage? {
    guard let y else { return nil }
    return later.last {
      $0.place.y + Self.row <= y || $0.place.y <= y + Self.slack && $0.place.x <= (x ?? 0)
    }
  }

  /// Places of one row differ by less, in points: those below it, and those above.
  private static let (row, slack) = (8.0, 4.0)

  // MARK: text

  /// Separates the parts of the packed form; it is of no text.
  private static let separator: Character = "\u{E000}"

  /// All labels as one text, which of a page is its label.
  package var packed: String {
    let parts = later.flatMap {
      [String($0.start), String(Int($0.place.x)), String(Int($0.place.y)), $0.label]
    }
    return ([first] + parts).map { $0.filter { $0 != Self.separator } }
      .joined(separator: String(Self.separator))
  }

  /// Reads the packed form; what is not of it is left out.
  package init(packed: String) {
    let parts = packed.split(separator: Self.separator, omittingEmptySubsequences: false)
    first = String(parts.first ?? "")
    later = stride(from: 1, to: parts.count - 3, by: 4).compactMap { index in
      guard let start = Int(parts[index]), let x = Int(parts[index + 1]),
        let y = Int(parts[index + 2])
      else { return nil }
      return PrintedPage(
        String(parts[index + 3]), start: start, at: Point(x: Double(x), y: Double(y)))
    }
  }
}
