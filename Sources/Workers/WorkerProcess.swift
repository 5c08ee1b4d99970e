internal import CLinux
import Glibc
import Wire

/// One worker: its process, its socket, the memory it puts large replies in. Used on the pool's thread only.
final class WorkerProcess {
  let pid: pid_t
  let socket: Int32
  private let shared: UnsafeRawPointer
  var isReady = false
  /// When it must be ready; nil once it is.
  var due: SuspendingClock.Instant?
  var greeting = Greeting()
  /// The document this worker has open and the opening it belongs to.
  weak var lane: Lane?

  /// Starts a worker; throws where the program cannot be run.
  init(
    executable: String, _ kit: WorkerKit, environment: [String], due: SuspendingClock.Instant
  ) throws(WorkerError) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { throw .cannotStart(.system(errno)) }
    let memory = clinux_shared_memory("recto-replies", Limit.shared)
    let mapped = memory < 0 ? nil : mmap(nil, Limit.shared, PROT_READ, MAP_SHARED, memory, 0)
    guard memory >= 0, let mapped, mapped != MAP_FAILED else {
      let reason = errno
      close(pair[0])
      close(pair[1])
      if memory >= 0 { close(memory) }
      throw .cannotStart(.system(reason))
    }
    // A worker that answers without reading would fill its end, and hold the pool up.
    _ = fcntl(pair[0], F_SETFL, O_NONBLOCK)
    var arguments: [UnsafeMutablePointer<CChar>?] =
      ([executable] + kit.arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
    defer { for text in arguments + variables { free(text) } }
    let started = clinux_spawn_worker(executable, &arguments, &variables, pair[1], memory, -1)
    let reason = errno
    close(pair[1])
    close(memory)
    guard started > 0 else {
      close(pair[0])
      munmap(mapped, Limit.shared)
      throw .cannotStart(.system(reason))
    }
    pid = started
    self.due = due
    socket = pair[0]
    shared = UnsafeRawPointer(mapped)
  }

  deinit {
    close(socket)
    munmap(UnsafeMutableRawPointer(mutating: shared), Limit.shared)
  }

  func send(_ frame: RequestFrame, descriptor: Int32) -> Bool {
    let bytes = frame.encoded()
    return clinux_send(socket, bytes, bytes.count, descriptor) == bytes.count
  }

  /// What came in.
  enum Arrival {
    case reply(id: UInt64, payload: [UInt8])
    case nothing
    case hungUp
    case nonsense
  }

  /// Takes one message; the payload is copied out before anything in it is looked at.
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

  /// Leaves processor time to others, for good.
  func yield() {
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(pid), 10)
  }

  func kill() {
    Glibc.kill(pid, SIGKILL)
  }

  /// The processor's time it has had since it was started; nil where that cannot be told.
  var processorTime: Duration? {
    var (clock, time) = (clockid_t(), timespec())
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      return nil
    }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// What it holds in memory of its own, the document's file not counted; 0 where that cannot be told.
  var ownBytes: Int {
    let file = open("/proc/\(pid)/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 128)
    let count = read(file, &text, text.count)
    guard count > 0 else { return 0 }
    // Pages that are resident, and those of them that are shared (proc(5)).
    let numbers = String(decoding: text[..<count], as: UTF8.self).split(separator: " ")
      .prefix(3).compactMap { Int($0) }
    return numbers.count == 3 ? max(0, numbers[1] - numbers[2]) * Int(getpagesize()) : 0
  }
}
