import DocumentModel
import Files
import Glibc
import Library
import Platform
import Workers

/// Edits documents for a command: has the new file made by one worker, verified by another, and then writes it.
struct DocumentEditor {
  typealias Failure = CommandDocument.Failure

  private let desk: EditDesk
  private let originals = KeptOriginals(ReadingLibrary.defaultFolder() + "/originals")

  /// Bytes of a document that is edited.
  private static let bound = 1 << 30

  /// Where the new file goes.
  enum Target: Equatable {
    /// In the place of the old one, which is kept for undoing.
    case inPlace
    /// A new file; `-` is standard output.
    case copy(String)
  }

  init(_ pool: WorkerPool) { desk = pool.editDesk() }

  /// `files`: the document, then the others, as they are named to the user; the password is tried with each.
  func edit(
    _ files: [String], _ edits: [DocumentEdit], _ target: Target, password: [UInt8]
  ) throws(Failure) {
    guard let name = files.first else { return }
    if case .copy(let path) = target, path != "-", SystemPath.isThere(path) {
      throw Failure(sentence: "\(path) is there already")
    }
    var whole: [WholeFile] = []
    for file in files {
      whole.append(
        try Self.trying(file) { () throws(FilesError) in
          try WholeFile(DocumentFile.absolute(file), atMost: Self.bound)
        })
    }
    let bases = whole.map { AnnotationBase($0.bytes, password: password) }
    let made = try wait(files) { done in
      desk.edit(
        bases, edits, isCopy: target != .inPlace, moment: Int64(time(nil)), completion: done)
    }
    try wait(files) { done in desk.verify(made.bytes, of: bases, edits, completion: done) }
    switch target {
    case .inPlace: try replace(name, whole[0], with: made.bytes)
    case .copy("-"): Output.write(made.bytes)
    case .copy(let path):
      _ = try Self.trying(path) { () throws(FilesError) in
        try SafeWrite.write(made.bytes, to: DocumentFile.absolute(path), .new)
      }
    }
    for caution in EditCaution.allCases where made.outcome.cautions.contains(caution) {
      Output.complain(Sentences.text(caution, file: name))
    }
  }

  /// The old bytes are safe before the new ones take their place.
  private func replace(
    _ name: String, _ old: WholeFile, with bytes: [UInt8]
  ) throws(Failure) {
    let path = DocumentFile.absolute(name)
    let now = Int64(time(nil))
    let original = try Self.trying(name) { () throws(FilesError) in
      try originals.keep(old.bytes, of: path, written: Digest.sha256(bytes), now: now)
    }
    do throws(FilesError) {
      let written = try SafeWrite.write(bytes, to: path, .replace(expecting: old.stamp))
      Self.tell(written, name)
      originals.sweep(now: now)
    } catch {
      originals.drop(original)
      throw Failure(sentence: Sentences.text(error, file: name))
    }
  }

  /// Puts the bytes back that a file had before it was edited last.
  func undo(_ name: String) throws(Failure) {
    let path = DocumentFile.absolute(name)
    let file = try Self.trying(name) { () throws(FilesError) in
      try WholeFile(path, atMost: Self.bound)
    }
    guard let original = originals.newest(of: path, written: Digest.sha256(file.bytes)) else {
      guard let other = originals.newest(of: path) else {
        throw Failure(
          sentence: "\(name): nothing is kept of it from before an edit that could be undone")
      }
      throw Failure(
        sentence:
          "\(name) was changed since it was edited and is left as it is; what it was before lies at \(other.copy)"
      )
    }
    let written = try Self.trying(name) { () throws(FilesError) in
      try SafeWrite.write(
        try originals.bytes(original), to: path, .replace(expecting: file.stamp))
    }
    Self.tell(written, name)
    originals.drop(original)
  }

  private static func tell(_ written: SafeWrite.Written, _ name: String) {
    for warning in written.warnings {
      switch warning {
      case .hardLinksParted(let count):
        Output.complain(
          "\(name) had \(count) other \(count == 1 ? "name, which keeps" : "names, which keep") what it was"
        )
      case .ownerLost: Output.complain("\(name) could not be given back to its owner and is yours")
      case .attributesLost(let names):
        Output.complain("\(name) has lost \(names.joined(separator: ", "))")
      case .folderNotSynced: break
      }
    }
  }

  private static func trying<Value>(
    _ name: String, _ body: () throws(FilesError) -> Value
  ) throws(Failure) -> Value {
    do throws(FilesError) {
      return try body()
    } catch {
      throw Failure(sentence: Sentences.text(error, file: name))
    }
  }

  private func wait<Value: Sendable>(
    _ files: [String], _ ask: (@escaping @Sendable (Result<Value, EditTrouble>) -> Void) -> Void
  ) throws(Failure) -> Value {
    let answer = Answer<Result<Value, EditTrouble>>()
    ask { answer.give($0) }
    switch answer.wait() {
    case .success(let value): return value
    case .failure(.refused(let refusal)):
      let file = files.indices.contains(refusal.file) ? files[refusal.file] : files[0]
      throw Failure(sentence: Sentences.text(refusal.reason, file: file))
    case .failure(.worker(let error)):
      throw Failure(sentence: Sentences.text(error, file: files[0]))
    }
  }
}
