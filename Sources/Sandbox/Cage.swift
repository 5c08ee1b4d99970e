internal import CLinux

/// The cage a worker shuts itself in before it sees the first byte of a document.
package struct Cage: Sendable {
  /// Bytes of memory the worker may allocate.
  package var memory: UInt64
  /// Seconds of processor time in the worker's whole life.
  package var seconds: UInt64
  /// Folders and files that may be read: fonts and poppler's character maps.
  package var readable: [String]

  package init(memory: UInt64 = 1 << 30, seconds: UInt64 = 3_600, readable: [String]) {
    self.memory = memory
    self.seconds = seconds
    self.readable = readable
  }

  /// What the kernel could not give, as the bits of `Missing`; the order of steps matters: the filter forbids the others.
  package func shut() -> Missing {
    var missing = clinux_cage_limits(memory, seconds)
    missing |= clinux_cage_process()
    let paths = readable.map { $0.utf8CString }
    missing |= Cage.withPointers(to: paths[...], []) { pointers in
      pointers.withUnsafeBufferPointer { clinux_cage_landlock($0.baseAddress, $0.count) }
    }
    missing |= clinux_cage_seccomp()
    return Missing(rawValue: missing)
  }

  private static func withPointers<Result>(
    to strings: ArraySlice<ContiguousArray<CChar>>, _ done: [UnsafePointer<CChar>?],
    _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    guard let first = strings.first else { return body(done) }
    return first.withUnsafeBufferPointer { buffer in
      withPointers(to: strings.dropFirst(), done + [buffer.baseAddress], body)
    }
  }

  /// Parts of the cage an old kernel lacks.
  package struct Missing: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    package static let landlock = Missing(rawValue: 1)
    package static let seccomp = Missing(rawValue: 2)
    package static let noNewPrivileges = Missing(rawValue: 4)
    package static let limits = Missing(rawValue: 8)
  }
}
