import DocumentModel

/// A row of a table of contents: a title and, at its end, the number of a page.
struct ContentsRow: Sendable {
  var box: Box
  /// The number of its section, if it has one.
  var number: PartNumber?
  /// The title without the number, folded.
  var title: [UInt32]
  var text: String
  /// The printed page number.
  var label: String
  /// Whether dots lead to the number.
  var hasLeaders: Bool
  /// Where the number ends.
  var edge: Float

  /// A row of signs on the page, from left to right.
  private struct Row {
    var middle: Float
    var height: Float
    var signs: [Sign]
  }

  private struct Sign {
    var scalar: UInt32
    var box: Box
    /// Whether a blank follows it in the text.
    var endsWord: Bool
  }

  private static let leastRows = 3
  private static let mostSigns = 20_000

  /// Returns the rows of a page that lists parts with their pages; none on other pages.
  static func all(in page: PageText) -> [ContentsRow] {
    guard page.blocks == nil, page.scalars.count <= mostSigns, mayList(page) else { return [] }
    let rows = rows(of: page)
    var found = rows.indices.compactMap { read($0, of: rows, gap: parting) }
    guard found.count >= leastRows else { return [] }
    // A long title in bold has little white and no dots before its number, which ends where the others do.
    let edges = found.map(\.edge).sorted()
    let edge = edges[edges.count / 2]
    if edges.count(where: { abs($0 - edge) < 1 }) >= leastRows {
      found = rows.indices.compactMap { index in
        let isFlush = rows[index].signs.last.map { abs($0.box.x1 - edge) < 1 } == true
        return read(index, of: rows, gap: isFlush ? leastGap : parting)
      }
    }
    // Some rows that end with a number among others are a table or a figure.
    guard found.contains(where: \.hasLeaders) || found.count * 3 >= rows.count else { return [] }
    // Pages ascend, unlike the last column of a table.
    let numbers = found.compactMap { Int($0.label) }
    let ascending = zip(numbers, numbers.dropFirst()).count { $0 <= $1 }
    guard numbers.count < 3 || ascending * 10 >= (numbers.count - 1) * 8 else { return [] }
    return found
  }

  /// Whether enough numbers end a row after a gap or leaders; on most pages none does, and their characters need no sorting.
  private static func mayList(_ page: PageText) -> Bool {
    let (scalars, boxes) = (page.scalars, page.boxes)
    func isSign(_ index: Int) -> Bool { !isBreak(scalars[index]) && boxes[index].height > 0 }
    func isBeside(_ left: Int, _ right: Int) -> Bool {
      let distance = Float(abs(boxes[left].middle.y - boxes[right].middle.y))
      return distance < 0.35 * max(boxes[left].height, boxes[right].height)
        && boxes[right].x0 > boxes[left].x0
    }
    var (count, at) = (0, 0)
    var last: Int?
    while at < scalars.count {
      let start = at
      while at < scalars.count, isLabel(scalars[at]) { at += 1 }
      guard at > start else {
        if isSign(at) { last = at }
        at += 1
        continue
      }
      let before = last
      last = at - 1
      guard at == scalars.count || isBreak(scalars[at]),
        start == 0 || isBreak(scalars[start - 1]) || leaders.contains(scalars[start - 1])
      else { continue }
      if let before, !leaders.contains(scalars[before]), !isLabel(scalars[before]),
        isBeside(before, start),
        boxes[start].x0 - boxes[before].x1 < leastGap * boxes[start].height
      {
        continue
      }
      if let next = (at..<scalars.count).first(where: isSign), isBeside(at - 1, next) { continue }
      count += 1
      if count >= leastRows { return true }
    }
    return false
  }

  /// No gap before a page's number is smaller, in heights of the number.
  private static let leastGap: Float = 0.5

  private static func isBreak(_ scalar: UInt32) -> Bool {
    scalar == 0x0A || Script.isBlank(scalar)
  }

  private static func rows(of page: PageText) -> [Row] {
    var rows: [Row] = []
    var signs: [Sign] = []
    for (index, (scalar, box)) in zip(page.scalars, page.boxes).enumerated()
    where !Script.isBlank(scalar) && scalar != 0x0A && box.height > 0 {
      let next = page.scalars[(index + 1)...].first ?? 0x20
      signs.append(Sign(scalar: scalar, box: box, endsWord: Script.isBlank(next)))
    }
    signs.sort { $0.box.y0 + $0.box.y1 < $1.box.y0 + $1.box.y1 }
    for sign in signs {
      let middle = (sign.box.y0 + sign.box.y1) / 2
      if let last = rows.last, abs(last.middle - middle) < 0.35 * max(last.height, sign.box.height)
      {
        rows[rows.count - 1].signs.append(sign)
      } else {
        rows.append(Row(middle: middle, height: sign.box.height, signs: [sign]))
      }
    }
    for index in rows.indices { rows[index].signs.sort { $0.box.x0 < $1.box.x0 } }
    return rows
  }

  /// The gap between a title and its number without leaders, in heights of the row.
  private static let parting: Float = 1.5

  /// Reads a row whose page is at least a gap apart from its title, in heights of the row. The title may have begun in the row above.
  private static func read(_ index: Int, of rows: [Row], gap least: Float) -> ContentsRow? {
    let row = rows[index]
    var signs = row.signs
    // The number at the end.
    var label: [UInt32] = []
    while let last = signs.last, label.count < 8, isLabel(last.scalar),
      label.isEmpty
        || signs.count < row.signs.count
          && row.signs[signs.count].box.x0 - last.box.x1 < 0.3 * row.height
    {
      label.insert(last.scalar, at: 0)
      signs.removeLast()
    }
    guard !label.isEmpty, let end = signs.last else { return nil }
    let isNumber = label.allSatisfy(Script.isDigit)
    guard isNumber && label.count <= 4 || label.allSatisfy(isRoman)
    else {
      return nil
    }
    let gap = row.signs[signs.count].box.x0 - end.box.x1
    var dots = 0
    while let last = signs.last, leaders.contains(last.scalar) {
      dots += last.scalar == 0x2026 ? 3 : 1
      signs.removeLast()
    }
    guard dots >= 3 || gap > least * row.height, signs.count >= 2, let first = signs.first else {
      return nil
    }
    var title = words(signs, row.height)
    // Rows of tables have more figures.
    let letters = title.count { Script.isLetter($0) || Script.isIdeographic($0) }
    let figures = title.count { !Script.isBlank($0) && $0 != 0x2E }
    guard letters >= 2, dots >= 3 || letters * 2 > figures else { return nil }
    let box = row.signs.dropFirst().reduce(first.box) { $0.union($1.box) }
    var (number, start) = SectionTitle.number(title)
    if number == nil, index > 0, let above = rows[index - 1].signs.first,
      above.box.x0 < first.box.x0 - 1, row.middle - rows[index - 1].middle < 1.7 * row.height
    {
      let begun = words(rows[index - 1].signs, row.height)
      if let own = SectionTitle.number(begun).0, begun.last.map(isLabel) != true {
        title = begun + [0x20] + title
        (number, start) = (own, SectionTitle.number(title).start)
      }
    }
    return ContentsRow(
      box: box, number: number, title: SectionTitle.key(title[start...]),
      text: String(String.UnicodeScalarView(title.compactMap(Unicode.Scalar.init))),
      label: String(String.UnicodeScalarView(label.compactMap(Unicode.Scalar.init))),
      hasLeaders: dots >= 3, edge: row.signs.last?.box.x1 ?? box.x1)
  }

  /// Returns signs with blanks between the words.
  private static func words(_ signs: [Sign], _ height: Float) -> [UInt32] {
    var words: [UInt32] = []
    var previous = signs.first
    for sign in signs {
      let isParted =
        previous.map { $0.endsWord || sign.box.x0 - $0.box.x1 > 0.18 * height } ?? false
      if isParted, !words.isEmpty { words.append(0x20) }
      words.append(sign.scalar)
      previous = sign
    }
    return words
  }

  private static let leaders: Set<UInt32> = [0x2E, 0xB7, 0x2026, 0x2024, 0x22C5, 0x5F]

  private static func isRoman(_ scalar: UInt32) -> Bool {
    switch scalar | 0x20 {
    case 0x69, 0x76, 0x78, 0x6C, 0x63: true  // i, v, x, l, c
    default: false
    }
  }

  private static func isLabel(_ scalar: UInt32) -> Bool {
    (0x30...0x39).contains(scalar) || isRoman(scalar)
  }
}

/// The title of a section with its number.
enum SectionTitle {
  /// Reads `3.2 Title`, `A Title`, `Chapter 3. Title`, `Chapter Three`; `start` is the index of the title.
  static func number(_ text: [UInt32]) -> (PartNumber?, start: Int) {
    var at = 0
    var isNamed = false
    if let (word, number, end) = ReferenceScanner.beginning(text), word.kind == .section {
      return (number, skip(text, end))
    }
    let name = text.prefix(while: Script.isLetter)
    if ReferenceWord.named(by: name)?.kind == .section, name.count + 1 < text.count,
      Script.isBlank(text[name.count]),
      let (number, end) = SpelledNumber.read(text, at: name.count + 1),
      end == text.count || isEnd(text[end])
    {
      return (number, skip(text, end))
    }
    if text.first == 0x7B2C {
      at = 1
      isNamed = true
    }
    while at < text.count, Script.isBlank(text[at]) { at += 1 }
    guard let (number, end) = PartNumber.read(text[...], at: at, takesLetters: true),
      isNamed || end == text.count || isEnd(text[end])
    else { return (nil, 0) }
    // `A Title` is a section of an appendix, `I am` and `V` are words unless a full stop follows.
    if !number.scalars.contains(where: Script.isDigit), end < text.count, text[end] != 0x2E {
      let rest = text[end...].drop(while: Script.isBlank)
      guard let next = rest.first, Script.isUpperCase(next) else { return (nil, 0) }
    }
    return (number, skip(text, end))
  }

  private static func isEnd(_ scalar: UInt32) -> Bool {
    Script.isBlank(scalar) || scalar == 0x2E || scalar == 0x29 || scalar == 0x3A
      || Script.isIdeographic(scalar)
  }

  private static func skip(_ text: [UInt32], _ end: Int) -> Int {
    var at = end
    while at < text.count,
      Script.isBlank(text[at]) || [0x2E, 0x3A, 0x29, 0x2D, 0x2013, 0x2014].contains(text[at])
    {
      at += 1
    }
    return at
  }

  /// Returns the letters and digits of a title's beginning, folded.
  static func key(_ title: ArraySlice<UInt32>) -> [UInt32] {
    let folded = Folding(ignoresCase: true, ignoresAccents: true).fold(Array(title.prefix(60)))
      .scalars
    return Array(
      folded.filter { Script.isLetter($0) || Script.isDigit($0) || Script.isIdeographic($0) }
        .prefix(32))
  }
}
