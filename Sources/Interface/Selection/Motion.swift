import Text

/// A motion of the caret through the text.
enum Motion: Sendable {
  case left, right
  case wordForward, wordBack, wordEnd
  case sentenceForward, sentenceBack, sentenceEnd
  case paragraphForward, paragraphBack, paragraphEnd

  /// The motion to the end of the unit instead of the beginning of the next one.
  var toEnd: Motion {
    switch self {
    case .sentenceForward: .sentenceEnd
    case .paragraphForward: .paragraphEnd
    default: self
    }
  }

  /// Returns the motion's target; nil at the end of the available text.
  func target(from start: TextPosition, _ cursor: inout FlowCursor) -> TextPosition? {
    switch self {
    case .left: step(start, &cursor, forward: false)
    case .right: step(start, &cursor, forward: true)
    case .wordForward: wordForward(start, &cursor)
    case .wordBack: begin(before: start, &cursor) { Self.shape($0) != Self.shape($1) }
    case .wordEnd: wordEnd(start, &cursor)
    case .sentenceForward: sentenceForward(start, &cursor)
    case .sentenceEnd:
      step(start, &cursor, forward: true).map { next in
        end(from: next, &cursor) { endsSentence($0, &$1) }
      }
    case .paragraphEnd:
      step(start, &cursor, forward: true).map { next in
        end(from: next, &cursor) { $1.endsBlock($0) }
      }
    case .sentenceBack: sentenceBack(start, &cursor)
    case .paragraphForward: paragraphForward(start, &cursor)
    case .paragraphBack: begin(before: start, &cursor) { before, _ in before == 0x0A }
    }
  }

  private enum Shape { case blank, word, ideographs, kana, sign }

  private static func shape(_ scalar: UInt32) -> Shape {
    if Script.isBlank(scalar) || scalar == 0x0A { return .blank }
    if (0x3040...0x30FF).contains(scalar) { return .kana }
    if Script.isIdeographic(scalar) { return .ideographs }
    return WordShape.isWord(scalar) ? .word : .sign
  }

  /// Returns the next or previous character, skipping the ends of blocks.
  private func step(
    _ start: TextPosition, _ cursor: inout FlowCursor, forward: Bool
  ) -> TextPosition? {
    var at = forward ? cursor.next(start) : cursor.previous(start)
    while let place = at, cursor.scalar(place) == 0x0A {
      at = forward ? cursor.next(place) : cursor.previous(place)
    }
    return at
  }

  /// Returns the first position from `start` on at which a unit ends, without the blanks after it.
  private func end(
    from start: TextPosition, _ cursor: inout FlowCursor,
    _ ends: (TextPosition, inout FlowCursor) -> Bool
  ) -> TextPosition {
    var at = start
    while !ends(at, &cursor) {
      guard let next = cursor.next(at) else { break }
      at = next
    }
    return at
  }

  private func wordForward(_ start: TextPosition, _ cursor: inout FlowCursor) -> TextPosition? {
    var last = cursor.scalar(start).map(Self.shape)
    var page = start.page
    var at = cursor.next(start)
    while let place = at, let scalar = cursor.scalar(place) {
      let shape = Self.shape(scalar)
      if place.page != page { last = .blank }
      if shape != .blank, shape != last { return place }
      last = shape
      page = place.page
      at = cursor.next(place)
    }
    return nil
  }

  /// Whether the character after a position is of another word, or there is none.
  static func endsWord(_ at: TextPosition, _ cursor: inout FlowCursor) -> Bool {
    guard let scalar = cursor.scalar(at), !cursor.endsBlock(at),
      let next = cursor.next(at).flatMap({ cursor.scalar($0) })
    else { return true }
    return shape(scalar) != shape(next)
  }

  private func wordEnd(_ start: TextPosition, _ cursor: inout FlowCursor) -> TextPosition? {
    var at = cursor.next(start)
    while let place = at, let scalar = cursor.scalar(place) {
      let shape = Self.shape(scalar)
      let after = cursor.endsBlock(place) ? nil : cursor.next(place).flatMap { cursor.scalar($0) }
      if shape != .blank, after.map(Self.shape) != shape { return place }
      at = cursor.next(place)
    }
    return nil
  }

  /// Returns the last beginning before a position: a character that is not blank and is separated from the previous one.
  private func begin(
    before start: TextPosition, _ cursor: inout FlowCursor,
    _ isParted: (_ before: UInt32, _ scalar: UInt32) -> Bool
  ) -> TextPosition? {
    var at = cursor.previous(start)
    while let place = at, let scalar = cursor.scalar(place) {
      let before = cursor.previous(place)
      let isFirst = before == nil || before?.page != place.page
      let isBlank = Self.shape(scalar) == .blank
      if !isBlank,
        isFirst || before.flatMap({ cursor.scalar($0) }).map({ isParted($0, scalar) }) ?? true
      {
        return place
      }
      at = before
    }
    return nil
  }

  private func paragraphForward(
    _ start: TextPosition, _ cursor: inout FlowCursor
  ) -> TextPosition? {
    var at = start
    while !cursor.endsBlock(at) {
      guard let next = cursor.next(at) else { return nil }
      at = next
    }
    return step(at, &cursor, forward: true)
  }

  /// Whether a sentence ends here: at `.`, `!` or `?` before a blank, at an East Asian full stop, or with its block.
  private func endsSentence(_ at: TextPosition, _ cursor: inout FlowCursor) -> Bool {
    guard let scalar = cursor.scalar(at) else { return true }
    if cursor.endsBlock(at) { return true }
    if [0x3002, 0xFF01, 0xFF1F].contains(scalar) { return true }
    guard [0x2E, 0x21, 0x3F].contains(scalar) || [0x29, 0x22, 0x201D, 0x2019].contains(scalar)
    else { return false }
    if ![0x2E, 0x21, 0x3F].contains(scalar) {
      guard let before = cursor.previous(at).flatMap({ cursor.scalar($0) }),
        [0x2E, 0x21, 0x3F].contains(before)
      else { return false }
    }
    guard let next = cursor.next(at).flatMap({ cursor.scalar($0) }) else { return true }
    return Script.isBlank(next) || next == 0x0A
  }

  private func sentenceForward(
    _ start: TextPosition, _ cursor: inout FlowCursor
  ) -> TextPosition? {
    var at = start
    while !endsSentence(at, &cursor) {
      guard let next = cursor.next(at) else { return nil }
      at = next
    }
    var next = step(at, &cursor, forward: true)
    while let place = next, let scalar = cursor.scalar(place), Script.isBlank(scalar) {
      next = cursor.next(place)
    }
    return next
  }

  private func sentenceBack(_ start: TextPosition, _ cursor: inout FlowCursor) -> TextPosition? {
    var at = step(start, &cursor, forward: false)
    while let place = at, let scalar = cursor.scalar(place), Script.isBlank(scalar) {
      at = cursor.previous(place)
    }
    // From inside the previous sentence, goes back to its beginning.
    while let place = at {
      guard let before = cursor.previous(place) else { return place }
      if cursor.scalar(place).map({ !Script.isBlank($0) && $0 != 0x0A }) == true,
        isBeginning(after: before, &cursor)
      {
        return place
      }
      at = before
    }
    return nil
  }

  private func isBeginning(after before: TextPosition, _ cursor: inout FlowCursor) -> Bool {
    var at: TextPosition? = before
    while let place = at, let scalar = cursor.scalar(place) {
      if scalar == 0x0A { return true }
      if !Script.isBlank(scalar) { return endsSentence(place, &cursor) }
      at = cursor.previous(place)
    }
    return true
  }
}
