import DocumentModel
import Glibc

/// The folders zoxide knows (https://github.com/ajeetdsouza/zoxide), read from its file: it need not be installed here, and nothing is run.
///
/// The file is little-endian: a version as 32 bits, 3, then a list of folders, each a path, its rank as a 64-bit float and the second of the last
/// visit; lengths of lists and texts are 64 bits. Another version, or a file that does not end where its lists do, counts as none.
package enum ZoxideDatabase {
  package struct Folder: Sendable, Hashable {
    package var path: String
    /// Combines how often and how recently it was visited; higher is better.
    package var score: Double

    package init(path: String, score: Double) {
      self.path = path
      self.score = score
    }
  }

  private static let version: UInt32 = 3
  private static let mostBytes = 32 << 20
  private static let longestPath = 4_096

  /// `$_ZO_DATA_DIR/db.zo`, else the one in the user's folder for data.
  package static var file: String {
    if let folder = getenv("_ZO_DATA_DIR").map({ SystemPath.text($0) }), folder.hasPrefix("/") {
      return folder + "/db.zo"
    }
    return HomeFolder.folder("XDG_DATA_HOME", else: ".local/share") + "/zoxide/db.zo"
  }

  /// Returns the folders, the best first; none without such a file.
  package static func folders(at file: String = file, now: Int64 = Int64(time(nil))) -> [Folder] {
    let descriptor = SystemPath.open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size > 0, Int(status.st_size) <= mostBytes
    else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var count = 0
    while count < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer -> Int in
        guard let start = buffer.baseAddress else { return 0 }
        return read(descriptor, start + count, buffer.count - count)
      }
      guard got > 0 else { return [] }
      count += got
    }
    return folders(in: bytes, now: now)
  }

  /// Returns the folders in the bytes of a database.
  package static func folders(in bytes: [UInt8], now: Int64) -> [Folder] {
    var rest = bytes[...]
    func number(_ size: Int) -> UInt64? {
      guard rest.count >= size else { return nil }
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    // A path of one byte takes 25.
    guard number(4) == UInt64(version), let count = number(8), count <= UInt64(rest.count / 24)
    else { return [] }
    var folders: [Folder] = []
    for _ in 0..<count {
      guard let length = number(8), length <= UInt64(longestPath), rest.count >= Int(length) else {
        return []
      }
      let path = rest.prefix(Int(length)).withUnsafeBytes { SystemPath.text($0) }
      rest = rest.dropFirst(Int(length))
      guard let rank = number(8).map(Double.init(bitPattern:)), let visited = number(8) else {
        return []
      }
      guard path.hasPrefix("/"), !path.utf8.contains(0), rank.isFinite, rank > 0 else { continue }
      let age = now - Int64(clamping: visited)
      // zoxide uses the same weights.
      let weight = age < 3_600 ? 4 : age < 86_400 ? 2 : age < 604_800 ? 0.5 : 0.25
      folders.append(Folder(path: path, score: rank * weight))
    }
    guard rest.isEmpty else { return [] }
    return folders.sorted { ($1.score, $0.path) < ($0.score, $1.path) }
  }
}
