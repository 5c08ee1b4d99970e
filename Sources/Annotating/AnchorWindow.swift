import DocumentModel
import Text

/// Computes anchors from the pages around each annotation: always the same pages for the same page, since adjacent pages decide what
/// counts as a running head.
struct AnchorWindow {
  private let read: (_ page: Int) throws(SaveBlocker) -> PageText?
  private let pageCount: Int
  private var texts: [Int: PageText?] = [:]
  /// Computes reading order and sections; nil if they are not needed.
  private var order: ReadingOrder?
  /// The text around the page that was asked for last.
  private var last: (page: Int, text: AnchorText)?

  /// The number of pages before and after an annotation's page whose words may be context.
  private static let around = 2
  private static let mostTexts = 64

  /// With `waymarks` it also computes reading order and sections.
  init(
    _ worker: any AnnotationWorker, _ source: AnnotationSource, pageCount: Int,
    waymarks: DocumentWaymarks? = nil
  ) {
    order = waymarks.map { ReadingOrder($0) }
    read = { (page) throws(SaveBlocker) in
      try worker.text(of: page..<page + 1, source).first.flatMap(\.self)
    }
    self.pageCount = pageCount
  }

  /// Creates a window on pages that are at hand; no other pages are read.
  init(shown: [Int: PageText]) {
    read = { (page) throws(SaveBlocker) in shown[page] }
    pageCount = (shown.keys.max() ?? -1) + 1
  }

  /// Returns the words an annotation is on or beside; nil if there are none, or its page cannot be read. Ask for annotations of one page together.
  mutating func anchor(of annotation: Annotation) throws(SaveBlocker) -> TextAnchor? {
    let page = annotation.page
    guard page >= 0, page < pageCount, let own = try text(page) else { return nil }
    if last?.page != page {
      let range = max(0, page - Self.around)..<min(pageCount, page + Self.around + 1)
      var pages: [PageText] = []
      for next in range { pages.append(try text(next) ?? PageText()) }
      last = (page, AnchorText(pages, from: range.lowerBound, keepsWords: true))
    }
    guard let words = last?.text else { return nil }
    var anchor =
      annotation.quads.isEmpty
      ? words.anchor(near: annotation.box, page: page, of: own)
      : words.anchor(under: annotation.quads, page: page, of: own)
    if anchor != nil { anchor?.reading = order?.place(of: annotation, on: own) }
    return anchor
  }

  private mutating func text(_ page: Int) throws(SaveBlocker) -> PageText? {
    if let known = texts[page] { return known }
    if texts.count >= Self.mostTexts { texts = [:] }
    let text = try read(page)
    texts[page] = .some(text)
    return text
  }
}
