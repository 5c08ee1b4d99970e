internal import CFuzz
import Glibc

/// The result of one target: the number of inputs, and the failures.
struct Catch {
  struct Finding {
    var number: Int
    var words: String
  }

  var inputs = 0
  var findings: [Finding] = []
}

/// Gives a target one input after the other in a process of its own, and goes on with another process when that dies.
struct Hunt {
  let target: Target
  let seed: UInt64
  let bound: Bound
  /// Inputs that went wrong are kept here; empty: nowhere.
  let folder: String

  /// How far it goes.
  enum Bound {
    case seconds(Double)
    case inputs(Int)
  }

  /// The limit of processor time for an input, in seconds: other work of the machine does not count.
  private static let patience = 20
  /// One that waits for something may take so many seconds by the clock.
  private static let longestWait: UInt32 = 300
  /// Bytes a process may allocate.
  private static let memory: rlim_t = 3 << 30
  /// More of one target are not looked for.
  private static let mostFindings = 10

  /// The child's report: the number of its input, and the message of a failed one.
  private struct Board {
    let numbers: UnsafeMutablePointer<Int>
    let words: UnsafeMutablePointer<UInt8>
    static let size = 1 << 16
    static let most = 4_096

    init?() {
      let mapped = mmap(
        nil, Self.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
      guard let mapped, mapped != MAP_FAILED else { return nil }
      numbers = mapped.bindMemory(to: Int.self, capacity: 2)
      words = (mapped + 4_096).bindMemory(to: UInt8.self, capacity: Self.most)
    }

    func say(_ sentence: String) {
      let bytes = Array(sentence.utf8.prefix(Self.most))
      for (index, byte) in bytes.enumerated() { words[index] = byte }
      numbers[1] = bytes.count
    }

    var said: String {
      String(decoding: UnsafeBufferPointer(start: words, count: numbers[1]), as: UTF8.self)
    }

    func close() { munmap(numbers, Self.size) }
  }

  func run() -> Catch {
    var result = Catch()
    guard let board = Board() else { return result }
    defer { board.close() }
    let mutator = Mutator(target, seed: seed)
    let begin = ContinuousClock.now
    let goesOn = { (number: Int) in
      switch bound {
      case .seconds(let seconds): ContinuousClock.now < begin + .seconds(seconds)
      case .inputs(let count): number < count
      }
    }
    var first = 0
    while goesOn(first), result.findings.count < Self.mostFindings {
      board.numbers[0] = first
      board.numbers[1] = 0
      // Buffered output would be written by both.
      fflush(nil)
      let child = cfuzz_fork()
      if child == 0 { hunt(mutator, from: first, while: goesOn, board) }
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      let number = board.numbers[0]
      let signal = status & 0x7F
      if signal == 0, status >> 8 & 0xFF == 0 {
        first = number
        break
      }
      let words =
        board.numbers[1] > 0
        ? board.said
        : signal == SIGPROF || signal == SIGALRM
          ? "does not end within \(Self.patience) s"
          : signal != 0 ? "dies of signal \(signal)" : "exits with \(status >> 8 & 0xFF)"
      result.findings.append(Catch.Finding(number: number, words: words))
      keep(mutator.input(number), number)
      first = number + 1
    }
    result.inputs = first
    return result
  }

  private func hunt(
    _ mutator: Mutator, from first: Int, while goesOn: (Int) -> Bool, _ board: Board
  ) -> Never {
    var limit = rlimit(rlim_cur: Self.memory, rlim_max: Self.memory)
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    // Libraries' words about each input are nobody's to read, nor is a trace of each crash.
    let null = open("/dev/null", O_WRONLY)
    dup2(null, STDERR_FILENO)
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT] { signal(number, SIG_DFL) }
    var time = itimerval()
    time.it_value.tv_sec = Self.patience
    var number = first
    repeat {
      board.numbers[0] = number
      setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &time, nil)
      alarm(Self.longestWait)
      if let fault = target.take(mutator.input(number)) {
        board.say(fault)
        _exit(1)
      }
      number += 1
    } while goesOn(number)
    board.numbers[0] = number
    _exit(0)
  }

  private func keep(_ bytes: [UInt8], _ number: Int) {
    guard !folder.isEmpty else { return }
    let file = open(
      "\(folder)/\(target.name)-\(seed)-\(number)", O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { return }
    _ = write(file, bytes, bytes.count)
    close(file)
  }
}
