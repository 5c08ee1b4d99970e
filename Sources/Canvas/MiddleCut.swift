extension String {
  /// Shortens the text to a number of cells with an ellipsis in the middle: names that begin alike usually differ at their ends.
  ///
  /// A file name's extension is kept whole if a character fits before it; no grapheme is split.
  package func cutInTheMiddle(to columns: Int) -> String {
    guard CellWidth.of(self) > columns else { return self }
    guard columns > 1 else { return columns == 1 ? "…" : "" }
    let room = columns - 1
    let ending = endingWidth
    let tail = suffix(cells: ending > room / 2 && ending < room ? ending : room / 2)
    // Cells that a wide character left free at the end are used for the beginning.
    let head = prefix(cells: room - CellWidth.of(String(tail)))
    return head + "…" + tail
  }

  /// The cells of a file name's extension with its dot; 0 if it has none or the part after the last dot is too long for one.
  private var endingWidth: Int {
    guard let dot = lastIndex(of: "."), dot > startIndex else { return 0 }
    let width = CellWidth.of(String(self[dot...]))
    return width <= Self.widestEnding ? width : 0
  }

  private static let widestEnding = 12

  private func prefix(cells: Int) -> Substring {
    var left = cells
    return prefix { character in
      left -= CellWidth.of(String(character))
      return left >= 0
    }
  }

  private func suffix(cells: Int) -> Substring {
    var left = cells
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      left -= CellWidth.of(String(self[before]))
      guard left >= 0 else { break }
      start = before
    }
    return self[start...]
  }
}
