import DocumentModel
import Messages
import Text

extension Hints {
  /// Returns the defined terms in sight with the cell each begins at, once each, without the definitions themselves.
  static func visibleTerms(_ state: State) -> [(link: Link, x: Int, y: Int)] {
    guard let document = state.document, let terms = document.references?.terms, !terms.isEmpty
    else { return [] }
    var seen: Set<Destination> = []
    var found: [(link: Link, x: Int, y: Int)] = []
    let glyphs = state.visibleGlyphs(of: state.panes.focus)
    let words = Self.words(of: glyphs)
    var next = 0
    for start in words.indices where start >= next {
      for count in (1...Self.mostWords).reversed() where start + count <= words.count {
        let range = words[start].lowerBound..<words[start + count - 1].upperBound
        let text: [UInt32] = words[start..<start + count].flatMap {
          glyphs[$0].map(\.scalar) + [0x20]
        }
        guard let place = Self.place(of: text[...], in: terms) else { continue }
        next = start + count
        let first = glyphs[range.lowerBound]
        let box = document.pages[first.page]?.text.boxes[safe: first.origin] ?? .zero
        let isInBrackets = range.lowerBound > 0 && glyphs[range.lowerBound - 1].scalar == 0x28
        let isOwn =
          place.page == first.page
          && Self.isDefinition(
            box, at: place, ofAbbreviation: Abbreviation.isName(text.dropLast()), isInBrackets)
        if !isOwn, seen.insert(place).inserted {
          let link = Link(box: box, target: .destination(place), kind: .theorem)
          found.append((link, first.x, first.y))
        }
        break
      }
    }
    return found
  }

  /// Whether a word on the page of its definition is the one that is defined there. An abbreviation is in brackets after its long form, where its
  /// definition begins, or begins its entry in a list; others are on the first line of theirs.
  private static func isDefinition(
    _ box: Box, at place: Destination, ofAbbreviation isAbbreviation: Bool, _ isInBrackets: Bool
  ) -> Bool {
    let down = Double(box.y0) - (place.y ?? 0)
    guard isAbbreviation else { return down.magnitude < 4 }
    let isFirst = down.magnitude < 4 && (Double(box.x0) - (place.x ?? 0)).magnitude < 4
    return isFirst || isInBrackets && (-4..<longestForm).contains(down)
  }

  /// The height of the lines that a long form may take, in points.
  private static let longestForm = 40.0

  /// The maximum number of words in a term.
  private static var mostWords: Int { 4 }

  /// Returns the words of some characters as ranges of their indices.
  fileprivate static func words(of glyphs: [VisibleGlyph]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    for index in glyphs.indices {
      let scalar = glyphs[index].scalar
      guard Script.isLetter(scalar) || Script.isDigit(scalar) || scalar == 0x2D else {
        continue
      }
      if let last = words.last, last.upperBound == index, glyphs[index].y == glyphs[index - 1].y {
        words[words.count - 1] = last.lowerBound..<index + 1
      } else {
        words.append(index..<index + 1)
      }
    }
    return words
  }

  /// Returns where words are defined, in the singular, too.
  static func place(
    of words: ArraySlice<UInt32>, in terms: [String: Destination]
  ) -> Destination? {
    var words = words
    while let last = words.last, Script.isBlank(last) { words.removeLast() }
    if let place = terms[DefinedTerms.key(words)] { return place }
    guard words.last == 0x73, words.count > 2 else { return nil }
    return terms[DefinedTerms.key(words.dropLast())]
  }
}
