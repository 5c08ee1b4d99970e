import Store
import Synchronization

/// Why something cannot be saved, or not where other programs look for it.
package struct LibraryTrouble: Error, Sendable, Hashable {
  package var file: String
  package var cause: Cause

  package enum Cause: Sendable, Hashable {
    /// SQLite's error message.
    case store(String)
    /// The library was created by a later Recto and is left unchanged.
    case newer(form: Int)
    /// The library was damaged and moved to this path; a new one was created.
    case setAside(String)
    /// The desktop's list of recent documents is damaged and left unchanged; the value is GLib's message.
    case damagedRecents(String)
    /// The desktop's list of recent documents cannot be read or written; the value is the errno.
    case recents(Int32)
  }

  /// Whether the library itself fails, so that nothing is saved; the desktop's list may still work.
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
  /// The handler for damaged libraries, and the reports made before it was set.
  private static let damage = Mutex<
    (tell: (@Sendable (LibraryTrouble) -> Void)?, kept: [LibraryTrouble])
  >(
    (nil, []))

  /// Sets the handler that is called, on any thread, when a damaged library is set aside, whichever part of the program opens it first.
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
