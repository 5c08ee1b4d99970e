import Dispatch
package import DocumentModel
import FoundationEssentials
import Platform
import Store
package import Text

/// The stored reading state of a document.
package struct KnownReading: Sendable {
  /// Nil if there is none or it cannot be read.
  package var state: ReadingState?
  /// A sample of the text that it belongs to; nil if none was kept.
  package var sample: TextSample?
  package var match = Match.same

  /// How it was found.
  package enum Match: Sendable {
    /// By the file's bytes; or the file was not changed since, or only moved.
    case same
    /// By the file's bytes, while the path's own state is of others.
    case returned
    /// By the path alone: it is of an earlier version or of another document.
    case path
  }
}

extension ReadingLibrary {
  /// Loads the reading state of a document: that of its bytes, else that of its path, which may be of an earlier version or of another document.
  package func load(
    _ identity: DocumentIdentity, completion: @escaping @Sendable (KnownReading) -> Void
  ) {
    queue.async {
      var identity = identity
      _ = self.identified(&identity)
      let known = self.reading(of: identity)
      self.known[identity.path] = known.state
      completion(known)
    }
  }

  /// Leaves the reading state stored for a path to the bytes that were there: another document is there now.
  package func part(_ path: String) {
    queue.async {
      self.known[path] = .some(nil)
      self.samples[path] = nil
      guard let records = self.store()?.reading else { return }
      self.attempt { () throws(StoreError) in try records.part(path) }
    }
  }

  /// Keeps a sample of a document's text, which is stored with its reading state once that is.
  package func keep(_ sample: TextSample, of path: String) {
    queue.async {
      self.samples[path] = sample
      guard let records = self.store()?.reading else { return }
      self.attempt { () throws(StoreError) in
        try records.set(sample: JSONText.of(sample), at: path)
      }
    }
  }

  /// The largest file in bytes that is compared by its contents when a document is opened at a path that another had.
  private static let largestCompared = 256 << 20

  /// Adds the digest of the file's bytes to an identity, if the path is known and its file may have been replaced; returns the file's stamp, empty if the file
  /// has other bytes than the identity states.
  private func identified(_ identity: inout DocumentIdentity) -> String {
    let path = identity.path
    let stamp = path.isEmpty ? "" : SystemPath.stamp(of: path)
    guard !stamp.isEmpty, let records = store()?.reading,
      (try? records.isChanged(path, stamp: stamp)) == true
    else { return stamp }
    guard let size = FileObservation(path)?.fileIdentity.size, size <= Self.largestCompared,
      let digest = Digest.sha256(file: path)
    else { return "" }
    if identity.contentHash.isEmpty { identity.contentHash = digest }
    return identity.contentHash == digest ? stamp : ""
  }

  private func reading(of identity: DocumentIdentity) -> KnownReading {
    let file = identity.path.isEmpty ? nil : FileObservation(identity.path)?.fileIdentity
    guard let row = store().flatMap({ try? $0.reading.reading(of: identity, seenAs: file) }) else {
      return KnownReading()
    }
    return KnownReading(
      state: JSONText.content(row.reading, as: ReadingState.self),
      sample: JSONText.content(row.sample, as: TextSample.self), match: row.match)
  }

  /// Saves the reading state of a document asynchronously; marks that another process has set meanwhile are kept, and its position if it has not moved here.
  package func save(
    _ identity: DocumentIdentity, title: String, pageCount: Int, state: ReadingState
  ) {
    queue.async {
      let own = state
      var (identity, state) = (identity, state)
      let stamp = self.identified(&identity)
      let (stored, base) = (self.reading(of: identity).state, self.known[identity.path] ?? nil)
      state.marks = Mark.merged(
        own.marks, with: stored?.marks ?? [], since: base?.marks ?? [])
      if let stored, let base, base.place == own.place, stored.place != base.place {
        (state.place, state.words, state.share) = (stored.place, stored.words, stored.share)
      }
      // A document that was opened and left where it was is not read on here: another machine's place may be newer.
      let isReadOn = base?.place != own.place || stored == nil
      self.known[identity.path] = own
      guard let records = self.store()?.reading, let data = try? JSONEncoder().encode(state) else {
        return
      }
      self.attempt { () throws(StoreError) in
        try records.save(
          identity, title: title, pageCount: pageCount, place: state.place,
          reading: String(decoding: data, as: UTF8.self),
          sample: self.samples[identity.path].map(JSONText.of) ?? "", stamp: stamp,
          isReadOn: isReadOn)
      }
    }
  }

  /// Saves the open documents and views, to be restored at the next start.
  package func save(_ session: Session) {
    queue.async {
      guard let records = self.store()?.reading, let data = try? JSONEncoder().encode(session)
      else {
        return
      }
      self.attempt { () throws(StoreError) in
        try records.save(session: String(decoding: data, as: UTF8.self))
      }
    }
  }

  /// Loads the session of the previous process; nil if there is none.
  package func session(completion: @escaping @Sendable (Session?) -> Void) {
    queue.async {
      let text = self.store().flatMap { try? $0.reading.session() }
      completion(text.flatMap { try? JSONDecoder().decode(Session.self, from: Data($0.utf8)) })
    }
  }

  /// Adds a query to the search history.
  package func save(search: SearchQuery) {
    queue.async {
      guard let records = self.store()?.reading, let data = try? JSONEncoder().encode(search) else {
        return
      }
      self.attempt { () throws(StoreError) in
        try records.save(search: String(decoding: data, as: UTF8.self), keeping: 200)
      }
    }
  }

  /// Loads the search history, the latest query last.
  package func searches(completion: @escaping @Sendable ([SearchQuery]) -> Void) {
    queue.async {
      let texts = self.store().flatMap { try? $0.reading.searches() } ?? []
      completion(
        texts.compactMap { try? JSONDecoder().decode(SearchQuery.self, from: Data($0.utf8)) })
    }
  }
}
