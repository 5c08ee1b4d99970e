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

  /// Whether a line ends with a sign with which no address ends.
  func endsUnfinished(_ line: Line) -> Bool {
    lastScalar(line).map { Script.isHyphen($0) || PrintedAddress.unfinished.contains($0) } ?? false
  }

  /// Whether a line goes on below a caption without reaching further than its lines, which may be narrower than the column.
  func continuesCaption(_ at: Int, start: Int) -> Bool {
    let (last, line) = (lines[at - 1], lines[at])
    let reach = 2 * line.size
    return line.x0 > last.x0 - reach && line.x1 < last.x1 + reach && markers.marker(of: line) == nil
      && isCaption(lines[start]) && !isCaption(line)
      && !shape.isGap(last, line, isTolerant: false)
  }

  /// Whether a line begins with the label of a figure or table.
  private func isCaption(_ line: Line) -> Bool {
    let words = markers.order[line.first..<min(line.first + 2, line.end)].flatMap { index in
      let fragment = markers.fragments[Int(index)]
      return markers.scalars[Int(fragment.start)..<Int(fragment.end)] + [0x20]
    }
    return CaptionWord.beginning(words[...]).map { $0.kind != .other } ?? false
  }

  /// Whether a line's end cuts a formula: before a relation or a mathematical letter, or after a relation or an operator.
  func isCutFormula(_ last: Line, _ line: Line) -> Bool {
    guard let end = lastScalar(last), let start = firstScalar(line) else { return false }
    return isRelation(start) || (0x1D400...0x1D7FF).contains(start) || isRelation(end)
      || [0xB1, 0xD7, 0x2212].contains(end) || (0x2227...0x222A).contains(end)
      || (0x2295...0x229B).contains(end)
  }

  /// Whether a sign is a relation other than those that begin and end marks of HTML and quoted lines.
  private func isRelation(_ scalar: UInt32) -> Bool {
    scalar != 0x3C && scalar != 0x3E && RegionFinder.relations.contains(scalar)
  }

  /// Whether a line goes on below the words of a heading with a number of several parts, in its style.
  func continuesHeading(_ at: Int, start: Int) -> Bool {
    let (first, line) = (lines[start], lines[at])
    guard at - start < 3, first.end - first.first > 1, first.isItalic == line.isItalic,
      first.isBold == line.isBold, line.isItalic || line.isBold
    else { return false }
    let (number, title) = (
      markers.fragments[Int(markers.order[first.first])],
      markers.fragments[Int(markers.order[first.first + 1])]
    )
    let label = markers.scalars[Int(number.start)..<Int(number.end)]
    return label.first.map(Script.isDigit) ?? false
      && label.split(separator: 0x2E).count > 1
      && label.allSatisfy { Script.isDigit($0) || $0 == 0x2E }
      && abs(line.x0 - title.x0) < 0.4 * line.size && title.x0 - first.x0 > line.size
      && !shape.isGap(lines[at - 1], line, isTolerant: true)
  }
}
