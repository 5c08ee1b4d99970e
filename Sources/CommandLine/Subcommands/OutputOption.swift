import Files
import Glibc
import Platform
import Services

/// `-o`, as all commands that write a new version of a document take it.
extension Arguments {
  /// Checks the path that `-o` names: none of the documents, and no existing file unless `--force` is given.
  func checkOutput(of documents: [String]) throws(Mistake) {
    guard let output = options["output"] else { return }
    if output == "-" {
      try checkPipe()
      guard options["json"] == nil else {
        throw Mistake(
          sentence: "--json and -o - both write to standard output; name a file with -o")
      }
      return
    }
    guard !documents.map(DocumentFile.absolute).contains(DocumentFile.absolute(output)) else {
      throw Mistake(
        sentence: documents.count == 1
          ? "\(output) is the document itself; without -o it is written in its place"
          : "\(output) is one of the documents; -o writes another file")
    }
    try checkNew(output)
  }

  /// Refuses to pour bytes over a terminal.
  func checkPipe() throws(Mistake) {
    guard isatty(STDOUT_FILENO) == 0 else {
      throw Mistake(sentence: "standard output is a terminal; name a file with -o, or use a pipe")
    }
  }

  /// Checks the path of a new file.
  func checkNew(_ path: String) throws(Mistake) {
    if let sentence = Sentences.noFolder(of: path) { throw Mistake(sentence: sentence) }
    if options["force"] == nil, SystemPath.isThere(path) {
      throw Mistake(
        sentence: "\(path) already exists; --force overwrites it, -o writes another file")
    }
  }

  /// The target of an edit: the file that `-o` names, else the document itself.
  var target: DocumentEditor.Target {
    options["output"].map { .copy($0, replaces: options["force"] != nil) }
      ?? .inPlace(isWarned: options["yes"] != nil)
  }
}
