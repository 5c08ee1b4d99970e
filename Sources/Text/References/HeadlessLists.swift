/// Lists of works without a heading.
struct HeadlessLists {
  /// Labelled paragraphs in order.
  private var labelled: [Bibliography.Line] = []
  /// Such lists before it, as a paper has with its supplement.
  private var labelledBefore: [[Bibliography.Line]] = []
  /// Paragraphs that begin with names, with the lines between them.
  private var run: [Bibliography.Line] = []
  private var works = 0
  /// Lines after the last of them.
  private var rest: [Bibliography.Line] = []
  /// The longest of such runs.
  private var best: (lines: [Bibliography.Line], works: Int) = ([], 0)

  /// Fewer numbered paragraphs are no list of works.
  private static let leastLabelled = 3
  private static let mostLists = 100
  /// More lines between two works do not belong to the first.
  private static let mostBetween = 2

  /// The lists that are numbered.
  var numbered: [[Bibliography.Line]] {
    (labelledBefore + [labelled]).filter { $0.count >= Self.leastLabelled }
  }

  /// The longest list by authors and years; empty if it is too short.
  var dated: [Bibliography.Line] {
    let longest = works > best.works ? (lines: run, works: works) : best
    return longest.works >= Bibliography.leastDated ? longest.lines : []
  }

  /// Adds a paragraph outside of any list; returns whether there are more than are kept.
  mutating func add(_ line: Bibliography.Line, isSearched: Bool) -> Bool {
    if isSearched { addDated(line) }
    guard let label = EntryLabel.read(line.scalars), label.isBracketed,
      let number = PartNumber(scalars: label.label).value
    else { return false }
    if number == 1 {
      if labelled.count >= Self.leastLabelled, labelledBefore.count < Self.mostLists {
        labelledBefore.append(labelled)
      }
      labelled = [line]
    } else if number == labelled.count + 1 {
      let kept = labelledBefore.reduce(labelled.count) { $0 + $1.count }
      guard kept < Bibliography.mostLines else { return true }
      labelled.append(line)
    }
    return false
  }

  private mutating func addDated(_ line: Bibliography.Line) {
    if Self.beginsWork(line.scalars), run.count < Bibliography.mostLines {
      run += rest + [line]
      (works, rest) = (works + 1, [])
    } else if !run.isEmpty, rest.count < Self.mostBetween {
      rest.append(line)
    } else if !run.isEmpty {
      if works > best.works { best = (run, works) }
      (run, works, rest) = ([], 0, [])
    }
  }

  /// Whether a paragraph begins with names as an entry does, and has a year.
  static func beginsWork(_ text: [UInt32]) -> Bool {
    // Most paragraphs have no comma after their first words, or no capital before it.
    guard let first = text.first, Script.isLetter(first),
      text.prefix(longestSurname).contains(0x2C),
      text.prefix(longestWork).indices.contains(where: { Year.end(at: $0, in: text) != nil })
    else { return false }
    return BibliographyEntry.begins(text[...])
  }

  private static let longestSurname = 40
  private static let longestWork = 600
}
