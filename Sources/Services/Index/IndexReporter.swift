package import DocumentModel
import Glibc
package import Synchronization

/// Reports indexing progress: on one line of a terminal, as JSON lines, and to other Recto processes.
package final class IndexReporter: Sendable {
  /// The lock whose file shows the progress to other processes.
  package let lock = Mutex<IndexLock?>(nil)
  private let asJSON: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private let last = Mutex<(at: ContinuousClock.Instant?, isShown: Bool)>((nil, false))

  package init(asJSON: Bool) {
    self.asJSON = asJSON
  }

  package func tell(_ progress: IndexProgress) {
    let isDue = last.withLock { last in
      let pause: Duration = asJSON ? .milliseconds(500) : .milliseconds(100)
      if let at = last.at, .now - at < pause { return false }
      last.at = .now
      last.isShown = true
      return true
    }
    guard isDue else { return }
    lock.withLock { $0?.tell(Self.json(progress).text) }
    if asJSON {
      Output.write(Self.json(progress).text + "\n")
    } else if isTerminal {
      let line = Output.shown(Self.words(progress))
      let bytes = Array("\r\u{1B}[K\(Self.cut(line))".utf8)
      _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
  }

  /// Clears the progress line.
  package func end() {
    guard isTerminal, !asJSON, last.withLock({ $0.isShown }) else { return }
    _ = Glibc.write(STDERR_FILENO, "\r\u{1B}[K", 4)
  }

  /// Shortens the line so that it does not wrap.
  private static func cut(_ line: String) -> String {
    var size = winsize()
    let width = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : 80
    return String(line.prefix(max(20, width) / 2 + max(20, width) / 4))
  }

  static func words(_ progress: IndexProgress) -> String {
    switch progress.phase {
    case .idle, .elsewhere: return ""
    case .looking: return "searching for documents …"
    case .paused: return "paused: \(progress.done) of \(progress.total)"
    case .reading:
      var parts = ["\(progress.done) of \(progress.total)", "\(progress.pages) pages"]
      if progress.speed >= 1 { parts.append("\(Int(progress.speed)) a second") }
      if let left = progress.secondsLeft { parts.append("\(duration(left)) left") }
      return parts.joined(separator: ", ") + "  " + progress.current
    }
  }

  static func duration(_ seconds: Int) -> String {
    seconds < 100
      ? "\(seconds) s" : seconds < 6_000 ? "\(seconds / 60) min" : "\(seconds / 3_600) h"
  }

  static func json(_ progress: IndexProgress) -> JSON {
    .object([
      ("phase", .string("\(progress.phase)")), ("done", .count(progress.done)),
      ("total", .count(progress.total)), ("pages", .count(progress.pages)),
      ("pagesPerSecond", .number(progress.speed)),
      ("secondsLeft", progress.secondsLeft.map(JSON.count) ?? .null),
      ("current", .text(progress.current)), ("documents", .count(progress.documents)),
    ])
  }
}
