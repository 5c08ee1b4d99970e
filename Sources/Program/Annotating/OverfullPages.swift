import DocumentModel

/// Pages of a document that take no edits, since they have too many annotations, with what was to be done on them.
struct OverfullPages {
  private struct Page {
    var edits: [AnnotationChange]
    /// Not even without the edits of other pages.
    var isAlone: Bool
  }

  private var tried: [Int: Page] = [:]
  /// Ascending: those of which it is known, and those that were not tried.
  private(set) var all: [Int] = []

  /// Those of which it is known for these edits.
  func known(for edits: [Int: [AnnotationChange]]) -> Set<Int> {
    Set(tried.filter { $0.value.edits == edits[$0.key] }.keys)
  }

  /// Some of these, all that a step leaves out, may go in behind what else is put into the file.
  var mayFitBehind: Bool { all.contains { tried[$0]?.isAlone != true } }

  /// Says which pages a step leaves out; of others than these nothing is known any more.
  mutating func set(_ pages: some Sequence<Int>) {
    all = pages.sorted()
    tried = tried.filter { all.contains($0.key) }
  }

  mutating func add(_ page: Int, _ edits: [AnnotationChange], isAlone: Bool) {
    tried[page] = Page(edits: edits, isAlone: isAlone)
  }

  /// All else is in the base now: those that had no room beside it are tried again.
  mutating func begin() { tried = tried.filter(\.value.isAlone) }
}
