import Dispatch
package import DocumentModel
import Store

extension ReadingLibrary {
  /// Folders and documents kept at hand, in the user's order; `resolve` says where they are now.
  package func favourites(completion: @escaping @Sendable ([Favourite]) -> Void) {
    queue.async { completion(self.currentFavourites()) }
  }

  private func currentFavourites() -> [Favourite] {
    withStore { store throws(StoreError) in try store.favourites.list() } ?? []
  }

  /// Keeps a folder or document at hand, at an index of the list or at its end; the answer is the new list.
  ///
  /// One that is kept already is moved and renamed instead; what is not on the disk is not kept.
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

  /// Puts a favourite at an index of the list as it is without it.
  package func moveFavourite(_ id: Int, to place: Int) {
    queue.async {
      self.inTransaction { store throws(StoreError) in try store.favourites.move(id, to: place) }
    }
  }
}
