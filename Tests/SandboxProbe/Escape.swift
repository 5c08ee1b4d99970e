internal import CEscape
import Glibc
import TestSupport

/// The ways out of the sandbox that are tried.
enum Escape {
  /// The error number of the try, 0 where it came through.
  static func perform(_ attempt: SandboxAttempt, readable: [String]) -> Int32 {
    switch attempt {
    case .nothing, .tellWhatIsMissing: 0
    case .readFont: read(readable)
    case .abort: Glibc.abort()
    case .openPasswords: opened("/etc/passwd", O_RDONLY)
    case .listRoot: opened("/", O_RDONLY | O_DIRECTORY)
    case .openOwnMemory: opened("/proc/self/mem", O_RDWR)
    case .readOwnMaps: opened("/proc/self/maps", O_RDONLY)
    case .readOwnEnvironment: opened("/proc/self/environ", O_RDONLY)
    case .openTerminal: opened("/dev/tty", O_RDONLY)
    case .writeFile: opened("/tmp/recto-escaped", O_WRONLY | O_CREAT)
    case .openForWriting: opened("/dev/null", O_RDWR)
    case .temporaryFile: opened("/tmp", O_RDWR | 0o20200000)
    case .manyDescriptors: manyDescriptors(readable)
    case .writableCode, .makeCodeExecutable, .allocateTenGigabytes, .mapTenGigabytes,
      .allocateAMegabyte:
      Appetite.perform(attempt)
    case .spin: spin()
    case .spinDeaf: spinDeaf()
    case .overflowStack: Int32(truncatingIfNeeded: dive(1))
    case .trap: Int32(Int.max + CommandLine.arguments.count > 0 ? 1 : 0)
    case .thread: thread()
    default: cescape_try(attempt.rawValue)
    }
  }

  private static func opened(_ path: String, _ flags: Int32) -> Int32 {
    let file = open(path, flags, 0o600)
    return file >= 0 ? 0 : errno
  }

  /// Opens the first font there is among the paths that stay readable.
  private static func read(_ readable: [String]) -> Int32 {
    var error = ENOENT
    for path in readable {
      let file = open(path, O_RDONLY)
      if file >= 0 { return 0 }
      if errno != ENOENT { error = errno }
    }
    return error
  }

  private static func manyDescriptors(_ readable: [String]) -> Int32 {
    for _ in 0..<10_000 where open(readable.first ?? "", O_RDONLY) < 0 { return errno }
    return 0
  }

  /// An optimising compiler would see that nothing comes of it.
  @_optimize(none) private static func spin() -> Int32 {
    var number: UInt64 = 1
    while number != 0 { number = number &* 6_364_136_223_846_793_005 | 1 }
    return 0
  }

  /// Blocks the signal that says that the time is over.
  private static func spinDeaf() -> Int32 {
    var all = sigset_t()
    sigfillset(&all)
    sigprocmask(SIG_BLOCK, &all, nil)
    return spin()
  }

  @inline(never) private static func dive(_ depth: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { buffer in
      buffer[depth % 4_096] = UInt8(truncatingIfNeeded: depth)
      return dive(depth + 1) + Int(buffer[depth % 7])
    }
  }

  private static func thread() -> Int32 {
    var thread = pthread_t()
    return pthread_create(&thread, nil, { _ in nil }, nil)
  }
}
