import DocumentModel
import Interface
import Pictures

/// Drawn pages, as they came and as they are shown, up to a budget in bytes; those farthest from what is seen go first, and of those as
/// far off the ones seen longest ago.
struct ImageCache: Sendable {
  /// What makes a picture another one.
  struct Key: Hashable, Sendable {
    /// Pixels as they are shown, and for some terminals the one place they were made ready for.
    struct Dress: Hashable, Sendable {
      var marks: [PictureMark]
      var part: PixelRect?
      var cells: [Int]
    }

    var source: ImageRequest.Source
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

  /// `isFresh`: what was made ready for the terminal has not been used up.
  func has(_ key: Key, isFresh: Bool = false) -> Bool {
    guard let entry = entries[key] else { return false }
    return !isFresh || entry.picture.code?.isSpent != true
  }

  /// `cost` in bytes; nothing of `kept` goes.
  mutating func put(_ picture: Picture, for key: Key, cost bytes: Int, keeping kept: Set<Key>) {
    if let old = entries[key] { cost -= old.cost }
    uses += 1
    entries[key] = Entry(picture: picture, cost: bytes, use: uses)
    cost += bytes
    guard cost > budget else { return }
    let near = Self.pages(kept)
    let far = entries.filter { !kept.contains($0.key) && $0.key != key }
      .map { (key: $0.key, distance: Self.distance($0.key, near), use: $0.value.use) }
      .sorted { ($1.distance, $0.use) < ($0.distance, $1.use) }
    // Some at a time: it is asked with each picture that comes.
    for entry in far {
      guard cost > budget / 10 * 9 else { break }
      cost -= entries.removeValue(forKey: entry.key)?.cost ?? 0
    }
  }

  private static func pages(_ keys: Set<Key>) -> [DocumentID: [Int]] {
    var pages: [DocumentID: Set<Int>] = [:]
    for case .page(let document, _, let drawing) in keys.map(\.source) {
      pages[document, default: []].insert(drawing.page)
    }
    return pages.mapValues { $0.sorted() }
  }

  /// Pages between a picture and the nearest that is wanted; far off where no page of its document is.
  private static func distance(_ key: Key, _ near: [DocumentID: [Int]]) -> Int {
    guard case .page(let document, _, let drawing) = key.source, let pages = near[document],
      let first = pages.first, let last = pages.last
    else { return 100_000 }
    return max(0, first - drawing.page, drawing.page - last)
  }

  /// Another drawing of the same page that holds what is seen of it, to stand in for one that is on its way; and the part of it: best one
  /// in the same colours, then the nearest to it in size, then the one seen last. `seen` is in pixels of the request's frame.
  func standIn(
    for source: ImageRequest.Source, _ seen: PixelRect
  ) -> (picture: Picture, part: PixelRect)? {
    guard case .page(let document, let generation, let request) = source else { return nil }
    var best: (picture: Picture, part: PixelRect)?
    var least = (Int.max, Int.max, Int.max)
    for (key, entry) in entries where key.dress == nil {
      guard case .page(document, generation, let drawing) = key.source,
        drawing.page == request.page, drawing.turn == request.turn,
        let part = request.counterpart(of: seen, in: drawing)
      else { continue }
      let lastUse = entries.lazy.filter { $0.key.source == key.source }.map(\.value.use).max() ?? 0
      let rank = (
        drawing.profile == request.profile ? 0 : 1, abs(drawing.width - request.width), -lastUse
      )
      guard rank < least else { continue }
      (best, least) = ((entry.picture, part), rank)
    }
    return best
  }

  /// The same drawing of a page as its file was before, the newest from generation `since` on; nil where there is none.
  func older(_ source: ImageRequest.Source, since: Int?) -> ImageRequest.Source? {
    guard let since, case .page(let document, let generation, let drawing) = source else {
      return nil
    }
    let older = entries.keys.compactMap { key -> Int? in
      guard case .page(document, let other, drawing) = key.source else { return nil }
      return (since..<max(since, generation)).contains(other) ? other : nil
    }.max()
    return older.map { .page(document, generation: $0, drawing) }
  }

  /// Whether a source can be shown, whatever is marked on it; `isDressed`: only when it was made ready for the terminal.
  func shows(_ source: ImageRequest.Source, isDressed: Bool) -> Bool {
    entries.keys.contains { $0.source == source && (!isDressed || $0.dress != nil) }
  }

  /// What was shown last of a source, in the same cells, whatever was marked on it; one without marks only where there is no other, since it
  /// is used each time another is made of it.
  func last(_ key: Key) -> Picture? {
    entries.filter { other, _ in
      other.source == key.source && other.dress?.part == key.dress?.part
        && (other.dress?.cells ?? []) == (key.dress?.cells ?? [])
    }.max { one, other in
      (one.key.dress == nil ? 0 : 1, one.value.use) < (
        other.key.dress == nil ? 0 : 1, other.value.use
      )
    }?.value.picture
  }

  /// Drawings of the same page in the same size that its file was before.
  mutating func forgetOlder(
    than source: ImageRequest.Source, keeping kept: Set<ImageRequest.Source> = []
  ) {
    guard case .page(let document, let generation, let drawing) = source else { return }
    for (key, entry) in entries where !kept.contains(key.source) {
      if case .page(document, let other, drawing) = key.source, other < generation {
        entries[key] = nil
        cost -= entry.cost
      }
    }
  }

  /// A thumbnail of a file as it was, or in another size, to stand in for one that is on its way: the largest.
  func thumbnail(_ path: FilePath) -> Picture? {
    entries.compactMap { key, entry -> Picture? in
      guard key.dress == nil, case .thumbnail(path, _) = key.source else { return nil }
      return entry.picture
    }.max { $0.bitmap.size.width < $1.bitmap.size.width }
  }

  /// All of a document, but for what is of its file as it is now, and what is kept until that is drawn.
  mutating func forget(
    _ document: DocumentID, except generation: Int? = nil,
    keeping kept: Set<ImageRequest.Source> = []
  ) {
    for (key, entry) in entries where !kept.contains(key.source) {
      if case .page(document, let other, _) = key.source, other != generation {
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

extension PageDrawing {
  /// The same part of the page in a picture of all of it, in pixels of that.
  func counterpart(of seen: PixelRect, in whole: Bitmap) -> PixelRect? {
    counterpart(
      of: seen, in: PageDrawing(page: page, width: whole.size.width, height: whole.size.height))
  }

  /// The same part of the page in another drawing of it, in pixels of that one's frame; nil where it does not hold all of it.
  func counterpart(of seen: PixelRect, in other: PageDrawing) -> PixelRect? {
    func scaled(_ from: Int, _ count: Int, _ whole: Int, _ target: Int) -> (Int, Int) {
      let start = from * target / max(1, whole)
      return (start, max(1, (from + count) * target / max(1, whole) - start))
    }
    let (x, wide) = scaled(seen.x + frame.x, seen.width, width, other.width)
    let (y, high) = scaled(seen.y + frame.y, seen.height, height, other.height)
    let frame = other.frame
    guard x >= frame.x, y >= frame.y, x + wide <= frame.x + frame.width,
      y + high <= frame.y + frame.height
    else { return nil }
    return PixelRect(x: x - frame.x, y: y - frame.y, width: wide, height: high)
  }
}
