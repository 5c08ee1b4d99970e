import DocumentModel
import Glibc
import Platform
import Synchronization
import Wire

/// The standard streams of a command line program: data on output, messages on error.
package enum Output {
  /// Occupies closed standard streams: otherwise a file opened later would get their number and be overwritten. Reading and
  /// writing still fail.
  package static func holdStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      // `open` returns the lowest free number, which is this one.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes lines; false if output has been closed. A pipe gets them unchanged, names byte for byte; a terminal gets them without control characters.
  @discardableResult
  package static func write(_ text: String) -> Bool {
    write(words: SystemPath.bytes(text))
  }

  /// Writes lines with Recto's own colours; other controls are removed, except line ends and tabs.
  @discardableResult
  package static func write(styled text: String) -> Bool {
    // A character that represents a raw byte stays one: as a byte it could be a control.
    write(keepingColors(Array(text.utf8)))
  }

  /// Returns the bytes without controls, except line ends, tabs and Select Graphic Rendition (ECMA-48, 8.3.117).
  package static func keepingColors(_ bytes: [UInt8]) -> [UInt8] {
    guard !CleanText.isClean(bytes) else { return bytes }
    var (clean, plain): ([UInt8], [UInt8]) = ([], [])
    var at = 0
    while at < bytes.count {
      let end = bytes[at] == 0x1B ? colorEnd(in: bytes, from: at) : nil
      if let end {
        clean += withoutControls(plain) + bytes[at..<end]
        plain = []
        at = end
      } else {
        plain.append(bytes[at])
        at += 1
      }
    }
    return clean + withoutControls(plain)
  }

  /// Returns the index after a sequence that sets a colour or weight; nil for other sequences.
  private static func colorEnd(in bytes: [UInt8], from start: Int) -> Int? {
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "[") else { return nil }
    let body = bytes[(start + 2)...].prefix(40)
    guard let end = body.firstIndex(where: { !(0x30...0x3B).contains($0) }),
      bytes[end] == UInt8(ascii: "m")
    else { return nil }
    return end + 1
  }

  /// Returns a document's text for a part of a line: line ends and controls become blanks.
  package static func line(_ text: String) -> String { CleanText.line(text) }

  /// Returns a file's name for a line: unchanged for programs, which find the file by it, and as `shown` on a terminal.
  package static func name(_ path: String) -> String { isTerminal ? shown(path) : path }

  /// Returns a text with file names for display on one line: controls become blanks, invalid UTF-8 is replaced.
  package static func shown(_ text: String) -> String {
    let line = CleanText.line(text)
    return PathBytes.isPlain(line)
      ? line : String(decoding: PathBytes.bytes(line), as: UTF8.self)
  }

  /// Writes data as it is.
  @discardableResult
  package static func write(_ bytes: [UInt8]) -> Bool {
    guard failure.load(ordering: .relaxed) == 0 else { return false }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        failure.store(errno, ordering: .relaxed)
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static let isTerminal = isatty(STDOUT_FILENO) == 1

  /// Writes text from documents and file names: unchanged to a pipe, without control characters such as form feeds to a terminal. Line ends and tabs
  /// are preserved.
  @discardableResult
  package static func write(words bytes: [UInt8]) -> Bool {
    guard isTerminal, !CleanText.isClean(bytes) else { return write(bytes) }
    return write(withoutControls(bytes))
  }

  /// Returns the bytes as valid UTF-8 without controls, except line ends and tabs, and without bidi overrides.
  package static func withoutControls(_ bytes: [UInt8]) -> [UInt8] {
    let parts = bytes.split(omittingEmptySubsequences: false) { $0 == 0x0A || $0 == 0x09 }
    var clean: [UInt8] = []
    for part in parts {
      clean += CleanText.line(String(decoding: part, as: UTF8.self)).utf8
      if part.endIndex < bytes.endIndex { clean.append(bytes[part.endIndex]) }
    }
    return clean
  }

  /// The `errno` of the first write that failed; 0 if none did.
  private static let failure = Atomic<Int32>(0)

  private static let isFailureReported = Atomic<Bool>(false)

  /// Returns the exit status of a command, unless its data could not be written: a closed pipe is no error, a full disk is.
  package static func status(_ status: Int32) -> Int32 {
    switch failure.load(ordering: .relaxed) {
    case 0: return status
    case EPIPE: return 0
    case let number:
      if !isFailureReported.exchange(true, ordering: .relaxed) {
        complain("standard output: \(String(cString: strerror(number)))")
      }
      return 2
    }
  }

  /// Writes a sentence to standard error, without control characters from file names.
  package static func complain(_ sentence: String) {
    let bytes = Array("recto: \(shown(sentence))\n".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
