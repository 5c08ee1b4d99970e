internal import CLinux
import Engine
import Glibc
import Sandbox
import Wire

/// Reads requests one after the other and answers each.
struct Service {
  private let socket: Int32
  private let shared: UnsafeMutableRawPointer?
  private let engine: Engine

  init(socket: Int32, memory: Int32, converters: ConverterSet) {
    self.socket = socket
    engine = Engine(converters: converters)
    let mapped = mmap(nil, Limit.shared, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0)
    shared = mapped == MAP_FAILED ? nil : mapped
    close(memory)
  }

  /// Serves until the reader hangs up; with a sandbox that must be whole and is not it only says so.
  func run(missing: ProcessSandbox.Missing, requiresSandbox: Bool) {
    var parts: [SandboxFeature] = []
    if missing.contains(.landlock) { parts.append(.landlock) }
    if missing.contains(.seccomp) { parts.append(.seccomp) }
    if missing.contains(.noNewPrivileges) { parts.append(.noNewPrivileges) }
    if missing.contains(.limits) { parts.append(.limits) }
    let greeting = Greeting(
      missing: parts, hasNamespaces: !missing.contains(.namespaces), libraries: Engine.libraries)
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
      send(engine.answer(frame.request, descriptor: descriptor), id: frame.id)
      engine.rest()
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
