extension String {
  /// The text in so many cells, with an ellipsis in its midst where something is missing: of names that begin alike the ends tell
  /// which is which.
  ///
  /// A file name's ending stays whole where a character fits in front of it; no grapheme is taken apart.
  package func cutInTheMiddle(to columns: Int) -> String {
    guard CellWidth.of(self) > columns else { return self }
    guard columns > 1 else { return columns == 1 ? "…" : "" }
    let room = columns - 1
    let ending = endingWidth
    let tail = suffix(cells: ending > room / 2 && ending < room ? ending : room / 2)
    // What a wide character left free at the end is the beginning's.
    let head = prefix(cells: room - CellWidth.of(String(tail)))
    return head + "…" + tail
  }

  /// Cells of a file name's ending with its dot; 0 where it has none, or what stands behind the last dot is none.
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
