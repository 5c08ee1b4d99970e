import Dispatch
package import DocumentModel
import Store

extension ReadingLibrary {
  /// Returns the data about documents in the order of their paths, with four queries in all and without disk access.
  ///
  /// Moved files are found under their new paths once `noticed` has updated them.
  package func catalogue(
    _ paths: [String], completion: @escaping @Sendable ([CatalogueEntry]) -> Void
  ) {
    queue.async {
      let entries = self.withStore { store throws(StoreError) in
        try store.catalogue.entries(at: paths)
      }
      completion(entries ?? paths.map { _ in CatalogueEntry() })
    }
  }

  /// Returns the metadata read from files in their order; nil for files not read yet or changed since. Those of moved files are stored at their new paths.
  package func metadata(
    for sightings: [FileSighting], completion: @escaping @Sendable ([KnownMetadata?]) -> Void
  ) {
    queue.async {
      let found =
        self.withStore { store throws(StoreError) in
          try store.metadata.metadata(for: sightings)
        } ?? sightings.map { _ in nil }
      let moved = zip(sightings, found).filter { $0.1?.isMoved == true }
      if !moved.isEmpty {
        self.inTransaction { store throws(StoreError) in
          for case (let sighting, let known?) in moved {
            try store.metadata.store(known.metadata, for: sighting)
          }
        }
      }
      completion(found)
    }
  }

  /// Stores the metadata read from files, valid until they change.
  package func store(_ found: [(sighting: FileSighting, metadata: CachedMetadata)]) {
    queue.async {
      self.inTransaction { store throws(StoreError) in
        for (sighting, metadata) in found { try store.metadata.store(metadata, for: sighting) }
      }
      self.storedSincePruning += found.count
      guard self.storedSincePruning >= 1_000 else { return }
      self.storedSincePruning = 0
      _ = self.withStore { store throws(StoreError) in try store.metadata.prune() }
    }
  }

  /// Finds documents whose name, title or author contains the letters of a query in order, ignoring accents and case, the last used first. An empty query
  /// returns the last used documents.
  package func jump(
    _ query: String, limit: Int = 500, completion: @escaping @Sendable ([JumpCandidate]) -> Void
  ) {
    queue.async {
      let found = self.withStore { store throws(StoreError) in
        try store.catalogue.candidates(query, limit: limit)
      }
      completion(found ?? [])
    }
  }
}
