import Foundation
import Testing

/// What a worker in its cage can still do, tried from inside.
@Suite struct CageTests {
  private static let prober: String = {
    let own = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    return URL(fileURLWithPath: own).deletingLastPathComponent().path + "/cage-prober"
  }()

  private static func run(_ arguments: [String]) -> Process? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: prober)
    process.arguments = arguments
    process.environment = ["HOME": "/nonexistent", "SWIFT_BACKTRACE": "enable=no"]
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    process.waitUntilExit()
    return process
  }

  /// Old kernels have no whole cage; there is nothing to be proved there.
  private static let isWhole = run(["read a font"])?.terminationStatus != 9

  private static let forbidden = [
    "open /etc/passwd", "open a user's file", "list a folder", "write a file", "remove a file",
    "connect", "talk to a local service", "fork", "start a thread", "exec", "run made code",
    "kill the reader", "lift a limit", "take 10 GB", "spin",
  ]

  @Test(.enabled(if: isWhole, "this kernel has no whole cage"), arguments: forbidden)
  func isStopped(_ wish: String) throws {
    let file = FileManager.default.temporaryDirectory.path + "/recto-cage-\(UUID().uuidString)"
    try Data("secret".utf8).write(to: URL(fileURLWithPath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let process = try #require(Self.run([wish, file]))
    let isKilled = process.terminationReason == .uncaughtSignal
    #expect(isKilled || process.terminationStatus == 1, "\(wish): \(process.terminationStatus)")
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test(.enabled(if: isWhole, "this kernel has no whole cage")) func fontsCanBeRead() throws {
    let process = try #require(Self.run(["read a font"]))
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
