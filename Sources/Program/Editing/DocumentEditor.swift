import DocumentModel
import Files
import Glibc
import Interface
import Library
import Platform
import Workers

/// Edits documents: has the new file made by one worker, verified by another, and then writes it. It waits for them.
struct DocumentEditor: Sendable {
  typealias Failure = CommandDocument.Failure

  private let desk: EditDesk
  private let originals: KeptOriginals
  /// What was there before an edit was taken back, so that it can be done again.
  private let undone: KeptOriginals

  /// Bytes of a document that is edited.
  static let bound = 1 << 30

  /// A file that an edit needs.
  struct Source: Sendable {
    /// As it is named to the user.
    var name: String
    var bytes: [UInt8]
    var password: [UInt8]
  }

  /// A file that was written anew in its place.
  struct Replaced {
    /// SHA-256 of what it was and is, in hexadecimal.
    var before: String
    var after: String
    /// What a person should know of it.
    var sentences: [String]
  }

  /// Told just before a file takes the place of another how it will be.
  typealias Announce = (FileStamp) -> Void

  init(_ pool: WorkerPool) {
    desk = pool.editDesk()
    let folder = ReadingLibrary.defaultFolder()
    originals = KeptOriginals(folder + "/originals")
    undone = KeptOriginals(folder + "/undone")
  }

  /// A file as it is now.
  static func file(_ name: String, _ path: String) throws(Failure) -> WholeFile {
    try trying(name) { () throws(FilesError) in try WholeFile(path, atMost: bound) }
  }

  /// The new file's bytes, verified. `sources`: the document, then the others.
  func made(
    of sources: [Source], _ edits: [DocumentEdit], isCopy: Bool,
    phase: (EditPhase) -> Void = { _ in }
  ) throws(Failure) -> EditedDocument {
    let bases = sources.map { AnnotationBase($0.bytes, password: $0.password) }
    let names = sources.map(\.name)
    phase(.making)
    let made = try wait(names) { done in
      desk.edit(bases, edits, isCopy: isCopy, moment: Int64(time(nil)), completion: done)
    }
    phase(.verifying)
    try wait(names) { done in desk.verify(made.bytes, of: bases, edits, completion: done) }
    return made
  }

  /// Puts bytes in the place of a file; what it was is safe before.
  func replace(
    _ name: String, _ path: String, _ old: WholeFile, with bytes: [UInt8],
    announce: Announce = { _ in }
  ) throws(Failure) -> Replaced {
    let now = Int64(time(nil))
    let (before, after) = (Digest.sha256(old.bytes), Digest.sha256(bytes))
    let original = try Self.trying(name) { () throws(FilesError) in
      try originals.keep(old.bytes, of: path, written: after, now: now)
    }
    do throws(Failure) {
      let sentences = try Self.write(bytes, name, path, over: old, announce)
      originals.sweep(now: now)
      // What was taken back before is no longer ahead.
      while let other = undone.newest(of: path, written: before) { undone.drop(other) }
      return Replaced(before: before, after: after, sentences: sentences)
    } catch {
      originals.drop(original)
      throw error
    }
  }

  /// Puts the bytes back that a file had before it was edited last; they can be had again by `redo`.
  func undo(
    _ name: String, _ path: String, _ file: WholeFile, announce: Announce = { _ in }
  ) throws(Failure) -> Replaced {
    let before = Digest.sha256(file.bytes)
    guard let original = originals.newest(of: path, written: before) else {
      guard let other = originals.newest(of: path) else {
        throw Failure(
          sentence: "\(name): nothing is kept of it from before an edit that could be undone")
      }
      throw Failure(
        sentence:
          "\(name) was changed since it was edited and is left as it is: if annotations were made since, take them back first (recto annotate --undo); what it was before the edit lies at \(other.copy)"
      )
    }
    let now = Int64(time(nil))
    let bytes = try Self.trying(name) { () throws(FilesError) in try originals.bytes(original) }
    let after = Digest.sha256(bytes)
    let ahead = try Self.trying(name) { () throws(FilesError) in
      try undone.keep(file.bytes, of: path, written: after, now: now)
    }
    do throws(Failure) {
      let sentences = try Self.write(bytes, name, path, over: file, announce)
      originals.drop(original)
      undone.sweep(now: now)
      return Replaced(before: before, after: after, sentences: sentences)
    } catch {
      undone.drop(ahead)
      throw error
    }
  }

  /// Does again what was taken back last.
  func redo(
    _ name: String, _ path: String, _ file: WholeFile, announce: Announce = { _ in }
  ) throws(Failure) -> Replaced {
    let before = Digest.sha256(file.bytes)
    guard let ahead = undone.newest(of: path, written: before) else {
      throw Failure(sentence: "\(name): nothing was taken back that could be done again")
    }
    let bytes = try Self.trying(name) { () throws(FilesError) in try undone.bytes(ahead) }
    let after = Digest.sha256(bytes)
    let original = try Self.trying(name) { () throws(FilesError) in
      try originals.keep(file.bytes, of: path, written: after, now: Int64(time(nil)))
    }
    do throws(Failure) {
      let sentences = try Self.write(bytes, name, path, over: file, announce)
      undone.drop(ahead)
      return Replaced(before: before, after: after, sentences: sentences)
    } catch {
      originals.drop(original)
      throw error
    }
  }

  /// Writes a new file, over nothing; gives what a person should know of it.
  func write(_ made: EditedDocument, new path: String, of name: String) throws(Failure) -> [String]
  {
    _ = try Self.trying(path) { () throws(FilesError) in
      try SafeWrite.write(made.bytes, to: path, .new)
    }
    return Self.sentences(made.outcome, name)
  }

  /// What an edit has cost.
  static func sentences(_ outcome: EditOutcome, _ name: String) -> [String] {
    EditCaution.allCases.filter(outcome.cautions.contains).map { Sentences.text($0, file: name) }
  }

  private static func write(
    _ bytes: [UInt8], _ name: String, _ path: String, over file: WholeFile, _ announce: Announce
  ) throws(Failure) -> [String] {
    let written = try trying(name) { () throws(FilesError) in
      let writing = try SafeWrite(path, .replace(expecting: file.stamp))
      try writing.append(bytes)
      return try writing.finish(announce: announce)
    }
    return written.warnings.compactMap { warning in
      switch warning {
      case .hardLinksParted(let count):
        "\(name) had \(count) other \(count == 1 ? "name, which keeps" : "names, which keep") what it was"
      case .ownerLost: "\(name) could not be given back to its owner and is yours"
      case .attributesLost(let names): "\(name) has lost \(names.joined(separator: ", "))"
      case .folderNotSynced: nil
      }
    }
  }

  private static func trying<Value>(
    _ name: String, _ body: () throws(FilesError) -> Value
  ) throws(Failure) -> Value {
    do throws(FilesError) {
      return try body()
    } catch {
      throw Failure(
        sentence: Sentences.text(error, file: name), isStale: error.reason == .changedMeanwhile)
    }
  }

  private func wait<Value: Sendable>(
    _ names: [String], _ ask: (@escaping @Sendable (Result<Value, EditTrouble>) -> Void) -> Void
  ) throws(Failure) -> Value {
    let answer = Answer<Result<Value, EditTrouble>>()
    ask { answer.give($0) }
    switch answer.wait() {
    case .success(let value): return value
    case .failure(.refused(let refusal)):
      let name = names.indices.contains(refusal.file) ? names[refusal.file] : names[0]
      throw Failure(
        sentence: Sentences.text(refusal.reason, file: name),
        refusal: refusal.file == 0 ? refusal.reason : nil)
    case .failure(.worker(let error)):
      throw Failure(sentence: Sentences.text(error, file: names[0]))
    }
  }
}
