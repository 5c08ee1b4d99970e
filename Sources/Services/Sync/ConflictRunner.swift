import Annotating
import Dispatch
import DocumentModel
import Files
import Messages
import Workers

/// Finds conflict copies beside opened documents, and reads them for merging.
final class ConflictRunner: Sendable {
  private let mailbox: Mailbox
  private let lanes: DiskLanes
  private let pool: WorkerPool
  private let opened: OpenDocuments
  private let reading = DispatchQueue(label: "recto.conflicts", qos: .userInitiated)

  /// The maximum number of copies that are named.
  private static let mostCopies = 20

  init(_ machinery: SharedServices, _ opened: OpenDocuments) {
    mailbox = machinery.mailbox
    lanes = machinery.lanes
    pool = machinery.pool
    self.opened = opened
  }

  /// Reports whether a document is a conflict copy or has some.
  func look(at path: String, for id: DocumentID) {
    lanes.add(at: path) { [mailbox] _ in
      if let news = Self.news(of: path) { mailbox.post(.conflict(id, news)) }
    }
  }

  private static func news(of path: String) -> ConflictNews? {
    let (folder, name) = (PathParts.folder(of: path), PathParts.name(of: path))
    if let original = ConflictCopyName.original(of: name).map({ PathParts.joined(folder, $0) }),
      FileStatus(original) != nil
    {
      return .isCopy(of: original)
    }
    let names = (try? FolderReader.names(in: folder).map(\.name)) ?? []
    let copies = names.filter {
      ConflictCopyName.original(of: $0).map { PathParts.same($0, name) } == true
    }.sorted().prefix(mostCopies).map { PathParts.joined(folder, $0) }
    return copies.isEmpty ? nil : .hasCopies(copies)
  }

  /// Compares the annotations of a copy with those of the original, and reports the changes.
  func merge(_ copy: String, into original: String, _ annotations: [Annotation], _ id: DocumentID) {
    let password = opened.password(of: original) ?? []
    reading.async { [mailbox, pool] in
      let names = (copy: PathParts.name(of: copy), original: PathParts.name(of: original))
      do throws(ConflictReading.Refusal) {
        let reading = try ConflictReading(
          original: AnnotationSource(path: original, password: password),
          copy: AnnotationSource(path: copy, password: password),
          worker: SandboxedAnnotationWorker(pool))
        var builder = AnnotationBuilder()
        let merge = reading.merge(into: annotations) { builder.nextID() }
        let words = "\(names.original): \(SyncStrings.words(merge)) (\(names.copy))"
        mailbox.post(.conflict(id, .merge(merge, copy: copy, words: words)))
      } catch {
        let sentence = Sentences.text(error, copy: names.copy, original: names.original)
        mailbox.post(.conflict(id, .refusal(sentence, copy: copy)))
      }
    }
  }
}
