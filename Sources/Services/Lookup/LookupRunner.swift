import Dispatch
import Glibc
import Messages
import Synchronization

/// Runs programs whose output is shown in a card, one at a time.
final class LookupRunner: Sendable {
  private let mailbox: Mailbox
  private let running = Mutex<Running?>(nil)

  /// A program, which leads its process group.
  private final class Running: Sendable {
    let number: Int
    /// Nil once it was waited for: its number may be that of another process then.
    private let process: Mutex<pid_t?>

    init(number: Int, process: pid_t) {
      self.number = number
      self.process = Mutex(process)
    }

    /// Ends it and those it has started.
    func end() {
      process.withLock { if let process = $0 { kill(-process, SIGTERM) } }
      // One that ignores it.
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(1)) { [self] in
        process.withLock { if let process = $0 { kill(-process, SIGKILL) } }
      }
    }

    /// Waits for its end; returns its status, nil if that was done before.
    func wait() -> Int32? {
      guard let process = process.withLock({ $0 }) else { return nil }
      var facts = siginfo_t()
      while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      return self.process.withLock { number in
        number = nil
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
      }
    }
  }

  /// More output is dropped, and its program ended.
  private static let mostBytes = 10 << 20
  /// The first lines are passed on at once, more of them at most so often.
  private static let rest: useconds_t = 20_000

  init(_ mailbox: Mailbox) {
    self.mailbox = mailbox
  }

  /// Starts a program in place of the one before.
  func start(_ words: [String], number: Int) {
    stop()
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      guard let (process, output) = ChildProgram.startWithOutput(words) else {
        return post(number, .ended("\(words.first ?? "") cannot be started"))
      }
      let child = Running(number: number, process: process)
      let before = running.withLock { running in
        defer { running = child }
        return running
      }
      before?.end()
      let reason = read(output, child)
      close(output)
      post(number, .ended(reason ?? child.wait().flatMap(Self.reason)))
    }
  }

  /// Ends the program that runs, with those it has started.
  func stop() {
    let child = running.withLock { running in
      defer { running = nil }
      return running
    }
    child?.end()
  }

  /// Passes lines on until the output ends; returns why it was not read to its end.
  private func read(_ output: Int32, _ child: Running) -> String? {
    var cleaner = OutputCleaner()
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var total = 0
    while true {
      let count = Glibc.read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      total += count
      let lines = cleaner.lines(of: buffer[..<count])
      if !lines.isEmpty { post(child.number, .lines(lines)) }
      guard running.withLock({ $0 === child }) else {
        _ = child.wait()
        return ""
      }
      guard total < Self.mostBytes else {
        child.end()
        _ = child.wait()
        return "The output was cut at \(Self.mostBytes >> 20) MB"
      }
      usleep(Self.rest)
    }
    if let rest = cleaner.rest() { post(child.number, .lines([rest])) }
    return nil
  }

  /// Says how a program failed; nil if it did not.
  private static func reason(_ status: Int32) -> String? {
    // WTERMSIG and WEXITSTATUS are macros.
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    if signal != 0 { return "Killed by signal \(signal)" }
    return code == 0 ? nil : "Exit status \(code)"
  }

  private func post(_ number: Int, _ news: LookupNews) {
    mailbox.post(.lookup(number, news))
  }
}
