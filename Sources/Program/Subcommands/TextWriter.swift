import DocumentModel
import Text

/// Writes paragraphs as pages come in: one a line, blank lines between, a form feed where each page ends.
struct TextWriter {
  private struct Page {
    var text: PageText
    var number: Int
  }

  /// So many pages are looked at before the first of them is set: what repeats on them is a running head.
  private static let lookAhead = 16

  private let isFlowing: Bool
  private var evidence = DocumentEvidence()
  private var flow: Flow?
  private var waiting: [Page] = []
  /// Pages set so far, and how many of them have had their form feed.
  private var begun = 0
  private var ended = 0
  private var lastNumber = -2
  /// Pages looked at.
  private var seen = 0

  init(isFlowing: Bool) {
    self.isFlowing = isFlowing
  }

  /// Takes the next page; gives the bytes of what is complete.
  mutating func add(_ text: PageText, page: Int) -> [UInt8] {
    evidence.observe(text, number: page, size: text.size)
    waiting.append(Page(text: text, number: page))
    seen += 1
    return waiting.count > Self.lookAhead ? setFirst() : []
  }

  /// The bytes of all that is left.
  mutating func finish() -> [UInt8] {
    guard isFlowing else { return [] }
    var bytes: [UInt8] = []
    while !waiting.isEmpty { bytes += setFirst() }
    for paragraph in flow?.finish() ?? [] { write(paragraph, to: &bytes) }
    bytes += [UInt8](repeating: 0x0C, count: begun - ended)
    ended = begun
    return bytes
  }

  private mutating func setFirst() -> [UInt8] {
    let page = waiting.removeFirst()
    var bytes: [UInt8] = []
    if page.number != lastNumber + 1 {
      // Pages were left out: nothing goes on over the gap.
      for paragraph in flow?.finish() ?? [] { write(paragraph, to: &bytes) }
      flow = Flow(evidence: evidence)
    }
    lastNumber = page.number
    let blocks = PageComposer.compose(
      page.text, size: page.text.size, evidence: evidence, page: page.number)
    let kept = kept(blocks)
    for paragraph in flow?.add(kept, page: begun) ?? [] { write(paragraph, to: &bytes) }
    begun += 1
    return bytes
  }

  /// Heads are left out only where something else is on the page, and where enough pages show that they are heads.
  private func kept(_ blocks: [TextBlock]) -> [TextBlock] {
    func isHead(_ block: TextBlock) -> Bool { block.kind == .header || block.kind == .footer }
    let heads = blocks.filter(isHead)
    let rest = blocks.reduce(0) { $0 + (isHead($1) ? 0 : $1.scalars.count) }
    let size = heads.reduce(0) { $0 + $1.scalars.count }
    guard size > rest / 3 || seen < 3 && heads.contains(where: { $0.scalars.count > 8 }) else {
      return blocks
    }
    return blocks.map { block in
      var block = block
      if isHead(block) { block.kind = .paragraph }
      return block
    }
  }

  /// A paragraph stands on the page it begins on: the pages before that one end first.
  private mutating func write(_ paragraph: Flow.Paragraph, to bytes: inout [UInt8]) {
    while ended < paragraph.page {
      bytes.append(0x0C)
      ended += 1
    }
    switch paragraph.kind {
    case .header, .footer: return
    default: break
    }
    UTF8Bytes.append(paragraph.scalars, to: &bytes)
    bytes += [0x0A, 0x0A]
  }
}

/// Unicode scalars as UTF-8.
enum UTF8Bytes {
  static func append(_ scalars: [UInt32], to bytes: inout [UInt8]) {
    for scalar in scalars {
      if scalar < 0x80 {
        bytes.append(UInt8(scalar))
      } else if let valid = Unicode.Scalar(scalar) {
        bytes += UTF8.encode(valid) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}
