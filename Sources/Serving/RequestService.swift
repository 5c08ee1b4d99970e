internal import CLinux
import Glibc
package import Sandbox
package import Wire

/// Reads requests one after the other and answers each, in a worker.
package struct RequestService {
  private let socket: Int32
  private let shared: UnsafeMutableRawPointer?
  private let libraries: String
  private let answer: (Request, Int32) -> Reply
  private let rest: () -> Void

  /// Descriptors given by the reader: messages, and the memory large replies travel in.
  private static let descriptors: (socket: Int32, memory: Int32) = (3, 4)

  /// Takes what answers a request with its descriptor, and what frees the memory of a request after the reply is sent.
  ///
  /// `libraries` are those that documents are read with, and their versions.
  package init(
    libraries: String, rest: @escaping () -> Void = {},
    answer: @escaping (Request, _ descriptor: Int32) -> Reply
  ) {
    socket = Self.descriptors.socket
    self.libraries = libraries
    self.answer = answer
    self.rest = rest
    let mapped = mmap(
      nil, Limit.shared, PROT_READ | PROT_WRITE, MAP_SHARED, Self.descriptors.memory, 0)
    shared = mapped == MAP_FAILED ? nil : mapped
    close(Self.descriptors.memory)
    clinux_exit_without_memory(WorkerExit.outOfMemory)
  }

  /// Shuts the sandbox and serves until the reader hangs up; with a sandbox that must be whole and is not it only says so.
  package func run(in sandbox: ProcessSandbox) {
    let requiresSandbox = SandboxRequirement.isMade(
      by: getenv(SandboxRequirement.variable).map { String(cString: $0) })
    let missing = sandbox.shut()
    var parts: [SandboxFeature] = []
    if missing.contains(.landlock) { parts.append(.landlock) }
    if missing.contains(.seccomp) { parts.append(.seccomp) }
    if missing.contains(.noNewPrivileges) { parts.append(.noNewPrivileges) }
    if missing.contains(.limits) { parts.append(.limits) }
    let greeting = Greeting(
      missing: parts, hasNamespaces: !missing.contains(.namespaces), libraries: libraries)
    send(.ready(greeting), id: 0)
    var buffer = [UInt8](repeating: 0, count: Limit.frame)
    guard parts.isEmpty || !requiresSandbox else {
      // Messages that arrive meanwhile are dropped; closing with unread messages would discard the
      // answer.
      while clinux_receive(socket, &buffer, buffer.count, nil) > 0 {}
      return
    }
    while true {
      var descriptor: Int32 = -1
      let count = clinux_receive(socket, &buffer, buffer.count, &descriptor)
      guard count > 0 else { return }
      guard let frame = try? RequestFrame(decoding: Array(buffer[..<count])) else { return }
      // An abort checks errno to see whether memory ran out.
      errno = 0
      send(answer(frame.request, descriptor), id: frame.id)
      rest()
    }
  }

  private func send(_ reply: Reply, id: UInt64) {
    var payload = reply.encoded()
    if payload.count > Limit.shared { payload = Reply.failed(.tooLarge).encoded() }
    var header = ReplyHeader(id: id, count: payload.count, isShared: false)
    if payload.count > Limit.frame - ReplyHeader.size {
      guard let shared else { return }
      UnsafeMutableRawBufferPointer(start: shared, count: Limit.shared).copyBytes(from: payload)
      header.isShared = true
      payload = []
    }
    let bytes = header.encoded() + payload
    _ = clinux_send(socket, bytes, bytes.count, -1)
  }
}
