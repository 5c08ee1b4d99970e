/// Serialises a page's passages compactly; unpacking does not trust the data.
///
/// Numbers are little-endian base 128, the highest bit set if more bytes follow. Signed numbers are doubled, plus one if negative.
/// First the number of passages; for each its kind (plus 8 if ASCII), line, and counts of bytes, runs and hyphens.
/// Then for each run: the scalars since the previous one, its page minus the packed page, the start of its characters on that page relative to the end of the
/// previous run (negative: inserted), and its distance from the top in points.
/// For each hyphen: the scalars since the previous one, doubled, plus one if it is kept. The text of all passages follows as UTF-8, and of
/// each passage with asides its number, the count of asides, and for each the scalars since the previous one and its length.
extension FlatText {
  /// Returns the packed passages that begin on a page, without data about other pages.
  package func packed(_ passages: Range<Int>, page: Int) -> [UInt8] {
    var writer = PackWriter()
    writer.put(passages.count)
    for index in passages {
      let passage = self.passages[index]
      writer.put(Int(passage.kind.rawValue) + (passage.isASCII ? 8 : 0))
      writer.put(Int(passage.line))
      writer.put(passage.bytes.count)
      writer.put(passage.runs.count)
      writer.put(passage.hyphens.count)
      var last = (scalar: 0, end: 0)
      for place in passage.runs {
        let run = runs[place]
        writer.put(Int(run.scalar) - last.scalar)
        writer.put(signed: Int(run.page) - page)
        if run.origin < 0 {
          writer.put(0)
        } else {
          let skipped = Int(run.origin) - last.end
          writer.put(skipped >= 0 ? skipped * 2 + 1 : -skipped * 2)
        }
        writer.put(Int(min(max(0, run.y.rounded()), 1_000_000)))
        let next =
          place + 1 < passage.runs.upperBound ? Int(runs[place + 1].scalar) : Int(run.scalar)
        last = (
          Int(run.scalar), run.origin < 0 ? last.end : Int(run.origin) + next - Int(run.scalar)
        )
      }
      var at = 0
      for hyphen in hyphens[passage.hyphens] {
        writer.put((Int(hyphen.index) - at) * 2 + (hyphen.isKept ? 1 : 0))
        at = Int(hyphen.index)
      }
    }
    for index in passages { writer.bytes += bytes[self.passages[index].bytes] }
    for index in passages where !self.passages[index].asides.isEmpty {
      writer.put(index - passages.lowerBound)
      writer.put(self.passages[index].asides.count)
      var end = 0
      for aside in asides[self.passages[index].asides] {
        writer.put(Int(aside.lowerBound) - end)
        writer.put(aside.count)
        end = Int(aside.upperBound)
      }
    }
    return writer.bytes
  }

  /// Adds the packed passages of a page; returns false if the data are damaged, in which case some may be missing.
  @discardableResult
  package mutating func add(packed source: UnsafeRawBufferPointer, page: Int) -> Bool {
    var reader = PackReader(source)
    guard let count = reader.take(), count <= source.count else { return false }
    var sizes: [Int] = []
    let first = passages.count
    for _ in 0..<count {
      guard let size = addPassage(&reader, page: page) else {
        passages.removeLast(passages.count - first)
        return false
      }
      sizes.append(size)
    }
    var start = bytes.count
    for (index, size) in sizes.enumerated() {
      guard size <= reader.remaining else {
        passages.removeLast(sizes.count - index)
        return false
      }
      bytes += reader.take(bytes: size)
      passages[first + index].bytes = start..<start + size
      start += size
    }
    while reader.remaining > 0 {
      guard let passage = reader.take(), passage < count, let count = reader.take(),
        addAsides(count, to: first + passage, &reader)
      else { return false }
    }
    return true
  }

  private mutating func addAsides(
    _ count: Int, to passage: Int, _ reader: inout PackReader
  ) -> Bool {
    guard count <= reader.remaining else { return false }
    let first = asides.count
    var end = 0
    for _ in 0..<count {
      guard let skipped = reader.take(), let length = reader.take(),
        end + skipped + length <= Self.mostScalars
      else { return false }
      asides.append(Int32(end + skipped)..<Int32(end + skipped + length))
      end += skipped + length
    }
    passages[passage].asides = first..<asides.count
    return true
  }

  /// Limits beyond which sums could overflow; no real page or document reaches them.
  private static let mostScalars = 1 << 29
  private static let mostPages = 10_000_001

  /// Adds the header of a passage; returns the number of bytes of its text.
  private mutating func addPassage(_ reader: inout PackReader, page: Int) -> Int? {
    guard let head = reader.take(), let kind = PassageKind(rawValue: UInt8(head & 7)),
      let line = reader.take(), let size = reader.take(), let runCount = reader.take(),
      let hyphenCount = reader.take(), runCount > 0, runCount <= reader.remaining,
      hyphenCount <= reader.remaining
    else { return nil }
    let (firstRun, firstHyphen) = (runs.count, hyphens.count)
    var last = (scalar: 0, end: 0, origin: -1)
    for number in 0..<runCount {
      guard let step = reader.take(), let pages = reader.takeSigned(), let place = reader.take(),
        let y = reader.take()
      else { return nil }
      let scalar = last.scalar + step
      guard number == 0 ? scalar == 0 : step > 0, scalar <= size else { return nil }
      let end = last.origin < 0 ? last.end : last.origin + step
      var origin = -1
      if place > 0 { origin = place % 2 == 1 ? end + place / 2 : end - place / 2 }
      guard origin <= Self.mostScalars, scalar <= Self.mostScalars,
        (0..<Self.mostPages).contains(page + pages)
      else { return nil }
      runs.append(
        Run(
          scalar: UInt32(scalar), page: Int32(page + pages), origin: Int32(max(-1, origin)),
          y: Float(y)))
      last = (scalar, end, origin)
    }
    var at = 0
    for _ in 0..<hyphenCount {
      guard let step = reader.take() else { return nil }
      at += step / 2
      hyphens.append(
        LineHyphen(index: Int32(clamping: at), origin: 0, isKept: step % 2 == 1, isOpen: true))
    }
    passages.append(
      Passage(
        kind: kind, line: Int32(clamping: line), bytes: 0..<0, runs: firstRun..<runs.count,
        hyphens: firstHyphen..<hyphens.count, page: Int32(clamping: page),
        isASCII: head & 8 != 0))
    return size
  }

  /// All passages, one per line.
  package var text: String {
    passages.map { String(decoding: bytes[$0.bytes], as: UTF8.self) }.joined(separator: "\n")
  }

  /// Collects the grams of some passages.
  package func gather(_ grams: inout Grams, of passages: Range<Int>) {
    for index in passages {
      let passage = self.passages[index]
      if passage.isASCII, passage.hyphens.isEmpty {
        bytes[passage.bytes].withUnsafeBufferPointer { grams.add(ascii: $0) }
      } else {
        grams.add(scalars(of: passage), hyphens: Array(hyphens[passage.hyphens]))
      }
      if !passage.asides.isEmpty {
        grams.add(MainText(scalars(of: passage), without: asides[passage.asides]).scalars)
      }
    }
  }
}

/// Writes numbers as bytes, small ones as one byte.
struct PackWriter {
  var bytes: [UInt8] = []

  mutating func put(_ number: Int) {
    var rest = UInt(max(0, number))
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func put(signed number: Int) { put(number < 0 ? -number * 2 - 1 : number * 2) }
}

/// Reads numbers written by `PackWriter`.
struct PackReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  /// The largest valid number.
  private static let largest = 1 << 31

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  var remaining: Int { bytes.count - position }

  mutating func take() -> Int? {
    var (number, shift) = (0, 0)
    while position < bytes.count, shift < 35 {
      let byte = Int(bytes[position])
      position += 1
      number |= (byte & 0x7F) << shift
      if byte < 0x80 { return number <= Self.largest ? number : nil }
      shift += 7
    }
    return nil
  }

  mutating func takeSigned() -> Int? {
    take().map { $0 % 2 == 1 ? -($0 + 1) / 2 : $0 / 2 }
  }

  mutating func take(bytes count: Int) -> UnsafeRawBufferPointer {
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }
}
