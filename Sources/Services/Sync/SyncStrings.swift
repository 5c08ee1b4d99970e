import DocumentModel
import Glibc
import Messages
package import Sync

/// Words for synchronised values.
package enum SyncStrings {
  /// Returns a value in a few words, such as `page 41` or `tag “to read” removed`.
  package static func words(_ register: SyncRegister) -> String {
    let key = register.key
    let removed = register.value == nil ? " removed" : ""
    func content<Content: Decodable>(_ type: Content.Type) -> Content? {
      register.value.flatMap { SyncValue.content($0, as: type) }
    }
    switch key.kind {
    case .position: return "page \((content(SyncedPlace.self)?.page ?? 0) + 1)"
    case .mark:
      return "mark \(key.id)"
        + (content(SyncedMark.self).map { ": page \($0.page + 1)" } ?? removed)
    case .tag: return "tag “\(key.id)”\(removed)"
    case .tagColor:
      return "colour of tag “\(key.id)”" + (content(String.self).map { ": \($0)" } ?? removed)
    case .favourite: return "favourite" + (content(String.self).map { " “\($0)”" } ?? removed)
    case .favouriteOrder: return "order of favourites"
    case .annotation:
      guard let synced = content(SyncedAnnotation.self) else {
        return "annotation \(key.id)\(removed)"
      }
      let place = synced.isDetached ? "without a place" : "page \(synced.annotation.page + 1)"
      return "\(synced.annotation.kind.rawValue), \(place)"
    case .setting: return "setting \(key.id)" + (register.value.map { ": \($0)" } ?? removed)
    }
  }

  /// Returns the time since a change as `5 minutes ago`; nil if the clocks disagree.
  ///
  /// `now` is in milliseconds, as the stamp's time.
  package static func age(_ stamp: SyncStamp, now: Int64) -> String? {
    let seconds = (now - stamp.time) / 1_000
    guard seconds >= 0 else { return nil }
    for (unit, name) in [(86_400, "day"), (3_600, "hour"), (60, "minute")] as [(Int64, String)]
    where seconds >= unit {
      let count = seconds / unit
      return "\(count) \(name)\(count == 1 ? "" : "s") ago"
    }
    return "just now"
  }

  /// Returns the place that a position of another machine names; nil if it is none.
  static func readElsewhere(_ register: SyncRegister) -> ReadElsewhere? {
    guard let value = register.value, let synced = SyncValue.content(value, as: SyncedPlace.self)
    else { return nil }
    return ReadElsewhere(
      place: synced.place, machine: MachineName.shown(register.stamp.machine),
      age: age(register.stamp, now: Int64(time(nil)) * 1_000))
  }

  /// Returns the marks of a document that a synchronisation has changed.
  static func marks(
    _ report: Synchronizer.Report, of path: String
  ) -> [MarkElsewhere] {
    report.received.compactMap { register in
      let key = register.key
      guard key.kind == .mark, let own = report.paths[key.document], PathParts.same(own, path)
      else { return nil }
      let synced = register.value.flatMap { SyncValue.content($0, as: SyncedMark.self) }
      return MarkElsewhere(name: key.id, mark: synced?.mark(named: key.id))
    }
  }

  /// Returns the result of a synchronisation in one sentence.
  static func sentence(_ report: Synchronizer.Report) -> String {
    let parts = [("received", report.received), ("sent", report.sent)].compactMap {
      direction, registers in
      registers.isEmpty ? nil : "\(direction) \(summary(registers))"
    }
    return parts.isEmpty
      ? "Synchronised: nothing new" : "Synchronised: " + parts.joined(separator: "; ")
  }

  /// Returns the numbers of values by kind, such as `2 positions, 1 tag`; empty if there are none.
  package static func summary(_ registers: [SyncRegister]) -> String {
    SyncKind.allCases.compactMap { kind in
      let count = registers.count { $0.key.kind == kind }
      guard count > 0 else { return nil }
      let name =
        switch kind {
        case .tagColor: "tag colour"
        case .favouriteOrder: "order of favourites"
        default: kind.rawValue
        }
      return "\(count) \(name)\(count == 1 ? "" : "s")"
    }.joined(separator: ", ")
  }
}
