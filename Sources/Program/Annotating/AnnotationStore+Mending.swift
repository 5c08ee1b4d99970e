import Dispatch
package import DocumentModel
import Files

/// Whether a damaged document can be mended: it is tried, beside all else, for who is told that a copy can be written.
extension AnnotationStore {
  /// Tries it where that is not known of the file as it is now; tells how things stand where a copy cannot be written.
  func tryMending(_ document: AnnotatedSession) {
    mending.async { [self] in
      let source = keeping.sync { () -> AnnotationSource? in
        guard document.reading?.obstacle == .damaged, document.triedStamp != document.stamp else {
          return nil
        }
        document.triedStamp = document.stamp
        return document.source
      }
      guard let source, let reason = lasting(in: source) else { return }
      keeping.sync {
        // It may have become another meanwhile.
        guard document.reading?.obstacle == .damaged, document.triedStamp == document.stamp else {
          return
        }
        document.reading?.obstacle = reason
        document.reading?.formObstacle = reason
        tell(document.path, .standing(document.standing))
      }
    }
  }

  /// Says how a document stands when it is known whether a damaged one can be mended; nil where it is not kept.
  package func examine(
    _ path: String, completion: @escaping @Sendable (SaveStatus?) -> Void
  ) {
    keeping.async { [self] in
      guard let document = document(path) else { return completion(nil) }
      tryMending(document)
      mending.async { [self] in
        keeping.async { completion(document.standing) }
      }
    }
  }

  /// What keeps a repaired copy from being written for good; nil where one can be, or the file is too large to be tried for that.
  private func lasting(in source: AnnotationSource) -> SaveBlocker? {
    guard let file = try? WholeFile(source.path, atMost: Self.mostPrepared, options.disk) else {
      return nil
    }
    var source = source
    source.bytes = file.bytes
    do throws(SaveBlocker) {
      _ = try worker.repaired(source)
      return nil
    } catch {
      return Self.lasting[error]
    }
  }
}
