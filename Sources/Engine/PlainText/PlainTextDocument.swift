import DocumentModel
import Glibc
import Wire

/// A text without markup: its lines are its blocks. Reads only what is requested.
final class PlainTextDocument: OpenDocument {
  let summary: DocumentSummary
  private let portions: Portions
  private var counter: LineCounter
  private let fingerprinting: Fingerprinting
  /// The character that ends a line.
  private let lineEnd: UInt32

  init(_ file: SourceFile, _ encoding: TextEncoding, shortfall: FlowingText.Shortfall? = nil) {
    var encoding = encoding
    if encoding.units == .bytes, !file.head.contains(0x0A), file.head.contains(0x0D) {
      encoding.units.lineEnd = 0x0D
    }
    let lineEnd = encoding.decoded(Self.unit(encoding.units)).scalars.first ?? 0x0A
    let portions = Portions(file, encoding)
    var flow = FlowingText(
      kind: .plainText, encoding: encoding.name, isGuess: encoding.isGuess, shortfall: shortfall,
      byteCount: file.count)
    let looked = Set([0, portions.count / 2, portions.count - 1])
    flow.measure = looked.map { Self.measure(of: portions, $0, lineEnd) }.max() ?? 0
    summary = DocumentSummary(pageCount: portions.count, flow: flow)
    self.lineEnd = lineEnd
    self.portions = portions
    counter = LineCounter(portions)
    fingerprinting = Fingerprinting()
  }

  /// The bytes of the unit that ends a line.
  private static func unit(_ units: CodeUnits) -> [UInt8] {
    let bytes = (0..<units.size).map { UInt8(truncatingIfNeeded: units.lineEnd >> (8 * $0)) }
    return units.isBigEndian ? bytes.reversed() : bytes
  }

  /// Cells of the widest line of a portion.
  private static func measure(of portions: Portions, _ index: Int, _ lineEnd: UInt32) -> Int {
    let text = portion(index, of: portions, lineEnd)
    let right = text.boxes.reduce(Float(0)) { max($0, $1.x1) }
    return min(Limit.measure, Int(right / PortionBuilder.cell.width))
  }

  func pages(_ range: Range<Int>) -> [PageInfo] {
    let wanted = range.clamped(to: 0..<summary.pageCount)
    let most = wanted.lowerBound..<min(wanted.upperBound, wanted.lowerBound + Limit.pagesAtOnce)
    return counter.lines(most).map { PageInfo(label: "", size: PageText().size, line: $0) }
  }

  func metadata() -> Metadata {
    var metadata = Metadata()
    metadata.format = "Plain text"
    metadata.modified = portions.file.modified
    return metadata
  }

  func text(page: Int) throws(EngineFailure) -> PageText {
    guard (0..<summary.pageCount).contains(page) else { throw .pageOutOfRange }
    return Self.portion(page, of: portions, lineEnd)
  }

  func plainText(page: Int) throws(EngineFailure) -> [UInt8] {
    guard (0..<summary.pageCount).contains(page) else { throw .pageOutOfRange }
    if case .utf8 = portions.encoding.reader, lineEnd == 0x0A {
      let bytes = portions.bytes(of: page).bytes
      // Most text has nothing that is shown in another way.
      if CleanText.isClean(bytes) { return bytes }
    }
    let scalars = try text(page: page).scalars.compactMap(Unicode.Scalar.init)
    return Array(String(String.UnicodeScalarView(scalars)).utf8)
  }

  func fingerprint() -> String? { fingerprinting.advance(portions.file) }

  private static func portion(_ index: Int, of portions: Portions, _ lineEnd: UInt32) -> PageText {
    let (bytes, isLine) = portions.bytes(of: index)
    let scalars = portions.encoding.decoded(bytes).scalars
    var builder = PortionBuilder()
    var line = isLine ? 0 : -1
    var start = scalars.startIndex
    while start < scalars.endIndex {
      let end = scalars[start...].firstIndex(of: lineEnd) ?? scalars.endIndex
      var shown = scalars[start..<end]
      if shown.last == 0x0D { shown.removeLast() }
      let first = builder.count
      var text = TerminalText(shown)
      text.write(to: &builder)
      builder.add(AuthoredBlock(.line, first..<builder.count, line: line))
      if end < scalars.endIndex { builder.endRow() }
      line += 1
      start = end + 1
    }
    return builder.text
  }
}
