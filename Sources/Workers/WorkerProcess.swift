internal import CLinux
import Glibc
import Wire

/// One worker: its process, its socket, the memory it puts large replies in. Used on the pool's thread only.
final class WorkerProcess {
  let pid: pid_t
  let socket: Int32
  private let shared: UnsafeRawPointer
  /// The system's account of its times on and off a processor; -1 if there is none.
  private let schedule: Int32
  /// The number of files it was given.
  private(set) var fileCount = 0
  /// Whether one of its files may be somebody else's.
  private(set) var hasForeignFile = false
  var isReady = false
  /// When it must be ready; nil once it is.
  var due: SuspendingClock.Instant?
  var greeting = Greeting()
  /// The memory that opening its document took, in bytes; 0 before.
  private(set) var bytesWhenOpened = 0
  /// The document this worker has open and the opening it belongs to.
  weak var lane: Lane?

  /// Starts a worker; throws where its program cannot be run.
  convenience init(_ options: WorkerPool.Options, _ kit: WorkerKit) throws(WorkerError) {
    try self.init(due: .now + options.startDeadline) { socket, memory in
      options.program(for: kit).start(socket: socket, memory: memory)
    }
  }

  /// Starts a copy of a process; throws where it cannot be copied.
  convenience init(
    copying template: TemplateProcess, _ options: WorkerPool.Options
  ) throws(WorkerError) {
    try self.init(due: .now + options.startDeadline, template.copy)
  }

  /// `start` gets the worker's ends and returns its process, -1 and errno on failure.
  private init(
    due: SuspendingClock.Instant, _ start: (_ socket: Int32, _ memory: Int32) -> pid_t
  ) throws(WorkerError) {
    let pair = try WorkerProgram.socketPair()
    let memory = clinux_shared_memory("recto-replies", Limit.shared)
    let mapped = memory < 0 ? nil : mmap(nil, Limit.shared, PROT_READ, MAP_SHARED, memory, 0)
    guard memory >= 0, let mapped, mapped != MAP_FAILED else {
      let reason = errno
      close(pair.own)
      close(pair.other)
      if memory >= 0 { close(memory) }
      throw .cannotStart(.system(reason))
    }
    let started = start(pair.other, memory)
    let reason = errno
    close(pair.other)
    close(memory)
    guard started > 0 else {
      close(pair.own)
      munmap(mapped, Limit.shared)
      throw .cannotStart(.system(reason))
    }
    pid = started
    schedule = open("/proc/\(started)/schedstat", O_RDONLY | O_CLOEXEC)
    self.due = due
    socket = pair.own
    shared = UnsafeRawPointer(mapped)
  }

  deinit {
    close(socket)
    if schedule >= 0 { close(schedule) }
    munmap(UnsafeMutableRawPointer(mutating: shared), Limit.shared)
  }

  func send(_ frame: RequestFrame, descriptor: Int32) -> Bool {
    let bytes = frame.encoded()
    return clinux_send(socket, bytes, bytes.count, descriptor) == bytes.count
  }

  /// Something that was received.
  enum Arrival {
    case reply(id: UInt64, payload: [UInt8])
    case nothing
    case hungUp
    case nonsense
  }

  /// Receives one message; the payload is copied out before it is read.
  func receive() -> Arrival {
    var reason: Int32 = 0
    let message: [UInt8]? = withUnsafeTemporaryAllocation(
      of: UInt8.self, capacity: Limit.frame + 1
    ) { buffer in
      let count = clinux_receive(socket, buffer.baseAddress, buffer.count, nil)
      if count < 0 { reason = errno }
      return count > 0 ? Array(buffer[..<count]) : nil
    }
    guard let message else { return reason == EAGAIN ? .nothing : .hungUp }
    guard message.count <= Limit.frame, let header = try? ReplyHeader(decoding: message) else {
      return .nonsense
    }
    if header.isShared {
      guard message.count == ReplyHeader.size else { return .nonsense }
      let bytes = UnsafeRawBufferPointer(start: shared, count: header.count)
      return .reply(id: header.id, payload: Array(bytes))
    }
    let payload = Array(message[ReplyHeader.size...])
    guard payload.count == header.count else { return .nonsense }
    return .reply(id: header.id, payload: payload)
  }

  /// Lowers its priority permanently.
  func yield() {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), 10)
  }

  func kill() {
    Glibc.kill(pid, SIGKILL)
  }

  /// Its processor time since its start; nil if unknown.
  var processorTime: Duration? {
    var (clock, time) = (clockid_t(), timespec())
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return nil
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Its time ready to run without a processor since its start; nil if unknown.
  var waitingTime: Duration? {
    var text = [UInt8](repeating: 0, count: 128)
    let count = schedule < 0 ? 0 : pread(schedule, &text, text.count, 0)
    guard count > 0 else { return nil }
    // Nanoseconds on a processor, nanoseconds waiting for one, turns (Documentation/scheduler/sched-stats.rst).
    let numbers = String(decoding: text[..<count], as: UTF8.self).split(separator: " ")
    return numbers.count >= 2 ? Int64(numbers[1]).map(Duration.nanoseconds) : nil
  }

  /// Takes note of a file it is given.
  func count(fileOf job: Job) {
    fileCount += 1
    hasForeignFile = hasForeignFile || job.isForeign
  }

  /// Whether a file must go to another worker: files that may be somebody else's share none, others share one for `limit` files.
  func isSpent(for job: Job, limit: Int) -> Bool {
    hasForeignFile || fileCount >= limit || job.isForeign && fileCount > 0
  }

  /// Whether it runs, or would if it had a processor.
  var isRunnable: Bool { String(decoding: status, as: UTF8.self).contains("State:\tR") }

  /// Takes note of the memory that opening its document took.
  func noteOpening() { bytesWhenOpened = totalBytes }

  /// The memory that ending it would free, in bytes: its own pages, shared ones beyond the memory of its replies, and its page tables; 0 if unknown.
  ///
  /// Pages of files, such as the document's, can be read again and do not count.
  var totalBytes: Int {
    status.split(separator: 0x0A).reduce(0) { total, line in
      guard let field = Self.ownMemory.firstIndex(where: line.starts) else { return total }
      // `RssAnon:     2936 kB` (proc(5)).
      let digits = line.drop { !Self.digits.contains($0) }.prefix(while: Self.digits.contains)
      let bytes = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } << 10
      return total + max(0, field == Self.sharedMemory ? bytes - Limit.shared : bytes)
    }
  }

  private static let ownMemory = ["RssAnon", "RssShmem", "VmPTE", "VmSwap"].map {
    Array("\($0):".utf8)
  }
  private static let sharedMemory = 1
  private static let digits: ClosedRange<UInt8> = 0x30...0x39

  /// The system's account of the process.
  private var status: ArraySlice<UInt8> {
    let file = open("/proc/\(pid)/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 4_096)
    let count = read(file, &text, text.count)
    return text.prefix(max(0, count))
  }
}
