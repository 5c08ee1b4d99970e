import Canvas
import DocumentModel
import Messages
import Pictures

/// Tracks which images are requested, in memory or in progress, and decides what to do next. A
/// value type, so that it can be tested without workers.
///
/// A worker draws an image, which is then marked and encoded for the terminal if necessary. Images that may be wanted next are drawn
/// one at a time once everything visible is ready, as long as they fit into the budget.
struct ImageScheduler: Sendable {
  typealias Source = ImageRequest.Source
  typealias Key = ImageCache.Key

  /// An action for the caller; actions must be carried out in order.
  enum Step: Sendable {
    case draw(Source, serial: Int, isVisible: Bool, seconds: Int?)
    /// Raises the priority of a drawing that has become visible.
    case urge(serial: Int)
    case withdraw(serial: Int)
    case encode(Picture, ImageRequest, Key, PictureAbility)
  }

  private struct Drawing: Sendable {
    var serial: Int
    var isVisible: Bool
    /// Whether it runs with the shorter time limit for pages that are not visible.
    var isShort: Bool
  }

  private(set) var cache: ImageCache
  private(set) var ability = PictureAbility(.none)
  private var visible: [ImageRequest] = []
  private var ahead: [ImageRequest] = []
  private var drawings: [Source: Drawing] = [:]
  private var encoding: Set<Key> = []
  /// Images that could not be drawn, each with the request's attempt number.
  private var failed: [Source: Int] = [:]
  /// Images not drawn within the time limit for pages that are not visible.
  private var tooSlowAhead: Set<Source> = []
  private var lastSerial = 0
  /// Whether the visible requests have changed since the requests ahead were last set.
  private var isSeenOnly = false

  /// `budget` is in bytes.
  init(budget: Int) { cache = ImageCache(budget: budget) }

  /// Switches to another way of showing images and drops those encoded for the old one.
  mutating func serve(_ ability: PictureAbility) {
    guard self.ability != ability else { return }
    self.ability = ability
    cache.forgetEncoded()
  }

  /// Returns the key of the image that satisfies a request.
  func key(_ request: ImageRequest) -> Key {
    let depends = PictureCode.dependsOnPlace(ability)
    let isSent = if case .kitty = ability.way { true } else { false }
    guard depends || isSent || !request.marks.isEmpty else { return Key(source: request.source) }
    return Key(
      source: request.source,
      encoding: .init(
        marks: request.marks, part: depends ? request.part : nil,
        cells: depends ? [request.place.width, request.place.height] : []))
  }

  /// Returns what can be shown for a request: the requested image or a stand-in.
  mutating func find(_ request: ImageRequest) -> (picture: Picture, part: PixelRect?)? {
    if let picture = cache.picture(key(request)) { return (picture, request.part) }
    if let older = older(request), let picture = cache.picture(key(older)) ?? cache.last(key(older))
    {
      return (picture, request.part)
    }
    // On terminals that paint images onto cells, painting a stand-in first would double the cost.
    guard !PictureCode.dependsOnPlace(ability) else { return nil }
    if !request.marks.isEmpty {
      var plain = request
      plain.marks = []
      if let picture = cache.picture(key(plain)) { return (picture, request.part) }
    }
    switch request.source {
    case .page(_, _, let wanted):
      let frame = wanted.frame
      let seen = request.part ?? PixelRect(x: 0, y: 0, width: frame.width, height: frame.height)
      if let other = cache.standIn(for: request.source, seen) { return (other.picture, other.part) }
      guard let source = request.standIn, let whole = cache.picture(Key(source: source)),
        let part = wanted.counterpart(of: seen, in: whole.bitmap)
      else { return nil }
      return (whole, part)
    case .thumbnail(let path, _):
      // Another size of the same thumbnail is the same image, but its parts do not correspond.
      guard request.part == nil else { return nil }
      return cache.thumbnail(path).map { ($0, nil) }
    }
  }

  /// Returns the request for the same drawing of an older generation, which stays visible until the page is redrawn; nil if there is none.
  private func older(_ request: ImageRequest) -> ImageRequest? {
    let isEncoded = key(request).encoding != nil
    guard
      let source = cache.older(request.source, since: request.alikeSince)
        ?? request.origins.first(where: { cache.shows($0, isEncoded: false) }),
      !cache.shows(request.source, isEncoded: isEncoded)
    else { return nil }
    var older = request
    older.source = source
    older.marks = request.marksBefore
    return older
  }

  /// Whether an image is in memory; marks it as the most recently used.
  mutating func has(_ source: Source) -> Bool { cache.picture(Key(source: source)) != nil }

  /// Stores an image that was not drawn for a request here, such as a file's thumbnail.
  mutating func put(_ picture: Picture, for source: Source, cost: Int) -> [Step] {
    let key = Key(source: source)
    guard !cache.has(key) else { return [] }
    cache.put(picture, for: key, cost: cost, keeping: kept)
    return next()
  }

  /// Sets the visible requests and starts work for these only.
  mutating func see(_ visible: [ImageRequest]) -> [Step] {
    guard self.visible != visible else { return [] }
    self.visible = visible
    isSeenOnly = true
    var steps: [Step] = []
    for request in visible { _ = advance(request, isVisible: true, &steps) }
    return steps
  }

  /// Sets the visible requests and the likely next ones.
  mutating func want(_ visible: [ImageRequest], ahead: [ImageRequest]) -> [Step] {
    guard self.visible != visible || self.ahead != ahead || isSeenOnly else { return [] }
    isSeenOnly = false
    self.visible = visible
    self.ahead = ahead
    let seen = Set(visible.map(\.source))
    let older = Set(visible.compactMap { self.older($0)?.source })
    for case .page(let document, let generation, _) in seen {
      cache.forget(document, except: generation, keeping: older)
    }
    failed = failed.filter { seen.contains($0.key) }
    tooSlowAhead.formIntersection((visible + ahead).map(\.source))
    var steps: [Step] = []
    // A drawing that was started ahead may finish: there is only one at a time.
    for (source, drawing) in drawings where drawing.isVisible && !seen.contains(source) {
      if ahead.contains(where: { $0.source == source }) { continue }
      drawings[source] = nil
      steps.append(.withdraw(serial: drawing.serial))
    }
    return steps + next()
  }

  /// Takes the result of a worker's drawing; returns whether to report new images or a failure, and the next steps.
  mutating func drawn(
    _ source: Source, serial: Int, _ result: Result<(Picture, cost: Int), DrawingFailure>
  ) -> (isNews: Bool, isFailed: Bool, steps: [Step]) {
    let drawing = drawings[source]?.serial == serial ? drawings.removeValue(forKey: source) : nil
    let request = visible.first { $0.source == source }
    switch result {
    case .success(let (picture, cost)):
      cache.put(picture, for: Key(source: source), cost: cost, keeping: kept)
      // An image that must still be encoded replaces the older one in `encoded`.
      if let request, key(request).encoding == nil { forgetOlder(than: source) }
    // The request was cancelled, or its document is closed.
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

  /// Takes an image that was marked and encoded for a terminal with `ability`.
  mutating func encoded(
    _ picture: Picture, for key: Key, by ability: PictureAbility, cost: Int
  ) -> (isNews: Bool, steps: [Step]) {
    encoding.remove(key)
    guard self.ability == ability else { return (true, next()) }
    cache.put(picture, for: key, cost: cost, keeping: kept)
    let isNews = visible.contains { request in
      self.key(request) == key || older(request).map { self.key($0) == key } == true
    }
    forgetOlder(than: key.source)
    return (isNews, next())
  }

  /// Drops the older images a drawing replaces, unless they stand in for another page.
  private mutating func forgetOlder(than source: Source) {
    let needed = Set(visible.compactMap { older($0)?.source })
    cache.forgetOlder(than: source, keeping: needed)
  }

  mutating func forget(_ document: DocumentID) { cache.forget(document) }
  mutating func forgetEncoded() { cache.forgetEncoded() }

  /// The images that must not be evicted: the visible ones, and those ahead that fit into the budget.
  private var kept: Set<Key> {
    Set(
      (visible + visible.compactMap { older($0) } + fitting).flatMap {
        [Key(source: $0.source), key($0)]
      })
  }

  /// The requests ahead that fit into the budget beside the visible ones.
  private var fitting: [ImageRequest] {
    var left = cache.budget - visible.reduce(0) { $0 + Self.cost($1) }
    return Array(
      ahead.prefix { request in
        left -= Self.cost(request)
        return left >= 0
      })
  }

  /// The most bytes a request can take: its pixels, the marked pixels and the pixels encoded for the terminal.
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
    // One at a time, so that a worker is free when the user presses the next key.
    for request in fitting where !advance(request, isVisible: false, &steps) { break }
    return steps
  }

  /// Whether a request needs no more work; otherwise its next step is started or already in progress.
  private mutating func advance(
    _ request: ImageRequest, isVisible: Bool, _ steps: inout [Step]
  ) -> Bool {
    let key = key(request)
    if cache.has(key, isFresh: !isVisible) { return true }
    if let plain = cache.picture(Key(source: request.source)) {
      if encoding.insert(key).inserted { steps.append(.encode(plain, request, key, ability)) }
      return false
    }
    // Marks added meanwhile are shown on the older image until the page is redrawn.
    if isVisible, let older = older(request) {
      let key = self.key(older)
      if !cache.has(key), let plain = cache.picture(Key(source: older.source)),
        encoding.insert(key).inserted
      {
        steps.append(.encode(plain, older, key, ability))
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
    // Thumbnails are delivered by `put`.
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

/// The reason why an image was not drawn.
enum DrawingFailure: Error, Equatable {
  case cancelled, tooSlow
  case other
}
