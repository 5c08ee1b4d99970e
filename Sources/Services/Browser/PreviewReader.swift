import Dispatch
import DocumentModel
import Files
import Glibc
import Messages
import Platform
import Text
import Wire
import Workers

/// Reads the preview of the entry under the cursor once the cursor rests; only the newest request
/// counts.
// Unchecked: all that changes is touched on the queue only.
final class PreviewReader: @unchecked Sendable {
  private let pool: WorkerPool
  private let mailbox: Mailbox
  private let queue = DispatchQueue(label: "recto.preview", qos: .userInitiated)
  private let lanes: DiskLanes
  private let folders: FolderReader
  private let types: EntryTypes
  private let sniffed: SniffedTypes
  private var newest = 0
  private var open: WorkerDocument?
  private var looking: Cancellation?
  private var kept = BudgetedCache<FilePath, Kept>(budget: 8 << 20)

  private struct Kept {
    var stamp: FileStamp
    var preview: DocumentPreview
  }

  /// A cursor that moves on within this time wanted nothing.
  private static let rest = DispatchTimeInterval.milliseconds(30)
  private static let mostNames = 200
  private static let mostArchiveNames = 100_000

  init(
    pool: WorkerPool, mailbox: Mailbox, lanes: DiskLanes, types: EntryTypes, sniffed: SniffedTypes
  ) {
    self.pool = pool
    self.types = types
    self.sniffed = sniffed
    self.lanes = lanes
    folders = FolderReader(queue: queue, lanes: lanes)
    self.mailbox = mailbox
  }

  /// `options` say what of a folder is shown.
  func read(serial: Int, path: String, isFolder: Bool, _ options: ListOptions) {
    queue.async { [self] in
      newest = serial
      open?.close()
      open = nil
      looking?.cancel()
      looking = nil
      guard !isFolder, let known = kept.value(FilePath(path)) else {
        return readRested(serial, path, isFolder: isFolder, options)
      }
      look(at: path) { [self] _ in
        let stamp = FileStamp(following: path)
        queue.async { [self] in
          guard newest == serial else { return }
          if stamp == known.stamp { return tell(serial, .document(known.preview)) }
          readRested(serial, path, isFolder: false, options)
        }
      }
    }
  }

  private func readRested(
    _ serial: Int, _ path: String, isFolder: Bool, _ options: ListOptions
  ) {
    queue.asyncAfter(deadline: .now() + Self.rest) { [self] in
      guard newest == serial else { return }
      if isFolder {
        readFolder(serial, path, options)
      } else if types.all[Int(types.type(of: PathParts.name(of: path)))].isArchive {
        readArchive(serial, path, options)
      } else {
        readDocument(serial, path)
      }
    }
  }

  /// Accesses the disk off the queue; a later request replaces this one.
  private func look(at path: String, _ work: @escaping @Sendable (Cancellation) -> Void) {
    looking = lanes.add(at: path, work)
  }

  private func tell(_ serial: Int, _ content: Preview.Content) {
    mailbox.post(.browser(.preview(serial: serial, content)))
  }

  private func readFolder(_ serial: Int, _ path: String, _ options: ListOptions) {
    let token = Cancellation()
    looking = token
    let look = FolderGlimpse.Look(types, options, most: Self.mostNames)
    FolderGlimpse.read(path, look, sniffed, by: folders, cancellation: token) { [self] in
      switch $0 {
      case .success(let glimpse):
        tell(
          serial,
          .folder(names: glimpse.names, count: glimpse.count, others: glimpse.otherCount))
      case .failure(let error):
        tell(serial, .sentence(Sentences.text(error, file: BrowserPlace.folder(path).name)))
      }
    }
  }

  /// Reads the names at an archive's top, as of a folder.
  private func readArchive(_ serial: Int, _ path: String, _ options: ListOptions) {
    look(at: path) { [self] token in
      var (folders, files): (Set<String>, Set<String>) = ([], [])
      do throws(FilesError) {
        try DocumentContents(pool: pool).portions(of: path, namesOnly: true, cancellation: token) {
          portion throws(FilesError) in
          guard folders.count + files.count < Self.mostArchiveNames else {
            throw FilesError(.tooLarge, path)
          }
          for piece in portion.pieces {
            switch piece {
            case .file(let names, _) where names.count == 1: files.insert(names[0])
            case .file(let names, _), .folder(let names): folders.insert(names[0])
            case .bytes, .leftOut: break
            }
          }
        }
      } catch {
        let sentence = Sentences.text(error)
        return queue.async { [self] in tell(serial, .sentence(sentence)) }
      }
      let entries =
        folders.map { FolderEntry(name: $0, kind: .folder) }
        + files.map { FolderEntry(name: $0, kind: .file, type: types.type(of: $0)) }
      let glimpse = FolderGlimpse(entries, FolderGlimpse.Look(types, options, most: Self.mostNames))
      queue.async { [self] in
        tell(
          serial,
          .folder(names: glimpse.names, count: glimpse.count, others: glimpse.otherCount))
      }
    }
  }

  private func readDocument(_ serial: Int, _ path: String) {
    look(at: path) { [self] token in
      let name = BrowserPlace.folder(path).name
      switch DocumentFile.open(path, takesPipes: false) {
      case .failure(let error): tell(serial, .sentence(Sentences.text(error, file: name)))
      case .success(let descriptor):
        if token.isCancelled {
          close(descriptor)
          return
        }
        // The stamp is that of the opened file, whichever file has its name now.
        let stamp = FileStamp(open: descriptor)
        pool.open(
          descriptor: descriptor, password: [], name: DocumentFile.name(path), lanes: .equal(1)
        ) { [self] result in
          queue.async { [self] in opened(serial, path, stamp, result) }
        }
      }
    }
  }

  private func opened(
    _ serial: Int, _ path: String, _ stamp: FileStamp?,
    _ result: Result<(WorkerDocument, DocumentSummary), WorkerError>
  ) {
    switch result {
    case .failure(.engine(.passwordNeeded)), .failure(.engine(.passwordWrong)):
      tell(serial, .sentence("Encrypted: Enter asks for its password"))
    case .failure(let error):
      tell(serial, .sentence(Sentences.text(error, file: BrowserPlace.folder(path).name)))
    case .success(let (document, summary)):
      guard newest == serial else {
        document.close()
        return
      }
      open = document
      PreviewParts(document, summary) { [self] preview, isWhole in
        queue.async { [self] in
          if open === document { open = nil }
          document.close()
          if isWhole, let stamp {
            kept.keep(
              Kept(stamp: stamp, preview: preview), for: FilePath(path), cost: preview.byteCount)
          }
          tell(serial, .document(preview))
        }
      }.read(on: queue)
    }
  }

}

extension DocumentPreview {
  /// In bytes, roughly.
  fileprivate var byteCount: Int {
    let words =
      outline + [metadata.title, metadata.author, metadata.subject, metadata.keywords]
    return words.reduce(page?.byteCount ?? 0) { $0 + $1.utf8.count + 32 } + 512
  }
}

/// The parts of one preview as they arrive; reported when complete.
// Unchecked: touched on the preview's queue only.
private final class PreviewParts: @unchecked Sendable {
  private let document: WorkerDocument
  private let summary: DocumentSummary
  /// Receives the preview, and whether all parts succeeded.
  private let done: @Sendable (DocumentPreview, Bool) -> Void
  private var page: PageContent?
  private var metadata = Metadata()
  private var outline: [String] = []
  private var annotationCount: Int?
  private var isWhole = true
  private var waiting = 4

  /// Annotations of longer documents are not counted: it takes too long for a look.
  private static let mostCounted = 200

  init(
    _ document: WorkerDocument, _ summary: DocumentSummary,
    done: @escaping @Sendable (DocumentPreview, Bool) -> Void
  ) {
    self.document = document
    self.summary = summary
    self.done = done
  }

  func read(on queue: DispatchQueue) {
    document.send(.text(page: 0), priority: .visible) { [self] result in
      queue.async { [self] in
        if case .success(.text(let text)) = result, summary.hasText {
          page = Composer(language: summary.language).content(text, page: 0)
        }
        arrived(result)
      }
    }
    countAnnotations(on: queue)
    document.send(.metadata, priority: .normal) { [self] result in
      queue.async { [self] in
        if case .success(.metadata(let known)) = result { metadata = known }
        arrived(result)
      }
    }
    document.send(.outline, priority: .normal) { [self] result in
      queue.async { [self] in
        if case .success(.outline(let items)) = result { outline = OutlineTop.titles(items) }
        arrived(result)
      }
    }
  }

  private func countAnnotations(on queue: DispatchQueue) {
    guard summary.hasPages, summary.pageCount <= Self.mostCounted else {
      arrived()
      return
    }
    document.send(.annotationCount(0..<summary.pageCount), priority: .background) {
      [self] result in
      queue.async { [self] in
        if case .success(.annotationCount(let count)) = result { annotationCount = count }
        arrived(result)
      }
    }
  }

  private func arrived(_ result: Result<Reply, WorkerError>) {
    if case .failure = result { isWhole = false }
    arrived()
  }

  private func arrived() {
    waiting -= 1
    guard waiting == 0 else { return }
    if metadata.title.isEmpty { metadata.title = summary.title }
    if metadata.author.isEmpty { metadata.author = summary.author }
    done(
      DocumentPreview(
        page: page, metadata: metadata,
        pageCount: summary.hasPages && summary.hasText ? summary.pageCount : 0,
        outline: outline, annotationCount: annotationCount),
      isWhole)
  }
}
