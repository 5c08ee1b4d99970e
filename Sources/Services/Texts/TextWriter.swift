package import DocumentModel
import Text

/// Writes paragraphs as pages come in: one a line, blank lines between, a form feed where each page ends.
package struct TextWriter {
  private var feed = PageFeed()
  /// The position in the output of each page, by its index in the document.
  private var places: [Int: Int] = [:]
  private var begun = 0
  private var ended = 0
  /// The type of the last paragraph written, which has no blank line after it yet.
  private var last: TextBlock.Kind?
  private let form: Form
  private let keepsHeads: Bool

  package enum Form {
    /// One paragraph a line, form feeds after pages.
    case text
    /// One block a line, as an object.
    case json
  }

  /// Whether pages and places on them are the document's, not portions of a text.
  private let hasPages: Bool
  /// The labels of all pages, for objects.
  private let labels: [PageLabels]

  package init(
    _ form: Form, _ keepsHeads: Bool, hasPages: Bool = true, labels: [PageLabels] = []
  ) {
    self.form = form
    self.labels = labels
    self.hasPages = hasPages
    self.keepsHeads = keepsHeads
  }

  /// Adds the next page; returns the bytes that are complete.
  package mutating func add(_ text: PageText, page: Int) -> [UInt8] {
    places[page] = begun
    begun += 1
    return bytes(of: feed.add(text, page: page))
  }

  /// Reads a page that is not written but affects others; returns the bytes that are complete.
  package mutating func look(at text: PageText, page: Int) -> [UInt8] {
    bytes(of: feed.look(at: text, page: page))
  }

  /// Starts over with unrelated pages; returns the remaining bytes.
  package mutating func beginAnew() -> [UInt8] {
    let bytes = bytes(of: feed.finish())
    feed = PageFeed()
    return bytes
  }

  /// Returns the remaining bytes.
  package mutating func finish() -> [UInt8] {
    var bytes = bytes(of: feed.finish())
    if last != nil { bytes.append(0x0A) }
    last = nil
    if form == .text { bytes += [UInt8](repeating: 0x0C, count: begun - ended) }
    ended = begun
    return bytes
  }

  /// Returns the bytes of paragraphs; each belongs to the page it starts on, and the pages before
  /// it end first.
  private mutating func bytes(of paragraphs: [Flow.Paragraph]) -> [UInt8] {
    var bytes: [UInt8] = []
    let shown = paragraphs.filter { keepsHeads || !$0.isRunningHead }
    guard form == .text else { return objects(shown) }
    for paragraph in shown where paragraph.kind != .figure || !paragraph.scalars.isEmpty {
      let place = places[paragraph.page] ?? ended
      // Lines of code and rows of a table stay together.
      if let last, place > ended || !Self.areTight(last, paragraph.kind) { bytes.append(0x0A) }
      last = paragraph.kind
      if place > ended {
        bytes += [UInt8](repeating: 0x0C, count: place - ended)
        ended = place
      }
      let isFigure = paragraph.kind == .figure
      if isFigure { bytes += Array("[Figure: ".utf8) }
      UTF8Bytes.append(paragraph.copied, to: &bytes)
      bytes += isFigure ? [0x5D, 0x0A] : [0x0A]
    }
    return bytes
  }

  private func objects(_ paragraphs: [Flow.Paragraph]) -> [UInt8] {
    var bytes: [UInt8] = []
    var at = 0
    while at < paragraphs.count {
      var end = at + 1
      while end < paragraphs.count, Self.areOne(paragraphs[end - 1], paragraphs[end]) { end += 1 }
      bytes += Array((json(paragraphs[at..<end]).text + "\n").utf8)
      at = end
    }
    return bytes
  }

  private static func areTight(_ a: TextBlock.Kind, _ b: TextBlock.Kind) -> Bool {
    switch (a, b) {
    case (.code, .code), (.tableRow, .tableRow): true
    default: false
    }
  }
}

extension TextWriter {
  /// Returns a block as a JSON object; the rows of a table and the lines of a listing are one block.
  fileprivate func json(_ paragraphs: ArraySlice<Flow.Paragraph>) -> JSON {
    var text: [UInt8] = []
    var box = paragraphs[paragraphs.startIndex].box
    for paragraph in paragraphs {
      if !text.isEmpty { text.append(0x0A) }
      UTF8Bytes.append(paragraph.copied, to: &text)
      box = box.union(paragraph.box)
    }
    let first = paragraphs[paragraphs.startIndex]
    // Brackets reach beyond the height that the font states.
    if first.kind == .code { box = box.widened(by: 1.5) }
    if let region = first.region { box = region.region.box.union(box) }
    let (kind, level) = Self.name(of: first.kind)
    var members: [(String, JSON)] = [
      ("kind", .string(kind)), ("level", level.map(JSON.count) ?? .null),
    ]
    let label = labels[safe: first.page]?.label(at: Int(first.origins.first?.index ?? 0)) ?? ""
    members += JSON.place(page: hasPages ? first.page : nil, label: label)
    members.append(("address", .string(BlockAddress(first, hasPages: hasPages).written)))
    members.append(
      (
        "box",
        hasPages ? .array([box.x0, box.y0, box.x1, box.y1].map { .number(Double($0)) }) : .null
      ))
    if let caption = first.region?.caption, !caption.isEmpty {
      members.append(("caption", .string(caption)))
    }
    members.append(("text", .string(String(decoding: text, as: UTF8.self))))
    return .object(members)
  }

  /// Whether two paragraphs are rows of one table or lines of one listing.
  fileprivate static func areOne(_ a: Flow.Paragraph, _ b: Flow.Paragraph) -> Bool {
    guard a.page == b.page, a.region == b.region else { return false }
    switch (a.kind, b.kind) {
    case (.tableRow, .tableRow): return true
    case (.code, .code):
      return b.box.y0 - a.box.y1 < 1.5 * max(a.box.height, 1) && b.box.y0 > a.box.y0
    default: return false
    }
  }

  /// Returns a block's type for JSON, and its level from 1 if it has one.
  private static func name(of kind: TextBlock.Kind) -> (String, Int?) {
    switch kind {
    case .paragraph: ("paragraph", nil)
    case .heading(let level): ("heading", level)
    case .listItem(let depth): ("list-item", depth + 1)
    case .code: ("listing", nil)
    case .tableRow: ("table", nil)
    case .figure: ("figure", nil)
    case .formula: ("formula", nil)
    case .caption: ("caption", nil)
    case .footnote: ("footnote", nil)
    case .header: ("header", nil)
    case .footer: ("footer", nil)
    }
  }
}

extension JSON {
  /// The members that name a place: a page with its label, or the label of a book's printed page.
  package static func place(page: Int?, label: String) -> [(String, JSON)] {
    page.map { JSON.page($0, label: label) } ?? [("page", .null), ("label", .text(label))]
  }
}

/// Unicode scalars as UTF-8.
package enum UTF8Bytes {
  package static func append(_ scalars: [UInt32], to bytes: inout [UInt8]) {
    for scalar in scalars {
      if scalar < 0x80 {
        bytes.append(UInt8(scalar))
      } else if let valid = Unicode.Scalar(scalar) {
        bytes += UTF8.encode(valid) ?? UTF8.encodedReplacementCharacter
      }
    }
  }
}
