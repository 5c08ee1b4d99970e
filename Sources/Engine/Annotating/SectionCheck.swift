import DocumentModel
import Wire

/// Sees whether a section does what it is to do and nothing else, before anything is written: by libqpdf in all pages that were touched,
/// by poppler in some.
struct SectionCheck {
  private let base: HeldBase
  private let whole: ExtendedBase
  private let old: AnnotatedFile
  private let new: AnnotatedFile

  private static let sample = 12

  init(
    _ section: UnsafeRawBufferPointer, behind base: HeldBase
  ) throws(AnnotationObstacle) {
    self.base = base
    old = try base.target()
    whole = try base.extended(by: section)
    do throws(AnnotationObstacle) {
      new = try AnnotatedFile(whole.bytes, password: base.password)
    } catch {
      throw .unverified
    }
  }

  func verify(_ edits: SectionEdits) throws(AnnotationObstacle) {
    try withExtendedLifetime(whole) { () throws(AnnotationObstacle) in try verifyAll(edits) }
  }

  private func verifyAll(_ all: SectionEdits) throws(AnnotationObstacle) {
    let edits = all.annotations
    for key in ["Root", "Info", "Encrypt"] where old.file.trailer[key] != new.file.trailer[key] {
      throw .unverified
    }
    var filled = FieldCheck.Outcome()
    if !all.fields.isEmpty { filled = try FieldCheck(old, new).verify(all.fields) }
    let touched = edits.flatMap { [$0.oldPage, $0.after?.page].compactMap(\.self) }
    let wanted = filled.pages.union(touched)
    let (before, after) = (old.reader().read(wanted), new.reader().read(wanted))
    guard before.count == wanted.count, after.count == wanted.count else { throw .unverified }
    var byPage: [Int: [AnnotationEdit]] = [:]
    for edit in edits {
      for page in Set([edit.oldPage, edit.after?.page].compactMap(\.self)) {
        byPage[page, default: []].append(edit)
      }
    }
    var written = Set(filled.written.map(\.number))
    let sight = try base.sight()
    let sample = sampled(
      wanted.filter { filled.pages.contains($0) || !sight.knows($0, byPage[$0] ?? []) })
    for index in wanted {
      guard let one = before[index], let two = after[index] else { throw .unverified }
      let check = PageCheck(one, two, old: old, new: new)
      written.formUnion(
        try check.verify(
          byPage[index] ?? [], beside: filled.written, looksInside: sample.contains(index)))
    }
    let numbers = try SectionForm.numbers(
      of: whole.bytes, behind: base.bytes.count, in: new.file)
    let size = old.size
    guard numbers.allSatisfy({ $0 >= size || written.contains($0) }) else { throw .unverified }
    guard try hasNoNewWarnings(wanted) else { throw .unverified }
    try sight.verify(whole.bytes, sample, byPage, filled: filled.pages)
  }

  /// Whether libqpdf complains of nothing that it does not complain of in the base as well.
  private func hasNoNewWarnings(_ wanted: Set<Int>) throws(AnnotationObstacle) -> Bool {
    new.file.gatherWarnings()
    old.file.gatherWarnings()
    if Set(new.file.warnings).isSubset(of: old.file.warnings) { return true }
    // Said of a page that was written anew it may be said in other words. What was complained of before this work does not count.
    let fresh = try base.freshTarget()
    for page in fresh.reader().read(wanted).values {
      if let place = page.page.reference { _ = fresh.file.contents(ofPage: place) }
    }
    fresh.file.gatherWarnings()
    return new.file.warnings.count <= fresh.file.warnings.count
  }

  /// Of the pages that are otherwise than they were found well before: the first, the last and some between.
  private func sampled(_ wanted: Set<Int>) -> [Int] {
    let pages = wanted.sorted()
    guard pages.count > Self.sample else { return pages }
    return (0..<Self.sample).map { pages[$0 * (pages.count - 1) / (Self.sample - 1)] }
  }
}
