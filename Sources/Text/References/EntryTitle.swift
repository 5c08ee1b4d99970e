import DocumentModel

/// The authors and the title of an entry, as far as its words and signs show where they end.
struct EntryTitle {
  /// Scalars of an entry that are read.
  private static let longest = 5_000

  let authors: EntryAuthors
  /// The title without what editions, versions and kinds of media add to it; empty if it is not recognised.
  let text: String

  init(_ entry: String) {
    let scalars = Array(entry.unicodeScalars.prefix(Self.longest).map(\.value))
    let found = EntryAuthors(scalars)
    let start = Self.start(in: scalars, from: found.end)
    if found.printed.count <= 1, !found.printed.contains(where: { $0.contains(",") }),
      scalars[found.end..<start].contains(0x28), Self.followsTitle(scalars[start...])
    {
      // `The smallest black hole. (2008). In Scientific American.`
      let label = EntryLabel.read(scalars)?.end ?? 0
      authors = EntryAuthors([])
      text = Self.plain(scalars[label..<found.end])
      return
    }
    authors = found
    guard start < scalars.count else {
      text = ""
      return
    }
    if let close = Self.quotes[scalars[start]] {
      text = Self.plain(scalars[(start + 1)...].prefix { !close.contains($0) })
    } else if found.endsInComma {
      text = Self.plain(Self.beforeContainer(scalars[start...]))
    } else {
      text = Self.plain(Self.sentence(scalars[start...]))
    }
  }

  /// Returns where the title begins: after the punctuation, the year and what stands in parentheses after the names.
  private static func start(in text: [UInt32], from start: Int) -> Int {
    var at = start
    while at < text.count {
      if let end = Year.end(at: at, in: text) {
        at = end
      } else if text[at] == 0x28, let close = text[at...].prefix(40).firstIndex(of: 0x29) {
        // `(2021, December)`, `(n.d.)`, `(Eds.)`
        at = close + 1
      } else if Script.isLetter(text[at]) || Script.isDigit(text[at]) || quotes[text[at]] != nil
        || Script.isIdeographic(text[at])
      {
        break
      } else {
        at += 1
      }
    }
    return at
  }

  /// Signs that open a quotation, and those that close it.
  static let quotes: [UInt32: Set<UInt32>] = [
    0x22: [0x22, 0x201D], 0x201C: [0x201D, 0x22], 0x201E: [0x201C, 0x201D], 0xAB: [0xBB],
    0xBB: [0xAB],
    0x2018: [0x2019], 0x60: [0x27, 0x2019], 0x300C: [0x300D], 0x300E: [0x300F],
  ]

  /// Whether a text is that of a book or journal that contains a work: `In Nature`.
  private static func beginsContainer(_ text: ArraySlice<UInt32>) -> Bool {
    [0x49, 0x69].contains(text.first) && text.dropFirst().first == 0x6E
      && text.dropFirst(2).first.map { Script.isBlank($0) || $0 == 0x3A } == true
  }

  /// Whether a text goes on after a title: with what contains the work, or its address.
  private static func followsTitle(_ text: ArraySlice<UInt32>) -> Bool {
    beginsContainer(text) || visits.contains { text.starts(with: $0) }
  }

  /// Whether a kind of medium begins: `[J]`, `［D］`, `[EB/OL]` (GB/T 7714).
  private static func isMedium(_ index: Int, _ text: [UInt32]) -> Bool {
    guard text[index] == 0x5B || text[index] == 0xFF3B else { return false }
    let kind = text[(index + 1)...].prefix(6).prefix { Script.isUpperCase($0) || $0 == 0x2F }
    return !kind.isEmpty && kind.endIndex < text.count
      && (text[kind.endIndex] == 0x5D || text[kind.endIndex] == 0xFF3D)
  }

  private static let http: [UInt32] = "http".unicodeScalars.map(\.value)
  private static let visits = ReferenceWord.words("Retrieved Accessed").union([http])

  /// Returns a text up to the full stop or question mark that ends a sentence, without a year after its last comma.
  private static func sentence(_ text: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    let whole = Array(text)
    var end = 0
    while end < whole.count, !isEnd(end, whole) {
      // `(Vol. 7)`
      let close = whole[end] == 0x28 ? whole[end...].prefix(80).firstIndex(of: 0x29) : nil
      end = (close ?? end) + 1
    }
    let isQuestion = end < whole.count && whole[end] == 0x3F
    let sentence = whole[..<(isQuestion ? end + 1 : end)]
    guard let comma = sentence.lastIndex(of: 0x2C), sentence.count - comma == 6,
      Year.end(at: comma + 2, in: whole) == end
    else { return sentence }
    return sentence[..<comma]
  }

  private static func isEnd(_ index: Int, _ text: [UInt32]) -> Bool {
    let isWide = text[index] == 0x3002 || text[index] == 0xFF0E
    guard isWide || text[index] == 0x2E || text[index] == 0x3F else {
      return isMedium(index, text)
    }
    guard index + 1 < text.count, !isWide else { return true }
    guard Script.isBlank(text[index + 1]) else { return false }
    // `Spiral galaxies. IV. Dynamical properties`
    if isPart(text[(index + 2)...])
      || lastStop(before: index, text).map({ isPart(text[$0...]) }) == true
    {
      return false
    }
    // A capital alone is an initial, unless an address follows.
    let isInitial =
      index > 1 && Script.isBlank(text[index - 2]) && Script.isUpperCase(text[index - 1])
    return !isInitial || text[(index + 2)...].starts(with: http)
  }

  /// Whether the Roman number of a part begins a text.
  private static func isPart(_ text: ArraySlice<UInt32>) -> Bool {
    let number = text.prefix(5).prefix(while: Script.isLetter)
    guard !number.isEmpty, PartNumber.isRoman(number), number.endIndex + 1 < text.endIndex,
      text[number.endIndex] == 0x2E, Script.isBlank(text[number.endIndex + 1])
    else { return false }
    // One letter may be an initial: `V. Roe and L. Doe (eds.)`.
    let rest = text[(number.endIndex + 2)...].drop(while: Script.isLetter)
    return number.count > 1 || !afterNames.contains { rest.starts(with: $0) }
  }

  private static let afterNames: [[UInt32]] = [",", " and ", " & ", " (", "."].map {
    $0.unicodeScalars.map(\.value)
  }

  /// Returns the index after a full stop and a blank, if one word is between them and an index.
  private static func lastStop(before index: Int, _ text: [UInt32]) -> Int? {
    let start = text[..<index].lastIndex { !Script.isLetter($0) }.map { $0 + 1 } ?? 0
    return start > 1 && start < index && text[start - 2] == 0x2E ? start : nil
  }

  /// Returns the title of `A title, J. Comput. Phys. 12 (2019) 1–5.`; empty where the journal follows the names.
  private static func beforeContainer(_ text: ArraySlice<UInt32>) -> ArraySlice<UInt32> {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == 0x2C || $0 == 0xFF0C }
    guard let first = parts.first, parts.count > 1 else {
      return text.prefix { $0 != 0x2E }
    }
    if first.last.map(Script.isDigit) == true { return [] }
    for part in parts.dropFirst() {
      let words = part.split(whereSeparator: Script.isBlank)
      guard let word = words.first else { continue }
      let isContainer =
        Script.isDigit(word[word.startIndex]) || Script.isIdeographic(word[word.startIndex])
        || beginsContainer(part.drop(while: Script.isBlank))
        || Script.isUpperCase(word[word.startIndex])
          && words.prefix { !$0.contains(where: Script.isDigit) }.allSatisfy {
            Script.isUpperCase($0[$0.startIndex]) || $0.count < 4 || $0.last == 0x2E
          }
      if isContainer { return text[..<(part.startIndex - 1)] }
    }
    return text.prefix { $0 != 0x2E }
  }

  /// Returns a title without blanks and punctuation at its ends, and without `(Version 1.0)`, `(2nd ed.)`, `[Data set]` or `[J]` after it.
  private static func plain(_ scalars: ArraySlice<UInt32>) -> String {
    var title = EntryAuthors.string(scalars).trimmed
    while let last = title.last {
      if ".,;".contains(last) {
        title.removeLast()
      } else if last == ")" || last == "]",
        let open = title.lastIndex(of: last == ")" ? "(" : "["), open > title.startIndex
      {
        let inner = title[title.index(after: open)...].dropLast()
        guard last == "]" || isAddition(inner) else { break }
        title = String(title[..<open]).trimmed
      } else {
        break
      }
    }
    return title
  }

  private static func isAddition(_ text: Substring) -> Bool {
    guard let word = text.split(whereSeparator: { $0 == " " || $0 == "." }).first else {
      return true
    }
    let isVersion = word.first == "v" && word.dropFirst().first?.isNumber == true
    return isVersion || additions.contains(word.filter { !$0.isNumber }.lowercased())
  }

  /// The first words of such additions without their digits.
  private static let additions: Set<String> = [
    "", "st", "nd", "rd", "th", "version", "vol", "volume", "latest", "ed", "edition", "pp", "bd",
    "band", "aufl", "no", "rev",
    "first", "second", "third", "revised",
  ]
}
