import Dispatch
package import DocumentModel
import Files

/// Tests in the background whether a damaged document can be repaired, since users are offered a repaired copy.
extension AnnotationStore {
  /// Tests the present file once; reports if no copy can be written.
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

  /// Reports a document's save status once it is known whether a damaged one can be repaired; nil if it is not
  /// open.
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

  /// Returns what permanently prevents a repaired copy; nil if one can be written, or the file is too large to try.
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
