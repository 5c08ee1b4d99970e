extension Paragraphs {
  /// Whether a line of an algorithm begins, the first one or the one after the last of the lines before it that have numbers.
  func startsStep(_ at: Int, in range: Range<Int>) -> Bool {
    guard let step = markers.stepNumber(lines[at]) else { return false }
    let before = lines[range.lowerBound..<at].suffix(4)
    return step == 1 || before.reversed().lazy.compactMap(markers.stepNumber).first == step - 1
  }

  /// Whether the line before ends a statement of a program that is set in a font for prose, or either line is one of its braces.
  func endsStatement(before at: Int) -> Bool {
    let (last, line) = (lines[at - 1], lines[at])
    if isBrace(last) || isBrace(line) { return true }
    guard !shape.isJustified, (1...Self.mostWords).contains(last.end - last.first) else {
      return false
    }
    let fragment = markers.fragments[Int(markers.order[last.end - 1])]
    return markers.scalars[Int(fragment.start)..<Int(fragment.end)].suffix(2) == [0x29, 0x3B]
  }

  /// A longer line may be a sentence with a clause in parentheses.
  private static let mostWords = 8

  private func isBrace(_ line: Line) -> Bool {
    guard line.end - line.first == 1 else { return false }
    let fragment = markers.fragments[Int(markers.order[line.first])]
    return fragment.count == 1 && [0x7B, 0x7D].contains(markers.scalars[Int(fragment.start)])
  }

  /// Whether a line begins with the initial of a name after a comma, and no other items do.
  func continuesNames(_ at: Int, start: Int) -> Bool {
    let (last, line) = (lines[at - 1], lines[at])
    guard markers.isInitial(line), last.first < last.end else { return false }
    let end = markers.fragments[Int(markers.order[last.end - 1])].end
    return markers.scalars[Int(end) - 1] == 0x2C
      && markers.style(of: lines[start]) != markers.style(of: line)
      && abs(line.x0 - last.x0) < 3 * line.size
  }

  /// Whether the line before ends an entry of an index, or both lines have several parts, as the names and addresses of authors side by side.
  func isRow(before at: Int) -> Bool {
    let (last, line) = (lines[at - 1], lines[at])
    return layout.isIndex && markers.endsInPage(last)
      || min(last.parts, line.parts) >= 3 && !shape.isJustified
  }

  /// Whether the words at a line's end and at the next one's start are written in capitals.
  func isInCapitals(from last: Line, to line: Line) -> Bool {
    guard last.first < last.end, line.first < line.end else { return false }
    let ends = [markers.order[last.end - 1], markers.order[line.first]].map {
      markers.fragments[Int($0)]
    }
    // A title in bold above a text is none of it.
    guard ends[0].traits.contains(.bold) == ends[1].traits.contains(.bold) else { return false }
    return ends.allSatisfy { fragment in
      let letters = markers.scalars[Int(fragment.start)..<Int(fragment.end)].filter(Script.isLetter)
      return letters.count >= 2 && letters.allSatisfy(Script.isUpperCase)
    }
  }
}
