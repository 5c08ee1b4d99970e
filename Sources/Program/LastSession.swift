import DocumentModel
import Glibc
import Library
import Platform

/// What was open the last time the program ran.
enum LastSession {
  /// The session with each document where it is now, without those that are gone, and the first of those; waits for the library.
  static func read(_ library: ReadingLibrary) -> (Session, gone: String?) {
    let answer = Answer<Session?>()
    library.session { answer.give($0) }
    guard var session = answer.wait() else { return (Session(), nil) }
    followMoves(&session, library)
    let kept = session.paths.indices.filter { SystemPath.isThere(session.paths[$0], for: R_OK) }
    let gone = session.paths.indices.first { !kept.contains($0) }.map { session.paths[$0] }
    session.views = session.views.compactMap { view in
      guard let document = kept.firstIndex(of: view.document) else { return nil }
      return Session.View(document: document, place: view.place, mode: view.mode)
    }
    session.paths = kept.map { session.paths[$0] }
    session.focus = min(session.focus, max(0, session.views.count - 1))
    return (session, gone)
  }

  /// Documents that were moved or renamed since are looked for.
  private static func followMoves(_ session: inout Session, _ library: ReadingLibrary) {
    let missing = session.paths.indices.filter { !SystemPath.isThere(session.paths[$0]) }
    guard !missing.isEmpty else { return }
    let found = Answer<[Bookmark.Place]>()
    library.resolve(
      missing.map { Bookmark(DocumentIdentity(path: session.paths[$0])) }
    ) { found.give($0) }
    for (index, place) in zip(missing, found.wait()) {
      if let path = place.path { session.paths[index] = path }
    }
  }
}
