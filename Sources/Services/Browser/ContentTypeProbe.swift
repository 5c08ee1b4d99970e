import DocumentModel
import Files
import Glibc
import Platform
import Synchronization
import Workers

/// Detects types of files by their contents: a worker reads the bytes, which are untrusted.
enum ContentTypeProbe {
  /// Started with the first file whose name says too little.
  private static let service = Mutex<ContentTypeService?>(nil)
  /// The time a listing waits for types.
  private static let deadline = Duration.seconds(2)

  private static func currentService() -> ContentTypeService? {
    service.withLock { service in
      if let service { return service }
      guard let worker = WorkerPool.locateWorker() else { return nil }
      var options = WorkerPool.Options(executable: worker)
      // It opens no documents, so none is kept ready.
      options.warmUpAfter = .seconds(1 << 30)
      let made = WorkerPool(options).contentTypeService()
      service = made
      return made
    }
  }

  /// Returns the MIME type of a file, by its name alone if there is no worker or it cannot be read; waits.
  static func type(of path: String) -> String {
    let name = PathParts.name(of: path)
    guard let service = currentService(),
      case .success(let descriptor) = DocumentFile.open(path, takesPipes: false)
    else { return ContentTypes.of(name) }
    let answer = Answer<Result<String, WorkerError>>()
    service.type(of: descriptor, name: name, deadline: deadline) { answer.give($0) }
    guard case .success(let type) = answer.wait() else { return ContentTypes.of(name) }
    return type
  }
}
