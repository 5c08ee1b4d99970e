import DocumentModel
import Glibc
import Platform

/// The folder of the sockets: only its owner may enter it.
package enum RemoteFolder {
  /// An absolute path.
  package static var path: String {
    if let given = getenv("XDG_RUNTIME_DIR").map({ SystemPath.text($0) }),
      PathParts.isAbsolute(given)
    {
      return PathParts.joined(given, "recto")
    }
    return "/tmp/recto-\(geteuid())"
  }

  private static let ending = ".sock"
  /// Letters of a name; a socket's whole path has at most 107 bytes (unix(7)).
  private static let mostLetters = 64
  /// Sockets that are looked at.
  private static let mostSockets = 256

  /// Returns the path of the socket with a name.
  package static func socket(named name: String) -> String {
    PathParts.joined(path, name + ending)
  }

  /// Returns why a text cannot be a name; nil if it can.
  package static func objection(to name: String) -> String? {
    let isPlain = name.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
        || [0x2D, 0x2E, 0x5F].contains($0)
    }
    guard isPlain, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= mostLetters else {
      return
        "“\(name)” cannot be the name of a server: use at most \(mostLetters) letters, digits, - and _"
    }
    return nil
  }

  /// Makes the folder; returns why it cannot be used, nil if it can.
  static func make() -> String? {
    guard SystemPath.lend(path, { mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
      return "cannot make \(path): \(String(cString: strerror(errno)))"
    }
    return distrust
  }

  /// Why the folder cannot be trusted; nil if it can, or if there is none.
  package static var distrust: String? {
    var status = stat()
    guard SystemPath.lend(path, { lstat($0, &status) }) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
      return "\(path) is not a folder of yours; remove it, or set XDG_RUNTIME_DIR"
    }
    guard status.st_mode & 0o077 == 0 else {
      return "others may enter \(path); chmod 700 \(path) shuts them out"
    }
    return nil
  }

  /// The names that have a socket, which may be of a program that is gone; in order.
  package static var names: [String] {
    guard distrust == nil, let stream = SystemPath.lend(path, { opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < mostSockets, let entry = readdir(stream) {
      let file = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text($0) }
      }
      if file.hasSuffix(ending) { names.append(String(file.dropLast(ending.count))) }
    }
    return names.filter { objection(to: $0) == nil }.sorted()
  }

  /// Holds the folder's lock while a socket is made or removed; false if another program holds it for long.
  static func locked(_ body: () -> Void) -> Bool {
    let folder = SystemPath.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return false }
    defer { close(folder) }
    var tries = 0
    while flock(folder, LOCK_EX | LOCK_NB) != 0 {
      tries += 1
      guard tries < 20 else { return false }
      usleep(10_000)
    }
    body()
    return true
  }
}
