/// Detects bullets and numbers before list items and notes.
struct Markers {
  let fragments: [Fragment]
  let scalars: [UInt32]
  let order: [Int32]

  struct Marker {
    /// The number of fragments it takes; 0 if it is joined to the first one.
    var fragments: Int
    var isBullet: Bool
    /// The x at which the text after it starts.
    var textX0: Float
  }

  func marker(of line: Line) -> Marker? {
    guard line.end > line.first, !line.isMonospace else { return nil }
    let first = fragments[Int(order[line.first])]
    if let glued = gluedBullet(first) { return glued }
    guard line.end - line.first >= 2 else { return nil }
    let second = fragments[Int(order[line.first + 1])]
    let isApart =
      second.traits.contains(.blankBefore) || second.x0 - first.x1 > 0.2 * line.size
    let text = scalars[Int(first.start)..<Int(first.end)]
    guard let sign = text.first else { return nil }
    if text.count == 1, Script.isBullet(sign), isApart || sign > 0x2020 {
      return Marker(fragments: 1, isBullet: true, textX0: second.x0)
    }
    if let box = switchMarker(line) { return box }
    guard isApart, Self.isNumber(text) else { return nil }
    return Marker(fragments: 1, isBullet: false, textX0: second.x0)
  }

  /// A form field's state as shown in text: `[x]`, `(•)` or an empty one, which is two fragments.
  private func switchMarker(_ line: Line) -> Marker? {
    for count in 1...2 where line.end - line.first > count {
      let taken = (0..<count).map { fragments[Int(order[line.first + $0])] }
      let text = taken.map { Array(scalars[Int($0.start)..<Int($0.end)]) }
      guard Self.switches.contains(text), let last = taken.last else { continue }
      let next = fragments[Int(order[line.first + count])]
      guard next.traits.contains(.blankBefore) || next.x0 - last.x1 > 0.1 * line.size else {
        continue
      }
      return Marker(fragments: count, isBullet: true, textX0: next.x0)
    }
    return nil
  }

  private static let switches: Set<[[UInt32]]> = [
    [[0x5B, 0x78, 0x5D]], [[0x5B], [0x5D]], [[0x28, 0x2022, 0x29]], [[0x28], [0x29]],
  ]

  /// A bullet without a gap before its text.
  private func gluedBullet(_ fragment: Fragment) -> Marker? {
    guard fragment.count > 1 else { return nil }
    let (sign, next) = (scalars[Int(fragment.start)], scalars[Int(fragment.start) + 1])
    guard sign > 0x2020 || sign == 0xB7, sign != 0x2212, Script.isBullet(sign),
      Script.isLetter(next) || Script.isIdeographic(next) || Script.isDigit(next)
    else { return nil }
    return Marker(fragments: 0, isBullet: true, textX0: fragment.x0 + fragment.size)
  }

  /// Whether the line starts with a single capital and a full stop, which is as often the initial of a name.
  func isInitial(_ line: Line) -> Bool {
    line.first < line.end && isInitial(fragments[Int(order[line.first])])
  }

  /// Whether the line ends in a single capital and a full stop.
  func endsInInitial(_ line: Line) -> Bool {
    line.first < line.end && isInitial(fragments[Int(order[line.end - 1])])
  }

  private func isInitial(_ fragment: Fragment) -> Bool {
    fragment.count == 2 && Script.isUpperCase(scalars[Int(fragment.start)])
      && scalars[Int(fragment.start) + 1] == 0x2E
  }

  /// The common form of a list's markers: `(2)` and `b)` belong to different lists.
  struct Style: Equatable {
    var opening: UInt32
    var closing: UInt32
    var isDigit: Bool
  }

  func style(of line: Line) -> Style? {
    guard let marker = marker(of: line), !marker.isBullet else { return nil }
    let first = fragments[Int(order[line.first])]
    let (sign, end) = (scalars[Int(first.start)], scalars[Int(first.end) - 1])
    let isOpened = !Script.isDigit(sign) && !Script.isLetter(sign)
    return Style(
      opening: isOpened ? sign : 0, closing: end,
      isDigit: Script.isDigit(isOpened ? scalars[Int(first.start) + 1] : sign))
  }

  /// Whether the text is a list number such as `1.`, `12)`, `(a)`, `iv.` or `[3]`.
  static func isNumber(_ text: ArraySlice<UInt32>) -> Bool {
    guard text.count <= 7, let last = text.last, let first = text.first else { return false }
    var inner = text
    let opens = first == 0x28 || first == 0x5B || first == 0xFF08
    if opens { inner = inner.dropFirst() }
    switch last {
    case 0x29, 0x5D, 0xFF09: inner = inner.dropLast()
    case 0x2E, 0xFF0E, 0x3001: if opens { return false } else { inner = inner.dropLast() }
    default: return false
    }
    guard !inner.isEmpty else { return false }
    if inner.allSatisfy(Script.isDigit) { return inner.count <= 3 || last == 0x5D }
    if inner.count == 1 { return inner.allSatisfy(Script.isLetter) }
    let roman: [UInt32] = [0x69, 0x76, 0x78, 0x6C]
    return inner.count <= 5 && inner.allSatisfy { roman.contains(Script.lower($0)) }
  }

  /// Returns the number of a line of an algorithm; nil for other lines.
  func stepNumber(_ line: Line) -> Int? {
    guard line.end - line.first >= 2 else { return nil }
    let first = fragments[Int(order[line.first])]
    return Self.stepNumber(scalars[Int(first.start)..<Int(first.end)])
  }

  /// Returns the number of a step that a text begins with, such as `12:` or `(b12)`; nil for other texts.
  static func stepNumber(_ text: ArraySlice<UInt32>) -> Int? {
    let isOpened = text.first == 0x28
    let letters = isOpened ? text.dropFirst().prefix(while: Script.isLetter).count : 0
    if isOpened, letters != 1 { return nil }
    let digits = text.dropFirst(isOpened ? 1 + letters : 0).prefix(while: Script.isDigit)
    let rest = text[digits.endIndex...]
    guard (1...3).contains(digits.count), let sign = rest.first,
      isOpened ? sign == 0x29 : colons.contains(sign),
      rest.dropFirst().first.map(Script.isBlank) ?? true
    else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 & 0xF) }
  }

  private static let colons: Set<UInt32> = [0x3A, 0x2236]

  /// Whether the line starts with a footnote's own mark: a small raised digit or sign.
  func startsNote(_ line: Line) -> Bool {
    guard line.end - line.first >= 2 else { return false }
    let first = fragments[Int(order[line.first])]
    return isNoteMark(first, size: line.size, middle: line.middle)
  }

  /// Returns the number of digits (up to three) before the line's text, separate or joined to a capital.
  func leadingFigures(_ line: Line) -> Int {
    guard line.first < line.end else { return 0 }
    let first = fragments[Int(order[line.first])]
    let text = scalars[Int(first.start)..<Int(first.end)]
    let figures = text.prefix(while: Script.isDigit)
    guard !figures.isEmpty, figures.count <= 3 else { return 0 }
    if figures.count == text.count { return line.end - line.first >= 2 ? figures.count : 0 }
    return Script.isUpperCase(text[figures.endIndex]) ? figures.count : 0
  }

  func isNoteMark(_ fragment: Fragment, size: Float, middle: Float) -> Bool {
    guard fragment.count <= 4, fragment.size < 0.85 * size,
      fragment.middle < middle - 0.08 * size
    else { return false }
    return scalars[Int(fragment.start)..<Int(fragment.end)].allSatisfy {
      Script.isDigit($0) || Superscripts.isRaisedDigit($0) || $0 == 0x2C || $0 == 0x2A
        || $0 == 0x2020 || $0 == 0x2021 || $0 == 0xA7
        || $0 == 0xB6 || $0 == 0x2217
    }
  }
}
