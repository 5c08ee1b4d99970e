import Dispatch
package import DocumentModel
import Glibc
import Store

extension ReadingLibrary {
  /// Returns the tags of files in the order of their paths, read from the files; the library's data are updated.
  ///
  /// Takes two system calls per file and four queries in all, so it suits the visible rows of a list. `changed` is called where
  /// another program has changed tags.
  package func tags(
    of paths: [String], changed: @escaping @Sendable () -> Void = {},
    completion: @escaping @Sendable ([[Tag]]) -> Void
  ) {
    onDisk {
      (known: self.queue.sync { self.tags(at: paths) }, seen: self.see(paths))
    } then: { known, seen in
      let tags = self.tags(of: seen)
      if zip(known, tags).contains(where: { $0 != nil && $0 != $1 }) { changed() }
      completion(tags)
    }
  }

  /// Returns tags with their colours; for files the library could not store, the tags in their attributes.
  private func tags(of seen: [SeenFile]) -> [[Tag]] {
    let known =
      withStore { store throws(StoreError) in try store.tags.tags(at: seen.map(\.path)) }
    return seen.indices.map { index in
      if let known { return known[index] }
      guard case .names(let names) = seen[index].tags else { return [] }
      return names.map { Tag($0, color: TagColor(name: $0)) }
    }
  }

  /// Returns all tags by name, with the number of documents that have them.
  package func allTags(completion: @escaping @Sendable ([TagCount]) -> Void) {
    queue.async {
      let tags = self.withStore { store throws(StoreError) in try store.tags.counts() }
      completion(tags ?? [])
    }
  }

  /// Returns all documents that have a tag, by path; `resolve` finds where they are now.
  package func documents(
    tagged name: String, completion: @escaping @Sendable ([FileTrace]) -> Void
  ) {
    queue.async {
      let records = self.withStore { store throws(StoreError) in
        try store.tags.files(tagged: name)
      }
      completion((records ?? []).map(\.trace))
    }
  }

  /// Sets or removes the colour of a tag.
  package func setColor(_ color: TagColor?, ofTag name: String) {
    queue.async {
      _ = self.withStore { store throws(StoreError) in try store.tags.setColor(color, of: name) }
    }
  }

  /// Adds tags to files and removes others; all other tags, including concurrent changes by other programs, are kept.
  package func changeTags(
    of paths: [String], add: [TagName], remove: [String] = [],
    completion: @escaping @Sendable ([TagChange]) -> Void
  ) {
    onDisk {
      self.change(paths) { names in
        let kept = names.filter { !remove.contains($0) }
        return kept + add.map(\.text).filter { !kept.contains($0) }
      }
    } then: { changes in
      let colored = self.tags(at: changes.map(\.path))
      completion(
        zip(changes, colored).map { change, tags in
          var change = change
          change.tags = tags ?? change.tags
          return change
        })
    }
  }

  private func tags(at paths: [String]) -> [[Tag]?] {
    withStore { store throws(StoreError) in try store.tags.tags(at: paths) }
      ?? paths.map { _ in nil }
  }

  /// Renames a tag on all documents.
  package func renameTag(
    _ old: String, to new: TagName, completion: @escaping @Sendable (TagRenaming) -> Void
  ) {
    documents(tagged: old) {
      self.replaceTag(old, with: new, of: $0, completion: completion)
    }
  }

  /// Replaces a tag of documents by another one or by none; if the other one is in use already, the two are merged.
  ///
  /// `documents` are some of those that `documents(tagged:)` returned, all on disks that answer: other processes wait during the change.
  package func replaceTag(
    _ old: String, with new: TagName?, of documents: [FileTrace],
    completion: @escaping @Sendable (TagRenaming) -> Void
  ) {
    onDisk {
      var result = TagRenaming()
      guard new?.text != old else { return result }
      let paths = zip(documents, self.places(of: documents)).map { $1.path ?? $0.path }
      // In batches, so that other processes get their turn.
      for start in stride(from: 0, to: paths.count, by: 100) {
        let portion = Array(paths[start..<min(paths.count, start + 100)])
        result.note(self.change(portion) { Self.replacing(old, with: new?.text, in: $0) })
      }
      self.queue.sync {
        _ = self.withStore { store throws(StoreError) in
          try store.connection.transaction { () throws(StoreError) in
            try store.tags.inheritColor(from: old, to: new?.text)
          }
        }
      }
      return result
    } then: {
      completion($0)
    }
  }

  private static func replacing(
    _ old: String, with new: String?, in names: [String]
  ) -> [String] {
    let rest = names.filter { $0 != old }
    guard let new, rest.count < names.count, !rest.contains(new) else { return rest }
    return names.map { $0 == old ? new : $0 }
  }

  /// Changes the tag names of files under the tag lock; call on the disk queue only.
  private func change(_ paths: [String], _ edit: ([String]) -> [String]) -> [TagChange] {
    TagLock.hold(in: folder) {
      let seen = see(paths)
      let known = queue.sync { taggings(of: seen) }
      let drafts = zip(seen, known).map { seen, known in
        var draft = TagDraft(seen, known, edit)
        draft.writeAttribute()
        return draft
      }
      let isKept = queue.sync { keep(drafts) }
      return drafts.map { $0.change(isKept: isKept) }
    } ?? paths.map { TagChange(path: $0, tags: [], outcome: .failed(EBUSY)) }
  }

  private func taggings(of seen: [SeenFile]) -> [[Tagging]?] {
    withStore { store throws(StoreError) in
      let records = try store.files.records(at: seen.map(\.path))
      let ids = Dictionary(records.map { (Array($0.path.utf8), $0.id) }) { first, _ in first }
      let taggings = try store.tags.taggings(of: records.map(\.id))
      return seen.map { ids[Array($0.path.utf8)].flatMap { taggings[$0] } ?? [] }
    } ?? seen.map { _ in nil }
  }

  private func keep(_ drafts: [TagDraft]) -> Bool {
    withStore { store throws(StoreError) in
      try store.connection.transaction { () throws(StoreError) in
        for draft in drafts where draft.isChanged {
          let id = try store.files.ensure(draft.path, fileIdentity: draft.fileIdentity)
          try store.tags.set(draft.taggings, of: id)
        }
      }
    } != nil
  }
}
