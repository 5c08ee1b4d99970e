package import DocumentModel
package import Files
import Glibc
import Library
package import Messages
import Platform
package import Workers

/// Edits documents: has the new file made by one worker, verified by another, and then writes it. It waits for them.
package struct DocumentEditor: Sendable {
  package struct Failure: Error {
    package var sentence: String
    /// Whether nothing was found, or there is nothing to do; not an error: the exit status is 1.
    package var isNothing = false
    /// Why an edit was refused.
    package var refusal: EditRefusal.Reason?
    /// Whether the file has changed.
    var isStale = false
    /// Whether another password may open it.
    package var wantsPassword = false

    package init(
      sentence: String, isNothing: Bool = false, refusal: EditRefusal.Reason? = nil,
      isStale: Bool = false, wantsPassword: Bool = false
    ) {
      self.sentence = sentence
      self.isNothing = isNothing
      self.refusal = refusal
      self.isStale = isStale
      self.wantsPassword = wantsPassword
    }
  }

  private let pair: EditWorkerPair
  /// The library's.
  private let folder: String
  private let originals: PreservedOriginals
  /// The versions before each undo, for redo.
  private let undone: PreservedOriginals

  /// Bytes of a document that is edited.
  static let bound = 1 << 30

  /// A file that an edit needs.
  package struct Source: Sendable {
    /// The name shown to the user.
    var name: String
    var bytes: [UInt8]
    var password: [UInt8]

    package init(name: String, bytes: [UInt8], password: [UInt8]) {
      self.name = name
      self.bytes = bytes
      self.password = password
    }
  }

  /// A file that was rewritten in place.
  package struct Replaced {
    /// SHA-256 digests of its old and new contents, in hexadecimal.
    var before: String
    var after: String
    /// Messages for the user.
    package var sentences: [String]
    /// Whether it still contains annotations undone meanwhile, which are removed when it is read.
    package var owes = false
  }

  /// Called just before a file takes the place of another, with how it will be.
  package typealias Announce = (FileStamp) -> Void

  package init(_ pool: WorkerPool) {
    pair = pool.editWorkerPair()
    folder = ReadingLibrary.defaultFolder()
    originals = PreservedOriginals(folder + "/originals")
    undone = PreservedOriginals(folder + "/undone")
  }

  /// A file as it is now.
  package static func file(_ name: String, _ path: String) throws(Failure) -> WholeFile {
    try trying(name) { () throws(FilesError) in try WholeFile(path, atMost: bound) }
  }

  /// The new file's bytes, verified. `sources`: the document, then the others; `breaksSignatures` says that the user agreed.
  package func made(
    of sources: [Source], _ edits: [DocumentEdit], isCopy: Bool,
    breaksSignatures: Bool = false, phase: (EditPhase) -> Void = { _ in }
  ) throws(Failure) -> EditedDocument {
    let bases = sources.map { AnnotationBase($0.bytes, password: $0.password) }
    let names = sources.map(\.name)
    phase(.making)
    let made = try wait(names) { done in
      pair.edit(
        bases, edits, isCopy: isCopy, breaksSignatures: breaksSignatures,
        moment: Int64(time(nil)), completion: done)
    }
    phase(.verifying)
    try wait(names) { done in pair.verify(made.bytes, of: bases, edits, completion: done) }
    return made
  }

  /// Replaces a file by the edited bytes after storing the original.
  package func replace(
    _ name: String, _ path: String, _ old: WholeFile, with bytes: [UInt8], _ edits: [DocumentEdit],
    announce: Announce = { _ in }
  ) throws(Failure) -> Replaced {
    let now = Int64(time(nil))
    let lineage = try lineage(name, path, old)
    let after = Digest.sha256(bytes)
    let original = try Self.keeping(name, in: originals) { () throws(FilesError) in
      try originals.keep(old.bytes, of: path, written: after, now: now)
    }
    lineage.begin(after, length: bytes.count, movesPages: edits.contains(where: \.isOfPages))
    do throws(Failure) {
      let (stamp, sentences) = try Self.write(bytes, name, path, over: old, announce)
      originals.sweep(now: now)
      // A new edit makes earlier undos impossible to redo.
      for written in Set([lineage.root, lineage.hash]) {
        while let other = undone.newest(of: path, written: written) { undone.drop(other) }
      }
      _ = lineage.finish(after, length: bytes.count, stamp)
      return Replaced(before: lineage.hash, after: after, sentences: sentences)
    } catch {
      lineage.giveUp(after, path)
      originals.drop(original)
      throw error
    }
  }

  /// Puts the bytes back that a file had before it was edited last; they can be had again by `redo`.
  package func undo(
    _ name: String, _ path: String, _ file: WholeFile, announce: Announce = { _ in }
  ) throws(Failure) -> Replaced {
    let lineage = try lineage(name, path, file)
    guard let original = Self.newest(of: path, lineage, in: originals) else {
      guard let other = originals.newest(of: path) else {
        throw Failure(
          sentence:
            "\(name): no edit of pages, outline or metadata left to undo"
            + (originals.isEmpty
              ? "" : "; \(originals.folder) has files as they were before edits"),
          isNothing: true)
      }
      throw Failure(
        sentence:
          "\(name) changed since it was edited and is left unchanged; the version before the edit is \(other.copy)"
      )
    }
    let replaced = try goBack(
      name, path, file, to: original, in: originals, keepingIn: undone, lineage, announce)
    undone.sweep(now: Int64(time(nil)))
    return replaced
  }

  /// Redoes the edit undone last.
  package func redo(
    _ name: String, _ path: String, _ file: WholeFile, announce: Announce = { _ in }
  ) throws(Failure) -> Replaced {
    let lineage = try lineage(name, path, file)
    guard let ahead = Self.newest(of: path, lineage, in: undone) else {
      throw Failure(
        sentence:
          "\(name): no edit of pages, outline or metadata left to redo",
        isNothing: true)
    }
    return try goBack(
      name, path, file, to: ahead, in: undone, keepingIn: originals, lineage, announce)
  }

  /// Returns the latest original of this file, whatever annotations it has now.
  private static func newest(
    of path: String, _ lineage: EditLineage, in kept: PreservedOriginals
  ) -> PreservedOriginals.Original? {
    kept.newest(of: path, written: lineage.root) ?? kept.newest(of: path, written: lineage.hash)
  }

  private func goBack(
    _ name: String, _ path: String, _ file: WholeFile, to original: PreservedOriginals.Original,
    in kept: PreservedOriginals, keepingIn other: PreservedOriginals, _ lineage: EditLineage,
    _ announce: Announce
  ) throws(Failure) -> Replaced {
    let bytes = try Self.trying(name) { () throws(FilesError) in try kept.bytes(original) }
    let after = Digest.sha256(bytes)
    if let hindrance = lineage.hindrance(to: after) {
      throw Failure(sentence: Sentences.text(hindrance, file: name))
    }
    let counterpart = try Self.keeping(name, in: other) { () throws(FilesError) in
      try other.keep(
        file.bytes, of: path, written: lineage.root(of: after), now: Int64(time(nil)))
    }
    lineage.beginReturn(after, length: bytes.count)
    do throws(Failure) {
      let (stamp, sentences) = try Self.write(bytes, name, path, over: file, announce)
      kept.drop(original)
      let owes = lineage.finish(after, length: bytes.count, stamp)
      return Replaced(before: lineage.hash, after: after, sentences: sentences, owes: owes)
    } catch {
      lineage.giveUp(after, path)
      other.drop(counterpart)
      throw error
    }
  }

  private func lineage(
    _ name: String, _ path: String, _ file: WholeFile
  ) throws(Failure) -> EditLineage {
    guard let lineage = EditLineage(file.bytes, of: path, library: folder) else {
      throw Failure(
        sentence: "\(name): its annotations are just being written; try again", isStale: true)
    }
    return lineage
  }

  /// Writes another file, over an existing one only if `replaces`; returns messages for the user.
  package func write(
    _ made: EditedDocument, to path: String, replaces: Bool = false, of name: String
  ) throws(Failure) -> [String] {
    let written = try Self.trying(path) { () throws(FilesError) in
      try SafeWrite.write(made.bytes, to: path, replaces ? .replace(expecting: nil) : .new)
    }
    return Sentences.texts(written.warnings, file: path) + Self.sentences(made.outcome, name)
  }

  /// Returns the warnings of an edit.
  package static func sentences(_ outcome: EditOutcome, _ name: String) -> [String] {
    EditCaution.allCases.filter(outcome.cautions.contains).map { Sentences.text($0, file: name) }
  }

  private static func write(
    _ bytes: [UInt8], _ name: String, _ path: String, over file: WholeFile, _ announce: Announce
  ) throws(Failure) -> (stamp: FileStamp, sentences: [String]) {
    let written = try trying(name) { () throws(FilesError) in
      let writing = try SafeWrite(path, .replace(expecting: file.stamp))
      try writing.append(bytes)
      return try writing.finish(announce: announce)
    }
    return (written.stamp, Sentences.texts(written.warnings, file: name))
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

  /// Like `trying`, for originals: errors name their folder instead of the document.
  private static func keeping<Value>(
    _ name: String, in kept: PreservedOriginals, _ body: () throws(FilesError) -> Value
  ) throws(Failure) -> Value {
    do throws(FilesError) {
      return try body()
    } catch {
      throw Failure(
        sentence:
          "\(name) was left unchanged: its original could not be kept for undo: \(Sentences.text(error, file: kept.folder))"
      )
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
