import Dispatch
package import DocumentModel
import Files

/// Tests in the background whether damaged documents can be repaired: if so, the user is offered a repaired copy.
extension AnnotationStore {
  /// Tests the current file once, and reports the reason if no repaired copy can be written.
  func tryMending(_ document: AnnotatedSession) {
    later(in: .mending) { store in
      guard document.reading?.obstacle == .damaged, document.triedStamp != document.stamp else {
        return
      }
      document.triedStamp = document.stamp
      // The file may have been replaced meanwhile.
      guard let reason = await store.lasting(in: document.source),
        document.reading?.obstacle == .damaged, document.triedStamp == document.stamp
      else { return }
      document.reading?.obstacle = reason
      document.reading?.formObstacle = reason
      store.reportSaveStatus(document)
    }
  }

  /// Reports the save status of a document after testing whether a damaged file can be repaired; nil if the document is not open.
  package nonisolated func examine(
    _ path: String, completion: @escaping @Sendable (SaveStatus?) -> Void
  ) {
    perform { store in
      guard let document = store.document(path) else { return completion(nil) }
      store.tryMending(document)
      store.later(in: .mending) { _ in completion(document.saveStatus) }
    }
  }

  /// Returns the permanent reason why no repaired copy can be written; nil if one can be, or if the file is too large to test.
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
