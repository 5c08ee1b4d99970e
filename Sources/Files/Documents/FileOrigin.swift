internal import CLinux
import Glibc
import Platform

/// Distinguishes files that may be somebody else's work from those of the user's own tree.
package struct FileOrigin: Sendable {
  private let home: String
  /// Folders in the home folder that others' files come to.
  private let inboxes: [String]
  private let user: uid_t

  /// Names of folders in which mail programs store received mail.
  private static let mailFolders = ["Mail", "mail", "Maildir"]
  /// Extended attributes that browsers set on downloaded files (freedesktop.org, “Common Extended Attributes”).
  private static let fetched = ["user.xdg.origin.url", "user.xdg.referrer.url"]

  package init() {
    let places = Places.all().filter { [.downloads, .publicShare, .templates].contains($0.kind) }
    self.init(home: Places.home, inboxes: places.map(\.path), user: geteuid())
  }

  /// `inboxes` are absolute.
  init(home: String, inboxes: [String], user: uid_t) {
    self.home = Self.resolved(home)
    self.inboxes =
      (inboxes + (["Downloads"] + Self.mailFolders).map { home + "/" + $0 }).map(Self.resolved)
    self.user = user
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Whether an open file belongs to another user, is outside the home folder or in a folder for downloads, or is marked as downloaded.
  package func isForeign(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == user else { return true }
    guard let path = Self.path(of: descriptor), Self.lies(path, in: home) else { return true }
    // Hidden folders such as `.cache` and `.thunderbird` contain files of programs, not of the user.
    guard !path.dropFirst(home.utf8.count + 1).hasPrefix(".") else { return true }
    guard !inboxes.contains(where: { Self.lies(path, in: $0) }) else { return true }
    return Self.fetched.contains { clinux_attribute(descriptor, $0, nil, 0) >= 0 }
  }

  private static func lies(_ path: String, in folder: String) -> Bool {
    path.hasPrefix(folder == "/" ? folder : folder + "/")
  }

  /// Returns the path of an open file with links resolved; nil if it has no name any more.
  private static func path(of descriptor: Int32) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.hasSuffix(" (deleted)") ? nil : path
  }
}
