import DocumentModel
import Wire

/// Sees whether a section does what it is to do and nothing else, before anything is written.
///
/// Twice: that a worker which nobody has taken over would have written the same bytes, and that those bytes are the document that was wanted:
/// what they have of all pages that were touched, and of some of these pages all that libqpdf and poppler read. So neither a document's code nor
/// a fault of Recto's own gets into a file.
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
  ) throws(SaveBlocker) {
    self.base = base
    self.edits = edits
    old = try base.target()
    do throws(SaveBlocker) {
      (made, pages) = try base.made(of: edits)
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

  /// `looksTwice`: poppler is to look too, not libqpdf alone; gives whether it has.
  func verify(looksTwice: Bool = true) throws(SaveBlocker) -> Bool {
    // Those who read in the bytes go before them.
    base.keep([new.file, whole])
    return try verifyAll(looksTwice: looksTwice)
  }

  private func verifyAll(looksTwice: Bool) throws(SaveBlocker) -> Bool {
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
    let byPage = Self.byPage(edits.annotations)
    let sample = Self.sampled(wanted, byPage, filled: filled.pages, base)
    let seen = pagesAsTheyAre(sample)
    // What the section does not write is, on all other pages, as it is in the base.
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
    // Words that were not compared are not known, nor is what poppler was to see and has not seen.
    for index in looksTwice ? twice ?? [] : Set(sample) where !filled.pages.contains(index) {
      base.verified.add(index, byPage[index] ?? [])
    }
    return twice != nil
  }

  /// The pages of a base that poppler is to look at when edits are verified.
  static func sample(
    of edits: SectionEdits, behind base: HeldBase
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

  /// Pages as libqpdf finds them in the whole new file, from its trailer on.
  private func pagesAsTheyAre(_ sample: [Int]) -> [Int: SeenPage] {
    var seen: [Int: SeenPage] = [:]
    PageTree(new.file).visit(sample) { [file = new.file] index, page in
      seen[index] = SeenPage(page, in: file)
    }
    return seen
  }

  /// Whether libqpdf complains of nothing that it does not complain of in the base as well.
  private func hasNoNewWarnings(_ wanted: Set<Int>) throws(SaveBlocker) -> Bool {
    new.file.gatherWarnings()
    old.file.gatherWarnings()
    if Set(new.file.warnings).isSubset(of: old.file.warnings) { return true }
    // Said of a page that was written anew it may be said in other words. What was complained of before this work does not count.
    let fresh = try base.freshTarget()
    for page in fresh.reader().read(wanted).values {
      _ = SeenPage(page.page, in: fresh.file)
    }
    fresh.file.gatherWarnings()
    return new.file.warnings.count <= fresh.file.warnings.count
  }

  /// Of the pages that are otherwise than they were found well before: the first, the last and some between.
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
