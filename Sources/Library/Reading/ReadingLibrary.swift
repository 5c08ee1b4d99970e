import Dispatch
package import DocumentModel
import FoundationEssentials
import Glibc
import Store
package import Text

/// Remembers the reading of documents across programs and days; works on a queue of its own.
// Unchecked: `records` is touched on the queue only.
package final class ReadingLibrary: @unchecked Sendable {
  private let queue = DispatchQueue(label: "recto.library")
  private let folder: String
  private var records: ReadingRecords?
  /// The marks this program had of each document when they were loaded or saved last, by its path.
  private var known: [String: [Mark]] = [:]
  /// What went wrong is tried again after this.
  private var restsUntil: ContinuousClock.Instant?
  private var isTold = false
  private let onTrouble: @Sendable (LibraryTrouble) -> Void

  /// `onTrouble` learns, once and on the library's queue, that nothing can be remembered.
  package init(
    folder: String, onTrouble: @escaping @Sendable (LibraryTrouble) -> Void = { _ in }
  ) {
    self.folder = folder
    self.onTrouble = onTrouble
  }

  package static var storeVersion: String { Connection.libraryVersion }

  /// `$XDG_DATA_HOME/recto`; relative values count as none (XDG base directories).
  package static func defaultFolder() -> String {
    if let data = getenv("XDG_DATA_HOME").map({ String(cString: $0) }), data.hasPrefix("/") {
      return data + "/recto"
    }
    let home = getenv("HOME").map { String(cString: $0) } ?? "/tmp"
    return home + "/.local/share/recto"
  }

  /// Opens the database, so that the first question need not wait for that.
  package func prepare() {
    queue.async { _ = self.opened() }
  }

  /// What is remembered of a document; nil where nothing is or it cannot be read.
  package func load(
    _ identity: DocumentIdentity, completion: @escaping @Sendable (ReadingState?) -> Void
  ) {
    queue.async {
      let state = self.state(of: identity)
      self.known[identity.path] = state?.marks ?? []
      completion(state)
    }
  }

  private func state(of identity: DocumentIdentity) -> ReadingState? {
    let blob = opened().flatMap { try? $0.reading(of: identity) }
    return blob.flatMap { try? JSONDecoder().decode(ReadingState.self, from: Data($0.utf8)) }
  }

  /// Keeps what is remembered of a document, when the queue has come to it; marks that another Recto has set meanwhile stay.
  package func save(
    _ identity: DocumentIdentity, title: String, pageCount: Int, state: ReadingState
  ) {
    queue.async {
      let own = state.marks
      var state = state
      state.marks = Mark.merged(
        own, with: self.state(of: identity)?.marks ?? [], since: self.known[identity.path] ?? [])
      self.known[identity.path] = own
      guard let records = self.opened(), let data = try? JSONEncoder().encode(state) else { return }
      self.attempt { () throws(StoreError) in
        try records.save(
          identity, title: title, pageCount: pageCount, place: state.place,
          reading: String(decoding: data, as: UTF8.self))
      }
    }
  }

  /// Keeps the documents and views of this program, to begin with the next time.
  package func save(_ session: Session) {
    queue.async {
      guard let records = self.opened(), let data = try? JSONEncoder().encode(session) else {
        return
      }
      self.attempt { () throws(StoreError) in
        try records.save(session: String(decoding: data, as: UTF8.self))
      }
    }
  }

  /// What the program before this one had open; nil where that is not known.
  package func session(completion: @escaping @Sendable (Session?) -> Void) {
    queue.async {
      let text = self.opened().flatMap { try? $0.session() }
      completion(text.flatMap { try? JSONDecoder().decode(Session.self, from: Data($0.utf8)) })
    }
  }

  /// Remembers what was looked for.
  package func save(search: SearchQuery) {
    queue.async {
      guard let records = self.opened(), let data = try? JSONEncoder().encode(search) else {
        return
      }
      self.attempt { () throws(StoreError) in
        try records.save(search: String(decoding: data, as: UTF8.self), keeping: 200)
      }
    }
  }

  /// What was looked for in all runs, the last of it last.
  package func searches(completion: @escaping @Sendable ([SearchQuery]) -> Void) {
    queue.async {
      let texts = self.opened().flatMap { try? $0.searches() } ?? []
      completion(
        texts.compactMap { try? JSONDecoder().decode(SearchQuery.self, from: Data($0.utf8)) })
    }
  }

  /// Waits until all that was saved is safe.
  package func flush() {
    queue.sync {}
  }

  private func attempt(_ body: () throws(StoreError) -> Void) {
    do throws(StoreError) { try body() } catch { tell(error) }
  }

  private func tell(_ error: StoreError) {
    guard !isTold else { return }
    isTold = true
    onTrouble(LibraryTrouble(file: error.file, reason: error.message))
  }

  private func opened() -> ReadingRecords? {
    if let records { return records }
    if let restsUntil, restsUntil > .now { return nil }
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      mkdir(path, 0o700)
    }
    let file = folder + "/library.db"
    do throws(StoreError) {
      records = try ReadingRecords(file: file)
    } catch {
      if error.isDamage {
        // Set aside, never deleted: somebody may be able to mend it.
        rename(file, file + ".damaged-\(time(nil))")
        records = try? ReadingRecords(file: file)
      }
      if records == nil {
        restsUntil = .now + .seconds(5)
        tell(error)
      }
    }
    return records
  }
}

/// Why places and marks cannot be remembered.
package struct LibraryTrouble: Sendable, Hashable {
  package var file: String
  /// SQLite's own words.
  package var reason: String
}
