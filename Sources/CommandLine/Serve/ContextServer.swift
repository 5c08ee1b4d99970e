import Dispatch
import DocumentModel
import FoundationEssentials
import Glibc
import Remote
import Synchronization
import Services

/// A server of the Model Context Protocol: it answers JSON-RPC 2.0 requests from standard input, one per line, on standard output.
final class ContextServer: Sendable {
  private let folders: ServedFolders
  private let programs = ContextPrograms()
  private let tools: [ContextTool]
  private let work = Mutex(Work())
  private let writing = Mutex(())
  private let ended = DispatchSemaphore(value: 0)

  /// Requests that are not answered yet.
  private struct Work {
    var waiting: [ContextCall] = []
    var running: [ContextCall] = []
    /// Whether the input has ended.
    var isLast = false
  }

  /// The maximum number of requests handled at the same time.
  private static let mostRunning = 4
  /// The maximum number of waiting requests; more are refused.
  private static let mostWaiting = 256
  /// The maximum length of a message in bytes.
  private static let mostBytes = 1 << 20
  /// The versions of the protocol, newest first.
  private static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]

  init(_ folders: ServedFolders, _ allowed: Set<ContextTool.Permission>) {
    self.folders = folders
    tools = ContextTool.all.filter { $0.permission.map(allowed.contains) ?? true }
  }

  /// Answers until standard input ends and all is answered; returns the exit status.
  func run() -> Int32 {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var line: [UInt8] = []
    var isOverlong = false
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      let parts = buffer[..<count].split(separator: 0x0A, omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if !isOverlong { line += part }
        if line.count > Self.mostBytes {
          (line, isOverlong) = ([], true)
          write(ContextRefusal("a message has at most 1 MB", code: .request), id: .null)
        }
        // The last part goes on in the next block.
        guard index < parts.count - 1 else { break }
        if !isOverlong { take(line) }
        (line, isOverlong) = ([], false)
      }
    }
    if !line.isEmpty { take(line) }
    let isIdle = work.withLock { work in
      work.isLast = true
      return work.running.isEmpty
    }
    if !isIdle { ended.wait() }
    return Output.status(0)
  }

  /// Handles a message.
  private func take(_ line: [UInt8]) {
    guard !line.allSatisfy({ $0 <= 0x20 }) else { return }
    // The decoder does not check that, and goes wrong over invalid UTF-8.
    guard String(validating: line, as: UTF8.self) != nil,
      let value = try? JSONDecoder().decode(JSONValue.self, from: Data(line))
    else { return write(ContextRefusal("the line is not JSON", code: .syntax), id: .null) }
    guard case .object(let message) = value else {
      return write(ContextRefusal("a message is an object", code: .request), id: .null)
    }
    guard let method = message["method"]?.text else {
      // A reply, although this server sends no requests.
      if message["result"] != nil || message["error"] != nil { return }
      return write(ContextRefusal("the message has no method", code: .request), id: .null)
    }
    let parameters = ContextArguments(message["params"])
    switch message["id"] {
    case .text, .integer, .number: answer(method, parameters, id: JSON(message["id"] ?? .null))
    case nil:
      guard method == "notifications/cancelled" else { return }
      cancel(JSON(parameters["requestId"] ?? .null))
    default: write(ContextRefusal("an ID is a number or a text", code: .request), id: .null)
    }
  }

  private func answer(_ method: String, _ parameters: ContextArguments, id: JSON) {
    switch method {
    case "initialize": write(greeting(parameters["protocolVersion"]?.text), id: id)
    case "ping": write(.object([]), id: id)
    case "tools/list": write(.object([("tools", .array(tools.map(\.json)))]), id: id)
    case "resources/templates/list": write(ContextResources.templates, id: id)
    case "tools/call":
      start(ContextCall(id, folders, programs) { [self] in callTool(parameters, $0) })
    case "resources/list":
      start(
        ContextCall(id, folders, programs) { (call) throws(ContextRefusal) in
          try ContextResources.list(parameters, call)
        })
    case "resources/read":
      start(
        ContextCall(id, folders, programs) { (call) throws(ContextRefusal) in
          try ContextResources.read(parameters, call)
        })
    default:
      write(ContextRefusal("there is no method “\(CleanText.line(method))”", code: .method), id: id)
    }
  }

  private func greeting(_ wanted: String?) -> JSON {
    .object([
      (
        "protocolVersion",
        .string(Self.versions.first { $0 == wanted } ?? Self.versions[0])
      ),
      ("capabilities", .object([("tools", .object([])), ("resources", .object([]))])),
      (
        "serverInfo",
        .object([
          ("name", .string("recto")), ("title", .string("Recto")),
          ("version", .string(Recto.version)),
        ])
      ),
      ("instructions", .string(ContextTool.instructions)),
    ])
  }

  /// Returns the result of a tool; its failure is a result, too.
  private func callTool(_ parameters: ContextArguments, _ call: ContextCall) -> JSON {
    func result(_ text: String, isError: Bool) -> JSON {
      .object([
        ("content", .array([.object([("type", .string("text")), ("text", .string(text))])])),
        ("isError", .bool(isError)),
      ])
    }
    do throws(ContextRefusal) {
      let name = parameters["name"]?.text ?? ""
      guard let tool = tools.first(where: { $0.name == name }) else {
        let names = tools.map(\.name).joined(separator: ", ")
        throw ContextRefusal("there is no tool “\(CleanText.line(name))”; there are \(names)")
      }
      let arguments = ContextArguments(parameters["arguments"])
      try tool.check(arguments)
      return result(try tool.run(arguments, call), isError: false)
    } catch {
      return result(error.sentence, isError: true)
    }
  }

  // MARK: Work

  private func start(_ call: ContextCall) {
    let isTaken = work.withLock { work -> Bool? in
      guard work.running.count >= Self.mostRunning else {
        work.running.append(call)
        return true
      }
      guard work.waiting.count < Self.mostWaiting else { return false }
      work.waiting.append(call)
      return nil
    }
    switch isTaken {
    case true?: run(call)
    case false?: write(ContextRefusal("too many requests wait", code: .server), id: call.id)
    case nil: break
    }
  }

  private func run(_ call: ContextCall) {
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      do throws(ContextRefusal) {
        let result = try call.result()
        // A cancelled request has no answer.
        if !call.isCancelled { write(result, id: call.id) }
      } catch {
        if !call.isCancelled { write(error, id: call.id) }
      }
      let next = work.withLock { work -> ContextCall? in
        work.running.removeAll { $0 === call }
        guard !work.waiting.isEmpty else {
          if work.isLast, work.running.isEmpty { ended.signal() }
          return nil
        }
        let next = work.waiting.removeFirst()
        work.running.append(next)
        return next
      }
      if let next { run(next) }
    }
  }

  private func cancel(_ id: JSON) {
    let call = work.withLock { work -> ContextCall? in
      if let place = work.waiting.firstIndex(where: { $0.id.text == id.text }) {
        work.waiting.remove(at: place)
        return nil
      }
      return work.running.first { $0.id.text == id.text }
    }
    call?.cancel()
  }

  // MARK: Messages

  private func write(_ result: JSON, id: JSON) { write([("id", id), ("result", result)]) }

  private func write(_ refusal: ContextRefusal, id: JSON) {
    let error = JSON.object([
      ("code", .number(Double(refusal.code.rawValue))), ("message", .string(refusal.sentence)),
    ])
    write([("id", id), ("error", error)])
  }

  private func write(_ members: [(String, JSON)]) {
    let text = JSON.object([("jsonrpc", .string("2.0"))] + members).text + "\n"
    writing.withLock { _ in
      guard !Output.write(Array(text.utf8)) else { return }
      // The client has closed the output.
      let calls = work.withLock { work in
        work.waiting = []
        return work.running
      }
      for call in calls { call.cancel() }
    }
  }
}
