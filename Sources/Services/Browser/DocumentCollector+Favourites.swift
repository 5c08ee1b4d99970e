import DocumentModel
import Library
import Messages
import Platform
import Synchronization

/// Favourites: kept, moved, renamed and given up; what gives something up says how to take it back.
extension DocumentCollector {
  typealias Noting = @Sendable (UndoableAction) -> Void

  func favour(
    _ paths: [String], _ isFavourite: Bool, noting: @escaping Noting,
    done: @escaping @Sendable () -> Void
  ) {
    guard isFavourite else { return giveUp(paths, noting, done) }
    // Each is checked on the disk first; the last answer completes the list.
    let waiting = Counter(paths.count)
    for path in paths {
      reach([path], isKept: true) { [library] _ in
        library.addFavourite(path) { _ in if waiting.countDown() { done() } }
      }
    }
  }

  private func giveUp(
    _ paths: [String], _ noting: @escaping Noting, _ done: @escaping @Sendable () -> Void
  ) {
    library.favourites { [self] favourites in
      let leaving = favourites.enumerated().filter { _, favourite in
        paths.contains { PathParts.same($0, favourite.path) }
      }.map { Kept(favourite: $1, place: $0) }
      guard !leaving.isEmpty else { return done() }
      for kept in leaving { library.removeFavourite(kept.favourite.id) }
      let title =
        leaving.count == 1
        ? "“\(leaving[0].favourite.name)” removed from favourites"
        : "\(leaving.count) removed from favourites"
      mailbox.post(.notice(title + "; u undoes", isError: false))
      noting(
        UndoableAction(title: title) { [self] isRedo in
          if isRedo { remove(leaving, done) } else { putBack(leaving[...], done) }
        })
      library.favourites { _ in done() }
    }
  }

  /// A favourite, and its index in the list.
  private struct Kept: Sendable {
    var favourite: Favourite
    var place: Int
  }

  private func remove(_ leaving: [Kept], _ done: @escaping @Sendable () -> Void) {
    library.favourites { [library] favourites in
      for favourite in favourites
      where leaving.contains(where: { PathParts.same($0.favourite.path, favourite.path) }) {
        library.removeFavourite(favourite.id)
      }
      library.favourites { _ in done() }
    }
  }

  /// Restores favourites one after the other in the order of the list, so that each gets the place it had.
  private func putBack(_ rest: ArraySlice<Kept>, _ done: @escaping @Sendable () -> Void) {
    guard let kept = rest.first else { return done() }
    let (path, name) = (kept.favourite.path, kept.favourite.name)
    reach([path], isKept: true) { [self] _ in
      library.addFavourite(path, name: name, at: kept.place) { [self] list in
        if !list.contains(where: { PathParts.same($0.path, path) }) {
          mailbox.post(
            .notice("\(name) is gone and cannot be added to the favourites again", isError: true))
        }
        putBack(rest.dropFirst(), done)
      }
    }
  }

  /// Moves a favourite to the position of another; those between shift.
  func moveFavourite(
    _ path: String, to other: String, noting: @escaping Noting,
    done: @escaping @Sendable () -> Void
  ) {
    library.favourites { [self] favourites in
      guard let old = favourites.firstIndex(where: { PathParts.same($0.path, path) }),
        let new = favourites.firstIndex(where: { PathParts.same($0.path, other) })
      else { return done() }
      move(path, to: new, done)
      noting(
        UndoableAction(title: "Moved favourite “\(favourites[old].name)”") { [self] isRedo in
          move(path, to: isRedo ? new : old, done)
        })
    }
  }

  private func move(_ path: String, to place: Int, _ done: @escaping @Sendable () -> Void) {
    change(path, { [library] in library.moveFavourite($0, to: place) }, done)
  }

  /// By its path: one that was given up and came back has another number.
  private func change(
    _ path: String, _ body: @escaping @Sendable (Int) -> Void,
    _ done: @escaping @Sendable () -> Void
  ) {
    library.favourites { [library] favourites in
      if let known = favourites.first(where: { PathParts.same($0.path, path) }) { body(known.id) }
      library.favourites { _ in done() }
    }
  }

  func renameFavourite(
    _ path: String, to name: String, noting: @escaping Noting,
    done: @escaping @Sendable () -> Void
  ) {
    library.favourites { [self] favourites in
      guard let known = favourites.first(where: { PathParts.same($0.path, path) }),
        known.name != name
      else { return done() }
      call(path, name, done)
      noting(
        UndoableAction(title: "Favourite “\(known.name)” renamed to “\(name)”") { [self] isRedo in
          call(path, isRedo ? name : known.name, done)
        })
    }
  }

  private func call(_ path: String, _ name: String, _ done: @escaping @Sendable () -> Void) {
    change(path, { [library] in library.renameFavourite($0, to: name) }, done)
  }
}

/// Counts answers until all are there.
private final class Counter: Sendable {
  private let left: Mutex<Int>

  init(_ count: Int) {
    left = Mutex(count)
  }

  /// Whether that was the last.
  func countDown() -> Bool {
    left.withLock { left in
      left -= 1
      return left == 0
    }
  }
}
