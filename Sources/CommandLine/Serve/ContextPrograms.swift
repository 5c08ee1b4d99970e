import DocumentModel
import Files
import Services
import Synchronization

/// Processes that stay after a call, each with a document open, for the next call about it.
final class ContextPrograms: Sendable {
  private let idle = Mutex<[Entry]>([])

  private struct Entry {
    var key: Key
    var program: LineProgram
    var since: ContinuousClock.Instant
  }

  /// A version of a file.
  struct Key: Sendable, Hashable {
    var path: String
    var stamp: FileStamp
  }

  /// The maximum number of idle processes; beyond it, the one idle for longest ends.
  private static let most = 3
  /// The idle time after which a process ends.
  private static let patience = Duration.seconds(300)

  /// Sends a request to the process that has a version of a file open, or to a new one, and returns the process; nil if neither takes it.
  func take(_ key: Key, asking line: [UInt8]) -> LineProgram? {
    let known = idle.withLock { idle -> LineProgram? in
      idle.removeAll { $0.key.path == key.path && $0.key != key }
      guard let place = idle.firstIndex(where: { $0.key == key }) else { return nil }
      return idle.remove(at: place).program
    }
    if let known, known.ask(line) { return known }
    // This path is the running program, even after another version has been installed.
    let made = LineProgram(["/proc/self/exe", "serve", ReusedDocument.argument], hasInput: true)
    return made.flatMap { $0.ask(line) ? $0 : nil }
  }

  /// Keeps a process whose call is answered; a released one ends.
  func put(_ program: LineProgram, _ key: Key) {
    let now = ContinuousClock.now
    idle.withLock { idle in
      // Two calls at the same time had a process each.
      idle.removeAll { $0.key == key }
      idle.append(Entry(key: key, program: program, since: now))
      if idle.count > Self.most { idle.removeFirst() }
    }
    Task { [weak self] in
      try? await Task.sleep(for: Self.patience)
      self?.idle.withLock { idle in idle.removeAll { $0.since <= now } }
    }
  }
}
