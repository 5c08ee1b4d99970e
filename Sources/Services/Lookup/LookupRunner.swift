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
    let process: pid_t
    /// Its number may be that of another process soon.
    let isOver = Atomic(false)

    init(number: Int, process: pid_t) {
      self.number = number
      self.process = process
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
    guard let (process, output) = ChildProgram.startWithOutput(words) else {
      return post(number, .ended("\(words.first ?? "") cannot be started"))
    }
    let child = Running(number: number, process: process)
    running.withLock { $0 = child }
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      let reason = read(output, child)
      close(output)
      var facts = siginfo_t()
      while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      child.isOver.store(true, ordering: .sequentiallyConsistent)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      post(number, .ended(reason ?? Self.reason(status)))
    }
  }

  /// Ends the program that runs, with those it has started.
  func stop() {
    let child = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let child, !child.isOver.load(ordering: .sequentiallyConsistent) else { return }
    kill(-child.process, SIGTERM)
    // One that does not listen.
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(1)) {
      if !child.isOver.load(ordering: .sequentiallyConsistent) { kill(-child.process, SIGKILL) }
    }
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
      guard running.withLock({ $0 === child }) else { return nil }
      guard total < Self.mostBytes else {
        stop()
        return "There is more than \(Self.mostBytes >> 20) MB of it; the rest is left out"
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
    if signal != 0 { return "It was ended by signal \(signal)" }
    return code == 0 ? nil : "It failed with exit status \(code)"
  }

  private func post(_ number: Int, _ news: LookupNews) {
    mailbox.post(.lookup(number, news))
  }
}
