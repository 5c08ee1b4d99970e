import Dispatch
package import DocumentModel
import Store

extension ReadingLibrary {
  /// Returns the favourite folders and documents in the user's order; `resolve` finds where they are now.
  package func favourites(completion: @escaping @Sendable ([Favourite]) -> Void) {
    queue.async { completion(self.currentFavourites()) }
  }

  private func currentFavourites() -> [Favourite] {
    withStore { store throws(StoreError) in try store.favourites.list() } ?? []
  }

  /// Adds a folder or document to the favourites, at an index or at the end; completes with the new list.
  ///
  /// One that is in the list already is moved and renamed; a path that does not exist is not added.
  package func addFavourite(
    _ path: String, name: String? = nil, at place: Int? = nil,
    completion: @escaping @Sendable ([Favourite]) -> Void = { _ in }
  ) {
    onDisk {
      self.see([path])
    } then: { seen in
      if let facts = seen.first?.facts {
        self.inTransaction { store throws(StoreError) in
          let file = try store.files.ensure(path, fileIdentity: facts.fileIdentity)
          try store.favourites.add(
            file, name: name ?? PathParts.name(of: path), isFolder: facts.isFolder, at: place)
        }
      }
      completion(self.currentFavourites())
    }
  }

  /// Adds or renames the favourite at a path, or removes it if there is no name.
  package func setFavourite(
    _ path: String, named name: String?, completion: @escaping @Sendable () -> Void
  ) {
    queue.async {
      let known = self.currentFavourites().first { Self.isSame($0.path, path) }
      if let name, known == nil {
        return self.addFavourite(path, name: name) { _ in completion() }
      }
      if let known {
        name.map { self.renameFavourite(known.id, to: $0) } ?? self.removeFavourite(known.id)
      }
      self.queue.async { completion() }
    }
  }

  package func renameFavourite(_ id: Int, to name: String) {
    queue.async {
      _ = self.withStore { store throws(StoreError) in try store.favourites.rename(id, to: name) }
    }
  }

  package func removeFavourite(_ id: Int) {
    queue.async {
      _ = self.withStore { store throws(StoreError) in try store.favourites.remove(id) }
    }
  }

  /// Puts favourites in the order of their paths; all others keep their places in the list.
  package func orderFavourites(_ paths: [String]) {
    queue.async {
      let list = self.currentFavourites()
      let wanted = paths.compactMap { path in list.first { Self.isSame($0.path, path) }?.id }
      let moved = Set(wanted)
      guard moved.count == wanted.count else { return }
      var next = wanted[...]
      let ids = list.map { moved.contains($0.id) ? next.removeFirst() : $0.id }
      self.inTransaction { store throws(StoreError) in try store.favourites.order(ids) }
    }
  }

  /// Moves a favourite to an index of the list without it.
  package func moveFavourite(_ id: Int, to place: Int) {
    queue.async {
      self.inTransaction { store throws(StoreError) in try store.favourites.move(id, to: place) }
    }
  }
}
