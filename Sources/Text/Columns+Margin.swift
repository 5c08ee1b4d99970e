extension Columns {
  /// Fewer lines in one size are no text that has a margin.
  private static let leastLines = 5
  /// Each is compared with each other.
  private static let mostLines = 2_000
  /// Cells of a line of text.
  private static let longLine = 35
  /// The size of notes, and their distance from the text, in units of the size of the text.
  private static let noteSize: Float = 0.92
  private static let noteGap: Float = 0.5
  private static let noteLeading: Float = 1.6

  /// Returns the small lines left and right of a column of text, those of one note together.
  func marginNotes(_ members: [Int32]) -> [[Int32]] {
    let long = members.map { segments[Int($0)] }.filter { $0.cells >= Self.longLine }
    let sizes = Dictionary(grouping: long) { ($0.size * 10).nearest(in: 0...10_000) }
    guard let text = sizes.values.max(by: { $0.count < $1.count }), let first = text.first,
      text.count >= Self.leastLines
    else { return [] }
    let (size, gap) = (first.size, Self.noteGap * first.size)
    let x0 = text.reduce(first.x0) { min($0, $1.x0) } - gap
    let x1 = text.reduce(first.x1) { max($0, $1.x1) } + gap
    func isBeside(_ segment: Segment) -> Bool { segment.x1 < x0 || segment.x0 > x1 }
    guard members.count <= Self.mostLines else { return [] }
    let small = members.filter { segments[Int($0)].size < Self.noteSize * size }
    let across = small.map { segments[Int($0)] }.filter { !isBeside($0) }
    // The last line of a text that is wider than the column, such as the foot of a page, is no note.
    let beside = small.filter { member in
      let segment = segments[Int(member)]
      return isBeside(segment)
        && !across.contains {
          $0.x0 < segment.x1 && $0.x1 > segment.x0 && abs($0.size - segment.size) < 0.1
            && abs($0.middle - segment.middle) < Self.noteLeading * segment.size
        }
    }
    var notes: [[Int32]] = []
    for member in beside.sorted(by: { segments[Int($0)].middle < segments[Int($1)].middle }) {
      let segment = segments[Int(member)]
      let own = notes.lastIndex { note in
        let last = segments[Int(note[note.count - 1])]
        return segment.middle - last.middle < Self.noteLeading * segment.size
          && (segment.x1 < x0) == (last.x1 < x0)
      }
      if let own { notes[own].append(member) } else { notes.append([member]) }
    }
    return notes
  }
}
