internal import CLinux
import Glibc
import Platform

/// Unix sockets between programs of the same user.
enum RemoteSocket {
  /// Connects to a socket without waiting; -1 and errno on failure.
  static func connect(_ path: String) -> Int32 {
    withSocket(path) { Glibc.connect($0, $1, $2) }
  }

  /// Makes a socket that others can connect to; -1 and errno on failure.
  static func listen(_ path: String) -> Int32 {
    let waiting: Int32 = 32
    let socket = withSocket(path) { descriptor, address, size in
      // Only the user may connect, whatever the mask is.
      fchmod(descriptor, 0o600)
      return bind(descriptor, address, size)
    }
    guard socket >= 0, Glibc.listen(socket, waiting) == 0 else {
      if socket >= 0 { close(socket) }
      return -1
    }
    return socket
  }

  /// Accepts a connection of the same user; nil while there is none.
  static func accept(_ listener: Int32) -> Int32? {
    let socket = Glibc.accept(listener, nil, nil)
    guard socket >= 0 else {
      // The listener stays readable, so the next try would follow at once.
      if errno == EMFILE || errno == ENFILE { usleep(100_000) }
      return nil
    }
    guard isOwn(socket) else {
      close(socket)
      return nil
    }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    return socket
  }

  /// Whether the program at the other end belongs to the same user.
  static func isOwn(_ socket: Int32) -> Bool { clinux_peer_user(socket) == Int64(geteuid()) }

  /// Whether a program answers at a path.
  static func isAlive(_ path: String) -> Bool {
    let socket = connect(path)
    // A full queue of connections is a sign of life, too.
    guard socket >= 0 else { return errno == EAGAIN }
    close(socket)
    return true
  }

  private static func withSocket(
    _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    let bytes = SystemPath.bytes(path)
    var address = sockaddr_un()
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      errno = ENAMETOOLONG
      return -1
    }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let socket = Glibc.socket(AF_UNIX, flags | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return -1 }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        use(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let number = errno
      close(socket)
      errno = number
      return -1
    }
    return socket
  }
}
