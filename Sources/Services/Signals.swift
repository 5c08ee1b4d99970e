import Glibc

/// The write end of the pipe in which signals are announced.
// Unsafe: written once before the handlers are set, read in them only.
private nonisolated(unsafe) var announceSignal: Int32 = -1

/// Signals as bytes in a pipe, to be taken in the event loop.
package struct Signals {
  package let descriptor: Int32

  package init(_ numbers: [Int32]) {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    announceSignal = ends[1]
    for number in numbers {
      signal(number) { number in
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(announceSignal, &byte, 1)
        errno = before
      }
    }
  }

  /// Numbers of the signals that came.
  package func take() -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    return count > 0 ? bytes[..<count].map(Int32.init) : []
  }
}
