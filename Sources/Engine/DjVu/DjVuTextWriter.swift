import DocumentModel
import Text
import Wire

/// Writes rows of words as the text of a page, with blanks and line ends between them.
struct DjVuTextWriter {
  private var text: PageText
  private var numbers: [Float: Int] = [:]

  /// The font size in units of a line's height. Heights within a quarter of the usual one count as equal to it, since the boxes of lines end at their
  /// ink.
  private static let (sizeShare, sizeSlack) = (Float(0.75), Float(0.25))

  init(size: PageSize) {
    text = PageText()
    text.size = size
  }

  consuming func written(_ rows: [DjVuText.Row]) -> PageText {
    let rows = rows.map(Line.init)
    let usual = rows.map(\.height).sorted()[safe: rows.count / 2] ?? 0
    for row in rows {
      write(row, height: abs(row.height - usual) <= Self.sizeSlack * usual ? usual : row.height)
    }
    return text
  }

  private mutating func write(_ row: Line, height: Float) {
    if let last = text.boxes.last {
      put(0x0A, Box(x0: last.x1, y0: last.y0, x1: last.x1, y1: last.y1))
    }
    begin(min(max(1, (height * Self.sizeShare * 2).rounded() / 2), Limit.fontSize))
    for (number, word) in row.words.enumerated() {
      if number > 0 { put(0x20, row.gap(before: number)) }
      for letter in word { put(letter.scalar, letter.box) }
    }
  }

  private mutating func put(_ scalar: UInt32, _ box: Box) {
    text.scalars.append(scalar)
    text.boxes.append(box)
  }

  private mutating func begin(_ size: Float) {
    let number: Int
    if let known = numbers[size] {
      number = known
    } else {
      guard text.styles.count < Limit.styles else { return }
      number = text.styles.count
      numbers[size] = number
      text.styles.append(TextStyle(size: size))
    }
    guard text.runs.last?.style != number else { return }
    text.runs.append(StyleRun(start: text.scalars.count, style: number))
  }
}

/// A row with the direction it runs in; the letters of one that runs across are as high as the row.
private struct Line {
  private(set) var words: [[DjVuText.Letter]]
  /// The extent across its direction, in points.
  let height: Float
  private let boxes: [Box]

  /// A zone much higher than its words is that of a slanted line.
  private static let mostHeight: Float = 1.6

  init(_ row: DjVuText.Row) {
    let boxes = row.words.map { word in
      word.reduce(word.first?.box ?? .zero) { $0.union($1.box) }
    }
    words = row.words
    let highest = boxes.map(\.height).max() ?? 0
    let course = Self.course(row.words, boxes)
    if course != .across {
      for index in words.indices where Self.isDivided(words[index], in: boxes[index]) {
        words[index] = DjVuLetters.share(boxes[index], among: words[index].map(\.scalar), course)
      }
      self.boxes = boxes
      height = boxes.map(\.width).max() ?? 0
    } else if let line = row.box, line.height <= Self.mostHeight * highest {
      for index in words.indices {
        for number in words[index].indices {
          let box = words[index][number].box
          words[index][number] = DjVuText.Letter(
            scalar: words[index][number].scalar, box: Self.raised(box, to: line))
        }
      }
      self.boxes = boxes.map { Self.raised($0, to: line) }
      height = line.height
    } else {
      self.boxes = boxes
      height = highest
    }
  }

  /// Returns the direction of a row: it runs up or down if most words of three letters or more are higher than wide.
  private static func course(_ words: [[DjVuText.Letter]], _ boxes: [Box]) -> DjVuLetters.Course {
    var (tall, wide) = (0, 0)
    for (word, box) in zip(words, boxes) where word.count > 2 {
      if box.height > 2 * box.width { tall += word.count } else { wide += word.count }
    }
    guard tall > wide, let first = boxes.first, let last = boxes.last else { return .across }
    if boxes.count > 1 { return last.y0 < first.y0 ? .up : .down }
    // Latin text beside a page runs up more often than down.
    let isIdeographic = words.first?.contains { Script.isIdeographic($0.scalar) } ?? false
    return isIdeographic ? .down : .up
  }

  /// Whether the letters of a word have their places from its box alone.
  private static func isDivided(_ word: [DjVuText.Letter], in box: Box) -> Bool {
    word.allSatisfy { $0.box.y0 == box.y0 && $0.box.y1 == box.y1 }
  }

  private static func raised(_ box: Box, to line: Box) -> Box {
    Box(x0: box.x0, y0: min(line.y0, box.y0), x1: box.x1, y1: max(line.y1, box.y1))
  }

  /// The box of the blank before a word; it is empty if the word does not follow on the same
  /// height.
  func gap(before number: Int) -> Box {
    let (one, other) = (boxes[number - 1], boxes[number])
    if other.x0 >= one.x1 { return Box(x0: one.x1, y0: one.y0, x1: other.x0, y1: one.y1) }
    if other.x1 <= one.x0 { return Box(x0: other.x1, y0: one.y0, x1: one.x0, y1: one.y1) }
    return Box(x0: one.x1, y0: one.y0, x1: one.x1, y1: one.y1)
  }
}
