import Dispatch
import DocumentModel
import Files
import Glibc
import Library
import Messages
import Platform

/// Collects documents from the library, the desktop and the trash, and changes that data.
final class DocumentCollector: DocumentSources {
  let library: ReadingLibrary
  let types: EntryTypes
  let mailbox: Mailbox
  let lanes: DiskLanes
  /// For answers only: nothing on it waits for a disk.
  let queue = DispatchQueue(label: "recto.gathering", qos: .userInitiated)

  init(library: ReadingLibrary, types: EntryTypes, mailbox: Mailbox, lanes: DiskLanes) {
    self.lanes = lanes
    self.library = library
    self.types = types
    self.mailbox = mailbox
  }

  /// Continues with files once their disk has answered, those of each mount together, so that the library never waits for a dead
  /// disk. Links are resolved first.
  ///
  /// `isKept` is for changes.
  func reach(
    _ paths: [String], isKept: Bool = false, _ body: @escaping @Sendable ([String]) -> Void
  ) {
    for (mount, group) in Dictionary(grouping: paths, by: { lanes.mounts.mount(of: $0) }) {
      lanes.add(on: mount, isKept: isKept) { [lanes] _ in
        let parts = Dictionary(grouping: group) { lanes.mounts.mount(following: $0) }
        for (led, part) in parts {
          lanes.add(on: led, isKept: isKept) { _ in
            for path in part { _ = SystemPath.status(path) }
            body(part)
          }
        }
      }
    }
  }

  // MARK: what is known

  func facts(
    of paths: [String], answer: @escaping @Sendable ([String], [FilePath: DocumentFacts]) -> Void
  ) {
    reach(paths) { [self] reached in
      library.tags(of: reached.filter { !TrashCan.holds($0) }) { [mailbox] in
        mailbox.post(.browser(.libraryChanged))
      } completion: { [self] _ in
        known(reached) { answer(reached, $0) }
      }
    }
  }

  func known(_ paths: [String], answer: @escaping @Sendable ([FilePath: DocumentFacts]) -> Void) {
    library.catalogue(paths) { [types] entries in
      var known: [FilePath: DocumentFacts] = [:]
      for (path, entry) in zip(paths, entries) where entry != CatalogueEntry() {
        known[FilePath(path)] = DocumentFacts(
          title: entry.title, author: entry.author,
          // Portions of text are not pages.
          pages: entry.pageCount > 0 && !types.isEditable(path) ? entry.pageCount : nil,
          progress: entry.progress,
          tags: entry.tags.map(Self.label), isFavourite: entry.isFavourite, created: entry.created)
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
  static func shade(_ color: TagColor) -> UInt32? {
    switch color {
    case .named(let name): colors[name]
    case .rgb(let value): value
    }
  }

  /// Favourites and tags, for the sidebar.
  func sidebar(_ answer: @escaping @Sendable ([Sidebar.Section: [Sidebar.Item]]) -> Void) {
    library.favourites { [library] favourites in
      library.allTags { tags in
        // Documents among the favourites are in their own list.
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

  // MARK: what happens to documents

  /// Takes documents off the lists of recents, Recto's and the desktop's.
  func removeRecents(_ paths: [String], done: @escaping @Sendable () -> Void) {
    for path in paths { library.removeRecent(path) }
    // Behind those in the library's queue.
    library.recents(limit: 1, opens: { _, _ in false }) { [mailbox] _ in
      let what = paths.count == 1 ? PathParts.name(of: paths[0]) : "\(paths.count) documents"
      mailbox.post(.notice("\(what) removed from Recents", isError: false))
      done()
    }
  }

  /// Updates data about moved files after an operation.
  func moved(_ done: [Outcome.Done]) {
    let moves = done.compactMap { change in
      change.isMove ? change.to.map { (change.from, $0) } : nil
    }
    guard !moves.isEmpty else { return }
    library.movedRecents(moves)
    notice(moves.map(\.1))
    renameFavourites(moves)
  }

  /// Renames favourites that had their file's old name.
  private func renameFavourites(_ moves: [(String, String)]) {
    library.favourites { [library, mailbox] favourites in
      var isRenamed = false
      for favourite in favourites {
        for (from, to) in moves
        where PathParts.same(favourite.path, from) || PathParts.same(favourite.path, to) {
          let (old, new) = (PathParts.name(of: from), PathParts.name(of: to))
          guard favourite.name == old, old != new else { continue }
          library.renameFavourite(favourite.id, to: new)
          isRenamed = true
        }
      }
      if isRenamed { mailbox.post(.browser(.libraryChanged)) }
    }
  }

  /// Tells the library of files that were seen, so that what moved is found.
  ///
  /// Files in the trash are left out: they get their tags and places back when they are restored.
  func notice(_ paths: [String]) {
    guard !paths.isEmpty else { return }
    lanes.each(paths, on: queue) {
      TrashCan.holds(paths[$0]) ? nil : FileSighting(seeing: paths[$0])
    } answer: { [library] seen in
      let sightings = seen.compactMap { $0 ?? nil }
      if !sightings.isEmpty { library.noticed(sightings) }
    }
  }
}
