import Dispatch
import DocumentModel
import Files
import Glibc
import Messages
import Platform
import Synchronization

/// Finds documents below a folder and in the library by a few letters; of several requests the newest is answered.
// Unchecked: all that changes is touched on the queue only.
final class DocumentFinder: @unchecked Sendable {
  private let mailbox: Mailbox
  private let types: EntryTypes
  private let known: @Sendable (@escaping @Sendable ([JumpCandidate]) -> Void) -> Void
  private let queue = DispatchQueue(label: "recto.finder", qos: .userInitiated)
  private let lanes: DiskLanes
  /// Folders zoxide knows, the best first.
  private let visited: @Sendable () -> [ZoxideDatabase.Folder]
  /// Walked after the folder that is shown.
  private let home: String
  private var folder: String?
  private var candidates: [JumpCandidate] = []
  /// The indices of the candidates at their paths.
  private var seen: [FilePath: Int] = [:]
  /// Their size in bytes.
  private var cost = 0
  /// Walks under way, one a mount.
  private var walks = 0
  private var request: (serial: Int, query: String)?
  /// The number of the newest request, including those that wait for the queue.
  private let newest = Atomic<Int>(0)
  private var walk: Cancellation?

  private static let budget = 32 << 20
  private static let mostFolders = 20_000
  private static let mostShown = 200
  private static let deepest = 16
  private static let mostVisited = 400

  /// `known` returns the library's documents, the last opened first.
  init(
    mailbox: Mailbox, types: EntryTypes, lanes: DiskLanes, home: String = Paths.home,
    visited: @escaping @Sendable () -> [ZoxideDatabase.Folder] = { ZoxideDatabase.folders() },
    known: @escaping @Sendable (@escaping @Sendable ([JumpCandidate]) -> Void) -> Void
  ) {
    self.mailbox = mailbox
    self.types = types
    self.lanes = lanes
    self.known = known
    self.home = home
    self.visited = visited
  }

  func find(serial: Int, query: String, below folder: String) {
    newest.store(serial, ordering: .releasing)
    queue.async { [self] in
      request = (serial, query)
      if self.folder != folder { begin(folder) }
      answer()
    }
  }

  /// Stops the walk and drops its results: the disk may have changed by the next time.
  func stop() {
    queue.async { [self] in
      walk?.cancel()
      walk = nil
      folder = nil
      request = nil
      forget()
    }
  }

  private func begin(_ folder: String) {
    walk?.cancel()
    let walk = Cancellation()
    self.walk = walk
    self.folder = folder
    forget()
    known { [self] documents in
      queue.async { [self] in if !walk.isCancelled { take(documents) } }
    }
    lanes.add(at: home) { [self] _ in
      let paths = visited().prefix(Self.mostVisited).map(\.path)
      // A folder may be gone since its last visit. With the slash, links to folders count too.
      lanes.each(paths, on: queue) {
        !walk.isCancelled && SystemPath.isThere(paths[$0] + "/")
      } answer: { [self] areThere in
        guard !walk.isCancelled else { return }
        take(
          paths.enumerated().filter { areThere[$0.offset] == true }.map { place, path in
            var candidate = JumpCandidate(path: path, isFolder: true)
            // The most recent come before equal matches.
            candidate.bonus = 6 + max(0, 14 - place / 4)
            return candidate
          })
      }
    }
    begin(at: folder, walk)
    // Nearby files first, then the rest of the user's files, including folders never listed.
    if !PathParts.lies(home, in: folder), !PathParts.lies(folder, in: home) {
      begin(at: home, walk)
    } else if PathParts.lies(folder, in: home), !PathParts.same(folder, home) {
      begin(at: home, walk, except: folder)
    }
  }

  private func forget() {
    candidates = []
    seen = [:]
    cost = 0
    walks = 0
  }

  /// Walks in a mount of its own: one that does not answer holds up nothing else.
  private func begin(at folder: String, _ walk: Cancellation, except known: String? = nil) {
    walks += 1
    lanes.add(at: folder) { [self] _ in
      var found: [JumpCandidate] = []
      var given = ContinuousClock.now
      self.walk(folder, walk, except: known) { candidate in
        found.append(candidate)
        guard ContinuousClock.now - given > .milliseconds(80) else { return }
        let more = found
        found = []
        given = .now
        queue.async { [self] in if !walk.isCancelled { take(more) } }
      }
      let rest = found
      queue.async { [self] in
        guard !walk.isCancelled else { return }
        walks -= 1
        take(rest)
      }
    }
  }

  private func take(_ more: [JumpCandidate]) {
    for candidate in more where cost < Self.budget {
      let path = FilePath(candidate.path)
      if let known = seen[path] {
        // A walk may be faster than zoxide's database.
        candidates[known].bonus = max(candidates[known].bonus, candidate.bonus)
        continue
      }
      seen[path] = candidates.count
      candidates.append(candidate)
      // The string headers and the entry in the set of known paths.
      cost +=
        candidate.path.utf8.count + candidate.title.utf8.count + candidate.author.utf8.count + 160
    }
    answer()
  }

  /// Walks the folder breadth first, so that nearby files are found first.
  private func walk(
    _ top: String, _ walk: Cancellation, except known: String?, found: (JumpCandidate) -> Void
  ) {
    var waiting: [(path: String, depth: Int)] = [(top, 0)]
    var next = 0
    while next < waiting.count, next < Self.mostFolders, !walk.isCancelled {
      let (folder, depth) = waiting[next]
      next += 1
      guard let stream = SystemPath.lend(folder, { opendir($0) }) else { continue }
      defer { closedir(stream) }
      while let entry = readdir(stream), !walk.isCancelled {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text($0) }
        }
        guard !name.hasPrefix(".") else { continue }
        let path = PathParts.joined(folder, name)
        if Self.isFolder(Int(entry.pointee.d_type), path) {
          if lanes.mounts.isMountPoint(path) {
            // The system's own file systems have no documents, and no end.
            guard lanes.mounts.mount(of: path).keepsDocuments else { continue }
            queue.async { [self] in if !walk.isCancelled { begin(at: path, walk) } }
          } else if depth < Self.deepest, known.map({ !PathParts.same(path, $0) }) ?? true {
            waiting.append((path, depth + 1))
          }
          found(JumpCandidate(path: path, isFolder: true))
        } else if types.all[Int(types.type(of: name))].isDocument {
          found(JumpCandidate(path: path))
        }
      }
    }
  }

  /// Some file systems report the kind only on request; links are not followed.
  static func isFolder(_ type: Int, _ path: String) -> Bool {
    type == Int(DT_UNKNOWN) ? FileStatus(path)?.kind == .folder : type == Int(DT_DIR)
  }

  private func answer() {
    // A request overtaken while waiting is not ranked.
    guard let request, request.serial == newest.load(ordering: .acquiring) else { return }
    let shown = JumpRanking.ranked(
      candidates, query: request.query, below: folder ?? "", most: Self.mostShown)
    mailbox.post(.browser(.found(serial: request.serial, shown, isWhole: walks == 0)))
  }
}
