package import DocumentModel

/// Quads round characters in the order they are read: one for each run on a line, gaps between its words included.
package struct SelectionQuads {
  package private(set) var quads: [Quad] = []

  /// Characters of a line in the coordinates of a text that runs across.
  private struct Run {
    var box: Box
    var direction: Direction
  }

  /// `indices` count in the page's flow.
  package init(_ indices: ClosedRange<Int>, of content: PageContent) {
    let flow = PageFlow(content)
    let text = content.text
    var runs: [Run] = []
    var block: Int?
    var direction = Direction.across
    for index in indices.clamped(to: 0...max(0, flow.origins.count - 1)) {
      guard index < flow.origins.count else { break }
      let own = flow.block(at: index)
      defer { block = own }
      if let own, own != block {
        direction = content.blocks[flow.blocks[own].index].direction(on: text)
      }
      var boxes: [Box] = []
      // A hyphen that is not part of the word is still on its line.
      if let own, index > indices.lowerBound {
        let number = Int32(index - flow.blocks[own].start)
        boxes += content.blocks[flow.blocks[own].index].hyphens
          .filter { $0.index == number && !$0.isKept }
          .compactMap { text.boxes[safe: Int($0.origin)] }
      }
      if flow.origins[index] >= 0, let box = text.boxes[safe: Int(flow.origins[index])] {
        boxes.append(box)
      }
      for box in boxes where !box.isEmpty {
        let box = direction.upright(box)
        let last = block == own ? runs.last?.box : nil
        // Blanks may be as wide as the parts they separate.
        if Script.isBlank(flow.scalars[index]), runs.last.map({ !Self.goesOn($0.box, box) }) ?? true
        {
          continue
        }
        if let last, Self.goesOn(last, box) {
          runs[runs.count - 1].box = last.union(box)
        } else {
          runs.append(Run(box: box, direction: direction))
        }
      }
    }
    Self.part(&runs)
    quads = runs.map { $0.direction.shown(Quad($0.box)) }
  }

  /// Whether a box is on the line of a run and adjacent to it, in either reading direction.
  private static func goesOn(_ run: Box, _ box: Box) -> Bool {
    let overlap = min(run.y1, box.y1) - max(run.y0, box.y0)
    guard overlap > min(run.height, box.height) * 0.4 else { return false }
    let gap = max(box.x0 - run.x1, run.x0 - box.x1)
    return gap < max(run.height, box.height) * 2.5
  }

  /// Separates overlapping lines at the middle between them.
  private static func part(_ runs: inout [Run]) {
    for index in runs.indices.dropFirst() {
      let (above, below) = (runs[index - 1].box, runs[index].box)
      guard runs[index - 1].direction == runs[index].direction,
        above.y0 < below.y0, above.y1 > below.y0, above.x0 < below.x1, below.x0 < above.x1
      else { continue }
      let middle = (above.y1 + below.y0) / 2
      guard middle > above.y0, middle < below.y1 else { continue }
      runs[index - 1].box.y1 = middle
      runs[index].box.y0 = middle
    }
  }
}

extension PageContent {
  /// Returns the range of the page's flow from the first to the last of some characters; nil if they are not read.
  ///
  /// Ranges count in the page's scalars.
  package func flowRange(of origins: [Range<Int>]) -> ClosedRange<Int>? {
    var found: ClosedRange<Int>?
    for (index, origin) in PageFlow(self).origins.enumerated()
    where origin >= 0 && origins.contains(where: { $0.contains(Int(origin)) }) {
      found = (found?.lowerBound ?? index)...index
    }
    return found
  }
}

extension TextAnchor {
  /// Characters kept before and after the words.
  private static let context = 48

  /// The words of a part of a page's flow, with those around it on the page.
  package init(_ indices: ClosedRange<Int>, of content: PageContent) {
    self.init(indices, of: PageFlow(content).scalars)
  }

  /// The same of the flow's characters.
  init(_ indices: ClosedRange<Int>, of scalars: [UInt32]) {
    func words(_ range: Range<Int>) -> String {
      let text = String(
        String.UnicodeScalarView(
          scalars[range.clamped(to: scalars.indices)].compactMap(Unicode.Scalar.init)))
      return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let (first, end) = (indices.lowerBound, indices.upperBound + 1)
    self.init(
      quote: words(first..<end), before: words(max(0, first - Self.context)..<first),
      after: words(end..<end + Self.context))
  }
}
