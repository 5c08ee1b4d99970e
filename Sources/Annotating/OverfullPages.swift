import DocumentModel

/// Pages of a document with too many annotations for edits, and the changes that wait on them.
struct OverfullPages {
  private struct Page {
    var edits: [AnnotationChange]
    /// Not even without the edits of other pages.
    var isAlone: Bool
  }

  private var tried: [Int: Page] = [:]
  /// Ascending: pages known to be too full, and pages not tried.
  private(set) var all: [Int] = []

  /// Returns the pages known to be too full for these edits.
  func known(for edits: [Int: [AnnotationChange]]) -> Set<Int> {
    Set(tried.filter { $0.value.edits == edits[$0.key] }.keys)
  }

  /// Whether some of these pages, all that an edit leaves out, may fit into another update.
  var mayFitBehind: Bool { all.contains { tried[$0]?.isAlone != true } }

  /// Says which pages a step leaves out; of others than these nothing is known any more.
  mutating func set(_ pages: some Sequence<Int>) {
    all = pages.sorted()
    tried = tried.filter { all.contains($0.key) }
  }

  mutating func add(_ page: Int, _ edits: [AnnotationChange], isAlone: Bool) {
    tried[page] = Page(edits: edits, isAlone: isAlone)
  }

  /// Everything else is in the base now: pages that lacked room beside it are tried again.
  mutating func begin() { tried = tried.filter(\.value.isAlone) }
}
