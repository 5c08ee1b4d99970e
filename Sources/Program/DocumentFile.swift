import Glibc

/// A document's file, opened for a worker.
enum DocumentFile {
  /// The path made absolute, links resolved; unchanged where there is no such file.
  static func absolute(_ path: String) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  /// Opens a regular file for reading; an error is the number the system gave.
  static func open(_ path: String) -> Result<Int32, SystemError> {
    // Not blocking: a pipe without a writer would hold us up.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(SystemError(number: errno)) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      return .failure(SystemError(number: EISDIR))
    }
    return .success(descriptor)
  }

  /// All of standard input in memory of its own, as a file to be read.
  static func standardInput() -> Result<Int32, SystemError> {
    var name = Array("/tmp/recto-XXXXXX\0".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return .failure(SystemError(number: errno)) }
    unlink(name)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      var rest = buffer[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard written > 0 else { return .failure(SystemError(number: errno)) }
        rest = rest.dropFirst(written)
      }
    }
    lseek(file, 0, SEEK_SET)
    return .success(file)
  }

  struct SystemError: Error {
    var number: Int32
  }
}
