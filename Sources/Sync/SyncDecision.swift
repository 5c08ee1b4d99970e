/// The decision of a synchronisation about one value of this machine's library.
package enum SyncDecision: Sendable, Hashable {
  /// The library has the known value.
  case agreed
  /// The user has changed the value: all machines shall have it.
  case record(SyncRegister)
  /// The known value goes into the library.
  case apply

  /// The value that the library had when it was last compared; a decision without one is about a value that never was.
  package struct Shadow: Sendable, Hashable {
    package var value: String?

    package init(_ value: String?) { self.value = value }
  }

  /// Compares the library's value with the known one and with the one it had last.
  ///
  /// `time` is when the library's value was set, in milliseconds.
  package init(
    _ key: SyncKey, local: String?, shadow: Shadow?, known: SyncRegister?, time: Int64,
    machine: String
  ) {
    guard local != known?.value else {
      self = .agreed
      return
    }
    func change(after known: SyncRegister?) -> SyncRegister {
      SyncRegister(key, local, after: known, time: time, machine: machine)
    }
    guard let known else {
      self = .record(change(after: nil))
      return
    }
    if let shadow {
      self = shadow.value == local ? .apply : .record(change(after: known))
      return
    }
    // Both machines had a value before they met.
    guard local != nil else {
      self = .apply
      return
    }
    guard known.value != nil else {
      // Only an annotation's id says that it is the one that was deleted.
      self = key.kind == .annotation ? .apply : .record(change(after: known))
      return
    }
    let own = change(after: nil)
    self = own.wins(over: known) ? .record(own) : .apply
  }
}
