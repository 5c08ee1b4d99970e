import DocumentModel
import Glibc
import Wire

/// Does what is asked at a desk where annotations are written: from memory, about no open document.
struct AnnotationDeskWork {
  private let mapping: FileMapping
  private let work: AnnotationWork

  /// The descriptor is that of the memory, and stays the caller's.
  init(_ work: AnnotationWork, _ descriptor: Int32) throws(EngineFailure) {
    mapping = try FileMapping(descriptor)
    self.work = work
    guard work.byteCount <= mapping.bytes.count, work.baseCount > 0 else { throw .unreadable }
  }

  private func part(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: mapping.bytes[range])
  }

  private var base: UnsafeRawBufferPointer { part(0..<work.baseCount) }
  private var whole: UnsafeRawBufferPointer { part(0..<work.baseCount + work.sectionCount) }

  private func edits() throws(AnnotationObstacle) -> SectionEdits {
    let start = work.baseCount + work.sectionCount
    do throws(WireError) {
      return try AnnotationEdits.decoded(Array(part(start..<start + work.editsCount)))
    } catch {
      throw .failed
    }
  }

  func section() -> Reply {
    answer { () throws(AnnotationObstacle) in
      .section(
        try SectionBuilder.section(for: try edits(), behind: base, password: work.password))
    }
  }

  func verified() -> Reply {
    answer { () throws(AnnotationObstacle) in
      try SectionCheck(base: base, whole: whole, password: work.password).verify(try edits())
      return .sectionVerified
    }
  }

  func repaired() -> Reply {
    answer { () throws(AnnotationObstacle) in
      .section(try RepairedCopy.bytes(of: base, password: work.password))
    }
  }

  private func answer(_ body: () throws(AnnotationObstacle) -> Reply) -> Reply {
    do throws(AnnotationObstacle) {
      return try withExtendedLifetime(mapping) { () throws(AnnotationObstacle) in try body() }
    } catch {
      return .annotationRefused(error)
    }
  }
}
