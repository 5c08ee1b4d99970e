import DocumentModel
import Files
import Glibc
import Messages
import Platform
import Synchronization
import Wire
import Workers

/// Looks places up in the SyncTeX files beside documents; each document has a worker for it, from its first question on.
final class SyncTeXRunner: Sendable {
  private let pool: WorkerPool
  private let lanes: DiskLanes
  private let mailbox: Mailbox
  /// The user's command; see `SourceEditor`.
  private let editor: String
  private let services = Mutex<[DocumentID: SyncTeXService]>([:])

  init(_ machinery: SharedServices) {
    pool = machinery.pool
    lanes = machinery.lanes
    mailbox = machinery.mailbox
    editor = machinery.preferences.syncTeXEditor
  }

  /// Shows a line of a source in the user's editor.
  func edit(_ path: String, line: Int, column: Int) {
    if let trouble = SourceEditor.run(editor, path, line: line, column: column) {
      mailbox.post(.notice(trouble, isError: true))
    }
  }

  /// Ends the worker of a document.
  func forget(_ id: DocumentID) { services.withLock { $0[id] = nil } }

  /// Answers a question about the document at a path with a `lookedUp`.
  func lookUp(
    _ question: SyncTeXQuestion, _ id: DocumentID, at path: String, for request: RemoteRequest?
  ) {
    let post: @Sendable (SyncTeXNews) -> Void = { [mailbox] news in
      mailbox.post(.lookedUp(id, news, for: request))
    }
    lanes.add(at: path) { [self] _ in
      guard let file = Self.file(of: path) else {
        return post(
          .failure(
            "\(PathParts.name(of: path)) has no SyncTeX file beside it; typeset it with -synctex=1")
        )
      }
      switch DocumentFile.open(file, takesPipes: false) {
      case .failure(let error): post(.failure(Sentences.text(error, file: file)))
      case .success(let descriptor):
        service(of: id).ask(question, descriptor) { [lanes] result in
          lanes.add(at: path) { _ in post(Self.news(result, question, file, path)) }
        }
      }
    }
  }

  private func service(of id: DocumentID) -> SyncTeXService {
    services.withLock { services in
      let service = services[id] ?? pool.syncTeXService()
      services[id] = service
      return service
    }
  }

  /// Returns the SyncTeX file of a document, the newer one of two; nil if there is none.
  static func file(of path: String) -> String? {
    let name = PathParts.name(of: path)
    let stem = name.lowercased().hasSuffix(".pdf") ? String(name.dropLast(4)) : name
    let folder = PathParts.folder(of: path)
    let known = [".synctex.gz", ".synctex"].compactMap {
      ending -> (path: String, time: timespec)? in
      let file = PathParts.joined(folder, stem + ending)
      return SystemPath.status(file).map { (file, $0.st_mtim) }
    }
    return known.max { ($0.time.tv_sec, $0.time.tv_nsec) < ($1.time.tv_sec, $1.time.tv_nsec) }?.path
  }

  private static func news(
    _ result: Result<SyncTeXAnswer, WorkerError>, _ question: SyncTeXQuestion, _ file: String,
    _ path: String
  ) -> SyncTeXNews {
    let name = PathParts.name(of: file)
    switch (result, question) {
    case (.success(.place(let place)), .place): return .place(place)
    case (.success(.source(let source)), .source): return found(source, of: path, in: name)
    case (.success(.unknownSource), .place(_, let source, _)):
      return .failure("\(name) knows no \(CleanText.line(source)); is it part of this document?")
    case (.success(.nothing), .place(let line, let source, _)):
      return .failure("\(name) has no place for line \(line) of \(PathParts.name(of: source))")
    case (.success(.nothing), _): return .failure("\(name) knows no source of this place")
    case (.success, _): return .failure("\(name) gave an answer to another question")
    case (.failure(.engine(.notADocument)), _), (.failure(.engine(.damaged)), _),
      (.failure(.engine(.empty)), _):
      return .failure("\(name) is damaged; typeset the document again")
    case (.failure(.engine(.tooLarge)), _):
      return .failure("\(name) is larger than Recto reads (64 MB, 256 MB expanded)")
    case (.failure(let error), _): return .failure(Sentences.text(error, file: name))
    }
  }

  /// Finds a source on this machine: at its path, or where the project is now.
  private static func found(
    _ source: SyncTeXSource, of path: String, in file: String
  ) -> SyncTeXNews {
    let folder = PathParts.folder(of: path)
    let names = source.path.split(separator: "/").filter { $0 != "." }
    // The folder may have been moved, and the document may lie in one for output.
    let moved = names.indices.flatMap { first in
      let rest = names[first...].joined(separator: "/")
      return [folder, PathParts.folder(of: folder)].map { PathParts.joined($0, rest) }
    }
    let candidates = (PathParts.isAbsolute(source.path) ? [source.path] : []) + moved
    for candidate in candidates.prefix(mostCandidates) {
      guard let real = SystemPath.resolved(candidate), let status = SystemPath.status(real),
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      let home = SystemPath.resolved(folder) ?? folder
      return .source(
        real, line: source.line, column: source.column,
        isOutside: !PathParts.lies(real, in: home))
    }
    return .failure(
      "\(file) names \(CleanText.line(source.path)), which is not there; typeset the document again"
    )
  }

  private static let mostCandidates = 64
}
