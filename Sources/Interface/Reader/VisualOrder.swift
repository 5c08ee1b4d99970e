import Canvas
import Text

/// How much of bidirectional reordering the terminal does itself.
package enum Bidi: Sendable, Hashable {
  /// None: each character appears where it is put.
  case none
  /// It turns the letters of each word round, as kitty does: only words are to be put in order.
  case words
}

/// Reorders the characters of a line for display if some are right-to-left: the essence of the Unicode
/// bidirectional algorithm (UAX #9) without embeddings, which pages of a PDF do not have.
enum VisualOrder {
  private enum Class { case left, right, number, neutral }

  /// Whether a line has anything to be put in order.
  static func isNeeded(_ glyphs: [TextLine.Glyph]) -> Bool {
    glyphs.contains { Script.isRightToLeft($0.scalar) }
  }

  /// Whether a text is right-to-left: its first letter is, or most letters are.
  ///
  /// The latter is not in UAX #9, but many right-to-left paragraphs begin with a left-to-right name.
  static func isRightToLeft(_ scalars: [UInt32]) -> Bool {
    let letters = scalars.lazy.map(kind).filter { $0 == .left || $0 == .right }
    if letters.first == .right { return true }
    var (right, all) = (0, 0)
    for letter in letters {
      all += 1
      if letter == .right { right += 1 }
    }
    return right * 2 > all
  }

  /// Returns the line as displayed; a line of a right-to-left paragraph is aligned to the right edge of
  /// `width` cells.
  static func line(_ line: TextLine, isRightToLeft: Bool, width: Int, _ bidi: Bidi) -> TextLine {
    let levels = levels(line.glyphs.map(\.scalar), base: isRightToLeft ? 1 : 0)
    var order = Array(line.glyphs.indices)
    for level in stride(from: levels.max() ?? 0, to: 0, by: -1) {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
    }
    keepMarksBehind(&order, line.glyphs)
    if bidi == .words { turnWordsBack(&order, line.glyphs) }
    return placed(line, order, levels, isRightToLeft: isRightToLeft, width: width)
  }

  /// Returns a line whose words stay at their positions on the page, with their letters reordered if the terminal does not do
  /// it.
  static func inPlace(_ line: TextLine, _ bidi: Bidi) -> TextLine {
    guard bidi == .none, isNeeded(line.glyphs) else { return line }
    var result = line
    var start = 0
    while start < line.glyphs.count {
      var end = start
      while end < line.glyphs.count, kind(line.glyphs[end].scalar) == .right,
        end == start || line.glyphs[end].column <= line.glyphs[end - 1].column + 1
      {
        end += 1
      }
      let columns = line.glyphs[start..<end].map(\.column)
      for (index, column) in zip(start..<end, columns.reversed()) {
        result.glyphs[index].column = column
      }
      start = max(end, start + 1)
    }
    result.glyphs.sort { $0.column < $1.column }
    return result
  }

  /// The cells in the new order; the indent moves to the side reading starts from.
  private static func placed(
    _ line: TextLine, _ order: [Int], _ levels: [Int], isRightToLeft: Bool, width: Int
  ) -> TextLine {
    let indent = Int(line.glyphs.first?.column ?? 0)
    let cells = line.glyphs.reduce(0) { $0 + CellWidth.of($1.scalar) }
    var column = isRightToLeft ? max(0, width - indent - cells) : indent
    var result = line
    result.glyphs = order.map { index in
      var glyph = line.glyphs[index]
      if levels[index] % 2 == 1 { glyph.scalar = mirrored(glyph.scalar) }
      glyph.column = Int32(column)
      column += CellWidth.of(glyph.scalar)
      return glyph
    }
    return result
  }

  private static func kind(_ scalar: UInt32) -> Class {
    if (0x30...0x39).contains(scalar) || (0x660...0x669).contains(scalar)
      || (0x6F0...0x6F9).contains(scalar)
    {
      return .number
    }
    if Script.isRightToLeft(scalar) { return .right }
    return WordShape.isWord(scalar) ? .left : .neutral
  }

  /// The level of each character: even ones are read from the left, odd ones from the right (UAX #9, W, N and I rules).
  private static func levels(_ scalars: [UInt32], base: Int) -> [Int] {
    var kinds = scalars.map(kind)
    // Separators inside a number belong to it; numbers after left-to-right letters take their
    // direction.
    for index in kinds.indices.dropFirst().dropLast()
    where kinds[index] == .neutral && kinds[index - 1] == .number && kinds[index + 1] == .number {
      if [0x2B, 0x2C, 0x2D, 0x2E, 0x2F, 0x3A].contains(scalars[index]) { kinds[index] = .number }
    }
    addSignsOfNumbers(&kinds, scalars)
    var strong: Class = base == 1 ? .right : .left
    for index in kinds.indices {
      switch kinds[index] {
      case .left, .right: strong = kinds[index]
      case .number: if strong == .left { kinds[index] = .left }
      case .neutral: break
      }
    }
    let edge: Class = base == 1 ? .right : .left
    settleBrackets(&kinds, scalars, edge: edge)
    var index = 0
    while index < kinds.count {
      guard kinds[index] == .neutral else {
        index += 1
        continue
      }
      var end = index
      while end < kinds.count, kinds[end] == .neutral { end += 1 }
      let before = index > 0 ? side(kinds[index - 1]) : edge
      let after = end < kinds.count ? side(kinds[end]) : edge
      for place in index..<end { kinds[place] = before == after ? before : edge }
      index = end
    }
    return kinds.map { kind in
      switch kind {
      case .left: base == 1 ? 2 : 0
      case .right, .neutral: 1
      case .number: 2
      }
    }
  }

  /// Numbers count as read from the right (N0, N1).
  private static func side(_ kind: Class) -> Class { kind == .left ? .left : .right }

  /// Signs beside European digits, such as per cent and currency, belong to the number (W5); after Arabic letters digits are not European
  /// (W2).
  private static func addSignsOfNumbers(_ kinds: inout [Class], _ scalars: [UInt32]) {
    var isArabic = false
    var areEuropean = Array(repeating: false, count: kinds.count)
    for index in kinds.indices {
      switch kinds[index] {
      case .left: isArabic = false
      case .right: isArabic = Self.isArabic(scalars[index])
      case .number: areEuropean[index] = !isArabic && (scalars[index] < 0x660)
      case .neutral: break
      }
    }
    func spread(_ indices: some Sequence<Int>) {
      var isBeside = false
      for index in indices {
        if kinds[index] == .neutral, isBeside, isSignOfNumbers(scalars[index]) {
          kinds[index] = .number
        } else {
          isBeside = areEuropean[index]
        }
      }
    }
    spread(kinds.indices)
    spread(kinds.indices.reversed())
  }

  private static func isArabic(_ scalar: UInt32) -> Bool {
    (0x600...0x7BF).contains(scalar) || (0x860...0x8FF).contains(scalar)
      || (0xFB50...0xFDFF).contains(scalar) || (0xFE70...0xFEFC).contains(scalar)
  }

  /// European number terminators (UAX #9, table 4).
  private static func isSignOfNumbers(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x23...0x25, 0xA2...0xA5, 0xB0, 0xB1, 0x2030...0x2034, 0x20A0...0x20CF, 0x2213: true
    default: false
    }
  }

  /// Both brackets of a pair take the direction of their contents, or that of the line if it occurs in them or around them (N0).
  private static func settleBrackets(
    _ kinds: inout [Class], _ scalars: [UInt32], edge: Class
  ) {
    for pair in brackets(kinds, scalars) {
      let inside = kinds[pair].dropFirst().lazy.filter { $0 != .neutral }.map(side)
      guard !inside.isEmpty else { continue }
      var way = edge
      if !inside.contains(edge) {
        let before = kinds[..<pair.lowerBound].last { $0 != .neutral }.map(side)
        if let before, before != edge { way = before }
      }
      kinds[pair.lowerBound] = way
      kinds[pair.upperBound] = way
    }
  }

  /// Returns the pairs of brackets of a line, by opening position (BD16).
  private static func brackets(_ kinds: [Class], _ scalars: [UInt32]) -> [ClosedRange<Int>] {
    var open: [Int] = []
    var found: [ClosedRange<Int>] = []
    for (index, scalar) in scalars.enumerated() where kinds[index] == .neutral {
      switch scalar {
      case 0x28, 0x5B, 0x7B:
        guard open.count < 63 else { return [] }
        open.append(index)
      case 0x29, 0x5D, 0x7D:
        guard let at = open.lastIndex(where: { pairs[scalars[$0]] == scalar }) else { continue }
        found.append(open[at]...index)
        open.removeSubrange(at...)
      default: break
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// Keeps combining marks after the letter they belong to.
  private static func keepMarksBehind(_ order: inout [Int], _ glyphs: [TextLine.Glyph]) {
    var index = 0
    while index < order.count {
      var end = index
      while end < order.count, CellWidth.of(glyphs[order[end]].scalar) == 0 { end += 1 }
      if end > index, end < order.count, order[end] < order[index] {
        order[index...end].reverse()
      }
      index = end + 1
    }
  }

  /// The letters of each word read from the right in the order they are written: the terminal turns them round.
  private static func turnWordsBack(_ order: inout [Int], _ glyphs: [TextLine.Glyph]) {
    var index = 0
    while index < order.count {
      var end = index
      while end < order.count,
        kind(glyphs[order[end]].scalar) == .right
          || CellWidth.of(glyphs[order[end]].scalar) == 0
      {
        end += 1
      }
      if end > index { order[index..<end].sort() }
      index = max(end, index + 1)
    }
  }

  private static let pairs: [UInt32: UInt32] = [
    0x28: 0x29, 0x29: 0x28, 0x5B: 0x5D, 0x5D: 0x5B, 0x7B: 0x7D, 0x7D: 0x7B, 0x3C: 0x3E, 0x3E: 0x3C,
    0xAB: 0xBB, 0xBB: 0xAB,
  ]

  private static func mirrored(_ scalar: UInt32) -> UInt32 { pairs[scalar] ?? scalar }
}
