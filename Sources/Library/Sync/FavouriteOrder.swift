import Sync

/// The order of this machine's favourites beside that of all machines, of which each has some.
struct FavouriteOrder {
  static let key = SyncKey(.favouriteOrder, id: "list")
  /// Fingerprints of documents and paths of folders.
  private var own: [String] = []

  mutating func add(_ id: String) {
    if own.count < SyncLimits.favourites, !own.contains(id) { own.append(id) }
  }

  static func ids(_ value: String?) -> [String] {
    value.flatMap { SyncValue.content($0, as: [String].self) } ?? []
  }

  static func favourite(_ id: String) -> SyncKey {
    id.utf8.count == 64 && !id.contains("/")
      ? SyncKey(.favourite, document: id) : SyncKey(.favourite, id: id)
  }

  /// Whether a value lists all favourites of this machine in their order, among others.
  func agrees(with value: String?) -> Bool {
    let here = Set(own)
    return Self.ids(value).filter(here.contains) == own
  }

  /// Returns this machine's order, with the favourites of others where a value has them; nil if there are none here.
  func value(among known: String?, isElsewhere: (String) -> Bool) -> String? {
    guard !own.isEmpty else { return nil }
    var (list, last, here) = (own, String?.none, Set(own))
    for id in Self.ids(known) {
      if here.insert(id).inserted {
        guard isElsewhere(id), list.count < SyncLimits.favourites else { continue }
        list.insert(id, at: last.flatMap(list.firstIndex).map { $0 + 1 } ?? 0)
      }
      last = id
    }
    return SyncValue.text(list)
  }
}
