/// A line's place in a listing whose lines are numbered.
struct ListingLine {
  /// The left edge of the code, from which its lines are indented.
  var left: Float
  /// The left edge of the line's own code.
  var start: Float
  /// The cells of the widest number.
  var gutter: Int
  /// The width of a cell in points.
  var cell: Float
  /// How many fragments at the beginning of the line number it; 0 for the rest of a broken line.
  var numbers: Int
}

/// Finds listings and algorithms by the numbers before their lines, which are not part of the code.
struct NumberedListing {
  private struct Number {
    var value: Int
    var cells: Int
    var fragments: Int
    var x0: Float
    var x1: Float
    /// Where the code after it begins; nil for a blank line.
    var start: Float?
  }

  private let fragments: [Fragment]
  private let scalars: [UInt32]
  private let bodyIsMonospace: Bool
  private var numbered: [(line: Int, number: Number)] = []
  /// The lines without a number since the last one that has one.
  private var pending: [Int] = []
  private var broken: [Int] = []

  private static let leastLines = 4
  private static let mostDigits = 4
  /// The most lines into which one is broken.
  private static let mostBroken = 3
  /// In units of the font size: the white after a number, the least indentation, how far numbers are out of line, and the distance of two lines.
  private static let (white, indent, slack, leading): (Float, Float, Float, Float) = (
    0.3, 0.7, 0.35, 2.4
  )
  /// The share of the listing's width that a line of running text fills.
  private static let filled: Float = 0.85

  /// Marks the lines of listings among those of a leaf.
  static func mark(
    _ range: Range<Int>, in lines: inout Lines, _ parts: PageParts, _ scalars: [UInt32],
    bodyIsMonospace: Bool
  ) {
    var finder = NumberedListing(
      fragments: parts.fragments, scalars: scalars, bodyIsMonospace: bodyIsMonospace)
    for at in range { finder.add(at, &lines) }
    finder.finish(&lines)
  }

  private init(fragments: [Fragment], scalars: [UInt32], bodyIsMonospace: Bool) {
    self.fragments = fragments
    self.scalars = scalars
    self.bodyIsMonospace = bodyIsMonospace
  }

  private mutating func add(_ at: Int, _ lines: inout Lines) {
    let line = lines.list[at]
    guard !line.isRightToLeft else { return finish(&lines) }
    guard let last = numbered.last else {
      if let number = number(of: line, lines.order), number.start != nil {
        numbered = [(at, number)]
      }
      return
    }
    let above = lines.list[at - 1]
    let isClose = line.middle - above.middle < Self.leading * max(line.size, above.size)
    if let number = number(of: line, lines.order) {
      if isClose, continues(number, last.number, line.size) {
        broken += pending
        pending = []
      } else {
        finish(&lines)
        guard number.start != nil else { return }
      }
      numbered.append((at, number))
    } else if isClose, line.x0 > last.number.x1, pending.count < Self.mostBroken {
      pending.append(at)
    } else {
      finish(&lines)
    }
  }

  private func continues(_ number: Number, _ last: Number, _ size: Float) -> Bool {
    number.value == last.value + 1
      && min(abs(number.x1 - last.x1), abs(number.x0 - last.x0)) < Self.slack * size
  }

  /// Returns the number with which a line begins: digits, with a colon or a full stop or without, and white after them.
  private func number(of line: Line, _ order: [Int32]) -> Number? {
    guard line.first < line.end else { return nil }
    let first = fragments[Int(order[line.first])]
    let text = scalars[Int(first.start)..<Int(first.end)]
    let digits = text.prefix(while: Script.isDigit)
    guard (1...Self.mostDigits).contains(digits.count) else { return nil }
    var (count, end, isSigned) = (1, first.x1, false)
    if let sign = text.dropFirst(digits.count).first {
      guard text.count == digits.count + 1, sign == 0x3A || sign == 0x2E else { return nil }
      isSigned = true
    } else if line.end - line.first > 2 {
      let second = fragments[Int(order[line.first + 1])]
      if second.count == 1, scalars[Int(second.start)] == 0x3A {
        (count, end, isSigned) = (2, second.x1, true)
      }
    }
    let value = digits.reduce(0) { $0 * 10 + Int($1 & 0xF) }
    let cells = digits.count + (isSigned ? 1 : 0)
    guard line.first + count < line.end else {
      return Number(value: value, cells: cells, fragments: count, x0: first.x0, x1: end)
    }
    let next = fragments[Int(order[line.first + count])]
    guard
      isSigned && next.traits.contains(.blankBefore)
        || next.x0 - end > Self.white * line.size
    else { return nil }
    return Number(
      value: value, cells: cells, fragments: count, x0: first.x0, x1: end, start: next.x0)
  }

  /// Marks the lines found if they are code, and begins again.
  private mutating func finish(_ lines: inout Lines) {
    defer { (numbered, pending, broken) = ([], [], []) }
    guard numbered.count >= Self.leastLines, isListing(lines.list) else { return }
    let left = numbered.reduce(Float.infinity) { min($0, $1.number.start ?? $0) }
    let gutter = numbered.reduce(0) { max($0, $1.number.cells) }
    let cell = cell(lines)
    for (at, number) in numbered {
      lines.setListing(
        ListingLine(
          left: left, start: number.start ?? left, gutter: gutter, cell: cell,
          numbers: number.fragments), at: at)
    }
    for at in broken + rest(left, lines.list) {
      let start = lines.list[at].x0
      lines.setListing(
        ListingLine(left: left, start: start, gutter: gutter, cell: cell, numbers: 0), at: at)
    }
  }

  /// Returns the width of a cell: a letter's in one pitch, else half of the font size.
  private func cell(_ lines: Lines) -> Float {
    let widths = numbered.compactMap { at, number -> Float? in
      let line = lines.list[at]
      guard line.isMonospace, number.start != nil else { return nil }
      let code = fragments[Int(lines.order[line.first + number.fragments])]
      return (code.x1 - code.x0) / Float(max(code.count, 1))
    }.sorted()
    let size = numbered.reduce(0) { max($0, lines.list[$1.line].size) }
    let width = widths.count * 2 > numbered.count ? widths[widths.count / 2] : 0.5 * size
    return max(width, 0.5)
  }

  /// Returns the lines without a number that continue the last numbered line if that is nearly as long as the longest line.
  ///
  /// They begin below its code or are indented from the left edge of the code.
  private func rest(_ left: Float, _ list: [Line]) -> [Int] {
    guard let last = numbered.last else { return [] }
    let right = numbered.reduce(left) { max($0, list[$1.line].x1) }
    guard list[last.line].x1 > left + Self.filled * (right - left) else { return [] }
    return Array(
      pending.prefix { at in
        let line = list[at]
        return line.x0 > left + Self.indent * line.size
          || abs(line.x0 - (last.number.start ?? left)) < Self.slack * line.size
      })
  }

  /// Whether the lines are in one pitch, or indented by a few steps and of any length, unlike those of a list, a table or numbered text.
  private func isListing(_ list: [Line]) -> Bool {
    let written = numbered.filter { $0.number.start != nil }
    let own = written.map { list[$0.line] }
    let starts = written.compactMap(\.number.start)
    guard let left = starts.min(), let edge = numbered.map(\.number.x1).max(), edge <= left else {
      return false
    }
    if !bodyIsMonospace, own.count(where: \.isMonospace) * 5 >= own.count * 4 { return true }
    let size = own.reduce(0) { max($0, $1.size) }
    let levels = Set(starts.map { (($0 - left) / (0.5 * size)).nearest(in: 0...1_000) })
    let gaps = zip(starts, written).map { $0 - $1.number.x1 }
    guard own.count >= Self.leastLines, let first = starts.first, let narrow = gaps.min(),
      let wide = gaps.max(),
      (starts.max() ?? left) - left > Self.indent * size, wide - narrow > Self.indent * size,
      levels.count * 3 <= own.count * 2 + 1,
      numbered[0].number.value > 1 || first < left + Self.indent * size
    else { return false }
    let right = own.reduce(left) { max($0, $1.x1) }
    let full = own.count { $0.x1 > left + Self.filled * (right - left) }
    return full * 2 < own.count && own.count { $0.parts > 1 } * 3 < own.count
  }
}
