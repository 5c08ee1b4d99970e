import Dispatch
import DocumentModel
import Glibc
import Interface
import Wire
import Workers

/// Copies an attachment out of a document into a new file: under a name of its own until it is whole, never over another file.
// Unchecked: one part is under way at a time, each step on the disk's queue.
final class AttachmentCopy: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let index: Int
  private let path: String
  private let runner: EffectRunner
  private var file: UnfinishedFile?
  private var written = 0

  init(
    _ id: DocumentID, _ generation: Int, _ index: Int, _ path: String, _ runner: EffectRunner
  ) {
    self.id = id
    self.generation = generation
    self.index = index
    self.path = path
    self.runner = runner
  }

  /// Asks for the next part and writes it; goes on by itself to the end.
  func next() {
    let request = Request.attachment(index: index, offset: written)
    runner.opened.send(request, to: id, generation, .normal) { [self] result in
      runner.disk.async { [self] in
        switch result {
        case .success(.attachment(let bytes, let total)): take(bytes, total)
        case .success: tell("the attachment could not be read", isError: true)
        case .failure(let error):
          tell(Sentences.text(error, file: path) + ": nothing was saved", isError: true)
        }
      }
    }
  }

  private func take(_ bytes: [UInt8], _ total: Int) {
    do throws(DocumentFile.SystemError) {
      if file == nil { file = try UnfinishedFile(path) }
      try file?.append(bytes)
      written += bytes.count
      guard written >= total || bytes.isEmpty else { return next() }
      guard written == total else {
        return tell("\(path) was not saved: the attachment is damaged", isError: true)
      }
      try file?.finish()
      tell("Saved \(path)", isError: false)
    } catch {
      let reason =
        error.number == EEXIST
        ? "\(path) is there already and was left as it is; save under another name"
        : Sentences.text(error, file: path, isWriting: true) + "; nothing was saved"
      tell(reason, isError: true)
    }
  }

  private func tell(_ sentence: String, isError: Bool) {
    file = nil
    runner.mailbox.post(.notice(sentence, isError: isError))
  }
}

/// A file that gets its name when it is whole; until then, and if it never is, nothing of it is seen.
private final class UnfinishedFile {
  private let path: String
  private let temporary: String
  private var descriptor: Int32

  init(_ path: String) throws(DocumentFile.SystemError) {
    self.path = path
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    // Asked before the work, though only `finish` decides.
    guard access(path, F_OK) != 0 else { throw DocumentFile.SystemError(number: EEXIST) }
    var name = Array((folder + ".recto-XXXXXX").utf8CString)
    descriptor = mkstemp(&name)
    temporary = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw DocumentFile.SystemError(number: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    if descriptor >= 0 {
      close(descriptor)
      unlink(temporary)
    }
  }

  func append(_ bytes: [UInt8]) throws(DocumentFile.SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw DocumentFile.SystemError(number: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Gives the file its name; fails with `EEXIST` where another has it.
  func finish() throws(DocumentFile.SystemError) {
    // `link` refuses where `rename` would replace.
    guard fsync(descriptor) == 0 else { throw DocumentFile.SystemError(number: errno) }
    if link(temporary, path) == 0 {
      unlink(temporary)
    } else {
      // File systems without links: as careful as they let us be.
      let number = errno
      guard number == EPERM || number == ENOTSUP, access(path, F_OK) != 0,
        rename(temporary, path) == 0
      else { throw DocumentFile.SystemError(number: number) }
    }
    close(descriptor)
    descriptor = -1
  }
}
