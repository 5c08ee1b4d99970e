import Store

/// Why something cannot be remembered, or not where others look for it.
package struct LibraryTrouble: Error, Sendable, Hashable {
  package var file: String
  package var cause: Cause

  package enum Cause: Sendable, Hashable {
    /// SQLite's own words.
    case store(String)
    /// A later Recto made the library; it is left as it is.
    case newer(form: Int)
    /// The desktop's list of recent documents is damaged and left as it is; why, in GLib's words.
    case damagedRecents(String)
    /// The desktop's list of recent documents cannot be read or written; the system's error number.
    case recents(Int32)
  }

  package init(file: String, cause: Cause) {
    self.file = file
    self.cause = cause
  }
}

extension LibraryTrouble {
  init(_ failure: Migrations.Failure, file: String) {
    switch failure {
    case .newer(let form): self.init(file: file, cause: .newer(form: form))
    case .store(let error): self.init(file: file, cause: .store(error.message))
    }
  }
}
