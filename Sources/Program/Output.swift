import Glibc
import Platform
import Synchronization
import Wire

/// The two streams of a command line program: data and words.
enum Output {
  /// Writes data; false when nobody reads it any more.
  @discardableResult
  static func write(_ text: String) -> Bool {
    write(SystemPath.bytes(text))
  }

  /// A name in a line of several: what would break the line or steer the terminal is a blank.
  static func line(_ text: String) -> String { CleanText.line(text) }

  @discardableResult
  static func write(_ bytes: [UInt8]) -> Bool {
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

  /// Writes what documents and names say: to a pipe as it is, to a terminal without what would steer it, form feeds among that.
  @discardableResult
  static func write(words bytes: [UInt8]) -> Bool {
    guard isTerminal, !CleanText.isClean(bytes) else { return write(bytes) }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      Array(CleanText.line(String(decoding: $0, as: UTF8.self)).utf8)
    }
    return write(Array(lines.joined(separator: [0x0A])))
  }

  /// Why data could not be written; 0 while all could.
  private static let failure = Atomic<Int32>(0)

  /// The exit status of a command, unless its data could not be written: a closed pipe is no error, a full disk is.
  static func status(_ status: Int32) -> Int32 {
    switch failure.load(ordering: .relaxed) {
    case 0: return status
    case EPIPE: return 0
    case let number:
      complain("standard output: \(String(cString: strerror(number)))")
      return 2
    }
  }

  /// Says a sentence on standard error; the name of a file in it never steers the terminal.
  static func complain(_ sentence: String) {
    let bytes = SystemPath.bytes("recto: \(CleanText.line(sentence))\n")
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
