import Canvas
import Glibc
package import Pictures

/// Asks the terminal for its capabilities, for commands that draw no screen.
package enum TerminalProbe {
  /// Returns the answers of the controlling terminal, whatever standard input is; waits at most 250 ms.
  package static func ask() -> PictureAbility {
    var around = Surroundings(depth: Abilities.depth)
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else {
      around.isTerminal = false
      return PictureAbility(TerminalAnswers(), around)
    }
    defer { close(terminal) }
    return PictureAbility(answers(of: terminal, around), around)
  }

  /// Returns the cursor position, from 0; nil if the terminal does not answer in time.
  package static func cursor() -> (x: Int, y: Int)? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var answer: [UInt8] = []
    var place: (x: Int, y: Int)?
    converse(with: terminal, Array("\u{1b}[6n".utf8)) { bytes in
      answer += bytes
      place = cursor(in: answer)
      return place != nil
    }
    return place
  }

  /// Parses `ESC [ row ; column R` (CPR of ECMA-48) after any typed input.
  static func cursor(in answer: [UInt8]) -> (x: Int, y: Int)? {
    guard let start = answer.lastIndex(of: 0x1B), answer.last == UInt8(ascii: "R") else {
      return nil
    }
    let body = String(decoding: answer[start...].dropFirst(2).dropLast(), as: UTF8.self)
    let numbers = body.split(separator: ";").compactMap { Int($0) }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return (numbers[1] - 1, numbers[0] - 1)
  }

  private static func answers(of terminal: Int32, _ around: Surroundings) -> TerminalAnswers {
    var decoder = InputDecoder()
    guard !["", "dumb", "unknown"].contains(around.term) else { return decoder.answers }
    // Its identity comes first: a multiplexer is not asked everything.
    converse(with: terminal, TerminalQuestions.plain) { bytes in
      _ = decoder.feed(bytes)
      return decoder.answers.areComplete(behindTmux: false)
    }
    guard !decoder.answers.attributes.isEmpty else { return decoder.answers }
    decoder.answers.asked += 1
    let questions = TerminalQuestions(around, name: decoder.answers.name)
    let isBehind = questions.areBehindTmux
    converse(with: terminal, questions.text) { bytes in
      _ = decoder.feed(bytes)
      return decoder.answers.areComplete(behindTmux: isBehind)
    }
    withExtendedLifetime(questions) {}
    return decoder.answers
  }

  /// Writes questions and reads until `isDone` or the deadline, without echo; whatever ends us then waits until the modes are back.
  private static func converse(
    with terminal: Int32, _ questions: [UInt8], _ isDone: ([UInt8]) -> Bool
  ) {
    var before = termios()
    // A background job would be stopped by asking.
    guard tcgetpgrp(terminal) == getpgrp(), tcgetattr(terminal, &before) == 0 else { return }
    var held = sigset_t()
    var earlier = sigset_t()
    sigemptyset(&held)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&held, number) }
    pthread_sigmask(SIG_BLOCK, &held, &earlier)
    defer { pthread_sigmask(SIG_SETMASK, &earlier, nil) }
    var quiet = before
    quiet.c_lflag &= ~tcflag_t(ICANON | ECHO)
    guard tcsetattr(terminal, TCSANOW, &quiet) == 0 else { return }
    defer { tcsetattr(terminal, TCSANOW, &before) }
    Rescue.write(questions, to: terminal)
    let deadline = ContinuousClock.now + GraphicsNegotiation.patience
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      var window = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      let ready = poll(&window, 1, Int32(max(0, (deadline - .now) / .milliseconds(1))))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return }
      let count = read(terminal, &buffer, buffer.count)
      guard count > 0, !isDone(Array(buffer[..<count])) else { return }
    }
  }
}
