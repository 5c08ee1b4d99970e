internal import CLinux
import Dispatch
import Glibc

/// A program whose output is read line by line.
package final class LineProgram: Sendable {
  private let group: ProgramGroup
  private let output: Int32
  private let errors: Int32
  /// Its standard input; nil if it has none.
  private let input: Int32?

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

  /// Ends what a program with input says to a line of it, in both streams; the exit status follows in the output.
  package static let endOfAnswer: UInt8 = 0x1E

  /// Starts a program with arguments; nil if that is not possible. With `hasInput` it answers lines, until it is released.
  package init?(_ words: [String], hasInput: Bool = false) {
    // Ends for reading and writing: output, errors and, if there is one, input.
    var pipes = [[Int32]](repeating: [-1, -1], count: hasInput ? 3 : 2)
    for index in pipes.indices {
      guard clinux_pipe(&pipes[index]) == 0 else {
        for end in pipes.joined() where end >= 0 { close(end) }
        return nil
      }
    }
    let process = ChildProgram.spawn(
      words, input: hasInput ? pipes[2][0] : nil, output: pipes[0][1], errors: pipes[1][1])
    (output, errors, input) = (pipes[0][0], pipes[1][0], hasInput ? pipes[2][1] : nil)
    let own = [output, errors] + (input.map { [$0] } ?? [])
    for end in pipes.joined() where !own.contains(end) || process == nil { close(end) }
    guard let process else { return nil }
    group = ProgramGroup(process)
  }

  deinit {
    for end in [output, errors] + (input.map { [$0] } ?? []) { close(end) }
    // A program that waits for lines ends with its input.
    if input != nil { DispatchQueue.global(qos: .utility).async { [group] in group.wait() } }
  }

  /// Writes a line to its input, to be followed by `run`; false if it has ended.
  package func ask(_ line: [UInt8]) -> Bool {
    guard let input else { return false }
    var rest = (line + [0x0A])[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Ends the program, from any thread.
  package func stop() { group.end() }

  /// Passes each line on without its end, until `take` returns false or the output ends; waits for the program, or for its answer if it
  /// has input. To be called once, or once a line of input.
  package func run(_ take: ([UInt8]) -> Bool) -> End {
    var end = End()
    var line: [UInt8] = []
    var isWanted = true
    var status: Int32?
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
          let mark = input == nil ? nil : buffer[..<count].firstIndex(of: Self.endOfAnswer)
          if mark != nil { open.remove(errors) }
          end.errors += buffer[..<min(mark ?? count, Self.mostErrors - end.errors.count)]
          continue
        }
        var parts = buffer[..<count].split(separator: 0x0A, omittingEmptySubsequences: false)
        let rest = parts.removeLast()
        for part in parts where isWanted {
          line += part.prefix(Self.longest - line.count)
          if input != nil, line.first == Self.endOfAnswer {
            status = Int32(String(decoding: line.dropFirst(), as: UTF8.self))
            open.remove(output)
            line = []
            break
          }
          isWanted = take(line)
          line = []
          if !isWanted { stop() }
        }
        line += rest.prefix(Self.longest - line.count)
      }
    }
    if let status {
      end.status = status
      return end
    }
    if isWanted, !line.isEmpty { _ = take(line) }
    // WIFEXITED and WEXITSTATUS are macros.
    if let status = group.wait(), status & 0x7F == 0 { end.status = status >> 8 & 0xFF }
    return end
  }
}
