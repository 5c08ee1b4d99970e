import DocumentModel
import Files
import Glibc
import Messages
import Platform
import Program
import Services

/// `recto --synctex-forward LINE:COLUMN:FILE DOCUMENT`: shows where a line of a source is typeset.
struct SyncTeXForward {
  private let line: Int
  private let source: String
  private let document: String

  /// Throws if the value or the document is not as it should be.
  init(_ value: String, _ parsed: Arguments) throws(Arguments.Mistake) {
    let parts = value.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let line = Int(parts[0]), line > 0, Int(parts[1]) != nil,
      !parts[2].isEmpty
    else {
      throw Arguments.Mistake(
        sentence: "--synctex-forward needs LINE:COLUMN:FILE, such as 12:1:chapter.tex")
    }
    guard parsed.words.count == 1, let word = parsed.words.first else {
      throw Arguments.Mistake(
        sentence: "--synctex-forward goes with one document, the PDF that was typeset")
    }
    self.line = line
    // The source need not be there.
    source = DocumentFile.absolute(String(parts[2]))
    document = DocumentFile.absolute(word)
  }

  /// The request for a Recto that starts here.
  var action: RemoteRequest.Action { .forward(line: line, source: source, document: document) }

  /// Shows the line in the running Recto that has the document open; returns nil if there is none and one can start in this terminal.
  func run(_ server: String?) throws(Arguments.Mistake) -> Int32? {
    guard SystemPath.isThere(document) else {
      throw Arguments.Mistake(sentence: "\(document): there is no such file")
    }
    guard let running = try RunningRecto.holder(of: document, named: server) else {
      guard isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 else { return nil }
      throw Arguments.Mistake(
        sentence: "no Recto has \(document) open; open it in a terminal first: recto FILE")
    }
    return RemoteCommand.show(
      [
        ("line", .count(line)), ("source", .string(source)), ("document", .string(document)),
      ], in: running)
  }
}
