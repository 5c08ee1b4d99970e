import DocumentModel
import Wire

/// Verifies, before anything is written, that a section does what was requested and nothing else.
///
/// First, an independent worker must build the same bytes, which rules out a worker taken over by a document. Then the resulting document is read: the
/// annotations of all edited pages, and for a sample of them everything that libqpdf and poppler read. This catches Recto's own faults.
struct SectionCheck {
  private let base: HeldBase
  private let made: Section
  /// The annotated pages as the base has them.
  private let pages: [Int: PageAnnotations]
  private let whole: ExtendedBase
  private let old: AnnotatedFile
  private let new: AnnotatedFile
  private let edits: SectionEdits

  private static let sample = 12

  /// Throws `.unverified` if this worker would have written other bytes; the section is parsed only if they match.
  init(
    _ section: UnsafeRawBufferPointer, _ edits: SectionEdits, after base: HeldBase
  ) throws(SaveBlocker) {
    self.base = base
    self.edits = edits
    old = try base.target()
    do throws(SaveBlocker) {
      var found = try base.made(of: edits)
      if !found.section.isSame(as: section) { found = try base.made(of: edits, isCopy: true) }
      (made, pages) = found
    } catch {
      throw .unverified
    }
    guard made.isSame(as: section) else { throw .unverified }
    whole = try base.extended(by: section)
    do throws(SaveBlocker) {
      new = try AnnotatedFile(whole.bytes, password: base.password)
    } catch {
      throw .unverified
    }
  }

  /// Returns whether poppler verified it. With `looksTwice` false, libqpdf alone does.
  func verify(looksTwice: Bool = true) throws(SaveBlocker) -> Bool {
    // Readers of the bytes are released before them.
    base.keep([new.file, whole])
    return try verifyAll(looksTwice: looksTwice)
  }

  private func verifyAll(looksTwice: Bool) throws(SaveBlocker) -> Bool {
    for key in ["Root", "Info", "Encrypt"] where old.file.trailer[key] != new.file.trailer[key] {
      throw .unverified
    }
    // Pictures are compressed, and are compared as they are stored.
    for (place, data) in made.streams
    where new.file.data(of: place) != data && new.file.data(of: place, isPacked: true) != data {
      throw .unverified
    }
    var filled = FieldCheck.Outcome()
    if !edits.fields.isEmpty { filled = try FieldCheck(old, new).verify(edits.fields) }
    let touched = edits.annotations.flatMap { [$0.oldPage, $0.after?.page].compactMap(\.self) }
    let wanted = filled.pages.union(touched)
    // If only annotations were edited, the pages read for building are used again.
    let before = wanted.count == pages.count ? pages : old.reader().read(wanted)
    let byPage = Self.byPage(edits.annotations)
    let sample = Self.sampled(wanted, byPage, filled: filled.pages, base)
    let seen = pagesAsTheyAre(sample)
    // Objects that the section does not write are read from the base, except on the sampled pages.
    new.file.older = OlderObjects(file: old.file, replaced: made.written)
    defer { new.file.older = nil }
    let after = new.reader().read(wanted)
    guard before.count == wanted.count, after.count == wanted.count else { throw .unverified }
    for index in wanted {
      guard let one = before[index], let two = after[index] else { throw .unverified }
      try PageCheck(one, two, old: old.file, new: new.file).verify(
        byPage[index] ?? [], beside: filled.written)
    }
    for index in sample {
      guard let one = before[index], let two = after[index], let page = seen[index],
        page == SeenPage(two.page, in: new.file), page.hasSameContents(as: one.page, in: old.file)
      else { throw .unverified }
    }
    guard try hasNoNewWarnings(wanted) else { throw .unverified }
    var twice: Set<Int>?
    if looksTwice {
      twice = try base.sight().verify(whole.bytes, sample, byPage, filled: filled.pages)
    }
    // Pages whose text was not compared, or that poppler should have checked and did not, are not recorded as verified.
    for index in looksTwice ? twice ?? [] : Set(sample) where !filled.pages.contains(index) {
      base.verified.add(index, byPage[index] ?? [])
    }
    return twice != nil
  }

  /// Returns the pages that poppler will check when the edits are verified.
  static func sample(
    of edits: SectionEdits, after base: HeldBase
  ) throws(SaveBlocker) -> [Int] {
    var filled: Set<Int> = []
    if !edits.fields.isEmpty {
      let fields = FormReader(try base.target().reader()).all()
      for edit in edits.fields {
        filled.formUnion(fields[edit.id]?.field.widgets.map(\.page) ?? [])
      }
    }
    let byPage = byPage(edits.annotations)
    return sampled(filled.union(byPage.keys), byPage, filled: filled, base)
  }

  private static func byPage(_ edits: [AnnotationPatch]) -> [Int: [AnnotationPatch]] {
    var byPage: [Int: [AnnotationPatch]] = [:]
    for edit in edits {
      for page in Set([edit.oldPage, edit.after?.page].compactMap(\.self)) {
        byPage[page, default: []].append(edit)
      }
    }
    return byPage
  }

  /// Reads pages from the whole new file, starting at its trailer.
  private func pagesAsTheyAre(_ sample: [Int]) -> [Int: SeenPage] {
    var seen: [Int: SeenPage] = [:]
    PageTree(new.file).visit(sample) { [file = new.file] index, page in
      seen[index] = SeenPage(page, in: file)
    }
    return seen
  }

  /// Returns true if libqpdf reports no warnings beyond those of the base.
  private func hasNoNewWarnings(_ wanted: Set<Int>) throws(SaveBlocker) -> Bool {
    new.file.gatherWarnings()
    old.file.gatherWarnings()
    if Set(new.file.warnings).isSubset(of: old.file.warnings) { return true }
    // Warnings about a rewritten page may be worded differently, so their numbers are compared. The base is reopened to exclude warnings from earlier work.
    let fresh = try base.freshTarget()
    for page in fresh.reader().read(wanted).values {
      _ = SeenPage(page.page, in: fresh.file)
    }
    fresh.file.gatherWarnings()
    return new.file.warnings.count <= fresh.file.warnings.count
  }

  /// Selects pages that changed since they were verified: the first, the last and some evenly spaced between.
  private static func sampled(
    _ wanted: Set<Int>, _ byPage: [Int: [AnnotationPatch]], filled: Set<Int>, _ base: HeldBase
  ) -> [Int] {
    let pages = wanted.filter {
      filled.contains($0) || !base.verified.has($0, byPage[$0] ?? [])
    }.sorted()
    guard pages.count > sample else { return pages }
    return (0..<sample).map { pages[$0 * (pages.count - 1) / (sample - 1)] }
  }
}
