import DocumentModel
import Wire

/// Sees whether a section does what it is to do and nothing else, before anything is written: by libqpdf in all pages that were touched,
/// by poppler in some.
struct SectionCheck {
  private let base: UnsafeRawBufferPointer
  private let whole: UnsafeRawBufferPointer
  private let old: AnnotatedFile
  private let new: AnnotatedFile

  private static let sample = 12

  init(
    base: UnsafeRawBufferPointer, whole: UnsafeRawBufferPointer, password: [UInt8]
  ) throws(AnnotationObstacle) {
    self.base = base
    self.whole = whole
    old = try AnnotatedFile(base, password: password)
    do throws(AnnotationObstacle) {
      new = try AnnotatedFile(whole, password: password)
    } catch {
      throw .unverified
    }
  }

  func verify(_ all: SectionEdits) throws(AnnotationObstacle) {
    let edits = all.annotations
    for key in ["Root", "Info", "Encrypt"] where old.file.trailer[key] != new.file.trailer[key] {
      throw .unverified
    }
    let wanted = Set(edits.flatMap { [$0.oldPage, $0.after?.page].compactMap(\.self) })
    let (before, after) = (old.reader.read(wanted), new.reader.read(wanted))
    guard before.count == wanted.count, after.count == wanted.count else { throw .unverified }
    var byPage: [Int: [AnnotationEdit]] = [:]
    for edit in edits {
      for page in Set([edit.oldPage, edit.after?.page].compactMap(\.self)) {
        byPage[page, default: []].append(edit)
      }
    }
    var filled = FieldCheck.Outcome()
    if !all.fields.isEmpty { filled = try FieldCheck(old, new).verify(all.fields) }
    var written = Set(filled.written.map(\.number))
    for index in wanted {
      guard let one = before[index], let two = after[index] else { throw .unverified }
      let check = PageCheck(one, two, old: old, new: new)
      written.formUnion(try check.verify(byPage[index] ?? [], beside: filled.written))
    }
    let numbers = try SectionForm.numbers(of: whole, behind: base.count, in: new.file)
    let size = old.size
    guard numbers.allSatisfy({ $0 >= size || written.contains($0) }) else { throw .unverified }
    new.file.gatherWarnings()
    old.file.gatherWarnings()
    guard new.file.warnings.count <= old.file.warnings.count else { throw .unverified }
    try SecondSight(base, whole, password: new.file.password).verify(
      sampled(wanted), byPage, filled: filled.pages)
  }

  /// The first, the last and some between.
  private func sampled(_ wanted: Set<Int>) -> [Int] {
    let pages = wanted.sorted()
    guard pages.count > Self.sample else { return pages }
    return (0..<Self.sample).map { pages[$0 * (pages.count - 1) / (Self.sample - 1)] }
  }
}
