import DocumentModel

/// Samples a document's text in reading order, so that a later version of it is recognised without the old file.
///
/// Runs of letters are sampled by their hash, so that both versions sample the same runs wherever they lie. Documents without words (scans,
/// forms) are sampled by their images and fields instead.
package struct VersionSketch: Sendable, Hashable, Codable {
  /// Distinct hashes of runs of letters in reading order.
  private var runs: [UInt32] = []
  /// Hashes of the different numbers, the lowest only of many; nil in samples of older Recto versions.
  private var numbers: [UInt32]?
  /// Nil in samples of older Recto versions.
  private var words: WordSample?
  /// Hashes of the form fields that are filled, with their values; nil in samples of older Recto versions.
  private var filled: Set<UInt64>?
  /// The number of letters per sampled run, on average.
  private var interval: UInt32 = 1
  /// Hashes of the images and form fields of a document without words, by page.
  private var items: [UInt64] = []
  /// The page index of each image, as far as there are images; nil in samples of older Recto versions.
  private var pages: [Int]?

  /// The version of the document, as numbered by its journal.
  package var version = 0

  /// A later version has at least this share of the sample.
  package static let enough = 0.5

  /// A later version that is carried over to unasked has at least this share of the sample.
  private static let nearlyAll = 0.8
  /// And of its numbers, if it has many: an invoice differs from the next one in few.
  private static let nearlyAllNumbers = 0.9
  private static let manyNumbers = 64

  /// Letters per run: long enough that unrelated texts share few.
  private static let length = 16
  /// The number of runs sampled of a long document; at least half of them are kept.
  private static let wanted = 512
  private static let mostNumbers = 512
  /// A text with fewer letters cannot be recognised.
  private static let leastLetters = 200

  /// Samples a document's text, or its images and fields if it has too few words.
  package init(
    _ text: AnchorText, items: [UInt64], pages: [Int]? = nil, filled: Set<UInt64> = []
  ) {
    self.filled = filled
    guard Self.isLongEnough(text) else {
      self.items = items
      self.pages = pages
      return
    }
    while text.letters.count / Int(interval) > Self.wanted { interval *= 2 }
    var seen: Set<UInt32> = []
    Self.each(in: text.letters, interval) { run in
      if seen.insert(run).inserted { runs.append(run) }
    }
    numbers = Self.numbers(in: text.letters).sorted().prefix(Self.mostNumbers).map(\.self)
    words = WordSample(text)
  }

  /// An ideograph says as much as several letters.
  static func isLongEnough(_ text: AnchorText) -> Bool {
    text.letters.count + 2 * text.letters.count(where: Script.isWritten) >= leastLetters
  }

  /// Whether there is no sample to recognise anything by.
  package var isEmpty: Bool { runs.isEmpty && items.isEmpty }

  /// Whether the document was sampled by its words.
  package var hasWords: Bool { !runs.isEmpty }

  /// The share of the sample that a text, or its images and fields, has in the same order: 0 to 1.
  package func likeness(to text: AnchorText, items: [UInt64]) -> Double {
    guard hasWords else {
      let known = self.items
      return Self.share(of: known.count, Self.occurrences(of: items, among: known))
    }
    guard Self.isLongEnough(text) else { return 0 }
    var all: [UInt32] = []
    Self.each(in: text.letters, interval) { all.append($0) }
    return Self.share(of: runs.count, Self.places(of: all, among: runs))
  }

  /// Whether a text has nearly all of the sample and of its numbers, and the same names unless they may change. Invoices and letters from one template have
  /// their wording in common, but not their numbers; certificates and contracts may differ in a name alone, or in what is filled in.
  package func isNearlyAll(
    in text: AnchorText, filled: Set<UInt64> = [], mayChangeNames: Bool = false
  ) -> Bool {
    guard hasWords, let numbers, likeness(to: text, items: []) >= Self.nearlyAll else {
      return false
    }
    let kept = Self.numbers(in: text.letters).intersection(numbers).count
    let share = numbers.count < Self.manyNumbers ? 1 : Self.nearlyAllNumbers
    guard Double(kept) >= share * Double(numbers.count) else { return false }
    guard filled == self.filled ?? [] else { return false }
    return mayChangeNames || words?.namesDiffer(in: text) == false
  }

  /// Returns the hashes of the numbers of at least two digits; blanks do not part them.
  private static func numbers(in letters: [UInt32]) -> Set<UInt32> {
    var numbers: Set<UInt32> = []
    for digits in letters.split(whereSeparator: { !(0x30...0x39).contains($0) })
    where digits.count > 1 {
      numbers.insert(hash(digits))
    }
    return numbers
  }

  /// Returns the hash of a word or number (FNV-1a over scalars).
  static func hash(_ letters: ArraySlice<UInt32>) -> UInt32 {
    letters.reduce(0x811C_9DC5) { ($0 ^ $1) &* 0x0100_0193 }
  }

  /// Returns the page of a later version with the images of an old page, or as far behind such a page as it was; nil if there is none.
  ///
  /// `images` are those of the later version, by page. Samples without pages give the same page.
  package func page(of old: Int, in images: [[UInt64]]) -> Int? {
    guard let pages else { return old }
    var before: [Int: [UInt64]] = [:]
    for (page, item) in zip(pages, items) { before[page, default: []].append(item) }
    for page in (0...max(0, old)).reversed() {
      guard let own = before[page] else { continue }
      // Pages with the same images differ in their order.
      let number = before.count { $0.key < page && $0.value == own }
      let alike = images.indices.filter { images[$0] == own }
      return alike.indices.contains(number) ? alike[number] + old - page : nil
    }
    return old
  }

  /// Returns the place of each known item among those known, in order; unknown items are left out.
  private static func places<Item: Hashable>(of items: [Item], among known: [Item]) -> [Int] {
    let places = Dictionary(
      known.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return items.compactMap { places[$0] }
  }

  /// Like `places`, but a repeated item is at each of its places in turn: pages may share an image.
  private static func occurrences(of items: [UInt64], among known: [UInt64]) -> [Int] {
    var places = Dictionary(grouping: known.indices.reversed()) { known[$0] }
    return items.compactMap { places[$0]?.popLast() }
  }

  /// Returns the share of the sample that is in its old order, as a whole or within parts that were moved.
  private static func share(of count: Int, _ places: [Int]) -> Double {
    guard count > 0 else { return 0 }
    return Double(max(increasing(places), movedParts(places, of: count))) / Double(count)
  }

  /// A part that was moved has at least this share of the sample: unrelated texts share shorter ones.
  private static let leastPart = 0.05
  private static let leastLength = 8
  /// Places that a part may lack one after the other.
  private static let mostLacking = 8

  /// Returns the number of places in parts that follow one another closely, each once however often its text is repeated.
  private static func movedParts(_ places: [Int], of count: Int) -> Int {
    let least = max(leastLength, Int(leastPart * Double(count)))
    var (counted, start): (Set<Int>, Int) = ([], 0)
    for (index, place) in places.enumerated() {
      if index > 0, !(1...mostLacking + 1).contains(place - places[index - 1]) { start = index }
      let length = index - start + 1
      // All of a part counts once it is long enough.
      if length >= least { counted.formUnion(places[(length == least ? start : index)...index]) }
    }
    return counted.count
  }

  /// Returns the length of the longest strictly increasing sequence of places.
  private static func increasing(_ places: [Int]) -> Int {
    var ends: [Int] = []
    for place in places {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < place { low = middle + 1 } else { high = middle }
      }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    return ends.count
  }

  /// The base of a polynomial rolling hash modulo 2⁶⁴.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let last = (0..<length).reduce(UInt64(1)) { power, _ in power &* factor }

  /// Calls a closure with the hash of every run of letters, or of one of `interval` on average.
  static func each(in letters: [UInt32], _ interval: UInt32, _ body: (UInt32) -> Void) {
    var hash: UInt64 = 0
    for (index, letter) in letters.enumerated() {
      hash = hash &* factor &+ UInt64(letter)
      if index >= length { hash = hash &- UInt64(letters[index - length]) &* last }
      guard index >= length - 1 else { continue }
      // The low bits of a polynomial depend on few letters.
      let mixed = UInt32(truncatingIfNeeded: (hash ^ hash >> 29) &* 0xBF58_476D_1CE4_E5B9 >> 32)
      if mixed & (interval - 1) == 0 { body(mixed) }
    }
  }
}
