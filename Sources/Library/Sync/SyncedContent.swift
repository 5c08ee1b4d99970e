import DocumentModel
import Store
import Sync

/// The values of this machine's library that are synchronised, as they are now.
struct SyncedContent {
  /// A value and when it was set, in milliseconds; nil if not known.
  struct Item {
    var value: String
    var time: Int64?
    /// Whether it is the position at which documents are opened first.
    var isBeginning = false
  }

  private(set) var items: [SyncKey: Item] = [:]
  /// Documents with a stored reading state, by fingerprint.
  private(set) var read: Set<String> = []
  /// The documents that are here, by fingerprint, with all their paths.
  let paths: [String: [String]]
  /// Annotations that the journal knows to be deleted.
  private var deleted: Set<SyncKey> = []

  private(set) var order = FavouriteOrder()

  /// Whether the absence of a value means that the user has deleted it.
  func isDeleted(_ key: SyncKey) -> Bool {
    switch key.kind {
    case .position: false
    case .mark: read.contains(key.document)
    case .tag: paths[key.document] != nil
    case .annotation: deleted.contains(key)
    case .favourite: key.document.isEmpty || paths[key.document] != nil
    case .favouriteOrder: false
    case .tagColor: true
    case .setting: true
    }
  }

  /// Reads the library. `fingerprints` are those of existing files by path; `home` abbreviates the paths of folders.
  init(
    _ store: LibraryStore, fingerprints: [String: String], tracked: Set<SyncKey>, home: String,
    now: Int64
  ) throws(StoreError) {
    paths = Dictionary(grouping: fingerprints.keys.sorted()) { fingerprints[$0] ?? "" }
    try takeReading(store, fingerprints)
    try takeTags(store, fingerprints)
    try takeFavourites(store, fingerprints, home: home)
    try takeAnnotations(store, fingerprints, tracked, now: now)
  }

  mutating func set(settings: [String: String]) {
    for (name, value) in settings { put(SyncKey(.setting, id: name), value) }
  }

  private mutating func put(
    _ key: SyncKey, _ value: String?, time: Int64? = nil, isBeginning: Bool = false
  ) {
    guard let value, items[key] == nil else { return }
    items[key] = Item(value: value, time: time, isBeginning: isBeginning)
  }

  /// Takes the reading states; of several copies of a document the one read last counts.
  private mutating func takeReading(
    _ store: LibraryStore, _ fingerprints: [String: String]
  ) throws(StoreError) {
    let rows = try store.connection.statement(
      "SELECT path, reading, read_at FROM document WHERE path <> '' ORDER BY read_at DESC, id DESC"
    ).run { ($0.text(0), $0.text(1), Int64($0.integer(2)) * 1_000) }
    for (path, text, time) in rows {
      guard let document = fingerprints[path], read.insert(document).inserted,
        let state = JSONText.content(text, as: ReadingState.self)
      else { continue }
      put(
        SyncKey(.position, document: document),
        SyncValue.text(SyncedPlace(state.place, share: state.share)), time: time,
        isBeginning: state.place == Place(page: 0))
      for mark in state.marks {
        put(
          SyncKey(.mark, document: document, id: mark.name), SyncValue.text(SyncedMark(mark)),
          time: time)
      }
    }
  }

  private mutating func takeTags(
    _ store: LibraryStore, _ fingerprints: [String: String]
  ) throws(StoreError) {
    let rows = try store.connection.statement(
      """
      SELECT file.path, tag.name FROM tagging JOIN tag ON tag.id = tagging.tag
      JOIN file ON file.id = tagging.file
      """
    ).run { ($0.text(0), $0.text(1)) }
    for (path, name) in rows {
      guard let document = fingerprints[path], TagName(name)?.text == name else { continue }
      put(SyncKey(.tag, document: document, id: name), "true")
    }
    let colors = try store.connection.statement("SELECT name, color FROM tag WHERE color <> ''")
      .run { ($0.text(0), $0.text(1)) }
    for (name, color) in colors where TagName(name)?.text == name {
      put(SyncKey(.tagColor, id: name), SyncValue.text(color))
    }
  }

  private mutating func takeFavourites(
    _ store: LibraryStore, _ fingerprints: [String: String], home: String
  ) throws(StoreError) {
    for favourite in try store.favourites.list() {
      let name = SyncValue.text(CleanText.line(favourite.name))
      if favourite.isFolder {
        let path = PathParts.shortened(favourite.path, home: home)
        guard CleanText.line(path) == path, path.utf8.count <= SyncLimits.id else { continue }
        put(SyncKey(.favourite, id: path), name)
        order.add(path)
      } else if let document = fingerprints[favourite.path] {
        put(SyncKey(.favourite, document: document), name)
        order.add(document)
      }
    }
  }

  /// Takes the value of the favourites' order that the library has, seen beside another one.
  mutating func set(favouriteOrder value: String?) {
    items[FavouriteOrder.key] = value.map { Item(value: $0, time: nil, isBeginning: false) }
  }

  /// Edits younger than this may still be written into their PDF, in seconds.
  private static let settling = 60
  /// The PDFs with such edits, which are not taken yet, by path.
  private(set) var unsettled: [String] = []

  /// Takes the annotations that are not in their files, and those that once were not.
  private mutating func takeAnnotations(
    _ store: LibraryStore, _ fingerprints: [String: String], _ tracked: Set<SyncKey>, now: Int64
  ) throws(StoreError) {
    let records = store.annotations
    let synced = Set(tracked.map(\.document))
    let paths = fingerprints.filter { synced.contains($0.value) }.keys.sorted()
    let values: [Value] = [
      .integer(now / 1_000 - Int64(Self.settling)), .text(JSONText.of(paths)),
    ]
    let isYoung =
      """
      lower(path) LIKE '%.pdf' AND path NOT IN (SELECT value FROM json_each(?2))
        AND (SELECT max(done_at) FROM deed WHERE document = annotated.id) > ?1
      """
    let isAhead = "(SELECT max(number) FROM deed WHERE document = annotated.id) > written_deed"
    unsettled = try records.documents("path <> '' AND \(isAhead) AND \(isYoung)", values)
      .map(\.path).filter { fingerprints[$0] != nil }
    let documents = try records.documents(
      """
      path <> '' AND (path IN (SELECT value FROM json_each(?2)) OR \(isAhead) AND NOT (\(isYoung)))
      ORDER BY id DESC
      """, values)
    for row in documents {
      guard let document = fingerprints[row.path] else { continue }
      let history = AnnotationHistory(try records.entries(of: row.id, after: 0))
      let detached = history.detached
      let pending = Set(history.changes(after: row.written?.lastEntry ?? 0).compactMap(\.id))
        .union(detached.map(\.id))
      func key(_ id: AnnotationID) -> SyncKey {
        SyncKey(.annotation, document: document, id: id.name)
      }
      func isSynced(_ id: AnnotationID) -> Bool {
        pending.contains(id) || tracked.contains(key(id))
      }
      for annotation in detached where isSynced(annotation.id) {
        put(key(annotation.id), Self.text(annotation, isDetached: true))
      }
      for (id, annotation) in Self.latest(history) where isSynced(id) {
        if let annotation {
          put(key(id), Self.text(annotation, isDetached: false))
        } else if items[key(id)] == nil {
          deleted.insert(key(id))
        }
      }
    }
  }

  /// Returns the annotations of a journal as last edited; nil for a deleted one.
  private static func latest(_ history: AnnotationHistory) -> [AnnotationID: Annotation?] {
    var latest: [AnnotationID: Annotation?] = [:]
    for entry in history.entries(after: 0) {
      for change in entry.step.unplaced + entry.step.changes {
        if let id = change.id { latest[id] = .some(change.after) }
      }
    }
    return latest
  }

  /// Returns an annotation as text, without properties that hold on this machine only; nil if it is too large for a line.
  private static func text(_ annotation: Annotation, isDetached: Bool) -> String? {
    var annotation = annotation
    if isDetached { annotation.anchor?.reading = nil } else { annotation.anchor = nil }
    annotation.flags.remove(.hasAppearance)
    let text = SyncValue.text(SyncedAnnotation(annotation, isDetached: isDetached))
    return text.flatMap { $0.utf8.count < SyncLimits.line - 1_024 ? $0 : nil }
  }
}
