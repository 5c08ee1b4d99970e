import Dispatch
import DocumentModel

/// On the saving queue: what fits into a file where some pages have more annotations than can be written safely.
extension AnnotationKeeper {
  /// As much of a step as can be put behind a base, and what has to stand there for it; nothing where nothing is to be done.
  ///
  /// Pages go in from those with few annotations to those with many; what is edited on a page that does not go in is left out.
  func fitting(
    _ step: AnnotationStep, _ base: AnnotationSource, of document: KeptDocument
  ) throws(AnnotationObstacle) -> (step: AnnotationStep, section: [UInt8]) {
    let (known, counts) = keeping.sync {
      (
        Set(document.fullPages),
        Dictionary(document.inFile.values.map { ($0.page, 1) }, uniquingKeysWith: +)
      )
    }
    let pages = Set(step.changes.flatMap(\.pages))
    let all = pages.subtracting(known).sorted {
      (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1)
    }
    var (taken, rest) = ([Int](), all[...])
    var fit = (step: AnnotationStep(fields: step.fields), section: [UInt8]())
    var trials = 0
    while !rest.isEmpty, trials < Self.mostTrials {
      // So many of the rest go in, so many do not.
      var (few, many) = (0, rest.count + 1)
      while many - few > 1, trials < Self.mostTrials {
        trials += 1
        let count = trials == 1 ? rest.count : (few + many) / 2
        let tried = step.on(Set(taken + rest.prefix(count)))
        if let section = try section(for: base, tried) {
          (few, fit) = (count, (tried, section))
        } else {
          many = count
        }
      }
      taken += rest.prefix(few)
      rest = rest.dropFirst(few + 1)
    }
    if taken.isEmpty, !step.fields.isEmpty {
      fit.section = try worker.section(for: base, fit.step, isCopy: false)
    }
    let full = pages.subtracting(taken).sorted()
    keeping.sync { document.fullPages = full }
    return fit
  }

  /// Trials to find out what fits; each may read large pages.
  private static let mostTrials = 32

  /// nil where it is too much at once.
  private func section(
    for base: AnnotationSource, _ step: AnnotationStep
  ) throws(AnnotationObstacle) -> [UInt8]? {
    guard !step.isEmpty else { return [] }
    do throws(AnnotationObstacle) {
      return try worker.section(for: base, step, isCopy: false)
    } catch {
      guard error == .tooLarge else { throw error }
      return nil
    }
  }
}

extension AnnotationChange {
  /// Those it touches, one or two.
  fileprivate var pages: [Int] { [before?.page, after?.page].compactMap(\.self) }
}

extension AnnotationStep {
  /// What of it touches no other pages.
  fileprivate func on(_ pages: Set<Int>) -> AnnotationStep {
    AnnotationStep(changes.filter { $0.pages.allSatisfy(pages.contains) }, fields: fields)
  }
}
