import DocumentModel

/// Splits a page's glyphs into fragments.
struct Fragments {
  private(set) var list: [Fragment] = []
  private let text: PageText
  /// The size and traits of each style.
  private var styles: [(size: Float, traits: Fragment.Traits)]

  /// Splits in one pass; fragments keep poppler's order and the page's coordinates.
  static func cut(_ text: PageText) -> [Fragment] {
    var cutter = Fragments(text)
    cutter.run()
    return cutter.list
  }

  private init(_ text: PageText) {
    self.text = text
    styles = text.styles.map { style in
      var traits: Fragment.Traits = []
      if style.isMonospace { traits.insert(.monospace) }
      if style.isBold { traits.insert(.bold) }
      if style.isItalic { traits.insert(.italic) }
      return (style.size, traits)
    }
    list.reserveCapacity(text.scalars.count / 5 + 8)
  }

  private mutating func run() {
    let count = min(text.scalars.count, text.boxes.count)
    text.scalars.withUnsafeBufferPointer { scalars in
      text.boxes.withUnsafeBufferPointer { boxes in
        var run = 0
        var pending: Fragment.Traits = [.startsRow]
        var index = 0
        while index < count {
          let scalar = scalars[index]
          if scalar == 0x0A {
            pending.insert(.startsRow)
            index += 1
          } else if Script.isBlank(scalar) {
            pending.insert(.blankBefore)
            if scalar == PageText.divider { pending.insert(.dividedBefore) }
            index += 1
          } else {
            index = take(from: index, to: count, scalars, boxes, &run, pending)
            pending = []
          }
        }
      }
    }
  }

  /// Adds the fragment that begins at `start`; returns the index after it.
  @inline(__always)
  private mutating func take(
    from start: Int, to count: Int, _ scalars: UnsafeBufferPointer<UInt32>,
    _ boxes: UnsafeBufferPointer<Box>, _ run: inout Int, _ pending: Fragment.Traits
  ) -> Int {
    let runs = text.runs
    while run + 1 < runs.count, runs[run + 1].start <= start { run += 1 }
    let limit = run + 1 < runs.count ? min(count, max(runs[run + 1].start, start + 1)) : count
    var box = boxes[start]
    var last = box
    var traits = pending
    var direction = Direction.unknown
    note(scalars[start], &traits)
    var index = start + 1
    while index < limit {
      let scalar = scalars[index]
      if scalar == 0x0A || Script.isBlank(scalar) { break }
      let next = boxes[index]
      let step = Direction(from: last, to: next)
      if direction != .unknown, step != direction && step != .unknown { break }
      if isApart(last, next, step) { break }
      if step == .back, isGap(last, next) { break }
      // A step to a glyph of another fragment says nothing of the direction of this one.
      if direction == .unknown { direction = step }
      note(scalar, &traits)
      box = box.union(next)
      last = next
      index += 1
    }
    append(start, index, box, traits, direction, run)
    return index
  }

  @inline(__always)
  private func note(_ scalar: UInt32, _ traits: inout Fragment.Traits) {
    if scalar < 0x80 {
      if Script.isLetter(scalar) { traits.insert(.leftToRight) }
    } else if Script.isIdeographic(scalar) {
      traits.insert(.ideographic)
    } else if Script.isRightToLeft(scalar) {
      traits.insert(.rightToLeft)
    } else if Script.isLetter(scalar) {
      traits.insert(.leftToRight)
    }
  }

  /// Whether there is white between two right-to-left glyphs: poppler's blanks are not reliable there.
  private func isGap(_ last: Box, _ next: Box) -> Bool {
    last.x0 - next.x1 > Thresholds.turnedGap * max(last.height, 1)
  }

  /// Whether the next glyph is too far away to be in the same word.
  @inline(__always)
  private func isApart(_ last: Box, _ next: Box, _ step: Direction) -> Bool {
    let height = max(last.height, last.width, 1)
    if step == .across || step == .unknown {
      return next.x0 - last.x1 > 0.6 * height || next.x1 < last.x0 - 0.6 * height
    }
    return abs(next.y0 - last.y0) > 2.2 * height
  }

  /// Whether a fragment continues the previous one although poppler split them for a change of size (small capitals, raised digits).
  private func isGlued(
    _ box: Box, _ size: Float, _ traits: Fragment.Traits, _ direction: Direction
  ) -> Bool {
    guard let last = list.last, !traits.contains(.startsRow), abs(last.size - size) > 0.02 * size,
      direction == .across || direction == .unknown, last.direction != .down, last.direction != .up
    else { return false }
    // A note's own mark precedes its text.
    if last.traits.contains(.startsRow), last.size < 0.85 * size { return false }
    let gap = box.x0 - last.x1
    return gap < Thresholds.sizeChangeGap * size && gap > -0.3 * size
  }

  /// Gives single glyphs the direction of the turned words in their row.
  private mutating func align(_ direction: inout Direction, _ traits: Fragment.Traits) {
    guard !traits.contains(.startsRow), let last = list.last?.direction else { return }
    if direction == .unknown, last == .up || last == .down { direction = last }
    guard last == .unknown, direction == .up || direction == .down else { return }
    for at in list.indices.reversed() {
      guard list[at].direction == .unknown else { break }
      list[at].direction = direction
      if list[at].traits.contains(.startsRow) { break }
    }
  }

  private mutating func append(
    _ start: Int, _ end: Int, _ box: Box, _ traits: Fragment.Traits, _ direction: Direction,
    _ run: Int
  ) {
    var box = box
    if !(box.x0.isFinite && box.x1.isFinite && box.y0.isFinite && box.y1.isFinite) {
      box = .zero
    }
    let limit: Float = 1e6
    box.x0 = min(max(box.x0, -limit), limit)
    box.y0 = min(max(box.y0, -limit), limit)
    box.x1 = min(max(box.x1, box.x0), limit)
    box.y1 = min(max(box.y1, box.y0), limit)
    var size: Float = 0
    var all = traits
    if run < text.runs.count, styles.indices.contains(text.runs[run].style) {
      let style = styles[text.runs[run].style]
      size = style.size
      all.formUnion(style.traits)
    }
    // An engine that reports true boxes for right-to-left words steps backwards within them.
    var direction = direction == .back && all.contains(.rightToLeft) ? .across : direction
    align(&direction, all)
    let height = direction == .down || direction == .up ? box.width : box.height
    if !(size > 0.4 * height && size < 2.5 * height) { size = max(height * 0.85, 0.5) }
    if all.contains(.blankBefore), isGlued(box, size, all, direction) {
      all.remove(.blankBefore)
    }
    list.append(
      Fragment(
        start: Int32(start), end: Int32(end), x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1,
        size: size, traits: all, direction: direction))
  }
}

extension Direction {
  /// The direction from one glyph to the next.
  @inline(__always)
  init(from last: Box, to next: Box) {
    let dx = (next.x0 + next.x1) - (last.x0 + last.x1)
    let dy = (next.y0 + next.y1) - (last.y0 + last.y1)
    if abs(dy) <= abs(dx) || abs(dy) < 0.1 {
      self = dx > 0.1 ? .across : next.x1 < last.x0 + 0.2 * last.width ? .back : .unknown
    } else {
      self = dy > 0 ? .down : .up
    }
  }
}
