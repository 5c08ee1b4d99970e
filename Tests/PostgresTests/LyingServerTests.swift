import Foundation
import Glibc
import Postgres
import Testing

/// Servers that answer with other things than PostgreSQL does.
@Suite struct LyingServerTests {
  /// Accepts one connection and answers it with bytes; closed with the value.
  private final class Server: Sendable {
    let port: UInt16
    private let listener: Int32

    init(_ answer: @escaping @Sendable (Int32) -> Void) throws {
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      self.listener = listener
      var place = sockaddr_in()
      place.sin_family = sa_family_t(AF_INET)
      place.sin_addr.s_addr = inet_addr("127.0.0.1")
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &place) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
        }
      }
      try #require(isBound && listen(listener, 4) == 0)
      port = UInt16(bigEndian: place.sin_port)
      signal(SIGPIPE, SIG_IGN)
      Thread.detachNewThread {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        answer(client)
        close(client)
      }
    }

    deinit { close(listener) }

    var address: String {
      "postgresql://ada@127.0.0.1:\(port)/recto?sslmode=disable&gssencmode=disable"
    }
  }

  private static func message(_ kind: Character, _ body: [UInt8], claimed: Int32? = nil) -> [UInt8]
  {
    let size = claimed ?? Int32(body.count + 4)
    return [kind.asciiValue ?? 0] + withUnsafeBytes(of: size.bigEndian) { Array($0) } + body
  }

  private static func number(_ value: Int16) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  private static func number(_ value: Int32) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// Authentication succeeded, and the server is ready.
  private static let welcome = message("R", number(Int32(0))) + message("Z", [0x49])
  /// A description of one column of bytes.
  private static let column =
    message(
      "T",
      number(Int16(1)) + [0x61, 0] + number(Int32(0)) + number(Int16(0)) + number(Int32(17))
        + number(Int16(-1)) + number(Int32(-1)) + number(Int16(1)))

  private static func send(_ bytes: [UInt8], to client: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func skip(_ client: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    _ = read(client, &buffer, buffer.count)
  }

  private func kind(
    _ limits: PostgresConnection.Limits = .init(time: .seconds(1), bytes: 1 << 20),
    _ answer: @escaping @Sendable (Int32) -> Void
  ) throws -> PostgresError.Kind? {
    let server = try Server { client in
      Self.skip(client)
      guard Self.send(Self.welcome, to: client) else { return }
      Self.skip(client)
      answer(client)
    }
    do throws(PostgresError) {
      let connection = try PostgresConnection(to: PostgresAddress(server.address))
      try connection.run("SELECT 1", [], limits)
      return nil
    } catch {
      return error.kind
    }
  }

  @Test func endlessRowsAreCutOff() throws {
    let row = Self.message(
      "D", Self.number(Int16(1)) + Self.number(Int32(1_000)) + [UInt8](repeating: 1, count: 1_000))
    let ended = try kind { client in
      _ = Self.send(Self.message("1", []) + Self.message("2", []) + Self.column, to: client)
      while Self.send(row, to: client) {}
    }
    #expect([.malformed, .late].contains(ended))
  }

  @Test func aRowThatClaimsGigabytesIsRefused() throws {
    let began = ContinuousClock.now
    let ended = try kind { client in
      let row = Self.message("D", Self.number(Int16(1)), claimed: 1 << 30)
      _ = Self.send(Self.message("1", []) + Self.message("2", []) + Self.column + row, to: client)
      while Self.send([UInt8](repeating: 1, count: 1 << 16), to: client) {}
    }
    #expect([.malformed, .unreachable, .late].contains(ended))
    #expect(.now - began < .seconds(5))
  }

  @Test func anImpossibleColumnCountIsRefused() throws {
    let ended = try kind { client in
      let description = Self.message("T", Self.number(Int16(-1)) + [0], claimed: 1_000_000_000)
      _ = Self.send(Self.message("1", []) + Self.message("2", []) + description, to: client)
      while Self.send([UInt8](repeating: 0x61, count: 1 << 16), to: client) {}
    }
    #expect([.malformed, .unreachable, .late].contains(ended))
  }

  @Test func aSilentServerTimesOut() throws {
    #expect(
      try kind(.init(time: .milliseconds(200))) { client in Self.skip(client) } == .late)
  }

  @Test func aSlowlyDrippingServerTimesOut() throws {
    let ended = try kind(.init(time: .milliseconds(300))) { client in
      let answer = Self.message("1", []) + Self.message("2", []) + Self.column
      for byte in answer + [UInt8](repeating: 0x44, count: 10_000) {
        guard Self.send([byte], to: client) else { return }
        usleep(10_000)
      }
    }
    #expect(ended == .late)
  }

  @Test func anotherProtocolIsReported() throws {
    let server = try Server { client in
      Self.skip(client)
      _ = Self.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), to: client)
    }
    let error = #expect(throws: PostgresError.self) {
      _ = try PostgresConnection(to: PostgresAddress(server.address))
    }
    #expect(error?.kind == .unreachable || error?.kind == .refused)
    #expect(error?.message.isEmpty == false)
  }
}
