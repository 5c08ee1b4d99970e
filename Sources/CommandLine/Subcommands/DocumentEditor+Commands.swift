import DocumentModel
import Files
import Glibc
import Interface
import Messages
import Platform
import Services
import Workers

/// Edits for subcommands: files are named, warnings go to standard error.
extension DocumentEditor {
  /// Where to write the result.
  enum Target: Equatable {
    /// In place of the old file, which is kept for undo; `isWarned` permits separating it from its other names and breaking its signatures.
    case inPlace(isWarned: Bool)
    /// Another file; `-` is standard output.
    case copy(String, replaces: Bool)

    var isCopy: Bool { if case .copy = self { true } else { false } }
  }

  /// `files`: the document, then the others, as they are named to the user; the password is tried with each.
  func edit(
    _ files: [String], _ edits: [DocumentEdit], _ target: Target, password: [UInt8],
    piped: PipedDocument? = nil
  ) throws(Failure) {
    guard let first = files.first else { return }
    let name = first == "-" ? PipedDocument.name : first
    guard first != "-" || target.isCopy else {
      throw Failure(
        sentence: "cannot write standard input in place; -o OUT or -o - writes the result")
    }
    if !target.isCopy, let reason = Sentences.readOnly(DocumentFile.absolute(name), file: name) {
      throw Failure(sentence: "\(reason); -o NEW writes a copy")
    }
    if target == .inPlace(isWarned: false) {
      try Self.warn(of: name, "-o writes a copy")
    }
    var whole: [WholeFile] = []
    for file in files {
      let path = file == "-" ? piped?.path ?? file : DocumentFile.absolute(file)
      whole.append(try Self.file(file, path))
    }
    let sources = zip(files, whole).map { name, file in
      Source(name: name == "-" ? PipedDocument.name : name, bytes: file.bytes, password: password)
    }
    let made: EditedDocument
    do throws(Failure) {
      made = try self.made(
        of: sources, edits, isCopy: target.isCopy,
        breaksSignatures: target == .inPlace(isWarned: true))
    } catch {
      let advice =
        switch error.refusal {
        case .signed, .signatureFollowed: ". --yes continues, -o NEW writes a copy"
        case .certified: ". -o NEW writes a copy"
        case .damaged: "; -o NEW writes a repaired copy"
        default: ""
        }
      throw Failure(sentence: error.sentence + advice)
    }
    if target == .inPlace(isWarned: false),
      made.outcome.cautions.contains(.usageRightsEnd)
    {
      throw Failure(
        sentence:
          "\(name): \(AnnotationStrings.sentence(.usageRights)) --yes continues, -o NEW writes a copy"
      )
    }
    switch target {
    case .inPlace:
      let path = DocumentFile.absolute(name)
      tell(try replace(name, path, whole[0], with: made.bytes, edits).sentences)
      tell(Self.sentences(made.outcome, name))
    case .copy("-", _):
      Output.write(made.bytes)
      tell(Self.sentences(made.outcome, name))
    case .copy(let path, let replaces):
      tell(try write(made, to: DocumentFile.absolute(path), replaces: replaces, of: name))
    }
  }

  /// Puts the bytes back that a file had before it was edited last, or with `isRedo` before that was taken back; what of its annotations
  /// was taken back meanwhile is taken back there, too.
  func reverse(
    _ name: String, isRedo: Bool, isWarned: Bool, password: [UInt8], _ pool: WorkerPool
  ) throws(Failure) {
    if !isWarned { try Self.warn(of: name) }
    let path = DocumentFile.absolute(name)
    let file = try Self.file(name, path)
    let replaced = try isRedo ? redo(name, path, file) : undo(name, path, file)
    tell(replaced.sentences)
    guard replaced.owes else { return }
    let document = try CommandDocument(name, password: password, lanes: 2, pool: pool)
    let kept = try CommandAnnotations(document, path: name, password: password)
    _ = try DocumentTerms.save(kept, document, Preferences.ofUser)
  }

  /// Warns that writing separates a file from its other names (hard links).
  private static func warn(of name: String, _ way: String? = nil) throws(Failure) {
    guard let status = SystemPath.status(DocumentFile.absolute(name)), status.st_nlink > 1 else {
      return
    }
    let ways = ["--yes continues"] + (way.map { [$0] } ?? [])
    throw Failure(
      sentence: "\(name): \(AnnotationStrings.sentence(.hardLinks)) \(ways.joined(separator: ", "))"
    )
  }

  private func tell(_ sentences: [String]) {
    for sentence in sentences { Output.complain(sentence) }
  }
}
