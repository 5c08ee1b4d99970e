import Store
import Synchronization

/// Why something cannot be remembered, or not where others look for it.
package struct LibraryTrouble: Error, Sendable, Hashable {
  package var file: String
  package var cause: Cause

  package enum Cause: Sendable, Hashable {
    /// SQLite's own words.
    case store(String)
    /// A later Recto made the library; it is left as it is.
    case newer(form: Int)
    /// The library was damaged, lies there now, and a new one was begun.
    case setAside(String)
    /// The desktop's list of recent documents is damaged and left as it is; why, in GLib's words.
    case damagedRecents(String)
    /// The desktop's list of recent documents cannot be read or written; the system's error number.
    case recents(Int32)
  }

  /// Nothing is remembered; a list of others' may still be.
  package var isOfLibrary: Bool {
    switch cause {
    case .store, .newer: true
    case .setAside, .damagedRecents, .recents: false
    }
  }

  package init(file: String, cause: Cause) {
    self.file = file
    self.cause = cause
  }
}

extension LibraryTrouble {
  /// Who is told of a damaged library, and what was to be told before there was one.
  private static let damage = Mutex<
    (tell: (@Sendable (LibraryTrouble) -> Void)?, kept: [LibraryTrouble])
  >(
    (nil, []))

  /// Has somebody told, on any thread, when a damaged library is set aside, by whatever part of the program opens it first.
  package static func onDamage(_ tell: @escaping @Sendable (LibraryTrouble) -> Void) {
    let kept = damage.withLock { damage in
      defer { damage = (tell, []) }
      return damage.kept
    }
    for trouble in kept { tell(trouble) }
  }

  static func tellDamage(of file: String, aside: String) {
    let trouble = LibraryTrouble(file: file, cause: .setAside(aside))
    let tell = damage.withLock { damage in
      if damage.tell == nil { damage.kept.append(trouble) }
      return damage.tell
    }
    tell?(trouble)
  }

  init(_ failure: Migrations.Failure, file: String) {
    switch failure {
    case .newer(let form): self.init(file: file, cause: .newer(form: form))
    case .store(let error): self.init(file: file, cause: .store(error.message))
    }
  }
}
