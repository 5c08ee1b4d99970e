import DocumentModel
import Files
import Platform
import Workers

/// Edits as commands do them: files are named, what is to be told goes to standard error.
extension DocumentEditor {
  /// Where the new file goes.
  enum Target: Equatable {
    /// In the place of the old one, which is kept for undoing.
    case inPlace
    /// A new file; `-` is standard output.
    case copy(String)
  }

  /// `files`: the document, then the others, as they are named to the user; the password is tried with each.
  func edit(
    _ files: [String], _ edits: [DocumentEdit], _ target: Target, password: [UInt8]
  ) throws(Failure) {
    guard let name = files.first else { return }
    if case .copy(let path) = target, path != "-", SystemPath.isThere(path) {
      throw Failure(sentence: "\(path) is there already")
    }
    if case .copy(let path) = target, let sentence = Sentences.noFolder(of: path) {
      throw Failure(sentence: sentence)
    }
    var whole: [WholeFile] = []
    for file in files { whole.append(try Self.file(file, DocumentFile.absolute(file))) }
    let sources = zip(files, whole).map { name, file in
      Source(name: name, bytes: file.bytes, password: password)
    }
    let made: EditedDocument
    do throws(Failure) {
      made = try self.made(of: sources, edits, isCopy: target != .inPlace)
    } catch {
      let advice =
        switch error.refusal {
        case .signed: "; -o NEW writes a copy"
        case .damaged: "; -o NEW writes a repaired copy"
        default: ""
        }
      throw Failure(sentence: error.sentence + advice)
    }
    switch target {
    case .inPlace:
      let path = DocumentFile.absolute(name)
      tell(try replace(name, path, whole[0], with: made.bytes).sentences)
      tell(Self.sentences(made.outcome, name))
    case .copy("-"):
      Output.write(made.bytes)
      tell(Self.sentences(made.outcome, name))
    case .copy(let path): tell(try write(made, new: DocumentFile.absolute(path), of: name))
    }
  }

  /// Puts the bytes back that a file had before it was edited last.
  func undo(_ name: String) throws(Failure) {
    let path = DocumentFile.absolute(name)
    tell(try undo(name, path, try Self.file(name, path)).sentences)
  }

  /// Puts the bytes back that a file had before its last edit was taken back.
  func redo(_ name: String) throws(Failure) {
    let path = DocumentFile.absolute(name)
    tell(try redo(name, path, try Self.file(name, path)).sentences)
  }

  private func tell(_ sentences: [String]) {
    for sentence in sentences { Output.complain(sentence) }
  }
}
