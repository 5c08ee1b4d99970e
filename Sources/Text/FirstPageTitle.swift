package import DocumentModel

/// Finds a document's title on its first page: the first passage in the largest size.
///
/// Used for documents without a title in their metadata, or with a source file name as their title.
package struct FirstPageTitle {
  private struct Candidate {
    var text: String
    var size: Float
    var top: Float
    var bottom: Float
  }

  private var candidates: [Candidate] = []
  /// The number of characters per size, in half points.
  private var counts: [Int: Int] = [:]

  /// The minimum and maximum length of a title in characters.
  private static let length = 4...300
  /// The minimum ratio of the title's size to that of the running text.
  private static let leastRatio: Float = 1.15

  package init() {}

  /// Returns the title on a document's first page by that page alone; empty if there is none.
  package static func title(on page: PageText) -> String {
    var feed = PageFeed()
    var found = FirstPageTitle()
    for paragraph in feed.add(page, page: 0) + feed.finish() where !paragraph.isRunningHead {
      found.add(paragraph, page)
    }
    return found.title
  }

  /// Adds a passage that begins on the first page; `page` is that page's text.
  package mutating func add(_ paragraph: Flow.Paragraph, _ page: PageText) {
    guard paragraph.page == 0, let size = Self.size(of: paragraph, page) else { return }
    counts[Int(size * 2), default: 0] += paragraph.scalars.count
    let text = Self.line(paragraph.scalars)
    let box = paragraph.box
    // Vertical text in the margin is a stamp, such as arXiv's.
    let isUpright = box.x1 - box.x0 > (box.y1 - box.y0) / 3
    guard Self.length.contains(text.count), isUpright, Self.isWords(text),
      !FrontHeadings.areNoTitle(text)
    else { return }
    candidates.append(Candidate(text: text, size: size, top: box.y0, bottom: box.y1))
  }

  /// The title; empty if no text on the page is larger than the rest.
  package var title: String {
    guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key,
      let largest = candidates.map(\.size).max()
    else { return "" }
    let body = Float(usual) / 2
    let isAlone = counts.count == 1
    guard !isAlone, largest >= body * Self.leastRatio,
      let first = candidates.firstIndex(where: { $0.size >= largest * 0.98 })
    else { return "" }
    var title = candidates[first].text
    var bottom = candidates[first].bottom
    // A title of several lines may be several passages.
    for next in candidates[(first + 1)...] {
      guard next.size >= largest * 0.98, next.top - bottom < next.size * 1.2,
        title.count + next.text.count < Self.length.upperBound
      else { break }
      title += " " + next.text
      bottom = next.bottom
    }
    return String(title.prefix(DocumentSection.longestTitle))
  }

  /// Returns the size of most of a passage's first 200 characters.
  private static func size(of paragraph: Flow.Paragraph, _ page: PageText) -> Float? {
    var counts: [Int: Int] = [:]
    for origin in paragraph.origins.prefix(200) where origin.page == 0 && origin.index >= 0 {
      guard let run = page.runs.last(where: { $0.start <= Int(origin.index) }),
        page.styles.indices.contains(run.style)
      else { continue }
      counts[run.style, default: 0] += 1
    }
    let style = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return style.map { page.styles[$0].size }.flatMap {
      $0.isFinite && $0 > 0 ? min($0, 1_000) : nil
    }
  }

  private static func line(_ scalars: [UInt32]) -> String {
    var view = String.UnicodeScalarView()
    for scalar in scalars.prefix(length.upperBound + 1) {
      let isBlank = scalar < 0x20 || Script.isBlank(scalar)
      if isBlank, view.last == " " || view.isEmpty { continue }
      view.append(isBlank ? " " : Unicode.Scalar(scalar) ?? "\u{FFFD}")
    }
    if view.last == " " { view.removeLast() }
    return String(view)
  }

  /// Whether a text consists mostly of letters and is no URI or archive number.
  private static func isWords(_ text: String) -> Bool {
    let letters = text.count { $0.isLetter }
    return letters * 2 > text.count && !text.lowercased().hasPrefix("arxiv:")
      && !text.contains("://")
  }
}
