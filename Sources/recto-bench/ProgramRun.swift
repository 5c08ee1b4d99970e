import Glibc

/// A program run to its end.
struct ProgramRun {
  var words: [String]

  init(_ words: String...) {
    self.words = words
  }

  init(_ words: [String]) {
    self.words = words
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs the program with its output discarded; returns the milliseconds.
  func time() throws(Failure) -> Double {
    let begin = ContinuousClock.now
    let pid = try spawn(output: nil)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    guard status == 0 else { throw Failure(description: "\(words.joined(separator: " ")): failed") }
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  /// Runs the program and calls `watching` every `pause` milliseconds.
  func time(every pause: Int = 20, watching: (pid_t) -> Void) throws(Failure) -> Double {
    let begin = ContinuousClock.now
    let pid = try spawn(output: nil, isQuiet: true)
    var status: Int32 = 0
    var turns = 0
    while waitpid(pid, &status, WNOHANG) == 0 {
      // Watching takes time from the process too.
      if (turns * 5).isMultiple(of: pause) { watching(pid) }
      turns += 1
      usleep(5_000)
    }
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  /// Returns the milliseconds whatever the exit status; 0 if it cannot be started.
  func timeAtAnyEnd() -> Double {
    let begin = ContinuousClock.now
    guard let pid = try? spawn(output: nil, isQuiet: true) else { return 0 }
    waitpid(pid, nil, 0)
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  /// Returns the milliseconds whatever the exit status; nil if it does not end within `seconds` or cannot be started.
  func timeAtAnyEnd(within seconds: UInt32) -> Double? {
    // Without SA_RESTART the signal interrupts waitpid.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGALRM, &action, nil)
    let begin = ContinuousClock.now
    guard let pid = try? spawn(output: nil, isQuiet: true) else { return nil }
    alarm(seconds)
    let ended = waitpid(pid, nil, 0)
    alarm(0)
    guard ended != pid else { return (ContinuousClock.now - begin) / .milliseconds(1) }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    return nil
  }

  /// Returns the exit status (128 plus the signal if killed); output is discarded.
  func status() throws(Failure) -> Int32 {
    let pid = try spawn(output: nil, isQuiet: true)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }

  /// Returns its standard output.
  func output(isQuiet: Bool = false) throws(Failure) -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let pid = try spawn(output: ends[1], isQuiet: isQuiet)
    close(ends[1])
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(ends[0], &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    close(ends[0])
    waitpid(pid, nil, 0)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Starts the program with its output to `output`, or discarded; returns its process.
  func spawn(output: Int32?, isQuiet: Bool = false) throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, 1)
    } else {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    }
    if isQuiet { posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) }
    var arguments = words.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var pid = pid_t()
    guard posix_spawnp(&pid, words[0], &actions, nil, &arguments, environ) == 0 else {
      throw Failure(description: "\(words[0]) cannot be started")
    }
    return pid
  }
}
