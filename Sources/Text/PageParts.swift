import DocumentModel

/// A page's glyphs as fragments and segments in their reading frame.
struct PageParts {
  private(set) var frame: Frame
  private(set) var fragments: [Fragment]
  private(set) var segments: [Segment]
  /// Fragments of other directions, still in page coordinates.
  private(set) var others: [Fragment] = []

  init(_ text: PageText, size: PageSize) {
    let all = Fragments.cut(text)
    self.init(all, in: Frame(of: all, size: size))
  }

  init(_ all: [Fragment], in frame: Frame) {
    self.frame = frame
    fragments = all
    if all.contains(where: { !frame.holds($0) }) {
      fragments = all.filter(frame.holds)
      others = all.filter { !frame.holds($0) }
    }
    if frame.direction != .across {
      for index in fragments.indices { frame.turn(&fragments[index]) }
    }
    Skew.remove(from: &fragments)
    segments = Segments.group(fragments)
  }

  func headRows(_ scalars: [UInt32]) -> [RunningHeads.Row] {
    RunningHeads.rows(segments, fragments, scalars, height: frame.extent.height)
  }
}
