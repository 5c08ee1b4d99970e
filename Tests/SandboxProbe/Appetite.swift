import Glibc
import TestSupport

/// Tries for more memory than there is, or for memory that is code.
enum Appetite {
  static func perform(_ attempt: SandboxAttempt) -> Int32 {
    switch attempt {
    case .allocateAMegabyte: allocate(1 << 20)
    case .allocateTenGigabytes: allocate(10 << 30)
    case .mapTenGigabytes: map(10 << 30, PROT_READ | PROT_WRITE)
    case .writableCode: map(4_096, PROT_READ | PROT_WRITE | PROT_EXEC)
    case .makeCodeExecutable: mprotect(page(), 4_096, PROT_READ | PROT_EXEC) == 0 ? 0 : errno
    default: 0
    }
  }

  /// Takes so many bytes in pieces, and touches each page. An optimising compiler would see that nothing reads them.
  @_optimize(none) private static func allocate(_ count: Int) -> Int32 {
    let piece = 1 << 20
    for _ in 0..<count / piece {
      guard let memory = malloc(piece) else { return errno }
      for offset in stride(from: 0, to: piece, by: 4_096) {
        memory.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
      }
    }
    return 0
  }

  private static func map(_ count: Int, _ protection: Int32) -> Int32 {
    let memory = mmap(nil, count, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return memory == MAP_FAILED ? errno : 0
  }

  private static func page() -> UnsafeMutableRawPointer? {
    mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  }
}
