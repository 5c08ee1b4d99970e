import DocumentModel
import Wire

/// Sees whether a section does what it is to do and nothing else, before anything is written.
///
/// Twice: that a worker which nobody has taken over would have written the same bytes, and that those bytes, as libqpdf reads all pages that were
/// touched and poppler some, are the document that was wanted. So neither a document's code nor a fault of Recto's own gets into a file.
struct SectionCheck {
  private let base: HeldBase
  private let made: Section
  /// The pages that are annotated, as they are in the base.
  private let pages: [Int: PageAnnotations]
  private let whole: ExtendedBase
  private let old: AnnotatedFile
  private let new: AnnotatedFile
  private let edits: SectionEdits

  private static let sample = 12

  /// Throws `.unverified` where other bytes would have been written; only then are these read.
  init(
    _ section: UnsafeRawBufferPointer, _ edits: SectionEdits, behind base: HeldBase
  ) throws(AnnotationObstacle) {
    self.base = base
    self.edits = edits
    old = try base.target()
    do throws(AnnotationObstacle) {
      (made, pages) = try SectionBuilder.made(of: edits, behind: base)
    } catch {
      throw .unverified
    }
    guard made.isSame(as: section) else { throw .unverified }
    whole = try base.extended(by: section)
    do throws(AnnotationObstacle) {
      new = try AnnotatedFile(whole.bytes, password: base.password)
    } catch {
      throw .unverified
    }
  }

  func verify() throws(AnnotationObstacle) {
    try withExtendedLifetime(whole) { () throws(AnnotationObstacle) in try verifyAll() }
  }

  private func verifyAll() throws(AnnotationObstacle) {
    for key in ["Root", "Info", "Encrypt"] where old.file.trailer[key] != new.file.trailer[key] {
      throw .unverified
    }
    for (place, data) in made.streams where new.file.data(of: place) != data {
      throw .unverified
    }
    var filled = FieldCheck.Outcome()
    if !edits.fields.isEmpty { filled = try FieldCheck(old, new).verify(edits.fields) }
    let touched = edits.annotations.flatMap { [$0.oldPage, $0.after?.page].compactMap(\.self) }
    let wanted = filled.pages.union(touched)
    // A book's pages are looked for once.
    let before = wanted.count == pages.count ? pages : old.reader().read(wanted)
    let after = new.reader().read(wanted)
    guard before.count == wanted.count, after.count == wanted.count else { throw .unverified }
    var byPage: [Int: [AnnotationEdit]] = [:]
    for edit in edits.annotations {
      for page in Set([edit.oldPage, edit.after?.page].compactMap(\.self)) {
        byPage[page, default: []].append(edit)
      }
    }
    let sight = try base.sight()
    let sample = sampled(
      wanted.filter { filled.pages.contains($0) || !sight.knows($0, byPage[$0] ?? []) })
    for index in wanted {
      guard let one = before[index], let two = after[index] else { throw .unverified }
      try PageCheck(one, two, old: old, new: new).verify(
        byPage[index] ?? [], beside: filled.written, looksInside: sample.contains(index))
    }
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
