import DocumentModel
import Text

/// Splits a paragraph into the words that are compared: at blanks, and before and after each ideograph.
///
/// Rows of three or more dots separate words too; bullets and raised marks of notes are left out, and
/// the signs of a displayed formula are words without the blanks between them.
struct WordSplitter {
  private let flow: Flow.Paragraph
  private let paragraph: Int32
  private var found: [ComparedText.Word] = []
  private var start: Int?
  private var isAfterLeader = false
  private var isAfterLineEnd = false
  /// The digits before the first word, if it is a note.
  private(set) var noteNumber: [UInt32]?

  init(_ flow: Flow.Paragraph, paragraph: Int32) {
    self.flow = flow
    self.paragraph = paragraph
  }

  mutating func words() -> [ComparedText.Word] {
    let scalars = flow.scalars
    let isFormula = flow.kind == .formula
    var skipped = flow.spans.filter { $0.kind != .number && $0.kind != .reading }[...]
    var index = noteStart()
    while index < scalars.count {
      if let span = skipped.first, index >= span.range.lowerBound {
        skipped.removeFirst()
        end(at: index)
        index = max(index, span.range.upperBound)
        continue
      }
      let scalar = scalars[index]
      if Script.isBlank(scalar) || scalar == 0x0A {
        end(at: index)
        if index < flow.origins.count, flow.origins[index].index < 0, scalar != 0x09 { breakLine() }
      } else if let dots = leader(from: index) {
        end(at: index)
        isAfterLeader = true
        index = dots
        continue
      } else if isFormula || Script.isWritten(scalar) {
        end(at: index)
        start = index
        end(at: index + 1)
      } else if start == nil {
        start = index
      }
      index += 1
    }
    end(at: scalars.count)
    return found
  }

  /// Returns the index after the number that a note begins with, alone, raised or glued to its first word; 0 in other text.
  private mutating func noteStart() -> Int {
    let head = flow.scalars.prefix(Self.longestNumber + 1)
    let raised = head.prefix { Self.raisedDigit($0) != nil }
    let digits = raised.isEmpty ? head.prefix(while: Script.isDigit) : raised
    guard !digits.isEmpty, digits.count <= Self.longestNumber else { return 0 }
    let number = digits.map { Self.raisedDigit($0) ?? $0 }
    let rest = flow.scalars.dropFirst(digits.count)
    let isRaised =
      Self.raisedDigit(digits[0]) != nil
      || flow.spans.contains { $0.kind == .noteMark && $0.range == 0..<digits.count }
    let opening = rest.drop { !Script.isLetter($0) && !Script.isBlank($0) && !Script.isDigit($0) }
    let letters = opening.prefix { Script.isLetter($0) }
    let signs = opening.startIndex - rest.startIndex
    let isWord = letters.count > 1 || signs > 0 || letters.contains(where: Script.isUpperCase)
    let isGlued =
      signs <= 2 && !letters.isEmpty && isWord
      && !Self.suffixes.contains(letters.map(Script.lower))
    let isNote = flow.kind == .footnote
    guard isRaised || isGlued || isNote else { return 0 }
    noteNumber = number
    return digits.count
  }

  /// Letters that belong to the number before them.
  private static let suffixes = Set(
    "st nd rd th d km cm mm kg mg ml px pt mb gb kb am pm".split(separator: " ").map {
      $0.unicodeScalars.map(\.value)
    })

  /// Digits of a note's number.
  private static let longestNumber = 3

  /// Returns the digit of a raised one.
  static func raisedDigit(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0xB9: 0x31
    case 0xB2, 0xB3: scalar - 0x80
    case 0x2070, 0x2074...0x2079: scalar - 0x2040
    default: nil
    }
  }

  /// Returns the end of three or more dots, also with blanks between them; nil if there are fewer, or just three that follow a letter
  /// with signs after them, as where a speech breaks off.
  private func leader(from start: Int) -> Int? {
    guard Self.isDot(flow.scalars[start]) else { return nil }
    var (index, dots, end) = (start, 0, start)
    while index < flow.scalars.count {
      if Self.isDot(flow.scalars[index]) {
        dots += flow.scalars[index] == 0x2026 ? 3 : 1
        end = index + 1
      } else if !Script.isBlank(flow.scalars[index]) {
        break
      }
      index += 1
    }
    let isEllipsis =
      dots == 3 && self.start != nil && end == index && index < flow.scalars.count
      && (end - start == 1 || end - start == 3) && !Script.isDigit(flow.scalars[end])
      && !Script.isLetter(flow.scalars[end])
    return dots >= 3 && !isEllipsis ? index : nil
  }

  private static func isDot(_ scalar: UInt32) -> Bool {
    scalar == 0x2E || scalar == 0x2026 || scalar == 0xB7 || scalar == 0x2024
  }

  /// Takes note of a line that ends between the last word and the next.
  private mutating func breakLine() {
    isAfterLineEnd = true
    if !found.isEmpty { found[found.count - 1].traits.insert(.broken) }
  }

  private mutating func end(at end: Int) {
    guard let start else { return }
    self.start = nil
    let scalars = flow.scalars[start..<end]
    if scalars.count == 1, let only = scalars.first, Script.isBullet(only), only > 0x2020,
      only != 0x2212
    {
      return
    }
    // A short leader.
    if scalars.allSatisfy({ $0 == 0x2E }) {
      isAfterLeader = true
      return
    }
    var traits: ComparedText.Traits = []
    for scalar in scalars {
      if Script.isDigit(scalar) {
        traits.insert(.numeric)
      } else if Script.isHyphen(scalar) {
        traits.formUnion([.hyphenated, .signed])
      } else if !Script.isLetter(scalar) && !Script.isWritten(scalar) {
        traits.insert(.signed)
      }
    }
    if isAfterLeader { traits.insert(.afterLeader) }
    if isAfterLineEnd || isCut(start..<end) { traits.insert(.broken) }
    (isAfterLeader, isAfterLineEnd) = (false, false)
    if hasHyphen(in: start..<end) { traits.formUnion([.broken, .hyphenated]) }
    found.append(
      ComparedText.Word(
        key: Self.key(scalars), paragraph: paragraph, start: Int32(start), end: Int32(end),
        traits: traits))
  }

  /// Whether a line ends within the word: its characters do not follow each other on the page.
  private func isCut(_ range: Range<Int>) -> Bool {
    guard range.upperBound <= flow.origins.count else { return false }
    for index in range.dropFirst() {
      let (last, next) = (flow.origins[index - 1], flow.origins[index])
      if next.page != last.page || next.index > last.index + 1 { return true }
    }
    return false
  }

  private func hasHyphen(in range: Range<Int>) -> Bool {
    var (low, high) = (0, flow.hyphens.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(flow.hyphens[middle].index) < range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < flow.hyphens.count && Int(flow.hyphens[low].index) <= range.upperBound
  }

  /// The hash of a spelling; of a word that is more than hyphens without them.
  static func key(_ scalars: ArraySlice<UInt32>) -> UInt64 {
    var hash = StableHash()
    for scalar in spelling(scalars) { hash.add(UInt64(scalar)) }
    return hash.value ^ (hash.value >> 29)
  }

  /// A spelling as it is compared: compatibility forms and typed quotation marks, without hyphens unless there is nothing else.
  static func spelling(_ scalars: ArraySlice<UInt32>) -> [UInt32] {
    let isPlain = scalars.allSatisfy { $0 < 0x80 }
    let folded = isPlain ? Array(scalars) : folding.fold(Array(scalars)).scalars
    let bare = folded.filter { !Script.isHyphen($0) }
    return bare.isEmpty ? folded : bare
  }

  private static let folding = Folding(ignoresCase: false)
}
