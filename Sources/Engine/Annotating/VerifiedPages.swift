import DocumentModel

/// The edits of pages that have been verified on a base.
struct VerifiedPages {
  private var edits: [Int: [AnnotationPatch]] = [:]
  /// Approximate bytes of memory.
  private var cost = 0
  private static let most = 16 << 20

  /// Returns true if the page was verified with the same edits. They give the same bytes each time, or `SectionCheck` rejects the section unread.
  func has(_ page: Int, _ edits: [AnnotationPatch]) -> Bool { self.edits[page] == edits }

  mutating func add(_ page: Int, _ edits: [AnnotationPatch]) {
    cost -= self.edits.removeValue(forKey: page).map(Self.cost) ?? 0
    let size = Self.cost(edits)
    if cost + size > Self.most { (self.edits, cost) = ([:], 0) }
    guard size <= Self.most else { return }
    self.edits[page] = edits
    cost += size
  }

  private static func cost(_ edits: [AnnotationPatch]) -> Int {
    edits.reduce(64) { cost, edit in
      guard let after = edit.after else { return cost + 128 }
      let points = after.strokes.reduce(after.quads.count * 4) { $0 + $1.count }
      return cost + 512 + after.contents.utf8.count + points * MemoryLayout<Point>.size
    }
  }
}
