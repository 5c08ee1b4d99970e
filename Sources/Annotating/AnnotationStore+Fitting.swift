import Dispatch
import DocumentModel

/// Finds the edits that fit into a file in which some pages have more annotations than can be written safely.
extension AnnotationStore {
  /// Returns the part of an edit that can be appended to a base, and the update for it; the update is empty if nothing fits.
  ///
  /// The pages with the fewest annotations are tried first. Edits of pages that do not fit are left out, and `leftOut` lists these pages.
  /// A page listed already is tried again only if its edits have changed.
  func fitting(
    _ step: AnnotationEdit, _ base: AnnotationSource, of document: AnnotatedSession,
    isCopy: Bool = false, _ leftOut: inout LeftOutEdits
  ) async throws(SaveBlocker) -> (step: AnnotationEdit, section: [UInt8]) {
    let counts = Dictionary(document.inFile.values.map { ($0.page, 1) }, uniquingKeysWith: +)
    let edits = step.changesByPage
    let all = Set(edits.keys).subtracting(leftOut.full(for: edits)).sorted {
      (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1)
    }
    var (taken, failed, rest) = ([Int](), [Int](), all[...])
    var fit = (step: AnnotationEdit(fields: step.fields), section: [UInt8]())
    var trials = 0
    while !rest.isEmpty, trials < Self.mostTrials {
      // The first `few` of the remaining pages fit, the first `many` do not.
      var (few, many) = (0, rest.count + 1)
      while many - few > 1, trials < Self.mostTrials {
        trials += 1
        let count = trials == 1 ? rest.count : (few + many) / 2
        let tried = step.on(Set(taken + rest.prefix(count)))
        if let section = try await section(for: base, tried, isCopy: isCopy) {
          (few, fit) = (count, (tried, section))
        } else {
          many = count
        }
      }
      taken += rest.prefix(few)
      rest = rest.dropFirst(few)
      if many - few == 1, let page = rest.popFirst() { failed.append(page) }
    }
    if taken.isEmpty, !step.fields.isEmpty {
      fit.section = try await built(for: base, fit.step, isCopy: isCopy)
    }
    for page in failed {
      let own = edits[page] ?? []
      var isAlone = taken.isEmpty
      if !isAlone {
        isAlone = try await section(for: base, AnnotationEdit(own), isCopy: isCopy) == nil
      }
      leftOut.add(full: page, own, isAlone: isAlone)
    }
    leftOut.set(full: Set(edits.keys).subtracting(taken))
    return fit
  }

  /// The maximum number of trials; each may read large pages.
  private static let mostTrials = 32

  /// Returns the update for an edit; nil if its pages have too many annotations.
  private func section(
    for base: AnnotationSource, _ step: AnnotationEdit, isCopy: Bool
  ) async throws(SaveBlocker) -> [UInt8]? {
    guard !step.isEmpty else { return [] }
    do throws(SaveBlocker) {
      return try await built(for: base, step, isCopy: isCopy)
    } catch {
      guard error == .tooManyAnnotations else { throw error }
      return nil
    }
  }

  private func built(
    for base: AnnotationSource, _ step: AnnotationEdit, isCopy: Bool
  ) async throws(SaveBlocker) -> [UInt8] {
    try await blocking { [worker] () throws(SaveBlocker) in
      try worker.section(for: base, step, isCopy: isCopy)
    }
  }
}

extension AnnotationEdit {
  /// The changes by page; a change that moves an annotation to another page is listed under both pages.
  fileprivate var changesByPage: [Int: [AnnotationChange]] {
    var byPage: [Int: [AnnotationChange]] = [:]
    for change in changes {
      for page in change.pages { byPage[page, default: []].append(change) }
    }
    return byPage
  }

  /// Returns the changes that concern no other pages, and all field changes.
  fileprivate func on(_ pages: Set<Int>) -> AnnotationEdit {
    AnnotationEdit(changes.filter { $0.pages.isSubset(of: pages) }, fields: fields)
  }
}
