import DocumentModel
import Files
import Glibc
import Messages
import Platform
import Synchronization

/// Unpacks archives into the cache, where the browser shows them as folders.
///
/// Each is unpacked once, to `archives/KEY/NAME`; the key depends on path, size and time, and a link beside the folder leads to the archive.
final class ArchiveFolders: Sendable {
  private let mailbox: Mailbox
  private let lanes: DiskLanes
  private let contents: any ContentReading
  private let underWay = Mutex<Cancellation?>(nil)

  private static let linkName = "archive"
  /// Bytes and seconds beyond which an archive is not unpacked, or forgotten.
  private static let mostBytes = 4 << 30
  private static let longest: Int64 = 7 * 86_400
  private static let pause = Duration.seconds(1)

  static var folder: String { Paths.folder("XDG_CACHE_HOME", else: ".cache") + "/recto/archives" }

  init(mailbox: Mailbox, lanes: DiskLanes, contents: any ContentReading) {
    self.mailbox = mailbox
    self.lanes = lanes
    self.contents = contents
    lanes.add(at: Self.folder, isKept: true) { [self] _ in
      sweep()
      let known = Self.known()
      if !known.isEmpty { mailbox.post(.browser(.archives(known, enters: false))) }
    }
  }

  /// Whether a path is that of something in an archive.
  static func holds(_ path: String) -> Bool { PathParts.lies(path, in: folder) }

  /// Unpacks an archive unless it is, and reports its folder; a later request ends an earlier one.
  func enter(_ archive: String) {
    let token = Cancellation()
    underWay.withLock { earlier in
      earlier?.cancel()
      earlier = token
    }
    lanes.add(at: archive, cancellation: token, isKept: true) { [self] token in
      do throws(FilesError) {
        let folder = try unpacked(archive, token)
        if !token.isCancelled { tell([folder: archive], enters: true) }
      } catch {
        guard error.reason != .cancelled else { return }
        let sentence =
          error.reason == .tooLarge
          ? "\(PathParts.name(of: archive)) is too large to be shown as a folder; :extract extracts it here"
          : Sentences.text(error)
        mailbox.post(.notice(sentence, isError: true))
      }
    }
  }

  private func tell(_ archives: [String: String], enters: Bool) {
    mailbox.post(.browser(.archives(archives, enters: enters)))
  }

  private func unpacked(
    _ archive: String, _ cancellation: Cancellation
  ) throws(FilesError) -> String {
    guard let status = FileStatus(archive) else { throw FilesError(.notFound, archive) }
    let stamp = status.stamp
    let key = Digest.sha256(
      SystemPath.bytes("\(archive)\u{0}\(stamp.size) \(stamp.seconds) \(stamp.nanoseconds)"))
    let home = PathParts.joined(Self.folder, String(key.prefix(16)))
    let folder = PathParts.joined(home, PathParts.name(of: archive))
    if FileStatus(folder)?.isFolder == true {
      // Used lately: the sweep spares it.
      _ = SystemPath.lend(home) { utimensat(AT_FDCWD, $0, nil, 0) }
      return folder
    }
    let temporary = "\(home).\(getpid())"
    defer { try? TreeRemoval.remove(temporary) }
    let inside = PathParts.joined(temporary, PathParts.name(of: archive))
    try Disk().makeFolders(inside, arePrivate: true)
    let size = max(1, Double(stamp.size))
    var reportedAt = ContinuousClock.now
    let extraction = ArchiveExtraction(into: inside, isReadOnly: true, mostBytes: Self.mostBytes)
    try extraction.extract(archive, by: contents, cancellation) { position in
      guard ContinuousClock.now - reportedAt > Self.pause else { return }
      reportedAt = .now
      let share = Int(min(1, Double(position) / size) * 100)
      mailbox.post(
        .notice("Opening \(PathParts.name(of: archive)): \(share) %", isError: false))
    }
    _ = SystemPath.lend(archive) { target in
      SystemPath.lend(PathParts.joined(temporary, Self.linkName)) { symlink(target, $0) }
    }
    // Another program may have been faster.
    let isOurs =
      SystemPath.lend(temporary) { old in SystemPath.lend(home) { rename(old, $0) } } == 0
    guard isOurs || FileStatus(folder) != nil else { throw FilesError(errno: errno, home) }
    if extraction.isDamaged {
      mailbox.post(.notice(Sentences.text(FilesError(.damagedArchive, archive)), isError: true))
    }
    return folder
  }

  /// The archives that are unpacked, by their folders.
  private static func known() -> [String: String] {
    var known: [String: String] = [:]
    for entry in (try? FolderReader.names(in: folder)) ?? [] {
      let home = PathParts.joined(folder, entry.name)
      guard let archive = target(of: PathParts.joined(home, linkName)) else { continue }
      known[PathParts.joined(home, PathParts.name(of: archive))] = archive
    }
    return known
  }

  private static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = SystemPath.lend(link) { readlink($0, &buffer, buffer.count - 1) }
    return count > 0 ? SystemPath.text(buffer) : nil
  }

  /// Removes what was not used for a week.
  private func sweep() {
    let oldest = Int64(time(nil)) - Self.longest
    for entry in (try? FolderReader.names(in: Self.folder)) ?? [] {
      let home = PathParts.joined(Self.folder, entry.name)
      if let status = FileStatus(home), status.stamp.seconds < oldest {
        try? TreeRemoval.remove(home)
      }
    }
  }
}
