import Dispatch
import Foundation
import Glibc
import Synchronization

/// A stand-in for speech-dispatcher: a socket that speaks its protocol (SSIP) and says each sentence at once.
final class StandInVoice: Sendable {
  let path: String
  private let listening: Int32
  private let said = Mutex<[String]>([])
  private let left = DispatchSemaphore(value: 0)

  /// Listens at a path that is short enough for a socket.
  init(_ path: String) throws {
    self.path = path
    listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listening, $0, size) }
    }
    guard isBound == 0, listen(listening, 4) == 0 else { throw POSIXError(.EADDRINUSE) }
    Thread.detachNewThread { [self] in
      while true {
        let client = accept(listening, nil, nil)
        guard client >= 0 else { return }
        Thread.detachNewThread { [self] in serve(client) }
      }
    }
  }

  deinit { close(listening) }

  /// The sentences that it was given.
  var sentences: [String] { said.withLock { $0 } }

  /// Waits until a program has disconnected; false after ten seconds.
  func waitForFarewell() -> Bool { left.wait(timeout: .now() + 10) == .success }

  private func serve(_ client: Int32) {
    defer {
      close(client)
      left.signal()
    }
    guard let input = fdopen(dup(client), "r") else { return }
    defer { fclose(input) }
    var buffer: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(buffer) }
    func line() -> String? {
      let count = getline(&buffer, &size, input)
      guard count > 0, let buffer else { return nil }
      return String(cString: buffer).trimmingCharacters(in: .newlines)
    }
    func reply(_ text: String) {
      _ = text.withCString { send(client, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
    }
    while let command = line() {
      guard command.uppercased() == "SPEAK" else {
        reply("208 OK\r\n")
        continue
      }
      reply("230 OK RECEIVING DATA\r\n")
      var words: [String] = []
      while let text = line(), text != "." { words.append(text) }
      let number = said.withLock { said in
        said.append(words.joined(separator: " "))
        return said.count
      }
      reply("225-\(number)\r\n225 OK MESSAGE QUEUED\r\n")
      for event in ["701 BEGIN", "702 END"] {
        let code = event.prefix(3)
        reply("\(code)-\(number)\r\n\(code)-1\r\n\(event)\r\n")
      }
    }
  }
}
