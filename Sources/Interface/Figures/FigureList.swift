import DocumentModel
import Messages
package import Text

/// The figures and tables of a document, as far as its pages have been read for them.
package struct FigureList: Sendable {
  /// The generation and the page around which they were requested.
  struct Request: Sendable, Hashable {
    var generation: Int
    var page: Int
  }

  /// A motion that waits for pages, and the place it started from.
  struct Awaited: Sendable, Hashable {
    var steps: Int
    var place: Place?
  }

  /// The result of a step from one figure to another.
  enum Step: Sendable, Hashable {
    case figure(DocumentFigure)
    /// There are fewer; the last one in this direction, if any.
    case end(DocumentFigure?)
    /// Pages on the way have not been read.
    case unread
  }

  /// By page; pages without figures are left out.
  private var found: [Int: [DocumentFigure]] = [:]
  /// The pages that have been read.
  private var read: Set<Int> = []
  /// The page around which figures are needed; nil until they are.
  var aim: Int?
  var requested: Request?
  var awaited: Awaited?
  /// The figure that keys apply to while it is in sight.
  package var current: DocumentFigure?

  package var readCount: Int { read.count }

  /// All known figures in reading order.
  package var all: [DocumentFigure] { found.keys.sorted().flatMap { found[$0] ?? [] } }

  /// Adds pages that have been read; returns whether they have figures.
  mutating func add(_ pages: [Int: [DocumentFigure]]) -> Bool {
    read.formUnion(pages.keys)
    let own = pages.filter { !$0.value.isEmpty }
    found.merge(own) { $1 }
    return !own.isEmpty
  }

  /// Returns the figures of a page; nil if it has not been read.
  func figures(on page: Int) -> [DocumentFigure]? { read.contains(page) ? found[page] ?? [] : nil }

  /// Returns the figure `steps` away from a position on a page. `before` figures of the page precede the position; `skipped` are at or before it.
  func figure(_ steps: Int, from page: Int, before: Int, skipped: Int, pageCount: Int) -> Step {
    let isForward = steps > 0
    var page = page
    var left = abs(steps)
    var last: DocumentFigure?
    var own = figures(on: page).map {
      isForward ? Array($0.dropFirst(skipped)) : $0.prefix(before).reversed()
    }
    while let list = own {
      if left <= list.count { return .figure(list[left - 1]) }
      left -= list.count
      last = list.last ?? last
      page += isForward ? 1 : -1
      guard (0..<pageCount).contains(page) else { return .end(last) }
      own = figures(on: page).map { isForward ? $0 : $0.reversed() }
    }
    return .unread
  }
}

extension DocumentFigure {
  /// Whether a line of its page shows a part of it or its caption.
  func isShown(by line: TextLine) -> Bool {
    if let box, let region = line.region, region.kind == kind, box.contains(region.box.middle) {
      return true
    }
    return captionOrigin.map { origin in line.glyphs.contains { Int($0.origin) == origin } }
      ?? false
  }
}

extension PageRegion.Kind {
  /// The name of a part without a caption.
  var name: String {
    switch self {
    case .figure: "Figure"
    case .table: "Table"
    case .formula: "Formula"
    }
  }
}

extension PageLayout {
  /// Returns the line at a place on the page, in points from its top and left edges: the first of the figure there, else one of the text, also in tables.
  func line(atY y: Double, x: Double?, in content: PageContent, page: Int) -> Int {
    let all = DocumentFigure.all(in: content.blocks, page: page).filter { $0.kind == .figure }
    return DocumentFigure.at(y: y, x: x, among: all, in: content.text).flatMap { line(of: $0) }
      ?? line(atY: y, x: x, in: content.text)
  }

  /// The most lines between a caption and the figure below it for both to be shown.
  private static let captionReach = 8

  /// Returns the first line of a caption of the page's figures below their names at a line; the line itself if there is none.
  func captionLine(from line: Int, of figures: [DocumentFigure]) -> Int {
    let words = lines.indices.dropFirst(line).first {
      lines[$0].kind != .placeholder && !lines[$0].glyphs.isEmpty
    }
    guard let words, figures.contains(where: { $0.isShown(by: lines[words]) }) else { return line }
    return words
  }

  /// Returns the number of lines from a line on that show a figure with its other parts and its caption; 0 if none does.
  func rows(of figure: DocumentFigure, from start: Int, in content: PageContent) -> Int {
    let caption = figure.captionOrigin.flatMap { origin in
      content.blocks.first { $0.origins.contains(Int32(origin)) }
    }
    let words = Set(caption?.origins ?? [])
    let last = lines.indices.dropFirst(start).last { index in
      figure.isShown(by: lines[index])
        || lines[index].glyphs.contains { glyph in
          guard glyph.origin >= 0 else { return false }
          let box = content.text.boxes[safe: Int(glyph.origin)]
          return words.contains(glyph.origin)
            || figure.kind == .table
              && box.flatMap { box in figure.box?.contains(box.middle) } == true
        }
    }
    return last.map { $0 - start + 1 } ?? 0
  }

  /// Returns the number of lines from a line on that show a figure, with the next part of it if that has the caption.
  func rows(
    of figure: DocumentFigure, among all: [DocumentFigure], from start: Int, in content: PageContent
  ) -> Int {
    let own = rows(of: figure, from: start, in: content)
    guard figure.caption.isEmpty, figure.kind == .figure,
      let next = all.firstIndex(of: figure).flatMap({ all[safe: $0 + 1] }), next.kind == .figure,
      next.extent.y0 - figure.extent.y1 < Self.partGap
    else { return own }
    return max(own, rows(of: next, from: start, in: content))
  }

  /// The most white in points between two parts of a figure.
  private static let partGap: Float = 30

  /// Returns the first line of a figure or of the caption just above it; nil if neither is shown.
  func line(of figure: DocumentFigure) -> Int? {
    let shown = lines.indices.filter { figure.isShown(by: lines[$0]) }
    guard let first = shown.first(where: { lines[$0].region != nil }) else { return shown.first }
    return shown.first { first - $0 <= Self.captionReach }
  }
}

extension Documents {
  /// Requests the figures that a motion or the list needs; pages are read in the background.
  mutating func findFigures() -> [Effect] {
    indices.compactMap { index in
      let document = self[index]
      guard let page = document.figures.aim, document.hasFigures, document.phase == .open,
        document.figures.readCount < document.pageCount
      else { return nil }
      let request = FigureList.Request(generation: document.generation, page: page)
      guard document.figures.requested != request else { return nil }
      self[index].figures.requested = request
      return .findFigures(
        document.id, generation: document.generation, pageCount: document.pageCount, around: page)
    }
  }
}

extension DocumentFigure {
  /// Returns the figure, table or formula of a page that a destination means: the one it lies in or next above, with no line of text between.
  ///
  /// `x` and `y` are points from the left and top edges of the page.
  static func at(
    y: Double, x: Double?, among all: [DocumentFigure], in text: PageText
  ) -> DocumentFigure? {
    let row = text.boxes[safe: text.offset(atY: y, x: x)] ?? .zero
    // A line starts at the destination's column and is at least so wide.
    let end = max(Double(row.x1), (x ?? 0) + 100)
    return all.filter { figure in
      let extent = figure.extent
      let isBeside = x.map { Double(extent.x1) < $0 - 4 || Double(extent.x0) > end } ?? false
      return !isBeside && !extent.isEmpty && Double(extent.y1) > y
        && (Double(extent.y0) <= y || extent.y0 < row.y1)
    }.min { $0.extent.y0 < $1.extent.y0 }
  }
}
