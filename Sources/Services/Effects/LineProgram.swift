internal import CLinux
import Glibc

/// A program whose output is read line by line.
package final class LineProgram: Sendable {
  private let group: ProgramGroup
  private let output: Int32
  private let errors: Int32

  /// How a program ended.
  package struct End: Sendable {
    /// Its exit status; nil if it was killed.
    package var status: Int32?
    /// The beginning of what it wrote to standard error.
    package var errors: [UInt8] = []
  }

  /// Bytes of standard error that are kept.
  private static let mostErrors = 1 << 14
  /// Bytes of a line; the rest of a longer one is dropped.
  private static let longest = 1 << 20

  /// Starts a program with arguments; nil if that is not possible.
  package init?(_ words: [String]) {
    var (own, other): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard clinux_pipe(&own) == 0 else { return nil }
    guard clinux_pipe(&other) == 0 else {
      for end in own { close(end) }
      return nil
    }
    let process = ChildProgram.spawn(words, input: nil, output: own[1], errors: other[1])
    for end in [own[1], other[1]] { close(end) }
    (output, errors) = (own[0], other[0])
    guard let process else {
      for end in [output, errors] { close(end) }
      return nil
    }
    group = ProgramGroup(process)
  }

  deinit {
    for end in [output, errors] { close(end) }
  }

  /// Ends the program, from any thread.
  package func stop() { group.end() }

  /// Passes each line on without its end, until `take` returns false or the output ends; waits for the program. To be called once.
  package func run(_ take: ([UInt8]) -> Bool) -> End {
    var end = End()
    var line: [UInt8] = []
    var isWanted = true
    var open: Set<Int32> = [output, errors]
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !open.isEmpty {
      var descriptors = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&descriptors, nfds_t(descriptors.count), -1) > 0 else { continue }
      for descriptor in descriptors where descriptor.revents != 0 {
        let count = read(descriptor.fd, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          open.remove(descriptor.fd)
          continue
        }
        guard descriptor.fd == output else {
          end.errors += buffer[..<min(count, Self.mostErrors - end.errors.count)]
          continue
        }
        var parts = buffer[..<count].split(separator: 0x0A, omittingEmptySubsequences: false)
        let rest = parts.removeLast()
        for part in parts where isWanted {
          isWanted = take(line + part.prefix(Self.longest - line.count))
          line = []
          if !isWanted { stop() }
        }
        line += rest.prefix(Self.longest - line.count)
      }
    }
    if isWanted, !line.isEmpty { _ = take(line) }
    // WIFEXITED and WEXITSTATUS are macros.
    if let status = group.wait(), status & 0x7F == 0 { end.status = status >> 8 & 0xFF }
    return end
  }
}
