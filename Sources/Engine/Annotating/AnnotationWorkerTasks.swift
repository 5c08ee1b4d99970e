import DocumentModel
import Glibc
import Wire

/// Answers the requests of an annotation worker about the base it holds. Section and edits arrive in shared memory.
struct AnnotationWorkerTasks {
  private let mapping: FileMapping
  private let work: AnnotationWork
  private let base: HeldBase

  /// `descriptor` is the shared memory; the caller keeps it. Throws `.notFound` without a base, `.unreadable` if the memory is too short.
  init(
    _ work: AnnotationWork, _ descriptor: Int32, _ base: HeldBase?
  ) throws(EngineFailure) {
    guard let base else { throw .notFound }
    mapping = try FileMapping(descriptor)
    self.work = work
    self.base = base
    guard work.byteCount <= mapping.bytes.count else { throw .unreadable }
  }

  private func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: mapping.bytes[range])
  }

  private func edits() throws(SaveBlocker) -> SectionEdits {
    do throws(WireError) {
      return try AnnotationPatches.decoded(Array(part(work.sectionCount..<work.byteCount)))
    } catch {
      throw .failed
    }
  }

  func section() -> Reply {
    Self.answer { () throws(SaveBlocker) in
      .section(try SectionBuilder.section(for: try edits(), after: base, isCopy: work.isCopy))
    }
  }

  func baseRead() -> Reply {
    Self.answer { () throws(SaveBlocker) in
      let edits = try edits()
      base.makeAhead(edits)
      let pages = try SectionCheck.sample(of: edits, after: base)
      _ = try base.target().reader().read(Set(pages), mostItems: SectionBuilder.mostItems)
      if work.looksTwice { try base.sight().read(pages) }
      return .baseRead
    }
  }

  func verified() -> Reply {
    Self.answer { () throws(SaveBlocker) in
      let edits = try edits()
      return try withExtendedLifetime(mapping) { () throws(SaveBlocker) in
        .sectionVerified(
          isSeenTwice: try SectionCheck(part(0..<work.sectionCount), edits, after: base).verify(
            looksTwice: work.looksTwice))
      }
    }
  }

  static func repaired(_ base: HeldBase?) -> Reply {
    guard let base else { return .failed(.notFound) }
    return answer { () throws(SaveBlocker) in
      .section(try RepairedCopy.bytes(of: base.bytes, password: base.password))
    }
  }

  private static func answer(_ body: () throws(SaveBlocker) -> Reply) -> Reply {
    do throws(SaveBlocker) { return try body() } catch { return .annotationRefused(error) }
  }
}
