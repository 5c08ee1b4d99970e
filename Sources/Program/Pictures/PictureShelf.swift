import DocumentModel
import Interface
import Pictures

/// Drawn pages, as they came and as they are shown, up to a budget in bytes; those farthest from what is seen go first, and of those as
/// far off the ones seen longest ago.
struct PictureShelf: Sendable {
  /// What makes a picture another one.
  struct Key: Hashable, Sendable {
    /// Pixels as they are shown, and for some terminals the one place they were made ready for.
    struct Dress: Hashable, Sendable {
      var marks: [PictureMark]
      var part: PixelRect?
      var cells: [Int]
    }

    var source: PictureWish.Source
    /// Nil for what the worker drew.
    var dress: Dress?
  }

  private struct Entry: Sendable {
    var picture: Picture
    var cost: Int
    var use: Int
  }

  /// In bytes.
  let budget: Int
  private(set) var cost = 0
  private var entries: [Key: Entry] = [:]
  private var uses = 0

  init(budget: Int) { self.budget = budget }

  mutating func picture(_ key: Key) -> Picture? {
    uses += 1
    entries[key]?.use = uses
    return entries[key]?.picture
  }

  func has(_ key: Key) -> Bool { entries[key] != nil }

  /// `cost` in bytes; nothing of `kept` goes.
  mutating func put(_ picture: Picture, for key: Key, cost bytes: Int, keeping kept: Set<Key>) {
    if let old = entries[key] { cost -= old.cost }
    uses += 1
    entries[key] = Entry(picture: picture, cost: bytes, use: uses)
    cost += bytes
    guard cost > budget else { return }
    let far = entries.filter { !kept.contains($0.key) && $0.key != key }
      .map { (key: $0.key, distance: Self.distance($0.key, kept), use: $0.value.use) }
      .sorted { ($1.distance, $0.use) < ($0.distance, $1.use) }
    for entry in far {
      guard cost > budget else { break }
      cost -= entries.removeValue(forKey: entry.key)?.cost ?? 0
    }
  }

  /// Pages between a picture and the nearest that is wanted; far off where no page of its document is.
  private static func distance(_ key: Key, _ kept: Set<Key>) -> Int {
    guard case .page(let document, _, let drawing) = key.source else { return 1_000 }
    return kept.compactMap { other -> Int? in
      guard case .page(document, _, let near) = other.source else { return nil }
      return abs(near.page - drawing.page)
    }.min() ?? 100_000
  }

  /// Another drawing of the same page, the sharpest, to stand in for one that is on its way.
  func standIn(for source: PictureWish.Source) -> (source: PictureWish.Source, picture: Picture)? {
    guard case .page(let document, _, let wish) = source else { return nil }
    var best: (source: PictureWish.Source, picture: Picture, width: Int)?
    for (key, entry) in entries where key.dress == nil {
      guard case .page(document, _, let drawing) = key.source, drawing.page == wish.page,
        drawing.turn == wish.turn, drawing.part == nil, drawing.width > best?.width ?? 0
      else { continue }
      best = (key.source, entry.picture, drawing.width)
    }
    return best.map { ($0.source, $0.picture) }
  }

  mutating func forget(_ document: DocumentID) {
    for (key, entry) in entries {
      if case .page(document, _, _) = key.source {
        entries[key] = nil
        cost -= entry.cost
      }
    }
  }

  /// What was made ready for another terminal, or another size of its letters.
  mutating func forgetDressed() {
    for (key, entry) in entries where key.dress != nil {
      entries[key] = nil
      cost -= entry.cost
    }
  }
}
