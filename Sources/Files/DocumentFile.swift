import DocumentModel
import Glibc
import Platform

/// A document's file, opened for a worker.
package enum DocumentFile {
  /// Returns the absolute path with links resolved; unchanged if there is no such file, and relative if the current folder is gone.
  package static func absolute(_ path: String) -> String {
    if let resolved = SystemPath.resolved(path) { return resolved }
    guard !PathParts.isAbsolute(path), let folder = CurrentFolder.path else { return path }
    return PathParts.joined(folder, path)
  }

  /// Returns the last component of a path, by which a worker may recognise a format; empty for
  /// standard input.
  package static func name(_ path: String) -> String {
    guard !path.isEmpty, path != "-" else { return "-" }
    let isFolder = FileStatus(path)?.isFolder == true
    return PathParts.name(of: path) + (isFolder ? FolderArchive.ending : "")
  }

  /// Returns a file's first bytes, enough for its type; nil if it cannot be opened.
  package static func head(of path: String) -> [UInt8]? {
    let descriptor = SystemPath.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 4_096)
    return Array(head[..<max(0, read(descriptor, &head, head.count))])
  }

  /// Whether a file being written is complete: a PDF ends with `%%EOF` (PDF 32000-1, 7.5.5) in the
  /// last 1,024 bytes, as readers permit.
  ///
  /// nil for other files.
  package static func isWhole(_ path: String) -> Bool? {
    guard FileStatus(path)?.isFolder != true else { return nil }
    let descriptor = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 1_024)
    let first = Array("%PDF-".utf8)
    let read = pread(descriptor, &head, head.count, 0)
    guard read > 0 else { return false }
    guard head[..<read].indices.contains(where: { head[$0..<read].starts(with: first) }) else {
      return nil
    }
    let size = lseek(descriptor, 0, SEEK_END)
    var tail = [UInt8](repeating: 0, count: 1_024)
    let count = pread(descriptor, &tail, tail.count, max(0, size - off_t(tail.count)))
    guard count > 0 else { return false }
    let mark = Array("%%EOF".utf8)
    return tail[..<count].indices.contains { tail[$0..<count].starts(with: mark) }
  }

  /// Whether a path is one of our own descriptors that the shell's `<(…)` has given us.
  package static func isPipe(_ path: String) -> Bool {
    ["/dev/fd/", "/proc/self/fd/"].contains { path.hasPrefix($0) }
  }

  /// Opens a regular file for reading, or one of our own descriptors or the images of a folder if permitted.
  ///
  /// Only a command line may name descriptors: a link in a document could make us read an endless pipe.
  package static func open(
    _ path: String, takesPipes: Bool, takesFolders: Bool = false
  ) -> Result<Int32, SystemError> {
    // Opening must not block on a pipe without a writer.
    let descriptor = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(SystemError(number: errno)) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      return .failure(SystemError(number: errno))
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .success(descriptor)
    case S_IFIFO where takesPipes && isPipe(path):
      defer { close(descriptor) }
      _ = fcntl(descriptor, F_SETFL, 0)
      return copy(of: descriptor)
    case S_IFDIR where takesFolders:
      close(descriptor)
      return folder(path)
    case let kind:
      close(descriptor)
      return .failure(SystemError(number: kind == S_IFDIR ? EISDIR : ENOTSUP))
    }
  }

  private static func folder(_ path: String) -> Result<Int32, SystemError> {
    do throws(FilesError) {
      return try FolderArchive.open(path).map { .success($0) }
        ?? .failure(SystemError(number: ENODATA))
    } catch {
      let number =
        switch error.reason {
        case .tooLarge: E2BIG
        case .noSpace: ENOSPC
        case .denied, .unreadableFolder: EACCES
        case .notFound: ENOENT
        default: EIO
        }
      return .failure(SystemError(number: number))
    }
  }

  /// Another descriptor of an open file.
  package static func copy(_ descriptor: Int32) -> Result<Int32, SystemError> {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    return copy >= 0 ? .success(copy) : .failure(SystemError(number: errno))
  }

  /// All of standard input, as a file to be read.
  package static func standardInput() -> Result<Int32, SystemError> { copy(of: STDIN_FILENO) }

  /// The most bytes read from a pipe: one without an end would fill the disk.
  private static let mostPiped = 4 << 30

  /// Returns all that a descriptor gives, as a file without a name; fails with `EFBIG` above `most` bytes.
  static func copy(of source: Int32, most: Int = mostPiped) -> Result<Int32, SystemError> {
    var name = Array("/tmp/recto-XXXXXX\0".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return .failure(SystemError(number: errno)) }
    unlink(name)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var left = most
    while true {
      let count = read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      left -= max(0, count)
      guard count >= 0, left >= 0 else {
        let number = count < 0 ? errno : EFBIG
        close(file)
        return .failure(SystemError(number: number))
      }
      guard count > 0 else { break }
      var rest = buffer[..<count]
      while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard written > 0 else {
          defer { close(file) }
          return .failure(SystemError(number: errno))
        }
        rest = rest.dropFirst(written)
      }
    }
    lseek(file, 0, SEEK_SET)
    return .success(file)
  }

  package struct SystemError: Error {
    package var number: Int32

    package init(number: Int32) { self.number = number }
  }
}
