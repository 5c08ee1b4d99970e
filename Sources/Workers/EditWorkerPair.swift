internal import CLinux
package import DocumentModel
import Glibc
import Wire

/// Two workers that edit documents: one builds the new file, the other verifies it. Neither touches the disk, and each ends after one piece of
/// work, so that a document cannot influence the next.
package final class EditWorkerPair: Sendable {
  private let pool: WorkerPool
  private let makers: UInt64
  private let verifiers: UInt64

  /// For a piece of work: a long book is read and written whole.
  package static let patience = Duration.seconds(120)

  init(_ pool: WorkerPool, makers: UInt64, verifiers: UInt64) {
    self.pool = pool
    self.makers = makers
    self.verifiers = verifiers
  }

  deinit { close() }

  /// Ends its workers; what waits is cancelled.
  package func close() {
    for number in [makers, verifiers] { pool.close(number) }
  }

  /// The bytes of the new file. The document comes first, then the files its edits name; the handler is called once, on the pool's thread.
  package func edit(
    _ files: [AnnotationBase], _ edits: [DocumentEdit], isCopy: Bool,
    breaksSignatures: Bool = false, moment: Int64, deadline: Duration = patience,
    completion: @escaping @Sendable (Result<EditedDocument, EditTrouble>) -> Void
  ) {
    let list = DocumentEdits.encoded(edits)
    let whole = files.reduce(0) { $0 + $1.count } + list.count
    let start = (whole + 65_535) & ~65_535
    let room = 2 * whole + (16 << 20)
    let work = EditWork(
      files: files.map { EditWork.File(count: $0.count, password: $0.password) },
      editsCount: list.count, roomOffset: start, room: min(room, Limit.editedBytes),
      isCopy: isCopy, breaksSignatures: breaksSignatures, moment: moment)
    perform(work, files, list, .edit(work), on: makers, deadline, completion) { reply, memory in
      guard case .edited(let outcome) = reply,
        let bytes = Self.bytes(memory, from: start, count: outcome.byteCount)
      else { return nil }
      return EditedDocument(bytes: bytes, outcome: outcome)
    }
  }

  /// Verifies that the result is a complete document with these edits.
  package func verify(
    _ made: [UInt8], of files: [AnnotationBase], _ edits: [DocumentEdit],
    deadline: Duration = patience,
    completion: @escaping @Sendable (Result<Void, EditTrouble>) -> Void
  ) {
    let list = DocumentEdits.encoded(edits)
    let files = files + [AnnotationBase(made, password: files.first?.password ?? [])]
    let work = EditWork(
      files: files.map { EditWork.File(count: $0.count, password: $0.password) },
      editsCount: list.count, isCopy: true, moment: 0)
    perform(work, files, list, .verifyEdit(work), on: verifiers, deadline, completion) { reply, _ in
      if case .editVerified = reply { () } else { nil }
    }
  }

  private func perform<Value: Sendable>(
    _ work: EditWork, _ files: [AnnotationBase], _ list: [UInt8], _ request: Request,
    on pair: UInt64, _ deadline: Duration,
    _ completion: @escaping @Sendable (Result<Value, EditTrouble>) -> Void,
    _ value: @escaping @Sendable (Reply, BorrowedFile) -> Value?
  ) {
    guard files.count <= Limit.editedFiles, list.count <= Limit.shared,
      work.byteCount + work.room <= Limit.editedBytes,
      files.allSatisfy({ $0.count <= Limit.annotatedFile })
    else {
      completion(.failure(.refused(EditRefusal(.tooLarge))))
      return
    }
    if let empty = files.firstIndex(where: { $0.count == 0 }) {
      completion(.failure(.refused(EditRefusal(.unreadable, file: empty))))
      return
    }
    let memory: BorrowedFile
    do throws(WorkerError) {
      memory = try Self.memory(work, files, list)
    } catch {
      completion(.failure(.worker(error)))
      return
    }
    var job = Job(id: pool.newID(), request: request, priority: .normal, deadline: deadline) {
      result in
      completion(
        result.mapError { .worker($0) }.flatMap { answer in
          if case .editRefused(let refusal) = answer.reply { return .failure(.refused(refusal)) }
          return value(answer.reply, memory).map { .success($0) } ?? .failure(.worker(.nonsense))
        })
    }
    job.file = memory
    let sent = job
    if !pool.perform({ $0.add(sent, to: pair) }) { completion(.failure(.worker(.cancelled))) }
  }

  /// Returns memory with the files, the edits and room after them; sealed against writing if there
  /// is no room.
  private static func memory(
    _ work: EditWork, _ files: [AnnotationBase], _ list: [UInt8]
  ) throws(WorkerError) -> BorrowedFile {
    let count = work.room > 0 ? work.roomOffset + work.room : work.byteCount
    let descriptor = clinux_picture_memory("recto-edit", count)
    guard descriptor >= 0 else { throw .engine(.outOfMemory) }
    let memory = BorrowedFile(descriptor)
    var offset = 0
    for file in files {
      try file.write(to: descriptor, at: offset)
      offset += file.count
    }
    try AnnotationBase.write(list[...], at: offset, to: descriptor)
    if work.room == 0, clinux_forbid_writing(descriptor) != 0 { throw .engine(.outOfMemory) }
    return memory
  }

  /// Returns a copy: the worker can no longer change it.
  private static func bytes(_ memory: BorrowedFile, from offset: Int, count: Int) -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let got = pread(
          memory.descriptor, buffer.baseAddress.map { $0 + done }, count - done,
          off_t(offset + done))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        done += got
      }
    }
    return bytes.count == count ? bytes : nil
  }
}

/// A document built by a worker, not yet verified.
package struct EditedDocument: Sendable {
  package var bytes: [UInt8]
  package var outcome: EditOutcome
}

/// Why a document was not edited, or the result not verified.
package enum EditTrouble: Error, Sendable, Hashable {
  case refused(EditRefusal)
  case worker(WorkerError)
}

extension WorkerPool {
  package func editWorkerPair() -> EditWorkerPair {
    let (makers, verifiers) = (newID(), newID())
    _ = perform { loop in
      for id in [makers, verifiers] {
        loop.openService(kit: .pages, lanes: .equal(1), isInBackground: false, id: id)
      }
    }
    return EditWorkerPair(self, makers: makers, verifiers: verifiers)
  }
}
