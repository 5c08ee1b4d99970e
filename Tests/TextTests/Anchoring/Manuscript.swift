import DocumentModel
import TestSupport

@testable import Text

/// A text that is written, changed and set again and again, each word with a number of its own.
struct Manuscript {
  struct Word: Hashable {
    var number: Int
    var text: String
  }

  var paragraphs: [[Word]] = []
  private var last = 0
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static let common = "the of and to in a is that it for was on are with as this be at by or from"
    .split(separator: " ").map(String.init)
  static let syllables = [
    "ba", "con", "di", "fer", "gra", "in", "ka", "lo", "men", "nor", "per", "qui", "ra", "ses",
    "tion", "ul", "ver", "wo", "ze", "tra",
  ]

  mutating func word() -> Word {
    last += 1
    if Int.random(in: 0..<5, using: &random) < 2 {
      return Word(
        number: last, text: Self.common[Int.random(in: 0..<Self.common.count, using: &random)])
    }
    let count = Int.random(in: 2...4, using: &random)
    let text = (0..<count).map { _ in
      Self.syllables[Int.random(in: 0..<Self.syllables.count, using: &random)]
    }.joined()
    return Word(number: last, text: text)
  }

  mutating func sentence() -> [Word] {
    var words = (0..<Int.random(in: 6...18, using: &random)).map { _ in word() }
    words[0].text = words[0].text.prefix(1).uppercased() + words[0].text.dropFirst()
    words[words.count - 1].text += "."
    return words
  }

  mutating func paragraph() -> [Word] {
    (0..<Int.random(in: 2...7, using: &random)).flatMap { _ in sentence() }
  }

  mutating func write(paragraphs count: Int) { paragraphs = (0..<count).map { _ in paragraph() } }

  /// The same words once more, as others.
  mutating func copy(_ words: [Word]) -> [Word] {
    words.map { word in
      last += 1
      return Word(number: last, text: word.text)
    }
  }

  struct Page {
    var text: PageText
    /// Of each scalar the number of its word; 0 for blanks and line ends.
    var words: [Int]
  }

  /// Sets it in one column or two, with running heads.
  func set(width: Int, lines: Int, hyphens: Bool, isDouble: Bool) -> [Page] {
    var rows: [[(scalar: Unicode.Scalar, word: Int)]] = []
    for paragraph in paragraphs {
      var row: [(scalar: Unicode.Scalar, word: Int)] = [(" ", 0), (" ", 0)]
      for word in paragraph {
        var rest = word.text.unicodeScalars.map { (scalar: $0, word: word.number) }
        if row.count + rest.count + 1 > width {
          let room = width - row.count - 2
          if hyphens, room >= 3, rest.count - room >= 3 {
            row += [(" ", 0)] + rest[..<room] + [("-", word.number)]
            rest = Array(rest[room...])
          }
          rows.append(row)
          row = rest
        } else {
          if !row.isEmpty, row.last?.scalar != " " { row.append((" ", 0)) }
          row += rest
        }
      }
      rows.append(row)
    }
    var pages: [Page] = []
    let columns = isDouble ? 2 : 1
    while !rows.isEmpty {
      var page = SyntheticPage()
      var words: [Int] = []
      page.size = PageSize(
        width: Double(columns * (width * 5 + 40) + 100), height: Double(lines * 12 + 140))
      page.line("A running head \(pages.count + 1)", x: 60, y: 30, size: 9)
      words += [Int](repeating: 0, count: page.text.scalars.count)
      for column in 0..<columns {
        let x = Float(50 + column * (width * 5 + 40))
        for (number, row) in rows.prefix(lines).enumerated() {
          let indent = row.prefix { $0.scalar == " " }.count
          let kept = row.dropFirst(indent)
          page.line(
            String(String.UnicodeScalarView(kept.map(\.scalar))), x: x + Float(indent * 5),
            y: Float(70 + number * 12))
          words += kept.map(\.word) + [0]
        }
        rows.removeFirst(min(lines, rows.count))
      }
      var text = page.text
      text.size = page.size
      pages.append(Page(text: text, words: words))
    }
    return pages
  }
}
