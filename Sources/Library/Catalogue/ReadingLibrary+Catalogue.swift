import Dispatch
package import DocumentModel
import Store

extension ReadingLibrary {
  /// What is known of documents, in the order of their paths: four queries for all of them, and nothing is asked of the disk.
  ///
  /// After `noticed` has mended their paths, files that were moved are known under the new ones.
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

  /// What was read out of files as they are now, in their order; nil for those nobody has looked into, or that have changed.
  package func metadata(
    for sightings: [FileSighting], completion: @escaping @Sendable ([CachedMetadata?]) -> Void
  ) {
    queue.async {
      let found = self.withStore { store throws(StoreError) in
        try store.metadata.metadata(for: sightings)
      }
      completion(found ?? sightings.map { _ in nil })
    }
  }

  /// Keeps what was read out of files, for as long as they stay as they are.
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

  /// Documents the library knows whose name, title or author has the letters of a query in their order, accents and case aside;
  /// what was used last first. An empty query gives what was used last.
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
