import DocumentModel
import Files
import Glibc
import Library
import Messages
import Platform

/// Lists of what lies anywhere: recents, favourites, what bears a tag, the trash.
extension DocumentCollector {
  func entries(of place: BrowserPlace, answer: @escaping @Sendable ([Gathered]) -> Void) {
    switch place {
    case .folder: answer([])
    case .recents:
      library.recents(opens: { [types] path, _ in types.isDocument(path) }) { [self] recents in
        resolve(recents.map(\.trace), answer)
      }
    case .favourites:
      library.favourites { [self] favourites in resolve(favourites.map(\.trace), answer) }
    case .tag(let name):
      library.documents(tagged: name) { [self] traces in
        resolve(traces) { [self] listed in
          answer(listed)
          checkTag(name, of: listed)
        }
      }
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

  /// Reads the tags of listed files: those that another program has taken the tag from are left out of the next list.
  private func checkTag(_ name: String, of listed: [Gathered]) {
    reach(listed.filter { !$0.isGone }.map(\.path)) { [library, mailbox] paths in
      library.tags(of: paths) { tags in
        guard tags.contains(where: { !$0.contains { $0.name == name } }) else { return }
        mailbox.post(.browser(.changed(.tag(name))))
        mailbox.post(.browser(.libraryChanged))
      }
    }
  }

  /// Resolves documents' present places; missing ones stay in the list, marked, and those on unresponsive disks unchanged.
  private func resolve(
    _ traces: [FileTrace], _ answer: @escaping @Sendable ([Gathered]) -> Void
  ) {
    let paths = traces.map(\.path)
    let answers = AnswersInOrder(answer)
    lanes.each(paths, on: queue) {
      Sight(SystemPath.status(paths[$0]))
    } answer: { [self] seen in
      let turn = answers.begin()
      let listed = zip(paths, seen).map { path, sight in
        Gathered(path: path, isFolder: sight == .folder, isGone: sight == .nothing)
      }
      let missing = listed.indices.filter { listed[$0].isGone }
      guard !missing.isEmpty else { return answers.give(listed, of: turn) }
      // Only missing ones are searched for.
      library.resolve(missing.map { traces[$0] }) { [self] places in
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
          answers.give(found, of: turn)
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
}
