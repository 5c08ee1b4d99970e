import DocumentModel
import Files
import Glibc
import Platform
import Services

/// A document from standard input or another pipe, stored in a file while a command runs.
///
/// It also has a library of its own, so that the user's library stores nothing about it.
final class PipedDocument {
  typealias Failure = CommandDocument.Failure

  /// The path of that file.
  let path: String
  var library: String { folder.path + "/library" }
  private let folder: ScratchFolder

  static let name = "standard input"

  static func isPiped(_ path: String) -> Bool { path == "-" || DocumentFile.isPipe(path) }

  /// Reads all of it.
  init(_ named: String) throws(Failure) {
    guard let folder = ScratchFolder() else {
      throw Failure(
        sentence: "cannot create a temporary folder; set TMPDIR to a folder with free space")
    }
    self.folder = folder
    path = folder.path + "/document.pdf"
    let opened =
      named == "-" ? DocumentFile.standardInput() : DocumentFile.open(named, takesPipes: true)
    switch opened {
    case .failure(let error):
      throw Failure(sentence: Sentences.text(error, file: Self.name))
    case .success(let source):
      defer { close(source) }
      try Self.copy(source, to: path)
    }
  }

  private static func copy(_ source: Int32, to path: String) throws(Failure) {
    let target = SystemPath.lend(path) {
      Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    }
    guard target >= 0 else {
      throw Failure(sentence: "cannot keep \(name): \(String(cString: strerror(errno)))")
    }
    defer { close(target) }
    try forEachPart(of: source, name) { (part) throws(Failure) in
      var rest = part
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(target, $0.baseAddress, $0.count) }
        guard written > 0 else {
          throw Failure(sentence: "cannot keep \(name): \(String(cString: strerror(errno)))")
        }
        rest = rest.dropFirst(written)
      }
      return true
    }
  }

  /// Reads a file to its end, or until `take` returns false.
  fileprivate static func forEachPart(
    of source: Int32, _ name: String, _ take: (ArraySlice<UInt8>) throws(Failure) -> Bool
  ) throws(Failure) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw Failure(sentence: "cannot read \(name): \(String(cString: strerror(errno)))")
      }
      guard count > 0, try take(buffer[..<count]) else { return }
    }
  }
}

/// The output of a document: a file, or standard output.
final class CopyTarget {
  typealias Failure = CommandDocument.Failure

  /// The file that is written.
  let path: String
  let replaces: Bool
  /// Holds the file until it is on standard output.
  private let folder: ScratchFolder?

  static func isStandardOutput(_ parsed: Arguments) -> Bool { parsed.options["output"] == "-" }

  init(_ output: String, replaces: Bool) throws(Failure) {
    guard output == "-" else {
      (path, folder, self.replaces) = (DocumentFile.absolute(output), nil, replaces)
      return
    }
    guard let folder = ScratchFolder() else {
      throw Failure(
        sentence: "cannot create a temporary folder; set TMPDIR to a folder with free space")
    }
    (path, self.folder, self.replaces) = (folder.path + "/document.pdf", folder, false)
  }

  /// Copies the written file to standard output if that is the output.
  func finish() throws(Failure) {
    guard folder != nil else { return }
    let source = SystemPath.open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else {
      throw Failure(sentence: "cannot read the copy: \(String(cString: strerror(errno)))")
    }
    defer { close(source) }
    try PipedDocument.forEachPart(of: source, "the copy") { Output.write(Array($0)) }
  }
}
