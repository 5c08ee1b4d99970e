import DocumentModel
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
