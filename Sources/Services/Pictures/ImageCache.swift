import DocumentModel
import Messages
import Pictures

/// A cache of page images, both as drawn and as encoded, limited by a budget in bytes. Evicts the images farthest from the visible pages
/// first and, at equal distance, the least recently used.
struct ImageCache: Sendable {
  /// Identifies an image.
  struct Key: Hashable, Sendable {
    /// The marks of an image and, for terminals that depend on them, the part and the cells it was encoded for.
    struct Encoding: Hashable, Sendable {
      var marks: [PictureMark]
      var part: PixelRect?
      var cells: [Int]
    }

    var source: ImageRequest.Source
    /// Nil for an image as the worker drew it.
    var encoding: Encoding?
  }

  private struct Entry: Sendable {
    var picture: Picture
    var cost: Int
    var use: Int
  }

  /// The limit in bytes.
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

  /// Whether an image is in memory; with `isFresh`, only if its encoded form can still be used.
  func has(_ key: Key, isFresh: Bool = false) -> Bool {
    guard let entry = entries[key] else { return false }
    return !isFresh || entry.picture.code?.isSpent != true
  }

  /// Stores an image of `cost` bytes and evicts others if the budget is exceeded, but none in `kept`.
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
    // Evicts down to 90 % of the budget, since this runs for each image that arrives.
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

  /// Pages between an image and the nearest wanted page; 100 000 if no page of its document is wanted.
  private static func distance(_ key: Key, _ near: [DocumentID: [Int]]) -> Int {
    guard case .page(let document, _, let drawing) = key.source, let pages = near[document],
      let first = pages.first, let last = pages.last
    else { return 100_000 }
    return max(0, first - drawing.page, drawing.page - last)
  }

  /// Returns another drawing of the same page that covers the visible part, as a stand-in until the requested one is ready, and that part of it.
  /// Prefers the same colours, then the nearest size, then the most recently used. `seen` is in pixels of the requested frame.
  func standIn(
    for source: ImageRequest.Source, _ seen: PixelRect
  ) -> (picture: Picture, part: PixelRect)? {
    guard case .page(let document, let generation, let request) = source else { return nil }
    var best: (picture: Picture, part: PixelRect)?
    var least = (Int.max, Int.max, Int.max)
    for (key, entry) in entries where key.encoding == nil {
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

  /// Returns the same drawing of the newest older generation not before `since`; nil if there is none.
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

  /// Whether an image of a source can be shown, with any marks; with `isEncoded`, only if it is encoded for the terminal.
  func shows(_ source: ImageRequest.Source, isEncoded: Bool) -> Bool {
    entries.keys.contains { $0.source == source && (!isEncoded || $0.encoding != nil) }
  }

  /// Returns the most recently used image of a source in the same cells, with any marks. The image as drawn comes last: it also
  /// counts as used each time another is made from it.
  func last(_ key: Key) -> Picture? {
    entries.filter { other, _ in
      other.source == key.source && other.encoding?.part == key.encoding?.part
        && (other.encoding?.cells ?? []) == (key.encoding?.cells ?? [])
    }.max { one, other in
      (one.key.encoding == nil ? 0 : 1, one.value.use) < (
        other.key.encoding == nil ? 0 : 1, other.value.use
      )
    }?.value.picture
  }

  /// Drops drawings of the same page at the same size from older generations.
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

  /// Returns the largest thumbnail of a file in any version or size, as a stand-in.
  func thumbnail(_ path: FilePath) -> Picture? {
    entries.compactMap { key, entry -> Picture? in
      guard key.encoding == nil, case .thumbnail(path, _) = key.source else { return nil }
      return entry.picture
    }.max { $0.bitmap.size.width < $1.bitmap.size.width }
  }

  /// Drops all images of a document except those of one generation and those in `kept`.
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

  /// Drops all encoded images, because the terminal or its cell size has changed.
  mutating func forgetEncoded() {
    for (key, entry) in entries where key.encoding != nil {
      entries[key] = nil
      cost -= entry.cost
    }
  }
}

extension PageDrawing {
  /// Returns the same part of the page in an image of the whole page, in that image's pixels.
  func counterpart(of seen: PixelRect, in whole: Bitmap) -> PixelRect? {
    counterpart(
      of: seen, in: PageDrawing(page: page, width: whole.size.width, height: whole.size.height))
  }

  /// Returns the same part of the page in another drawing, in pixels of that drawing's frame; nil if the frame does not cover the part.
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
