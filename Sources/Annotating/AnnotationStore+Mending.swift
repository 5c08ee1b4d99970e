import Dispatch
package import DocumentModel
import Files

/// Tests in the background whether a damaged document can be repaired, since users are offered a repaired copy.
extension AnnotationStore {
  /// Tests the present file once; reports if no copy can be written.
  func tryMending(_ document: AnnotatedSession) {
    later(in: .mending) { store in
      guard document.reading?.obstacle == .damaged, document.triedStamp != document.stamp else {
        return
      }
      document.triedStamp = document.stamp
      // It may have become another meanwhile.
      guard let reason = await store.lasting(in: document.source),
        document.reading?.obstacle == .damaged, document.triedStamp == document.stamp
      else { return }
      document.reading?.obstacle = reason
      document.reading?.formObstacle = reason
      store.tellStanding(document)
    }
  }

  /// Reports a document's save status once it is known whether a damaged one can be repaired; nil if it is not
  /// open.
  package nonisolated func examine(
    _ path: String, completion: @escaping @Sendable (SaveStatus?) -> Void
  ) {
    perform { store in
      guard let document = store.document(path) else { return completion(nil) }
      store.tryMending(document)
      store.later(in: .mending) { _ in completion(document.standing) }
    }
  }

  /// Returns what permanently prevents a repaired copy; nil if one can be written, or the file is too large to try.
  private func lasting(in source: AnnotationSource) async -> SaveBlocker? {
    await blocking(in: .mending) { [worker, options] in
      var source = source
      source.bytes = (try? WholeFile(source.path, atMost: Self.mostPrepared, options.disk))?.bytes
      guard source.bytes != nil else { return nil }
      do throws(SaveBlocker) {
        _ = try worker.repaired(source)
        return nil
      } catch {
        return Self.lasting[error]
      }
    }
  }
}
