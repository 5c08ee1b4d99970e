package import DocumentModel

/// The clean text of a document packed for searching: about two bytes per character.
///
/// Passages are in page order; each character maps back to its page and glyph.
package struct FlatText: Sendable {
  /// The kind of a passage in a search.
  package enum PassageKind: UInt8, Sendable, Hashable {
    case text
    case heading
    /// An annotation's text, which has no position in the page's text.
    case note
    /// Words recognised in the page's picture (OCR).
    case scan
  }

  /// Characters that are also consecutive on a page.
  struct Run {
    /// The index into the passage's scalars.
    var scalar: UInt32
    var page: Int32
    /// The index into the page's scalars, -1 if the characters were inserted.
    var origin: Int32
    /// Points from the top of the page.
    var y: Float
  }

  struct Passage {
    var kind = PassageKind.text
    /// The source line, from 1, on which it begins; 0 in a document with pages.
    var line: Int32 = 0
    var bytes: Range<Int>
    var runs: Range<Int>
    var hyphens: Range<Int>
    /// Of `FlatText.asides`.
    var asides = 0..<0
    /// The index from 0 of the page on which it begins.
    var page: Int32
    var isASCII: Bool
  }

  var bytes: [UInt8] = []
  var runs: [Run] = []
  var hyphens: [LineHyphen] = []
  var passages: [Passage] = []
  /// Scalars of passages that words go on across: readings of ideographs, calls of notes.
  var asides: [Range<Int32>] = []

  /// The maximum number of characters shown before and after a match; words are not cut.
  private static let context = 100
  /// Near its end a text is cut between two words if there is a blank within this many characters.
  private static let longestCutWord = 16

  package init() {}

  package var count: Int { passages.count }

  package func kind(of passage: Int) -> PassageKind { passages[passage].kind }

  package func text(of passage: Int) -> String {
    String(decoding: bytes[passages[passage].bytes], as: UTF8.self)
  }

  /// Returns the page and the index of a passage's first character; nil if it has no place on the page.
  package func start(of passage: Int) -> (page: Int, character: Int)? {
    let runs = passages[passage].runs
    return self.runs[runs].first { $0.origin >= 0 }.map { (Int($0.page), Int($0.origin)) }
  }

  /// The approximate size in bytes.
  package var byteCount: Int {
    bytes.count + runs.count * 16 + hyphens.count * 12 + asides.count * 8 + passages.count * 80
  }

  /// Adds the next passage, unless it is empty. `pages` has the texts of its pages by index; `line` is the source line on which it begins.
  package mutating func add(_ paragraph: Flow.Paragraph, pages: [Int: PageText], line: Int = 0) {
    guard !paragraph.scalars.isEmpty else { return }
    let firstByte = bytes.count
    let firstRun = runs.count
    let firstHyphen = hyphens.count
    bytes += Self.utf8(of: paragraph.scalars)
    let isASCII = bytes.count - firstByte == paragraph.scalars.count
    var last: Run?
    for (index, origin) in paragraph.origins.enumerated() {
      if let last, goesOn(last, origin, at: index) { continue }
      let run = Run(
        scalar: UInt32(index), page: origin.page, origin: origin.index,
        y: Self.top(of: origin, in: pages))
      runs.append(run)
      last = run
    }
    hyphens += paragraph.hyphens
    let firstAside = asides.count
    for span in paragraph.spans where span.kind == .reading || span.kind == .noteCall {
      asides.append(Int32(span.range.lowerBound)..<Int32(span.range.upperBound))
    }
    var kind = PassageKind.text
    if pages[paragraph.page]?.isRecognized == true {
      kind = .scan
    } else if case .heading = paragraph.kind {
      kind = .heading
    }
    passages.append(
      Passage(
        kind: kind, line: Int32(clamping: line),
        bytes: firstByte..<bytes.count, runs: firstRun..<runs.count,
        hyphens: firstHyphen..<hyphens.count, asides: firstAside..<asides.count,
        page: Int32(paragraph.page), isASCII: isASCII))
  }

  /// Adds the text of an annotation on a page.
  package mutating func add(note: String, page: Int) {
    let firstByte = bytes.count
    bytes += Array(note.utf8)
    runs.append(Run(scalar: 0, page: Int32(page), origin: -1, y: 0))
    passages.append(
      Passage(
        kind: .note, bytes: firstByte..<bytes.count, runs: runs.count - 1..<runs.count,
        hyphens: hyphens.count..<hyphens.count, page: Int32(page),
        isASCII: bytes[firstByte...].allSatisfy { $0 < 0x80 }))
  }

  /// Leaves only the notes.
  package mutating func keepNotes() { passages.removeAll { $0.kind != .note } }

  /// Replaces all notes.
  package mutating func replaceNotes(with notes: [String], page: Int) {
    passages.removeAll { $0.kind == .note }
    for note in notes { add(note: note, page: page) }
  }

  /// Adds lines of plain text, UTF-8. Lines without an empty line between them form one passage, including the line ends.
  package mutating func add(lines: [UInt8], page: Int) {
    let first = bytes.count
    bytes += lines
    var start = first
    var scalar: UInt32 = 0
    while start < bytes.count {
      let end = endOfPassage(from: start)
      var continuations = 0
      for byte in bytes[start..<end] { continuations &+= byte & 0xC0 == 0x80 ? 1 : 0 }
      if bytes[start..<end].contains(where: { $0 > 0x20 }) {
        let isASCII = continuations == 0 && bytes[start..<end].allSatisfy { $0 < 0x80 }
        let firstHyphen = hyphens.count
        hyphens += LineHyphen.inLines(bytes[start..<end], origin: Int(scalar)) { part in
          part.count { $0 & 0xC0 != 0x80 }
        }
        passages.append(
          Passage(
            bytes: start..<end, runs: runs.count..<runs.count + 1,
            hyphens: firstHyphen..<hyphens.count, page: Int32(page), isASCII: isASCII))
        runs.append(Run(scalar: 0, page: Int32(page), origin: Int32(scalar), y: 0))
      }
      scalar += UInt32(end - start - continuations)
      start = end
    }
  }

  /// Returns the index after the next two consecutive line ends.
  private func endOfPassage(from start: Int) -> Int {
    var at = start
    while let end = bytes[at...].firstIndex(of: 0x0A) {
      at = end + 1
      if at < bytes.count, bytes[at] == 0x0A { return at + 1 }
    }
    return bytes.count
  }

  /// Returns a character's distance from the top of its page in points; 0 if not known.
  private static func top(of origin: Flow.Origin, in pages: [Int: PageText]) -> Float {
    guard let boxes = pages[Int(origin.page)]?.boxes, boxes.indices.contains(Int(origin.index))
    else { return 0 }
    return boxes[Int(origin.index)].y0
  }

  private func goesOn(_ run: Run, _ origin: Flow.Origin, at index: Int) -> Bool {
    guard run.page == origin.page else { return false }
    if run.origin < 0 { return origin.index < 0 }
    return origin.index >= 0 && origin.index - run.origin == Int32(index) - Int32(run.scalar)
  }

  /// Returns the first passage that begins on a page or after it.
  package func firstPassage(from page: Int) -> Int {
    var (low, high) = (0, passages.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(passages[middle].page) < page { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the matches in a passage in order, optionally with the text around them.
  package func hits(
    in index: Int, _ matcher: some PatternMatcher, withContext: Bool = true
  ) throws(PatternError) -> [SearchHit] {
    let passage = passages[index]
    let own = Array(hyphens[passage.hyphens])
    let text = bytes[passage.bytes]
    var ranges: [Range<Int>]
    var scalars: [UInt32]?
    let hasAsides = !passage.asides.isEmpty
    let quick =
      passage.isASCII && !hasAsides
      ? text.withUnsafeBufferPointer { matcher.matches(inASCII: $0) } : nil
    if let quick {
      ranges = quick
      if !own.isEmpty {
        ranges = PassageSearch.merged(
          ranges, PassageSearch.otherwise(ascii: text, own, matcher))
      }
    } else if !hasAsides, text.withUnsafeBufferPointer({ matcher.isAbsent(from: $0) }) {
      guard !own.isEmpty else { return [] }
      let all = self.scalars(of: passage)
      ranges = try PassageSearch.otherwise(all, own, matcher)
      scalars = all
    } else {
      let all = self.scalars(of: passage)
      ranges = try PassageSearch.ranges(in: all, hyphens: own, matcher)
      scalars = all
      if !passage.asides.isEmpty {
        ranges = PassageSearch.merged(
          ranges, try PassageSearch.across(asides[passage.asides], in: all, matcher))
      }
    }
    guard !ranges.isEmpty else { return [] }
    let all = scalars ?? self.scalars(of: passage)
    return ranges.compactMap { hit($0, in: all, passage, withContext) }
  }

  func scalars(of passage: Passage) -> [UInt32] {
    if passage.isASCII { return bytes[passage.bytes].map(UInt32.init) }
    var scalars: [UInt32] = []
    scalars.reserveCapacity(passage.bytes.count)
    // Four times as fast as a String's own scalars, which are counted first.
    var decoder = Unicode.UTF8.ForwardParser()
    bytes[passage.bytes].withUnsafeBufferPointer { text in
      var rest = text.makeIterator()
      while true {
        switch decoder.parseScalar(from: &rest) {
        case .valid(let encoded): scalars.append(Unicode.UTF8.decode(encoded).value)
        case .error: scalars.append(0xFFFD)
        case .emptyInput: return
        }
      }
    }
    return scalars
  }

  private func hit(
    _ range: Range<Int>, in text: [UInt32], _ passage: Passage, _ withContext: Bool
  ) -> SearchHit? {
    var spans: [SearchHit.Span] = []
    var y: Float?
    var index = run(at: range.lowerBound, in: passage)
    while index < passage.runs.upperBound, Int(runs[index].scalar) < range.upperBound {
      let run = runs[index]
      let next =
        index + 1 < passage.runs.upperBound ? Int(runs[index + 1].scalar) : text.count
      let from = max(range.lowerBound, Int(run.scalar)) - Int(run.scalar)
      let to = min(range.upperBound, next) - Int(run.scalar)
      if run.origin >= 0, to > from {
        let start = run.origin + Int32(from)
        let end = run.origin + Int32(to)
        y = y ?? run.y
        // The letters of a ligature come from one glyph.
        if let last = spans.last, last.page == run.page, start >= last.start, start <= last.end {
          spans[spans.count - 1].end = max(end, last.end)
        } else {
          spans.append(SearchHit.Span(page: run.page, start: start, end: end))
        }
      }
      index += 1
    }
    if passage.kind == .note {
      spans = [SearchHit.Span(page: passage.page, start: -1, end: -1)]
    }
    guard !spans.isEmpty else { return nil }
    var line = Int(passage.line)
    if line > 0 { line += text[..<range.lowerBound].count { $0 == 0x0A } }
    guard withContext else {
      return SearchHit(spans: spans, y: y ?? 0, line: line, before: "", text: "", after: "")
    }
    return SearchHit(
      spans: spans, y: y ?? 0, line: line,
      before: Self.line(Self.before(range.lowerBound, in: text)),
      text: Self.line(text[range]),
      after: Self.line(Self.after(range.upperBound, in: text)))
  }

  /// Returns the text before a match on its line.
  private static func before(_ start: Int, in text: [UInt32]) -> ArraySlice<UInt32> {
    let reach = text[max(0, start - context)..<start]
    if let end = reach.lastIndex(of: 0x0A) { return reach[(end + 1)...] }
    guard reach.startIndex > 0, !Script.isBlank(text[reach.startIndex - 1]),
      let blank = reach.prefix(longestCutWord).firstIndex(where: Script.isBlank)
    else { return reach }
    return reach[(blank + 1)...]
  }

  /// Returns the text after a match on its line.
  private static func after(_ end: Int, in text: [UInt32]) -> ArraySlice<UInt32> {
    let reach = text[end..<min(text.count, end + context)]
    let line = reach.prefix { $0 != 0x0A }
    guard line.endIndex == reach.endIndex, line.endIndex < text.count,
      !Script.isBlank(text[line.endIndex]),
      let blank = line.suffix(longestCutWord).lastIndex(where: Script.isBlank)
    else { return line }
    return line[..<blank]
  }

  private static func line(_ scalars: ArraySlice<UInt32>) -> String {
    // Packed text comes from workers and files, and neither is trusted.
    CleanText.line(
      String(String.UnicodeScalarView(scalars.map { Unicode.Scalar($0) ?? "\u{FFFD}" })))
  }

  /// Returns the run that contains a scalar of a passage.
  private func run(at scalar: Int, in passage: Passage) -> Int {
    var (low, high) = (passage.runs.lowerBound, passage.runs.upperBound)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(runs[middle].scalar) <= scalar { low = middle } else { high = middle }
    }
    return low
  }
}
