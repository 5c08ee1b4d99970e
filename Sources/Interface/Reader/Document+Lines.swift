package import DocumentModel
import Text

extension Document {
  /// Whether its pages are its author's; otherwise they are portions that users do not see.
  package var hasPages: Bool { summary.hasPages }

  /// Whether it may have figures and tables that are listed.
  var hasFigures: Bool { hasPages || summary.flow?.kind == .formatted }

  /// Whether its places are lines of its source.
  package var hasLines: Bool { summary.flow.map { $0.kind != .formatted } ?? false }

  /// Returns the portion that contains a source line, from 1; nil until lines have been counted
  /// that far.
  package func portion(ofLine line: Int) -> Int? {
    guard hasLines, !infos.isEmpty, areLabelsKnown || infos[infos.count - 1].line > line else {
      return nil
    }
    return max(0, infos.prefixCount { $0.line <= line } - 1)
  }

  /// Returns the source line at a place, from 1; nil until it has been counted.
  package func line(at place: Place) -> Int? {
    guard place.page < infos.count, infos[place.page].line > 0 else { return nil }
    let first = infos[place.page].line
    let block = pages[place.page]?.text.block(at: place.offset)
    return max(1, first + (block?.line ?? 0))
  }

  /// Returns the name of a place: its page or line, or a percentage until that is known.
  package func placeName(_ place: Place) -> String {
    guard !hasPages, let line = line(at: place) else {
      return pageWords(place.page, offset: place.offset)
    }
    return "line \(line)"
  }

  /// Returns a page with its word; for a place of no page, a percentage.
  package func pageWords(_ page: Int, offset: Int = 0) -> String {
    let name = hasPages ? pageName(page) : printedPage(Place(page: page, offset: offset))
    return name.isEmpty
      ? summary.percent(portion: page, offset: offset, in: pages[page]?.text)
      : "p. " + name
  }

  /// Returns the label of the printed page a place of a book is on; empty if there is none.
  package func printedPage(_ place: Place) -> String {
    infos[safe: place.page]?.labels.label(at: place.offset) ?? ""
  }

  /// Whether it is a book with pages of a printed edition.
  var hasPrintedPages: Bool { !hasPages && infos.contains { !$0.labels.isEmpty } }

  func pageWords(_ annotation: Annotation) -> String {
    pageWords(annotation.page, x: annotation.start.x, y: annotation.start.y)
  }

  /// Returns the place at a point of a page as `placeName` does: lists have thousands.
  func pageWords(_ page: Int, x: Double? = nil, y: Double) -> String {
    summary.placeWords(
      page: page, infos[safe: page]?.labels ?? PageLabels(), x: x, y: y, in: pages[page]?.text)
  }

  /// Like `placeName`, without the word page or line, for lists.
  package func shortPlaceName(_ place: Place) -> String {
    hasPages ? pageName(place.page) : line(at: place).map(String.init) ?? printedPage(place)
  }

  /// The place of a destination.
  package func place(of destination: Destination) -> Place {
    Place(
      page: destination.page,
      offset: destination.y.flatMap {
        pages[destination.page]?.text.offset(atY: $0, x: destination.x)
      } ?? 0)
  }
}
