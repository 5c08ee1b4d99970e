import Dispatch
import DocumentModel
import Files
import FoundationEssentials
import Glibc
import Interface
import Library
import Platform

/// Gathers documents from all over: what the library, the desktop and the trash know, and changes it.
final class Gatherer: Gathering {
  let library: ReadingLibrary
  private let types: EntryTypes
  let mailbox: Mailbox
  private let lanes: DiskLanes
  /// For answers only: nothing on it waits for a disk.
  private let queue = DispatchQueue(label: "recto.gathering", qos: .userInitiated)

  init(library: ReadingLibrary, types: EntryTypes, mailbox: Mailbox, lanes: DiskLanes) {
    self.lanes = lanes
    self.library = library
    self.types = types
    self.mailbox = mailbox
  }

  // MARK: listing

  func entries(of place: BrowserPlace, answer: @escaping @Sendable ([Gathered]) -> Void) {
    switch place {
    case .folder: answer([])
    case .recents:
      library.recents(opens: { [types] path, _ in types.isDocument(path) }) { [self] recents in
        resolve(recents.map(\.bookmark), answer)
      }
    case .favourites:
      library.favourites { [self] favourites in resolve(favourites.map(\.bookmark), answer) }
    case .tag(let name):
      library.documents(tagged: name) { [self] bookmarks in resolve(bookmarks, answer) }
    case .trash:
      let trash = TrashCan.ofUser()
      let places = trash.places
      lanes.each(places, on: queue) {
        trash.items(at: places[$0])
      } answer: { found in
        let items = found.flatMap { $0 ?? [] }.sorted {
          ($0.deletionDate ?? "") > ($1.deletionDate ?? "")
        }
        answer(
          items.map { item in
            Gathered(
              path: item.path, name: item.origin.map(PathParts.name) ?? item.name,
              isFolder: item.status.isFolder,
              trashed: TrashFacts(
                deleted: item.deletionDate.flatMap(LocalTime.seconds),
                origin: item.origin.map(PathParts.folder)))
          })
      }
    }
  }

  /// Where documents are now; those that are gone stay in the list and say so, and those whose disks do not answer stay as they are.
  private func resolve(
    _ bookmarks: [Bookmark], _ answer: @escaping @Sendable ([Gathered]) -> Void
  ) {
    let paths = bookmarks.map(\.path)
    lanes.each(paths, on: queue) {
      Sight(SystemPath.status(paths[$0]))
    } answer: { [self] seen in
      let listed = zip(paths, seen).map { path, sight in
        Gathered(path: path, isFolder: sight == .folder, isGone: sight == .nothing)
      }
      let missing = listed.indices.filter { listed[$0].isGone }
      guard !missing.isEmpty else { return answer(listed) }
      // Only they are looked for: the others need not be asked for a second time.
      library.resolve(missing.map { bookmarks[$0] }) { [self] places in
        let moved = zip(missing, places).compactMap { index, place -> (index: Int, path: String)? in
          if case .gone = place { return nil }
          return place.path.map { (index, $0) }
        }
        lanes.each(moved.map(\.path), on: queue) {
          Sight(SystemPath.status(moved[$0].path))
        } answer: { seen in
          var found = listed
          for (move, sight) in zip(moved, seen) {
            found[move.index] = Gathered(path: move.path, isFolder: sight == .folder)
          }
          answer(found)
        }
      }
    }
  }

  private enum Sight: Sendable {
    case folder, file, nothing

    init(_ status: stat?) {
      self = status.map { $0.st_mode & S_IFMT == S_IFDIR ? .folder : .file } ?? .nothing
    }
  }

  /// Goes on with files, those of each mount together, once their disk has answered: the library is not asked of files on one that
  /// is dead. Links are followed to where they lead before anything there is asked.
  func reach(_ paths: [String], _ body: @escaping @Sendable ([String]) -> Void) {
    for (mount, group) in Dictionary(grouping: paths, by: { lanes.mounts.mount(of: $0) }) {
      lanes.add(on: mount) { [lanes] _ in
        let parts = Dictionary(grouping: group) { lanes.mounts.mount(following: $0) }
        for (led, part) in parts {
          lanes.add(on: led) { _ in
            for path in part { _ = SystemPath.status(path) }
            body(part)
          }
        }
      }
    }
  }

  // MARK: what is known

  func facts(
    of paths: [String], answer: @escaping @Sendable ([String], [RowKey: DocumentFacts]) -> Void
  ) {
    reach(paths) { [self] reached in
      library.tags(of: reached.filter { !TrashCan.holds($0) }) { [self] _ in
        known(reached) { answer(reached, $0) }
      }
    }
  }

  func known(_ paths: [String], answer: @escaping @Sendable ([RowKey: DocumentFacts]) -> Void) {
    library.catalogue(paths) { [types] entries in
      var known: [RowKey: DocumentFacts] = [:]
      for (path, entry) in zip(paths, entries) where entry != CatalogueEntry() {
        known[RowKey(path)] = DocumentFacts(
          title: entry.title, author: entry.author,
          // The portions of a text are nobody's pages.
          pages: entry.pageCount > 0 && !types.isEditable(path) ? entry.pageCount : nil,
          progress: entry.progress,
          tags: entry.tags.map(Self.label), isFavourite: entry.isFavourite)
      }
      answer(known)
    }
  }

  func candidates(_ answer: @escaping @Sendable ([JumpCandidate]) -> Void) {
    library.jump("", completion: answer)
  }

  private static let colors: [TagColor.Name: UInt32] = [
    .red: 0xE0_6C75, .orange: 0xE0_A060, .yellow: 0xD8_C060, .green: 0x7F_B870, .blue: 0x6F_A8DC,
    .purple: 0xB4_8EAD, .grey: 0x9A_9A9A,
  ]

  private static func label(_ tag: Tag) -> TagLabel {
    TagLabel(name: tag.name, color: tag.color.flatMap(shade))
  }

  /// 0xRRGGBB.
  private static func shade(_ color: TagColor) -> UInt32? {
    switch color {
    case .named(let name): colors[name]
    case .rgb(let value): value
    }
  }

  /// Favourites and tags, for the sidebar.
  func sidebar(_ answer: @escaping @Sendable ([Sidebar.Section: [Sidebar.Item]]) -> Void) {
    library.favourites { [library] favourites in
      library.allTags { tags in
        // Documents among the favourites stand in their own list.
        let folders = favourites.filter(\.isFolder).map {
          Sidebar.Item(place: .folder($0.path), title: $0.name, glyph: "★")
        }
        let all = Sidebar.Item(
          place: .favourites, title: "All", glyph: "☆", count: favourites.count)
        answer([
          .favourites: favourites.isEmpty ? [] : [all] + folders,
          .tags: tags.filter { $0.count > 0 }.map { counted in
            Sidebar.Item(
              place: .tag(counted.tag.name), title: counted.tag.name, glyph: "●",
              color: counted.tag.color.flatMap(Self.shade), count: counted.count)
          },
        ])
      }
    }
  }

  // MARK: changing it

  /// Adds tags to files and takes others away; `done` says that lists must be read again.
  func tag(
    _ paths: [String], _ add: [String], _ remove: [String], done: @escaping @Sendable () -> Void
  ) {
    let names = add.compactMap { TagName($0) }
    if let bad = add.first(where: { TagName($0) == nil }) {
      mailbox.post(
        .notice("A tag is one line without a comma: “\(bad)” is none", isError: true))
      return
    }
    reach(paths) { [self] reached in change(reached, names, remove, done) }
  }

  private func change(
    _ paths: [String], _ add: [TagName], _ remove: [String], _ done: @escaping @Sendable () -> Void
  ) {
    library.changeTags(of: paths, add: add, remove: remove) { [mailbox] changes in
      let failed = changes.compactMap { change -> (String, Int32)? in
        if case .failed(let reason) = change.outcome { return (change.path, reason) }
        return nil
      }
      if let (path, reason) = failed.first {
        let more = failed.count > 1 ? " (and \(failed.count - 1) more)" : ""
        mailbox.post(
          .notice(
            "\(PathParts.name(of: path)) could not be tagged: \(String(cString: strerror(reason)))\(more)",
            isError: true))
      }
      done()
    }
  }

  /// The tags a document bears, by name.
  func tags(of path: String, answer: @escaping @Sendable ([String]) -> Void) {
    reach([path]) { [library] paths in
      library.tags(of: paths) { tags in answer((tags.first ?? []).map(\.name)) }
    }
  }

  func renameTag(_ old: String, _ new: String, done: @escaping @Sendable () -> Void) {
    guard let name = TagName(new) else {
      mailbox.post(.notice("A tag is one line without a comma: “\(new)” is none", isError: true))
      return
    }
    library.renameTag(old, to: name) { [mailbox] result in
      let left =
        result.unreached.isEmpty
        ? "" : "; \(result.unreached.count) could not be reached and keep \(old)"
      mailbox.post(
        .notice(
          "“\(old)” is “\(name.text)” on \(result.changed) document\(result.changed == 1 ? "" : "s")\(left)",
          isError: !result.unreached.isEmpty))
      done()
    }
  }

  /// Gives a tag a colour, or takes it away.
  func colorTag(_ name: String, _ color: TagColor?, done: @escaping @Sendable () -> Void) {
    library.setColor(color, ofTag: name)
    done()
  }

  /// Takes a tag away from all documents.
  func deleteTag(_ name: String, done: @escaping @Sendable () -> Void) {
    library.deleteTag(name) { [mailbox] result in
      let left =
        result.unreached.isEmpty
        ? "" : "; \(result.unreached.count) could not be reached and keep it"
      mailbox.post(
        .notice(
          "“\(name)” was taken from \(result.changed) document\(result.changed == 1 ? "" : "s")\(left)",
          isError: !result.unreached.isEmpty))
      done()
    }
  }

  /// Takes documents off the lists of recents, Recto's and the desktop's.
  func removeRecents(_ paths: [String], done: @escaping @Sendable () -> Void) {
    for path in paths { library.removeRecent(path) }
    // Behind those in the library's queue.
    library.recents(limit: 1, opens: { _, _ in false }) { [mailbox] _ in
      let what = paths.count == 1 ? PathParts.name(of: paths[0]) : "\(paths.count) documents"
      mailbox.post(.notice("\(what) taken off Recents", isError: false))
      done()
    }
  }

  /// Something was done with files: what is known of those that lie elsewhere now comes along.
  func moved(_ done: [Outcome.Done]) {
    let moves = done.compactMap { change in
      change.isMove ? change.to.map { (change.from, $0) } : nil
    }
    guard !moves.isEmpty else { return }
    library.movedRecents(moves)
    notice(moves.map(\.1))
  }

  /// Tells the library of files that were seen, so that what moved is found.
  ///
  /// What was thrown away is not followed into the trash: it has its tags and its place again when it is restored.
  func notice(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    lanes.each(paths, on: queue) {
      TrashCan.holds(paths[$0]) ? nil : FileSighting(seeing: paths[$0])
    } answer: { [library] seen in
      let sightings = seen.compactMap { $0 ?? nil }
      if !sightings.isEmpty { library.noticed(sightings) }
    }
  }

  func save(_ memory: BrowserMemory) {
    guard let data = try? JSONEncoder().encode(memory) else { return }
    library.setState(named: Self.stateName, to: String(decoding: data, as: UTF8.self))
  }

  private static let stateName = "browser"

  /// What the browser was the last time.
  static func memory(
    in library: ReadingLibrary, answer: @escaping @Sendable (BrowserMemory?) -> Void
  ) {
    library.state(named: stateName) { text in
      answer(text.flatMap { try? JSONDecoder().decode(BrowserMemory.self, from: Data($0.utf8)) })
    }
  }
}

extension FileSighting {
  /// Looks at a file now; nil where there is none.
  init?(seeing path: String) {
    guard let status = SystemPath.status(path) else { return nil }
    self.init(
      path: path, device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
      size: Int64(status.st_size),
      modified: status.st_mtim.nanosecondsSince1970)
  }
}
