import DocumentModel
import Platform
import Store
import Sync

/// One comparison of the library with the values of other machines.
struct SyncComparison {
  private let store: LibraryStore
  private let terms: SyncLibrary.Terms
  private(set) var outcome = SyncOutcome()
  private var content: SyncedContent?
  private var registers: [SyncRegister] = []
  private var met: [SyncKey: SyncDecision.Shadow] = [:]
  private var shadows: [(SyncKey, SyncDecision.Shadow)] = []
  /// Values of this machine that others have replaced without knowing them.
  private var overtaken: [SyncRegister] = []
  private var reading: [String: ReadingChange] = [:]
  private var annotations: [SyncRegister] = []
  private var colors: [SyncRegister] = []

  /// Changes that others have made to a document's reading state.
  private struct ReadingChange {
    var place: (SyncedPlace, Int64)?
    var marks: [String: Mark?] = [:]
  }

  init(_ store: LibraryStore, _ terms: SyncLibrary.Terms) {
    self.store = store
    self.terms = terms
  }

  /// Decides about all values; changes nothing.
  mutating func run(_ others: [SyncRegister]) throws(StoreError) {
    let rows = try SyncRecords(connection: store.connection).rows()
    met = rows.compactMapValues(\.shadow)
    outcome.replica = SyncReplica(rows.values.compactMap(\.register))
    var content = try SyncedContent(
      store, fingerprints: terms.fingerprints,
      tracked: Set((Array(rows.keys) + others.map(\.key)).lazy.filter { $0.kind == .annotation }),
      home: terms.home, now: terms.now)
    content.set(settings: terms.settings ?? [:])
    outcome.unsettled = content.unsettled
    setOrder(&content, beside: met[FavouriteOrder.key]?.value)
    self.content = content
    // Local values are recorded before the merge: the user set them without knowing what arrives now.
    for key in met.keys.sorted() where isHere(key, content) {
      decide(key, content, recordsOnly: true)
    }
    for register in others { merge(register) }
    let order = outcome.replica[FavouriteOrder.key]?.value
    if met[FavouriteOrder.key] == nil || content.order.agrees(with: order) {
      setOrder(&content, beside: order)
    }
    let keys = Set(content.items.keys).union(rows.keys).union(outcome.replica.registers.keys)
    for key in keys.sorted() {
      if isHere(key, content) {
        decide(key, content)
      } else if key.kind != .setting, outcome.replica[key]?.value != nil {
        outcome.waiting += 1
      }
    }
    guard !outcome.favourites.isEmpty || outcome.applied.contains(where: isOrder) else { return }
    outcome.favouriteOrder = FavouriteOrder.ids(outcome.replica[FavouriteOrder.key]?.value)
      .compactMap { id in
        let document = FavouriteOrder.favourite(id).document
        return document.isEmpty
          ? PathParts.expanded(id, home: terms.home) : content.paths[document]?.first
      }
  }

  private func isOrder(_ register: SyncRegister) -> Bool { register.key == FavouriteOrder.key }

  /// Sets the order of favourites to the given one if it agrees with the library's, else to the library's within the given one.
  private func setOrder(_ content: inout SyncedContent, beside value: String?) {
    if content.order.agrees(with: value) {
      content.set(favouriteOrder: value)
    } else {
      content.set(
        favouriteOrder: content.order.value(among: value) {
          outcome.replica[FavouriteOrder.favourite($0)]?.value != nil
        })
    }
  }

  private func isHere(_ key: SyncKey, _ content: SyncedContent) -> Bool {
    key.kind == .setting
      ? terms.settings != nil : key.document.isEmpty || content.paths[key.document] != nil
  }

  private mutating func merge(_ register: SyncRegister) {
    let old = outcome.replica[register.key]
    guard outcome.replica.merge(register) else { return }
    registers.append(register)
    guard let old, old.stamp.machine == terms.machine, register.isUnaware(of: old) else { return }
    if register.value == nil, old.value != nil, old.key.kind == .annotation {
      // The machine that deleted it had not seen its present value.
      let kept = SyncRegister(
        old.key, old.value, after: register, time: terms.now, machine: terms.machine)
      outcome.replica.merge(kept)
      registers.append(kept)
    } else {
      overtaken.append(old)
      outcome.isUnfinished = true
    }
  }

  private mutating func decide(
    _ key: SyncKey, _ content: SyncedContent, recordsOnly: Bool = false
  ) {
    let (item, shadow) = (content.items[key], met[key])
    // The beginning of a document that was just opened is not a place that was read to.
    let isUnread = shadow?.value == nil && item?.isBeginning == true
    let isUnknown = isUnread || item == nil && !content.isDeleted(key)
    let local = isUnknown ? shadow?.value : item?.value
    var decision = SyncDecision(
      key, local: local, shadow: shadow, known: outcome.replica[key],
      time: item?.time ?? terms.now, machine: terms.machine)
    // Returning to the same place counts as reading: it is newer than places that others reached in between.
    if decision == .agreed, key.kind.isOrderedByTime, let time = item?.time,
      let known = outcome.replica[key], known.value != nil, time > known.stamp.time
    {
      decision = .record(
        SyncRegister(key, local, after: known, time: time, machine: terms.machine))
    }
    switch decision {
    case .record(let register):
      guard !isUnknown else { return }
      outcome.replica.merge(register)
      registers.append(register)
      meet(key, local)
    case .agreed: if !recordsOnly { meet(key, local) }
    case .apply:
      guard !recordsOnly, let register = outcome.replica[key] else { return }
      meet(key, apply(register, content) ? register.value : local)
    }
  }

  /// Notes the value that the library has or gets.
  private mutating func meet(_ key: SyncKey, _ value: String?) {
    let shadow = SyncDecision.Shadow(value)
    guard met[key] != shadow else { return }
    met[key] = shadow
    shadows.append((key, shadow))
  }

  /// Plans a change of the library; returns false if it is not made in this transaction.
  private mutating func apply(_ register: SyncRegister, _ content: SyncedContent) -> Bool {
    let key = register.key
    let paths = content.paths[key.document] ?? []
    switch key.kind {
    case .position:
      guard let text = register.value, let place = SyncValue.content(text, as: SyncedPlace.self)
      else { return false }
      let open = paths.filter(terms.open.contains)
      outcome.offers += open.map { ($0, register) }
      guard open.isEmpty, content.read.contains(key.document) else { return false }
      reading[key.document, default: ReadingChange()].place = (place, register.stamp.time)
    case .mark:
      guard content.read.contains(key.document) else {
        if paths.contains(where: terms.open.contains) { outcome.isEarly = true }
        return false
      }
      let mark = register.value.flatMap { SyncValue.content($0, as: SyncedMark.self) }
      reading[key.document, default: ReadingChange()].marks[key.id] = .some(
        mark?.mark(named: key.id))
    case .annotation: annotations.append(register)
    case .tagColor: colors.append(register)
    case .tag:
      guard let name = TagName(key.id) else { return false }
      outcome.tags += paths.map { path in
        register.value == nil
          ? SyncOutcome.TagEdit(register: register, path: path, removed: [key.id])
          : SyncOutcome.TagEdit(register: register, path: path, added: [name])
      }
      outcome.applied.append(register)
      return false
    case .favourite:
      let name = register.value.flatMap { SyncValue.content($0, as: String.self) }
      let path = paths.first ?? PathParts.expanded(key.id, home: terms.home)
      guard !paths.isEmpty || PathParts.isAbsolute(path) && SystemPath.isThere(path) else {
        outcome.waiting += 1
        return false
      }
      outcome.favourites.append((register, path, name))
      outcome.applied.append(register)
      return false
    case .favouriteOrder, .setting:
      outcome.applied.append(register)
      return false
    }
    outcome.applied.append(register)
    return true
  }

  // MARK: writing

  /// Makes the planned changes.
  func write() throws(StoreError) {
    let records = SyncRecords(connection: store.connection)
    for register in registers where outcome.replica[register.key] == register {
      try records.set(register)
    }
    for (key, shadow) in shadows { try records.set(shadow: shadow, of: key) }
    for (document, change) in reading {
      for path in content?.paths[document] ?? [] { try write(change, at: path) }
    }
    for register in colors {
      let name = register.value.flatMap { SyncValue.content($0, as: String.self) }
      try store.tags.setColor(name.flatMap { TagColor($0) }, of: register.key.id)
    }
    for register in annotations {
      guard let path = content?.paths[register.key.document]?.first else { continue }
      try SyncedAnnotations(store: store).write(register, at: path)
    }
    for old in overtaken {
      guard let path = content?.paths[old.key.document]?.first,
        let new = outcome.replica[old.key]
      else { continue }
      try SyncedAnnotations(store: store).reconcile(old, with: new, at: path)
    }
  }

  private func write(_ change: ReadingChange, at path: String) throws(StoreError) {
    var session = try store.reading.session().flatMap { JSONText.content($0, as: Session.self) }
    let rows = try store.connection.statement(
      "SELECT id, reading, read_at FROM document WHERE path = ?1"
    ).run([.text(path)]) { ($0.integer(0), $0.text(1), Int64($0.integer(2))) }
    for (id, text, readAt) in rows {
      guard var state = JSONText.content(text, as: ReadingState.self) else { continue }
      if let (place, _) = change.place {
        session?.move(path, from: state.place, to: place.place)
        (state.place, state.words, state.share) = (place.place, nil, place.share)
      }
      state.marks.removeAll { change.marks[$0.name] != nil }
      state.marks += change.marks.values.compactMap(\.self)
      state.marks.sort { $0.name < $1.name }
      let time = change.place.map { max(readAt, $0.1 / 1_000) } ?? readAt
      try store.connection.statement(
        "UPDATE document SET reading = ?2, page = ?3, character = ?4, read_at = ?5 WHERE id = ?1"
      ).run([
        .integer(Int64(id)), .text(JSONText.of(state)), .integer(Int64(state.place.page)),
        .integer(Int64(state.place.offset)), .integer(time),
      ])
    }
    // The last session's views are restored where they were.
    if change.place != nil, let session { try store.reading.save(session: JSONText.of(session)) }
  }
}

extension Session {
  fileprivate mutating func move(_ path: String, from old: Place, to new: Place) {
    for index in views.indices where views[index].place == old {
      guard let other = paths[safe: views[index].document], PathParts.same(other, path) else {
        continue
      }
      views[index].place = new
    }
  }
}
