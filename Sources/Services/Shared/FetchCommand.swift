internal import CLinux
import Dispatch
import DocumentModel
import Glibc
import Platform

/// The user's command that writes a file of a shared library to its output.
struct FetchCommand: Sendable {
  private let words: [String]

  /// Why a file was not fetched.
  enum Failure: Error {
    case cancelled
    /// With the reason as a sentence.
    case failed(String)
  }

  /// The time without a byte after which a command is ended.
  private static let patience = Duration.seconds(60)

  /// `words` may have `{hash}`, `{library}`, `{collection}` and `{path}` in them.
  init(_ words: [String]) { self.words = words }

  /// Characters that a shell interprets: `ssh`, or a shell that the user's command starts, would run a name that the server chose.
  private static let shellSigns = Set<Character>(";&|$`<>\\'\"()*?[]{}~!#\n\r")

  /// Returns the words for a document; nil if a name of the server's would be read as an option, or by a shell.
  func words(for place: SharedPlace, hash: String) -> [String]? {
    let values = [
      "{hash}": hash, "{library}": place.library, "{collection}": place.collection,
      "{path}": place.path,
    ]
    var result: [String] = []
    for word in words {
      var made = word
      // No value has a brace, so that none becomes a placeholder.
      for (placeholder, value) in values where word.contains(placeholder) {
        guard !value.contains(where: Self.shellSigns.contains) else { return nil }
        made = made.replacing(placeholder, with: value)
      }
      guard !made.hasPrefix("-") || word.hasPrefix("-"), !made.utf8.contains(0) else { return nil }
      result.append(made)
    }
    return result
  }

  /// Runs the command and stores its output in the cache if it has the hash; returns the path.
  func run(
    _ place: SharedPlace, hash: String, in cache: SharedCache, while mayGoOn: () -> Bool
  ) throws(Failure) -> String {
    guard let words = words(for: place, hash: hash), let program = words.first else {
      throw .failed("fetchCommand cannot pass this name on; {hash} always can be")
    }
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else { throw .failed("\(program) cannot be started") }
    let nowhere = SystemPath.open("/dev/null", O_WRONLY | O_CLOEXEC)
    let process = ChildProgram.spawn(words, input: nil, output: ends[1], errors: nowhere)
    for end in [ends[1], nowhere] { close(end) }
    defer { close(ends[0]) }
    guard let process else { throw .failed("fetchCommand: \(program) cannot be started") }
    let group = ProgramGroup(process)
    var failure: Failure?
    let sum = RunningDigest()
    let path = cache.keep(cache.path(of: hash, named: place.path)) { append in
      do throws(Failure) {
        try Self.read(ends[0], mayGoOn) { bytes in
          sum.add(bytes)
          return append(bytes)
        }
      } catch {
        failure = error
        group.end()
      }
      // A command that continues without output is not waited for.
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .seconds(5)) {
        group.end()
      }
      let status = group.wait() ?? -1
      if failure == nil, status != 0 { failure = .failed("fetchCommand: \(program) has failed") }
      if failure == nil, sum.hex != hash {
        failure = .failed("fetchCommand: \(program) has brought another file")
      }
      return failure == nil
    }
    if let failure { throw failure }
    guard let path else {
      group.end()
      group.wait()
      throw .failed("the cache cannot be written")
    }
    return path
  }

  private static func read(
    _ output: Int32, _ mayGoOn: () -> Bool, _ take: ([UInt8]) -> Bool
  ) throws(Failure) {
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var total = 0
    var last = ContinuousClock.now
    while true {
      guard mayGoOn() else { throw .cancelled }
      guard .now - last < patience else { throw .failed("fetchCommand takes too long") }
      var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 100) > 0 else { continue }
      let count = Glibc.read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      last = .now
      total += count
      guard total <= SharedCache.budget else {
        throw .failed("the file is too large for the cache")
      }
      guard take(Array(buffer[..<count])) else { throw .failed("the cache cannot be written") }
    }
  }
}
