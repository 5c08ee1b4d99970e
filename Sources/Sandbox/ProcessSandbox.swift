internal import CLinux

/// The sandbox a worker shuts itself in before it sees the first byte of a document.
package struct ProcessSandbox: Sendable {
  /// Bytes of memory the worker may allocate.
  package var memory: UInt64
  /// Bytes of addresses the worker may map: documents are mapped whole, and take no memory but page tables.
  package var addresses: UInt64
  /// Seconds of processor time in the worker's whole life.
  package var seconds: UInt64
  /// Whether libraries may start threads, which are in the same sandbox.
  package var hasThreads: Bool
  /// Folders and files that may be read: fonts and poppler's character maps.
  package var readable: [String]
  /// Symbolic links on the way to them.
  package var links: [String]

  package init(
    memory: UInt64 = 1 << 30, addresses: UInt64 = 16 << 30, seconds: UInt64 = 3_600,
    hasThreads: Bool = false, readable: [String], links: [String] = []
  ) {
    self.memory = memory
    self.addresses = addresses
    self.seconds = seconds
    self.hasThreads = hasThreads
    self.readable = readable
    self.links = links
  }

  private static let mostThreads: Int64 = 32

  /// Shuts the sandbox; returns the parts that the kernel could not give.
  package func shut() -> Missing {
    clinux_sandbox_offer()
    // The filter forbids all other steps, and a limit the files that namespaces are set up by.
    var missing = ProcessSandbox.withStrings(readable) { readable, count in
      ProcessSandbox.withStrings(links) {
        clinux_sandbox_namespaces(readable, count, $0, $1, hasThreads ? 1 : 0)
      }
    }
    missing |= clinux_sandbox_process()
    // Outside a user namespace the limit counts the threads of all of the user's programs.
    let isCounted = missing & Missing.namespaces.rawValue == 0
    let tasks: Int64 = !hasThreads ? 0 : isCounted ? Self.mostThreads : -1
    missing |= clinux_sandbox_limits(memory, addresses, seconds, tasks)
    missing |= ProcessSandbox.withStrings(readable) { clinux_sandbox_landlock($0, $1) }
    missing |= clinux_sandbox_seccomp(hasThreads ? 1 : 0)
    return Missing(rawValue: missing)
  }

  private static func withStrings(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?, Int) -> Int32
  ) -> Int32 {
    withPointers(to: strings.map { $0.utf8CString }[...], []) { pointers in
      pointers.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
    }
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

  /// Parts of the sandbox an old kernel lacks.
  package struct Missing: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    package static let landlock = Missing(rawValue: 1)
    package static let seccomp = Missing(rawValue: 2)
    package static let noNewPrivileges = Missing(rawValue: 4)
    package static let limits = Missing(rawValue: 8)
    /// Many systems forbid them on purpose: the rest of the sandbox suffices.
    package static let namespaces = Missing(rawValue: 16)
  }
}
