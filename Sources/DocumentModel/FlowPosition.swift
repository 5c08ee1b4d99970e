/// Places of a document as shares of it: the portions of a text that flows count by their length.
extension DocumentSummary {
  /// Returns how much of the document is before a part of a page, from 0 to 1.
  package func share(before page: Int, _ part: Double = 0) -> Double {
    guard let ends = portionEnds, let all = ends.last, ends.indices.contains(page) else {
      return min(1, (Double(page) + part) / Double(max(1, pageCount)))
    }
    let start = page > 0 ? ends[page - 1] : 0
    return (Double(start) + min(1, max(0, part)) * Double(ends[page] - start)) / Double(all)
  }

  /// Returns the page at a share of the document, and the part of it that is before the place.
  package func place(atShare share: Double) -> (page: Int, part: Double) {
    let share = min(1, max(0, share))
    let last = max(0, pageCount - 1)
    guard let ends = portionEnds, let all = ends.last else {
      let whole = share * Double(max(1, pageCount))
      return whole < Double(pageCount) ? (Int(whole), whole - whole.rounded(.down)) : (last, 1)
    }
    let wanted = share * Double(all)
    let page = min(last, ends.prefixCount { Double($0) <= wanted })
    let start = page > 0 ? ends[page - 1] : 0
    return (page, min(1, (wanted - Double(start)) / Double(max(1, ends[page] - start))))
  }

  private var portionEnds: [Int]? {
    flow.flatMap {
      $0.portionEnds.count == pageCount && ($0.portionEnds.last ?? 0) > 0 ? $0.portionEnds : nil
    }
  }

  /// Returns how much of the document is before a character of a portion, such as `12 %`; the portion's text is nil until it is read.
  package func percent(portion: Int, offset: Int = 0, in text: PageText? = nil) -> String {
    let part = text.map { Double(offset) / Double(max(1, $0.scalars.count)) } ?? 0
    return "\(Int(share(before: portion, part) * 100)) %"
  }

  /// Returns the words for a place: `p. 12`, or a percentage where a text has no printed page. Without the portion's text it is that of its beginning.
  package func placeWords(
    page: Int, _ labels: PageLabels, x: Double?, y: Double, in text: PageText?
  ) -> String {
    let label = labels.label(x: x, y: y)
    if flow == nil || !label.isEmpty { return "p. " + PageName.shown(page: page, label: label) }
    return percent(portion: page, offset: text?.flowOffset(x: x ?? 0, y: y) ?? 0, in: text)
  }
}

extension PageText {
  /// Returns the first character at or after a place of a text that flows, whose rows follow each other.
  package func flowOffset(x: Double, y: Double) -> Int {
    var at = boxes.prefixCount { Double($0.y1) <= y }
    guard at < boxes.count else { return scalars.count }
    let row = boxes[at].y0
    while at + 1 < boxes.count, boxes[at + 1].y0 == row, Double(boxes[at].x1) <= x { at += 1 }
    return at
  }
}
