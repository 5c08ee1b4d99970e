/// Names a synchronised value.
package struct SyncKey: Sendable, Hashable, Comparable {
  package var kind: SyncKind
  /// The document's fingerprint; empty for values that belong to none.
  package var document: String
  package var id: String

  package init(_ kind: SyncKind, document: String = "", id: String = "") {
    self.kind = kind
    self.document = document
    self.id = id
  }

  package static func < (a: SyncKey, b: SyncKey) -> Bool {
    (a.document, a.kind.rawValue, a.id) < (b.document, b.kind.rawValue, b.id)
  }
}

/// A synchronised value with the stamp of its last change: the last writer wins.
package struct SyncRegister: Sendable, Hashable {
  package var key: SyncKey
  package var stamp: SyncStamp
  /// JSON with sorted keys; nil if the value was deleted.
  package var value: String?
  /// For an annotation, the time of the last change by each other machine that was known when this value was set.
  package var seen: [String: Int64]

  package init(
    _ key: SyncKey, _ stamp: SyncStamp, _ value: String?, seen: [String: Int64] = [:]
  ) {
    self.key = key
    self.stamp = stamp
    self.value = value
    self.seen = seen
  }

  /// Returns the register of a change at a clock's time that replaces a known one.
  package init(
    _ key: SyncKey, _ value: String?, after known: SyncRegister?, time: Int64, machine: String
  ) {
    self.init(
      key, SyncStamp(after: known?.stamp, time: time, machine: machine, of: key.kind), value)
    guard let known, key.kind == .annotation else { return }
    seen = known.seen
    seen[known.stamp.machine] = known.stamp.time
    seen[machine] = nil
  }

  /// Whether it was made without knowing another value of the same key.
  package func isUnaware(of other: SyncRegister) -> Bool {
    stamp.machine != other.stamp.machine && seen[other.stamp.machine] ?? -1 < other.stamp.time
  }

  /// Whether this value replaces another one of the same key.
  package func wins(over other: SyncRegister) -> Bool {
    guard stamp == other.stamp else { return other.stamp < stamp }
    // Two machines with the same id, as after copying a disk: any order will do that is the same everywhere.
    return (value ?? "") > (other.value ?? "")
  }
}

/// The values of all machines as far as they are known: a state-based CRDT whose merging is commutative, associative and idempotent.
package struct SyncReplica: Sendable, Hashable {
  package private(set) var registers: [SyncKey: SyncRegister]

  package init(_ registers: some Sequence<SyncRegister> = []) {
    self.registers = [:]
    merge(registers)
  }

  package subscript(key: SyncKey) -> SyncRegister? { registers[key] }

  /// Takes a value in; returns false if the known one stays.
  @discardableResult
  package mutating func merge(_ register: SyncRegister) -> Bool {
    if let known = registers[register.key], !register.wins(over: known) { return false }
    registers[register.key] = register
    return true
  }

  package mutating func merge(_ registers: some Sequence<SyncRegister>) {
    for register in registers { merge(register) }
  }
}
