import DocumentModel

/// Edits that are left out of a file and wait in the library, so that all others can be written.
///
/// One that fails verification waits until its annotation is changed again. Those on a page with too many annotations wait until an edit of that page
/// changes, or until the edits of other pages, which took the space, are in the base.
struct LeftOutEdits {
  private struct FullPage {
    var edits: [AnnotationChange]
    /// Whether the edits do not fit even without the edits of other pages.
    var isAlone: Bool
  }

  private var unverifiable: [AnnotationID: AnnotationChange] = [:]
  private var tried: [Int: FullPage] = [:]
  /// The pages known to be too full and the pages not tried, ascending.
  private(set) var fullPages: [Int] = []

  /// Why edits are left out; nil if none are.
  var blocker: SaveBlocker? {
    fullPages.isEmpty ? unverifiable.isEmpty ? nil : .unverified : .tooManyAnnotations
  }

  /// Returns the pages of the edits left out for a reason, ascending.
  func pages(_ blocker: SaveBlocker?) -> [Int] {
    switch blocker {
    case .tooManyAnnotations: fullPages
    case .unverified: Set(unverifiable.values.flatMap(\.pages)).sorted()
    default: []
    }
  }

  /// Whether some edits may fit into another update.
  var mayFitBehind: Bool { fullPages.contains { tried[$0]?.isAlone != true } }

  // MARK: edits that fail verification

  mutating func add(unverifiable changes: [AnnotationChange]) {
    for change in changes { if let id = change.id { unverifiable[id] = change } }
  }

  private func isUnverifiable(_ change: AnnotationChange) -> Bool {
    change.id.map { unverifiable[$0] == change } ?? false
  }

  func verifiable(of step: AnnotationEdit) -> AnnotationEdit {
    var left = step
    left.changes.removeAll(where: isUnverifiable)
    return left
  }

  /// Forgets failures that are no longer part of an edit.
  mutating func keepUnverifiable(of step: AnnotationEdit) {
    let ids = Set(step.changes.filter(isUnverifiable).compactMap(\.id))
    unverifiable = unverifiable.filter { ids.contains($0.key) }
  }

  // MARK: pages with too many annotations

  /// Returns the pages known to be too full for these edits.
  func full(for edits: [Int: [AnnotationChange]]) -> Set<Int> {
    Set(tried.filter { $0.value.edits == edits[$0.key] }.keys)
  }

  mutating func add(full page: Int, _ edits: [AnnotationChange], isAlone: Bool) {
    tried[page] = FullPage(edits: edits, isAlone: isAlone)
  }

  /// Sets the pages that an update leaves out, and forgets all others.
  mutating func set(full pages: some Sequence<Int>) {
    fullPages = pages.sorted()
    tried = tried.filter { fullPages.contains($0.key) }
  }

  /// Allows another try of pages that lacked space only beside others, which are in the base now.
  mutating func begin() { tried = tried.filter(\.value.isAlone) }
}
