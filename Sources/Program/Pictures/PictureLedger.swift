import Canvas
import DocumentModel
import Interface
import Pictures

/// What is wished for, what is there and what is under way, and what is to be done next: a value, so that it can be tried without workers.
///
/// A picture is drawn by a worker, then marked and made ready for the terminal (“dressed”) where that is needed. What may be wanted next
/// is drawn one by one while all that is in sight is there, as long as it fits into the budget beside that.
struct PictureLedger: Sendable {
  typealias Source = PictureWish.Source
  typealias Key = PictureShelf.Key

  /// Something to be done outside, in this order.
  enum Step: Sendable {
    case draw(Source, serial: Int, isVisible: Bool, seconds: Int?)
    /// It is wanted now, and was not before.
    case urge(serial: Int)
    case withdraw(serial: Int)
    case dress(Picture, PictureWish, Key, PictureAbility)
  }

  private struct Drawing: Sendable {
    var serial: Int
    var isVisible: Bool
    /// It has only the time of what nobody waits for.
    var isShort: Bool
  }

  private(set) var shelf: PictureShelf
  private(set) var ability = PictureAbility(.none)
  private var visible: [PictureWish] = []
  private var ahead: [PictureWish] = []
  private var drawings: [Source: Drawing] = [:]
  private var dressing: Set<Key> = []
  /// What could not be drawn, and at which attempt.
  private var failed: [Source: Int] = [:]
  /// Not drawn in the time there is for what nobody waits for yet.
  private var tooSlowAhead: Set<Source> = []
  private var lastSerial = 0
  /// What is seen is another since it was said what may be next.
  private var isSeenOnly = false

  /// `budget` in bytes.
  init(budget: Int) { shelf = PictureShelf(budget: budget) }

  /// Pictures are shown in another way from now on.
  mutating func serve(_ ability: PictureAbility) {
    guard self.ability != ability else { return }
    self.ability = ability
    shelf.forgetDressed()
  }

  /// The key under which a wish is fulfilled.
  func key(_ wish: PictureWish) -> Key {
    let depends = PictureCode.dependsOnPlace(ability)
    let isSent = if case .kitty = ability.way { true } else { false }
    guard depends || isSent || !wish.marks.isEmpty else { return Key(source: wish.source) }
    return Key(
      source: wish.source,
      dress: .init(
        marks: wish.marks, part: depends ? wish.part : nil,
        cells: depends ? [wish.place.width, wish.place.height] : []))
  }

  /// What can be shown of a wish: just that, or something in its place.
  mutating func find(_ wish: PictureWish) -> (picture: Picture, part: PixelRect?)? {
    if let picture = shelf.picture(key(wish)) { return (picture, wish.part) }
    if let older = older(wish), let picture = shelf.picture(key(older)) ?? shelf.last(key(older)) {
      return (picture, wish.part)
    }
    // Where pictures are painted onto the cells a second painting costs as much as the first.
    guard !PictureCode.dependsOnPlace(ability) else { return nil }
    if !wish.marks.isEmpty {
      var plain = wish
      plain.marks = []
      if let picture = shelf.picture(key(plain)) { return (picture, wish.part) }
    }
    switch wish.source {
    case .page(_, _, let wanted):
      let frame = wanted.frame
      let seen = wish.part ?? PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
      if let other = shelf.standIn(for: wish.source, seen) { return (other.picture, other.part) }
      guard let source = wish.standIn, let whole = shelf.picture(Key(source: source)),
        let part = wanted.counterpart(of: seen, in: whole.bitmap)
      else { return nil }
      return (whole, part)
    case .thumbnail(let path, _):
      // In another size it is the same picture; of a part of it nothing is known.
      guard wish.part == nil else { return nil }
      return shelf.thumbnail(path).map { ($0, nil) }
    }
  }

  /// The wish for the same drawing of the page as its file was before, which stays in sight until the page is drawn anew.
  private func older(_ wish: PictureWish) -> PictureWish? {
    let isDressed = key(wish).dress != nil
    guard
      let source = shelf.older(wish.source, since: wish.alikeSince)
        ?? wish.origins.first(where: { shelf.shows($0, isDressed: false) }),
      !shelf.shows(wish.source, isDressed: isDressed)
    else { return nil }
    var older = wish
    older.source = source
    older.marks = wish.marksBefore
    return older
  }

  /// Whether a picture is there, which then is the last to go.
  mutating func has(_ source: Source) -> Bool { shelf.picture(Key(source: source)) != nil }

  /// A picture has come that no worker of ours was asked for, as a file's thumbnail.
  mutating func put(_ picture: Picture, for source: Source, cost: Int) -> [Step] {
    let key = Key(source: source)
    guard !shelf.has(key) else { return [] }
    shelf.put(picture, for: key, cost: cost, keeping: kept)
    return next()
  }

  /// Takes in what is to be seen: only for that something is begun.
  mutating func see(_ visible: [PictureWish]) -> [Step] {
    guard self.visible != visible else { return [] }
    self.visible = visible
    isSeenOnly = true
    var steps: [Step] = []
    for wish in visible { _ = advance(wish, isVisible: true, &steps) }
    return steps
  }

  /// Takes in what is to be seen and what may be next.
  mutating func want(_ visible: [PictureWish], ahead: [PictureWish]) -> [Step] {
    guard self.visible != visible || self.ahead != ahead || isSeenOnly else { return [] }
    isSeenOnly = false
    self.visible = visible
    self.ahead = ahead
    let seen = Set(visible.map(\.source))
    let older = Set(visible.compactMap { self.older($0)?.source })
    for case .page(let document, let generation, _) in seen {
      shelf.forget(document, except: generation, keeping: older)
    }
    failed = failed.filter { seen.contains($0.key) }
    tooSlowAhead.formIntersection((visible + ahead).map(\.source))
    var steps: [Step] = []
    // What nobody waited for is let come to its end: it is the one at a time.
    for (source, drawing) in drawings where drawing.isVisible && !seen.contains(source) {
      if ahead.contains(where: { $0.source == source }) { continue }
      drawings[source] = nil
      steps.append(.withdraw(serial: drawing.serial))
    }
    return steps + next()
  }

  /// What a worker made of a drawing; whether that is to be told, and what is to be done then.
  mutating func drawn(
    _ source: Source, serial: Int, _ result: Result<(Picture, cost: Int), DrawingFailure>
  ) -> (isNews: Bool, isFailed: Bool, steps: [Step]) {
    let drawing = drawings[source]?.serial == serial ? drawings.removeValue(forKey: source) : nil
    let wish = visible.first { $0.source == source }
    switch result {
    case .success(let (picture, cost)):
      shelf.put(picture, for: Key(source: source), cost: cost, keeping: kept)
      // What has yet to be made ready replaces the older one then.
      if let wish, key(wish).dress == nil { forgetOlder(than: source) }
    // Taken back, or its document is gone.
    case .failure(.cancelled): return (false, false, [])
    case .failure(let failure):
      if drawing?.isShort == true, failure == .tooSlow || wish == nil {
        tooSlowAhead.insert(source)
      } else if let wish {
        failed[source] = wish.attempt
        return (false, true, next())
      }
    }
    return (wish != nil, false, next())
  }

  /// A picture is marked and ready for a terminal of that ability.
  mutating func dressed(
    _ picture: Picture, for key: Key, by ability: PictureAbility, cost: Int
  ) -> (isNews: Bool, steps: [Step]) {
    dressing.remove(key)
    guard self.ability == ability else { return (true, next()) }
    shelf.put(picture, for: key, cost: cost, keeping: kept)
    let isNews = visible.contains { wish in
      self.key(wish) == key || older(wish).map { self.key($0) == key } == true
    }
    forgetOlder(than: key.source)
    return (isNews, next())
  }

  /// What a drawing replaces, unless it stands in for another page's.
  private mutating func forgetOlder(than source: Source) {
    let needed = Set(visible.compactMap { older($0)?.source })
    shelf.forgetOlder(than: source, keeping: needed)
  }

  mutating func forget(_ document: DocumentID) { shelf.forget(document) }
  mutating func forgetDressed() { shelf.forgetDressed() }

  /// What is in sight, and what may be as far as it fits.
  private var kept: Set<Key> {
    Set(
      (visible + visible.compactMap { older($0) } + fitting).flatMap {
        [Key(source: $0.source), key($0)]
      })
  }

  /// What may be wanted next and fits into the budget beside what is in sight.
  private var fitting: [PictureWish] {
    var left = shelf.budget - visible.reduce(0) { $0 + Self.cost($1) }
    return Array(
      ahead.prefix { wish in
        left -= Self.cost(wish)
        return left >= 0
      })
  }

  /// Bytes a wish will take at the most: its pixels, those marked, and those laid out for the terminal.
  private static func cost(_ wish: PictureWish) -> Int {
    guard case .page(_, _, let drawing) = wish.source else { return 1 << 20 }
    let pixels = drawing.frame.width * drawing.frame.height
    return pixels * (wish.marks.isEmpty ? 7 : 11)
  }

  private mutating func next() -> [Step] {
    var steps: [Step] = []
    var isIdle = true
    for wish in visible where !advance(wish, isVisible: true, &steps) { isIdle = false }
    guard isIdle, !drawings.values.contains(where: { !$0.isVisible }) else { return steps }
    // One at a time: the next key finds a worker free.
    for wish in fitting where !advance(wish, isVisible: false, &steps) { break }
    return steps
  }

  /// Whether nothing more is to be done for a wish; else its next step is begun, or under way.
  private mutating func advance(
    _ wish: PictureWish, isVisible: Bool, _ steps: inout [Step]
  ) -> Bool {
    let key = key(wish)
    if shelf.has(key, isFresh: !isVisible) { return true }
    if let plain = shelf.picture(Key(source: wish.source)) {
      if dressing.insert(key).inserted { steps.append(.dress(plain, wish, key, ability)) }
      return false
    }
    // What is marked meanwhile is seen on the picture that stays until then.
    if isVisible, let older = older(wish) {
      let key = self.key(older)
      if !shelf.has(key), let plain = shelf.picture(Key(source: older.source)),
        dressing.insert(key).inserted
      {
        steps.append(.dress(plain, older, key, ability))
      }
    }
    if failed[wish.source] == wish.attempt { return true }
    if let known = drawings[wish.source] {
      if isVisible, !known.isVisible {
        drawings[wish.source]?.isVisible = true
        steps.append(.urge(serial: known.serial))
      }
      return false
    }
    if !isVisible, tooSlowAhead.contains(wish.source) { return true }
    // Thumbnails come by themselves.
    guard case .page = wish.source else { return true }
    lastSerial += 1
    drawings[wish.source] = Drawing(
      serial: lastSerial, isVisible: isVisible, isShort: !isVisible)
    steps.append(
      .draw(
        wish.source, serial: lastSerial, isVisible: isVisible,
        seconds: isVisible ? wish.seconds : nil))
    return false
  }
}

/// Why a picture was not drawn.
enum DrawingFailure: Error, Equatable {
  case cancelled, tooSlow
  case other
}
