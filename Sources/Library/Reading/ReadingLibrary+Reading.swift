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

extension KnownReading {
  /// Whether a document with these first pages is another one than the state is of. Without a sample of that one's text, it is taken for a later version.
  package func isOfAnother(than first: FirstPages) -> Bool {
    match == .path && sample?.isOlderVersion(of: first) == false
  }

  /// The number of first pages to read: to compare them, or to sample them for the next time; 0 if neither is needed.
  package var wantedPages: Int {
    if match == .path, sample != nil { return TextSample.comparedPages }
    return match == .path || sample == nil ? TextSample.pages : 0
  }

  /// Whether images are to be compared, or sampled, since words are missing.
  package func wantsImages(of first: FirstPages) -> Bool {
    sample?.hasWords == false || first.lacksWords
  }
}

extension ReadingLibrary {
  /// Loads the reading state of a document: that of its bytes, else that of its path, which may be of an earlier version or of another document.
  package func load(
    _ identity: DocumentIdentity, completion: @escaping @Sendable (KnownReading) -> Void
  ) {
    queue.async {
      let path = identity.path
      let stamp = path.isEmpty ? "" : SystemPath.stamp(of: path)
      self.stamps[path] = stamp
      let known = self.withStore { store throws(StoreError) in
        try store.reading.change(of: path, stamp: stamp)
      }
      let change = known ?? .unchanged
      guard change != .unchanged, identity.contentHash.isEmpty, !stamp.isEmpty else {
        return completion(self.load(identity, isChanged: change == .bytes))
      }
      self.onDisk {
        Self.digest(of: path)
      } then: { digest in
        var identity = identity
        identity.contentHash = digest ?? ""
        completion(self.load(identity, isChanged: change == .bytes))
      }
    }
  }

  /// The largest file in bytes that is compared by its contents with the one that was read at its path.
  private static let largestCompared = 256 << 20

  private static func digest(of path: String) -> String? {
    guard let size = FileObservation(path)?.fileIdentity.size, size <= largestCompared else {
      return nil
    }
    return Digest.sha256(file: path)
  }

  private func load(_ identity: DocumentIdentity, isChanged: Bool) -> KnownReading {
    let known = reading(of: identity, isChanged: isChanged)
    if known.match == .returned { detach(identity.path) }
    self.known[identity.path] = known.state
    return known
  }

  /// Leaves the reading state stored for a path to the bytes that were there: another document is there now.
  package func detachReading(from path: String) {
    queue.async {
      self.detach(path)
      self.known[path] = .some(nil)
    }
  }

  private func detach(_ path: String) {
    samples[path] = nil
    guard let records = store()?.reading else { return }
    attempt { () throws(StoreError) in try records.detach(path) }
  }

  /// Keeps a sample of a document's text, which is stored with its reading state once that is.
  package func keep(_ sample: TextSample, of path: String) {
    guard !path.isEmpty else { return }
    queue.async {
      self.samples[path] = sample
      guard let records = self.store()?.reading else { return }
      self.attempt { () throws(StoreError) in
        try records.set(sample: JSONText.of(sample), at: path)
      }
    }
  }

  private func reading(of identity: DocumentIdentity, isChanged: Bool) -> KnownReading {
    let file = identity.path.isEmpty ? nil : FileObservation(identity.path)?.fileIdentity
    let row = withStore { store throws(StoreError) in
      try store.reading.reading(of: identity, isChanged: isChanged, seenAs: file)
    }
    guard let row = row ?? nil else { return KnownReading() }
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
      var state = state
      let stored = self.reading(of: identity, isChanged: false).state
      let base = self.known[identity.path] ?? nil
      // A file that changed since its state was loaded may have other bytes.
      let stamp = identity.path.isEmpty ? "" : SystemPath.stamp(of: identity.path)
      let isLoaded = self.stamps[identity.path] == stamp
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
          sample: self.samples[identity.path].map(JSONText.of) ?? "",
          stamp: isLoaded ? stamp : "", isReadOn: isReadOn)
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
