import Canvas
import Dispatch
import DocumentModel
import Interface
import Pictures
import Synchronization
import Workers

/// Has the pictures drawn that are to be seen, and those that may be next while nothing else is to be done, and keeps them.
///
/// It is asked on the screen's thread and never waits: workers draw, and a queue of its own marks pictures and makes them ready for the
/// terminal. Whenever that changes what can be shown, the mailbox gets `picturesChanged`.
final class PictureDesk: Sendable {
  private typealias Key = PictureShelf.Key

  private struct Drawing {
    var wish: Wish
    var document: WorkerDocument
    var priority: Priority
    /// It has the time of what nobody waits for.
    let isShort: Bool
  }

  private struct Holdings {
    var shelf: PictureShelf
    var ability = PictureAbility(.none)
    var visible: [PictureWish] = []
    var ahead: [PictureWish] = []
    var drawings: [PictureWish.Source: Drawing] = [:]
    /// Being marked or made ready.
    var dressing: Set<Key> = []
    /// Not drawn in the time there is for what nobody waits for yet.
    var tooSlowAhead: Set<PictureWish.Source> = []
  }

  private let holdings: Mutex<Holdings>
  private let opened: OpenDocuments
  private let mailbox: Mailbox
  private let queue = DispatchQueue(label: "recto.pictures", qos: .userInteractive)

  /// `budget` in bytes.
  init(opened: OpenDocuments, mailbox: Mailbox, budget: Int) {
    self.opened = opened
    self.mailbox = mailbox
    holdings = Mutex(Holdings(shelf: PictureShelf(budget: budget)))
  }

  /// A picture for a wish: just the one, or one that stands in for it.
  struct Found {
    var picture: Picture
    var part: PixelRect?
    var isExact: Bool
  }

  /// Pictures are shown in another way from now on.
  func serve(_ ability: PictureAbility) {
    holdings.withLock { holdings in
      guard holdings.ability != ability else { return }
      holdings.ability = ability
      holdings.shelf.forgetDressed()
    }
  }

  /// Removes what readers that were killed left for their terminals.
  func sweep() {
    queue.async { TransferFile.sweep() }
  }

  /// What can be shown of each wish now.
  func find(_ wishes: [PictureWish]) -> [Found?] {
    holdings.withLock { holdings in
      wishes.map { wish in
        if let picture = holdings.shelf.picture(Self.key(wish, holdings.ability)) {
          return Found(picture: picture, part: wish.part, isExact: true)
        }
        return Self.standIn(for: wish, &holdings)
      }
    }
  }

  /// The same page without its marks, or drawn in another size. Where pictures are painted onto the cells a second painting costs as
  /// much as the first: nothing stands in there.
  private static func standIn(for wish: PictureWish, _ holdings: inout Holdings) -> Found? {
    guard !PictureCode.dependsOnPlace(holdings.ability) else { return nil }
    if let plain = holdings.shelf.picture(Key(source: wish.source)) {
      return Found(picture: plain, part: wish.part, isExact: false)
    }
    switch wish.source {
    case .page(_, _, let wanted):
      let seen =
        wish.part
        ?? PixelRect(x: 0, y: 0, width: wanted.frame.width, height: wanted.frame.height)
      if let other = holdings.shelf.standIn(for: wish.source, seen) {
        return Found(picture: other.picture, part: other.part, isExact: false)
      }
      guard let source = wish.standIn, let whole = holdings.shelf.picture(Key(source: source)),
        let part = wanted.counterpart(of: seen, in: whole.bitmap)
      else { return nil }
      return Found(picture: whole, part: part, isExact: false)
    case .thumbnail(let path, _):
      // In another size it is the same picture; of a part of it nothing is known.
      guard wish.part == nil, let other = holdings.shelf.thumbnail(path) else { return nil }
      return Found(picture: other, part: nil, isExact: false)
    }
  }

  private static func key(_ wish: PictureWish, _ ability: PictureAbility) -> Key {
    let depends = PictureCode.dependsOnPlace(ability)
    let isSent = if case .kitty = ability.way { true } else { false }
    guard depends || isSent || !wish.marks.isEmpty else { return Key(source: wish.source) }
    return Key(
      source: wish.source,
      dress: .init(
        marks: wish.marks, part: depends ? wish.part : nil,
        cells: depends ? [wish.place.width, wish.place.height] : []))
  }

  /// Takes in what is to be seen and what may be next: work for what is in neither is given up.
  func want(_ visible: [PictureWish], ahead: [PictureWish]) {
    let isNew = holdings.withLock { holdings in
      guard holdings.visible != visible || holdings.ahead != ahead else { return false }
      holdings.visible = visible
      holdings.ahead = ahead
      let sources = Set((visible + ahead).map(\.source))
      for (source, drawing) in holdings.drawings where !sources.contains(source) {
        // What is nearly done is as good as done; what was never wanted to be seen is let be.
        guard drawing.priority == .visible else { continue }
        drawing.document.withdraw(drawing.wish)
        holdings.drawings[source] = nil
      }
      return true
    }
    if isNew { goOn() }
  }

  /// Whether a picture is there, which then is the last to go.
  func has(_ source: PictureWish.Source) -> Bool {
    holdings.withLock { $0.shelf.picture(Key(source: source)) != nil }
  }

  /// A file's thumbnail has come, to be shown wherever it is wished for.
  func put(_ bitmap: Bitmap, for source: PictureWish.Source) {
    let isNew = holdings.withLock { holdings in
      let key = Key(source: source)
      guard !holdings.shelf.has(key) else { return false }
      let kept = Set(
        holdings.visible.flatMap { [Key(source: $0.source), Self.key($0, holdings.ability)] })
      holdings.shelf.put(
        Picture(key: Self.number(source, []), bitmap: bitmap), for: key,
        cost: bitmap.stride * bitmap.size.height, keeping: kept)
      return true
    }
    if isNew { goOn() }
  }

  /// Gives up all there is, that nothing is left where terminals read it.
  func end() {
    want([], ahead: [])
    holdings.withLock { $0.shelf.forgetDressed() }
    queue.sync {}
    holdings.withLock { $0.shelf.forgetDressed() }
  }

  func forget(_ document: DocumentID) {
    holdings.withLock { $0.shelf.forget(document) }
  }

  /// Begins whatever is to be done next.
  private func goOn() {
    let ended: [@Sendable () -> Void] = holdings.withLock { holdings in
      let kept = Set(
        holdings.visible.flatMap {
          [Key(source: $0.source), Self.key($0, holdings.ability)]
        })
      var steps: [@Sendable () -> Void] = []
      var isIdle = true
      for wish in holdings.visible where !advance(wish, .visible, kept, &holdings, &steps) {
        isIdle = false
      }
      // One at a time: the next key finds a worker free.
      for wish in holdings.ahead where isIdle {
        isIdle = advance(wish, .prefetch, kept, &holdings, &steps)
      }
      return steps
    }
    for step in ended { step() }
  }

  /// Whether a wish is fulfilled; else its next step is begun, or under way.
  private func advance(
    _ wish: PictureWish, _ priority: Priority, _ kept: Set<Key>, _ holdings: inout Holdings,
    _ steps: inout [@Sendable () -> Void]
  ) -> Bool {
    let key = Self.key(wish, holdings.ability)
    if holdings.shelf.has(key, isFresh: priority == .prefetch) { return true }
    if let plain = holdings.shelf.picture(Key(source: wish.source)) {
      if holdings.dressing.insert(key).inserted {
        let ability = holdings.ability
        steps.append { [self] in dress(plain, wish, key, ability, kept) }
      }
      return false
    }
    if let known = holdings.drawings[wish.source] {
      if priority == .visible, known.priority != .visible {
        known.document.change(known.wish, to: .visible)
        holdings.drawings[wish.source]?.priority = .visible
      }
      return false
    }
    if priority == .prefetch, holdings.tooSlowAhead.contains(wish.source) { return true }
    guard case .page(let id, let generation, let drawing) = wish.source,
      let document = opened.document(id, generation)
    else { return true }
    let source = wish.source
    let seconds = wish.seconds.map { Duration.seconds($0) }
    let begun = document.draw(
      drawing, priority: priority, deadline: priority == .visible ? seconds : nil
    ) { [self] result in
      drawn(source, result, seconds: wish.seconds ?? 10)
    }
    holdings.drawings[source] = Drawing(
      wish: begun, document: document, priority: priority, isShort: priority != .visible)
    return false
  }

  /// On the pool's thread.
  private func drawn(
    _ source: PictureWish.Source, _ result: Result<PagePicture, WorkerError>, seconds: Int
  ) {
    guard case .page(let id, let generation, let drawing) = source else { return }
    var isSeen = false
    holdings.withLock { holdings in
      // Taken back meanwhile, and perhaps begun anew.
      if case .failure(.cancelled) = result { return }
      let wasShort = holdings.drawings.removeValue(forKey: source)?.isShort == true
      isSeen = holdings.visible.contains { $0.source == source }
      let kept = Set(holdings.visible.map { Key(source: $0.source) })
      switch result {
      case .success(let picture):
        guard let bitmap = Bitmap(picture) else { return }
        let key = Key(source: source)
        holdings.shelf.put(
          Picture(key: Self.number(source, []), bitmap: bitmap), for: key,
          cost: picture.facts.byteCount, keeping: kept)
      case .failure(let error) where wasShort && (error == .timedOut || !isSeen):
        holdings.tooSlowAhead.insert(source)
      case .failure(let error):
        let trouble: PictureTrouble =
          error == .timedOut
          ? .tooSlow(seconds: seconds)
          : .other(Sentences.text(error, file: "page \(drawing.page + 1)"))
        mailbox.post(
          .pictureFailed(id, generation: generation, page: drawing.page, trouble))
      }
    }
    if isSeen { mailbox.post(.picturesChanged) }
    goOn()
  }

  /// The same pixels have the same number.
  private static func number(_ source: PictureWish.Source, _ marks: [PictureMark]) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(source)
    hasher.combine(marks)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private func dress(
    _ plain: Picture, _ wish: PictureWish, _ key: Key, _ ability: PictureAbility,
    _ kept: Set<Key>
  ) {
    queue.async { [self] in
      let bitmap = plain.bitmap.marked(wish.marks, isOnLight: wish.isOnLight)
      let part = (wish.part ?? bitmap.bounds).clamped(to: bitmap.size)
      let cells = Size(width: wish.place.width, height: wish.place.height)
      let code = PictureCode.make(bitmap, part, in: cells, for: ability)
      let own = wish.marks.isEmpty ? 0 : bitmap.stride * bitmap.size.height
      let isSeen = holdings.withLock { holdings in
        holdings.dressing.remove(key)
        guard holdings.ability == ability else { return true }
        holdings.shelf.put(
          Picture(key: Self.number(wish.source, wish.marks), bitmap: bitmap, code: code),
          for: key,
          cost: own + (code?.byteCount ?? 0), keeping: kept)
        return holdings.visible.contains { Self.key($0, ability) == key }
      }
      if isSeen { mailbox.post(.picturesChanged) }
      goOn()
    }
  }
}
