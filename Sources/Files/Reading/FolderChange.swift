import DocumentModel

/// Changes of names in a folder since the last report, each name once.
package struct FolderChange: Sendable, Equatable {
  /// A name that was known already has become another file: how files are saved by way of a temporary one.
  package var appeared: [String] = []
  package var vanished: [String] = []
  /// Bytes, permissions or times changed; the name may also belong to another file now.
  package var changed: [String] = []
  /// Old and new names, in the order of the renamings; the new ones are not among `appeared`.
  package var renamed: [Renaming] = []
  /// Whether too much happened, or something that cannot be followed, so that the folder must be read again.
  package var mustReadAgain = false
  /// Whether the folder is gone, was moved, or its volume unmounted.
  package var isGone = false

  package struct Renaming: Sendable, Equatable {
    package var from: String
    package var to: String
  }

  package var isEmpty: Bool { self == FolderChange() }
}

/// Collects events until they are reported: temporary changes are dropped.
struct ChangeGathering {
  private enum Fate { case appeared, vanished, changed }

  /// By the name's bytes: Swift's own `==` holds `é` and `e` with an accent for one.
  private var fates: [[UInt8]: (order: Int, name: String, fate: Fate)] = [:]
  private var renamings: [FolderChange.Renaming] = []
  /// First halves of renamings, by their cookie.
  private var leaving: [UInt32: String] = [:]
  private var count = 0
  var mustReadAgain = false
  var isGone = false

  /// Beyond this number names are not reported individually.
  private static let most = 10_000

  var isEmpty: Bool {
    fates.isEmpty && renamings.isEmpty && leaving.isEmpty && !mustReadAgain && !isGone
  }

  mutating func appear(_ name: String) {
    set(name, to: fate(name) == .vanished ? .changed : .appeared)
  }

  mutating func change(_ name: String) {
    if fate(name) != .appeared { set(name, to: .changed) }
  }

  mutating func vanish(_ name: String) {
    if fate(name) == .appeared, !renamings.contains(where: { PathParts.same($0.to, name) }) {
      fates[Array(name.utf8)] = nil
    } else {
      set(name, to: .vanished)
    }
  }

  mutating func leave(_ name: String, _ cookie: UInt32) { leaving[cookie] = name }

  /// The second half of a renaming, whose first may have been in another folder.
  mutating func arrive(_ name: String, _ cookie: UInt32) {
    guard let from = leaving.removeValue(forKey: cookie) else { return appear(name) }
    if fate(from) == .appeared {
      // Its first name was never reported: files saved through a temporary name.
      fates[Array(from.utf8)] = nil
      return appear(name)
    }
    if fate(name) == .vanished { fates[Array(name.utf8)] = nil }
    fates[Array(from.utf8)] = nil
    renamings.append(.init(from: from, to: name))
  }

  private func fate(_ name: String) -> Fate? { fates[Array(name.utf8)]?.fate }

  private mutating func set(_ name: String, to fate: Fate) {
    count += 1
    let order = fates[Array(name.utf8)]?.order ?? count
    fates[Array(name.utf8)] = (order, name, fate)
    if fates.count > Self.most { mustReadAgain = true }
  }

  /// Returns the collected changes and starts over.
  mutating func take() -> FolderChange {
    // A half without its other went to another folder.
    for name in leaving.values { vanish(name) }
    var change = FolderChange()
    change.isGone = isGone
    change.mustReadAgain = mustReadAgain
    if !mustReadAgain, !isGone {
      change.renamed = renamings
      for (_, name, fate) in fates.values.sorted(by: { $0.order < $1.order }) {
        switch fate {
        case .appeared: change.appeared.append(name)
        case .vanished: change.vanished.append(name)
        case .changed: change.changed.append(name)
        }
      }
    }
    self = ChangeGathering()
    return change
  }
}
