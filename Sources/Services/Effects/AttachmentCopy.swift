import Dispatch
import DocumentModel
import Files
import Messages
import Wire
import Workers

/// Saves an attachment as a new file: writes it under a temporary name until it is complete, and never overwrites another file.
// Unchecked: one part is in progress at a time, each step on the disk's queue.
final class AttachmentCopy: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let index: Int
  private let path: String
  private let runner: EffectRunner
  private var file: SafeWrite?
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

  /// Requests and writes the next part; continues by itself to the end.
  func next() {
    let request = Request.attachment(index: index, offset: written)
    runner.opened.send(request, to: id, generation, .normal) { [self] result in
      runner.lanes.add(at: path, isKept: true) { [self] _ in
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
    do throws(FilesError) {
      if file == nil { file = try SafeWrite(path, .new) }
      try file?.append(bytes)
      written += bytes.count
      guard written >= total || bytes.isEmpty else { return next() }
      guard written == total else {
        return tell("\(path) was not saved: the attachment is damaged", isError: true)
      }
      _ = try file?.finish()
      tell("Saved \(path)", isError: false)
    } catch {
      let reason =
        error.reason == .exists
        ? "\(path) already exists and was left unchanged; save under another name"
        : Sentences.text(error, file: path) + "; nothing was saved"
      tell(reason, isError: true)
    }
  }

  private func tell(_ sentence: String, isError: Bool) {
    file = nil
    runner.mailbox.post(.notice(sentence, isError: isError))
  }
}
