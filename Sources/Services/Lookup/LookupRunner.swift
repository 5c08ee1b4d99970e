import Dispatch
import Glibc
import Messages
import Synchronization

/// Runs programs whose output is shown in a card, one at a time.
final class LookupRunner: Sendable {
  private let mailbox: Mailbox
  private let running = Mutex<ProgramGroup?>(nil)

  /// The maximum size of the output; beyond it the program is ended.
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
      let child = ProgramGroup(process)
      let before = running.withLock { running in
        defer { running = child }
        return running
      }
      before?.end()
      let reason = read(output, child, number)
      close(output)
      post(number, .ended(reason ?? child.wait().flatMap(Self.reason)))
    }
  }

  /// Ends the program that runs, with those it has started.
  func stop(atOnce: Bool = false) {
    let child = running.withLock { running in
      defer { running = nil }
      return running
    }
    child?.end(atOnce: atOnce)
  }

  /// Passes lines on until the output ends; returns why it was not read to its end.
  private func read(_ output: Int32, _ child: ProgramGroup, _ number: Int) -> String? {
    var cleaner = OutputCleaner()
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var total = 0
    while true {
      let count = Glibc.read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      total += count
      let lines = cleaner.lines(of: buffer[..<count])
      if !lines.isEmpty { post(number, .lines(lines)) }
      guard running.withLock({ $0 === child }) else {
        child.wait()
        return ""
      }
      guard total < Self.mostBytes else {
        child.end()
        child.wait()
        return "The output was cut at \(Self.mostBytes >> 20) MB"
      }
      // Output without an end of a line may be the beginning of the first.
      if !lines.isEmpty { usleep(Self.rest) }
    }
    if let rest = cleaner.rest() { post(number, .lines([rest])) }
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
