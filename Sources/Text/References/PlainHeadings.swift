import DocumentModel

/// Lines such as `3. Overview of the proof` in the style of the text, which are headings where their numbers count the sections.
struct PlainHeadings: Sendable {
  private struct Line {
    var number: Int
    var place: Destination
    /// Characters of text before it.
    var offset: Int
  }

  private var lines: [Line] = []
  private var offset = 0

  private static let longest = 90
  /// Characters of text between two headings: items of a list are closer.
  private static let shortestSection = 400
  private static let fewestSections = 3
  private static let mostLines = 5_000

  /// Adds the next paragraph of the text with its first row.
  mutating func add(_ paragraph: Flow.Paragraph, row: Box) {
    let text = paragraph.scalars
    defer { offset += text.count }
    guard text.count <= Self.longest, paragraph.kind == .paragraph || paragraph.isItem,
      paragraph.box.height < 1.7 * row.height, lines.count < Self.mostLines
    else { return }
    let (number, start) = SectionTitle.number(text)
    guard let value = number?.value, start < text.count, Script.isUpperCase(text[start]),
      let last = text.last, Script.isLetter(last) || Script.isDigit(last) || last == 0x3F
    else { return }
    lines.append(
      Line(
        number: value,
        place: Destination(page: paragraph.page, x: Double(row.x0), y: Double(row.y0)),
        offset: offset))
  }

  /// Returns the places of sections that are not known as headings, if numbers from 1 on, or 2, are those of headings or of lines far from each other.
  func places(isKnown: (Int) -> Bool) -> [Int: Destination] {
    let chains = [1, 2].map { chain(from: $0, isKnown) }
    let longest = chains[1].last > chains[0].last ? chains[1] : chains[0]
    return longest.last >= Self.fewestSections ? longest.places : [:]
  }

  private func chain(
    from first: Int, _ isKnown: (Int) -> Bool
  ) -> (places: [Int: Destination], last: Int) {
    var found: [Int: Destination] = [:]
    var (number, end) = (first, -Self.shortestSection)
    while true {
      if !isKnown(number) {
        let line = lines.first {
          $0.number == number && $0.offset >= end + Self.shortestSection
        }
        guard let line else { return (found, number - 1) }
        found[number] = line.place
        end = line.offset
      }
      number += 1
    }
  }
}
