import Canvas
import DocumentModel
import Interface
import Pictures

/// What is requested for, what is there and what is under way, and what is to be done next: a value, so that it can be tried without workers.
///
/// A picture is drawn by a worker, then marked and made ready for the terminal (“dressed”) where that is needed. What may be wanted next
/// is drawn one by one while all that is in sight is there, as long as it fits into the budget beside that.
struct ImageScheduler: Sendable {
  typealias Source = ImageRequest.Source
  typealias Key = ImageCache.Key

  /// Something to be done outside, in this order.
  enum Step: Sendable {
    case draw(Source, serial: Int, isVisible: Bool, seconds: Int?)
    /// It is wanted now, and was not before.
    case urge(serial: Int)
    case withdraw(serial: Int)
    case dress(Picture, ImageRequest, Key, PictureAbility)
  }

  private struct Drawing: Sendable {
    var serial: Int
    var isVisible: Bool
    /// It has only the time of what nobody waits for.
    var isShort: Bool
  }

  private(set) var shelf: ImageCache
  private(set) var ability = PictureAbility(.none)
  private var visible: [ImageRequest] = []
  private var ahead: [ImageRequest] = []
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
  init(budget: Int) { shelf = ImageCache(budget: budget) }

  /// Pictures are shown in another way from now on.
  mutating func serve(_ ability: PictureAbility) {
    guard self.ability != ability else { return }
    self.ability = ability
    shelf.forgetDressed()
  }

  /// The key under which a request is fulfilled.
  func key(_ request: ImageRequest) -> Key {
    let depends = PictureCode.dependsOnPlace(ability)
    let isSent = if case .kitty = ability.way { true } else { false }
    guard depends || isSent || !request.marks.isEmpty else { return Key(source: request.source) }
    return Key(
      source: request.source,
      dress: .init(
        marks: request.marks, part: depends ? request.part : nil,
        cells: depends ? [request.place.width, request.place.height] : []))
  }

  /// What can be shown of a request: just that, or something in its place.
  mutating func find(_ request: ImageRequest) -> (picture: Picture, part: PixelRect?)? {
    if let picture = shelf.picture(key(request)) { return (picture, request.part) }
    if let older = older(request), let picture = shelf.picture(key(older)) ?? shelf.last(key(older))
    {
      return (picture, request.part)
    }
    // Where pictures are painted onto the cells a second painting costs as much as the first.
    guard !PictureCode.dependsOnPlace(ability) else { return nil }
    if !request.marks.isEmpty {
      var plain = request
      plain.marks = []
      if let picture = shelf.picture(key(plain)) { return (picture, request.part) }
    }
    switch request.source {
    case .page(_, _, let wanted):
      let frame = wanted.frame
      let seen = request.part ?? PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
      if let other = shelf.standIn(for: request.source, seen) { return (other.picture, other.part) }
      guard let source = request.standIn, let whole = shelf.picture(Key(source: source)),
        let part = wanted.counterpart(of: seen, in: whole.bitmap)
      else { return nil }
      return (whole, part)
    case .thumbnail(let path, _):
      // In another size it is the same picture; of a part of it nothing is known.
      guard request.part == nil else { return nil }
      return shelf.thumbnail(path).map { ($0, nil) }
    }
  }

  /// The request for the same drawing of the page as its file was before, which stays in sight until the page is drawn anew.
  private func older(_ request: ImageRequest) -> ImageRequest? {
    let isDressed = key(request).dress != nil
    guard
      let source = shelf.older(request.source, since: request.alikeSince)
        ?? request.origins.first(where: { shelf.shows($0, isDressed: false) }),
      !shelf.shows(request.source, isDressed: isDressed)
    else { return nil }
    var older = request
    older.source = source
    older.marks = request.marksBefore
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
  mutating func see(_ visible: [ImageRequest]) -> [Step] {
    guard self.visible != visible else { return [] }
    self.visible = visible
    isSeenOnly = true
    var steps: [Step] = []
    for request in visible { _ = advance(request, isVisible: true, &steps) }
    return steps
  }

  /// Takes in what is to be seen and what may be next.
  mutating func want(_ visible: [ImageRequest], ahead: [ImageRequest]) -> [Step] {
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
    let request = visible.first { $0.source == source }
    switch result {
    case .success(let (picture, cost)):
      shelf.put(picture, for: Key(source: source), cost: cost, keeping: kept)
      // What has yet to be made ready replaces the older one then.
      if let request, key(request).dress == nil { forgetOlder(than: source) }
    // Taken back, or its document is gone.
    case .failure(.cancelled): return (false, false, [])
    case .failure(let failure):
      if drawing?.isShort == true, failure == .tooSlow || request == nil {
        tooSlowAhead.insert(source)
      } else if let request {
        failed[source] = request.attempt
        return (false, true, next())
      }
    }
    return (request != nil, false, next())
  }

  /// A picture is marked and ready for a terminal of that ability.
  mutating func dressed(
    _ picture: Picture, for key: Key, by ability: PictureAbility, cost: Int
  ) -> (isNews: Bool, steps: [Step]) {
    dressing.remove(key)
    guard self.ability == ability else { return (true, next()) }
    shelf.put(picture, for: key, cost: cost, keeping: kept)
    let isNews = visible.contains { request in
      self.key(request) == key || older(request).map { self.key($0) == key } == true
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
  private var fitting: [ImageRequest] {
    var left = shelf.budget - visible.reduce(0) { $0 + Self.cost($1) }
    return Array(
      ahead.prefix { request in
        left -= Self.cost(request)
        return left >= 0
      })
  }

  /// Bytes a request will take at the most: its pixels, those marked, and those laid out for the terminal.
  private static func cost(_ request: ImageRequest) -> Int {
    guard case .page(_, _, let drawing) = request.source else { return 1 << 20 }
    let pixels = drawing.frame.width * drawing.frame.height
    return pixels * (request.marks.isEmpty ? 7 : 11)
  }

  private mutating func next() -> [Step] {
    var steps: [Step] = []
    var isIdle = true
    for request in visible where !advance(request, isVisible: true, &steps) { isIdle = false }
    guard isIdle, !drawings.values.contains(where: { !$0.isVisible }) else { return steps }
    // One at a time: the next key finds a worker free.
    for request in fitting where !advance(request, isVisible: false, &steps) { break }
    return steps
  }

  /// Whether nothing more is to be done for a request; else its next step is begun, or under way.
  private mutating func advance(
    _ request: ImageRequest, isVisible: Bool, _ steps: inout [Step]
  ) -> Bool {
    let key = key(request)
    if shelf.has(key, isFresh: !isVisible) { return true }
    if let plain = shelf.picture(Key(source: request.source)) {
      if dressing.insert(key).inserted { steps.append(.dress(plain, request, key, ability)) }
      return false
    }
    // What is marked meanwhile is seen on the picture that stays until then.
    if isVisible, let older = older(request) {
      let key = self.key(older)
      if !shelf.has(key), let plain = shelf.picture(Key(source: older.source)),
        dressing.insert(key).inserted
      {
        steps.append(.dress(plain, older, key, ability))
      }
    }
    if failed[request.source] == request.attempt { return true }
    if let known = drawings[request.source] {
      if isVisible, !known.isVisible {
        drawings[request.source]?.isVisible = true
        steps.append(.urge(serial: known.serial))
      }
      return false
    }
    if !isVisible, tooSlowAhead.contains(request.source) { return true }
    // Thumbnails come by themselves.
    guard case .page = request.source else { return true }
    lastSerial += 1
    drawings[request.source] = Drawing(
      serial: lastSerial, isVisible: isVisible, isShort: !isVisible)
    steps.append(
      .draw(
        request.source, serial: lastSerial, isVisible: isVisible,
        seconds: isVisible ? request.seconds : nil))
    return false
  }
}

/// Why a picture was not drawn.
enum DrawingFailure: Error, Equatable {
  case cancelled, tooSlow
  case other
}
