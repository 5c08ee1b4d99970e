import Canvas
import DocumentModel
import Messages
import Widgets

/// Larger listings are sorted off the screen's thread.
private let fewEntries = 3_000

/// Milliseconds in which what becomes known of documents is gathered before rows move.
private let orderingRest = 700

extension BrowserTab {
  /// Whether a folder is listed with default options.
  var isPlain: Bool {
    filter.isEmpty && options.withoutPictures == ListOptions() && place.folder != nil
  }

  /// Whether recent documents and favourites keep their own order until the user sorts.
  package var keepsOrder: Bool {
    !isOrderRequested && (place == .recents || place == .favourites || place == .trash)
  }
}

extension Browser {
  mutating func takeFacts(
    _ id: Int, _ generation: Int, _ facts: [FilePath: FileFacts],
    _ documents: [FilePath: DocumentFacts], areAll: Bool, environment: Environment
  ) -> [Effect] {
    guard let index = self.index(ofTab: id), tabs[index].generation == generation else {
      return []
    }
    note(documents.values, in: index)
    let hasOtherTags = documents.contains { key, new in
      tabs[index].documents[key].map { $0.tags != new.tags } ?? false
    }
    if areAll {
      tabs[index].facts = facts
      tabs[index].documents.merge(documents) { $1 }
      return order(index, environment: environment)
    }
    let isMoved = changesSections(index, facts, documents, environment: environment)
    let isOutOfOrder = changesOrder(index, facts, documents)
    var effects = lookAgain(index, facts)
    tabs[index].facts.merge(facts) { $1 }
    tabs[index].documents.merge(documents) { $1 }
    if isMoved {
      effects += order(index, environment: environment)
    } else if isOutOfOrder {
      effects += orderSoon(index)
    }
    return hasOtherTags || hasNewTag(documents)
      ? effects + [.browse(.loadSidebar)] : effects
  }

  /// Requests unknown facts of visible rows.
  mutating func rowRequests(pictures: PictureView, size: Size) -> [Effect] {
    // Only the visible browser needs thumbnails.
    guard isShown, let tab = current else {
      return thumbnailRequests(pictures: pictures, size: size)
    }
    let layout = BrowserLayout(self, size: size)
    // An invisible sidebar cannot have the focus.
    if layout.sidebar == nil { focus = .list }
    let keys = revealRows(layout, pictures: pictures, size: size).compactMap { tab.entry($0)?.key }
      .filter { !tab.requested.contains($0) }
    var effects =
      previewRequest(size: size) + previewThumbnailRequest(pictures: pictures, size: size)
      + thumbnailRequests(pictures: pictures, size: size)
    guard !keys.isEmpty else { return effects }
    tabs[self.tab].requested.formUnion(keys)
    effects.append(
      .browse(.facts(tab: tab.id, generation: tab.generation, tab.place, keys: keys, .inSight))
    )
    return effects
  }

  /// Takes entries in; those of a reading that has been overtaken are dropped.
  mutating func listed(
    _ id: Int, _ generation: Int, _ entries: [FolderEntry], _ rows: [Int32]?, isWhole: Bool,
    environment: Environment
  ) -> [Effect] {
    guard let index = self.index(ofTab: id), tabs[index].generation == generation,
      isWhole || !tabs[index].isWhole
    else { return [] }
    let isPlain = tabs[index].isPlain
    // Showing nothing for a moment is better than another order or a wrong cursor.
    if !isWhole, !tabs[index].isSlow {
      let request = tabs[index].request
      guard isPlain, request.map({ request in entries.contains { $0.key == request } }) ?? true
      else {
        return []
      }
    }
    tabs[index].phase = .there
    tabs[index].isWhole = isWhole
    if isWhole { tabs[index].isReading = false }
    // Changes that arrived while reading are read in another pass.
    let again = isWhole && tabs[index].isStale && index == tab
    var effects: [Effect] = []
    if let rows, isPlain {
      tabs[index].entries = entries
      if isWhole { keepMarks(index) }
      tabs[index].take(rows: rows)
      tabs[index].sections = []
    } else {
      tabs[index].incoming = entries
      effects = order(index, environment: environment)
    }
    return again ? effects + refresh() : effects
  }

  /// Sorts the rows of a tab, at once or, if there are many, in the background.
  mutating func order(_ index: Int, environment: Environment) -> [Effect] {
    tabs[index].orderSerial += 1
    let tab = tabs[index]
    var effects: [Effect] = []
    let order = listOrder(of: tab, environment: environment)
    let scope = scope(of: tab)
    if tab.scopeAsked == .allContents, scope != .allContents {
      tabs[index].scopeAsked = scope
      effects.append(.browse(.leaveUnread(tab: tab.id)))
    }
    if let scope, tab.scopeAsked.map({ $0 < scope }) ?? true {
      tabs[index].scopeAsked = scope
      effects.append(
        .browse(
          .facts(
            tab: tab.id, generation: tab.generation, tab.place, keys: order.entries.map(\.key),
            scope)))
    }
    if order.entries.count <= fewEntries {
      takeIncoming(index)
      let rows = order.rows() ?? []
      tabs[index].take(rows: rows)
      tabs[index].sections = order.sections(of: rows)
      return effects
    }
    return effects + [
      .browse(
        .order(tab: tab.id, generation: tab.generation, serial: tab.orderSerial, order))
    ]
  }

  fileprivate func listOrder(of tab: BrowserTab, environment: Environment) -> ListOrder {
    var options = tab.options
    // Collections show all files.
    if tab.place.folder == nil { options.showsAll = true }
    var order = ListOrder(
      entries: tab.incoming ?? tab.entries, types: types, facts: tab.facts,
      documents: tab.documents, trashed: tab.trashed,
      options: options, filter: tab.filter.text, keepsOrder: tab.keepsOrder, zone: environment.zone)
    order.folderSizes = tab.folderSizes
    return order
  }

  /// The facts of all rows needed for sorting; nil if none.
  fileprivate func scope(of tab: BrowserTab) -> FactScope? {
    [
      tab.options.sort.scope, tab.options.showsTitles ? .allContents : nil,
      tab.options.grouping?.scope,
    ].compactMap(\.self).max()
  }

  /// Sorts with the facts that arrived meanwhile.
  mutating func orderDue(_ id: Int, _ generation: Int, environment: Environment) -> [Effect] {
    guard let index = self.index(ofTab: id), tabs[index].generation == generation,
      tabs[index].isOrderDue
    else { return [] }
    tabs[index].isOrderDue = false
    return order(index, environment: environment)
  }

  /// Requests the preview of the entry under the cursor, once per entry.
  fileprivate mutating func previewRequest(size: Size) -> [Effect] {
    guard BrowserLayout(self, size: size).preview != nil, let tab = current,
      let entry = tab.current
    else {
      if !preview.path.isEmpty { preview = emptied(preview) }
      return []
    }
    let path = tab.path(of: entry)
    if FilePath(path) != FilePath(preview.path) {
      preview = emptied(preview)
      preview.path = path
    } else {
      // The old preview stays until the new one arrives; a file that changes constantly is still read completely now
      // and then.
      guard preview.isStale, !preview.isAwaited else { return [] }
      preview.serial += 1
      preview.isPictureAsked = false
    }
    preview.isStale = false
    if [.special, .brokenLink, .gone].contains(entry.kind) { return [] }
    preview.isAwaited = true
    return [
      .browse(
        .preview(
          serial: preview.serial, path: path, isFolder: entry.kind == .folder,
          tab.options))
    ]
  }

  /// Deselects entries that no longer exist.
  fileprivate mutating func keepMarks(_ index: Int) {
    guard !tabs[index].marked.isEmpty else { return }
    let keys = Set(tabs[index].entries.map(\.key))
    tabs[index].marked.formIntersection(keys)
  }

  /// Replaces the shown list by the newer one that is now sorted.
  fileprivate mutating func takeIncoming(_ index: Int) {
    guard let incoming = tabs[index].incoming else { return }
    tabs[index].entries = incoming
    tabs[index].incoming = nil
    keepMarks(index)
  }

  /// Schedules a sort after new facts, so that rows move together and not one by one.
  fileprivate mutating func orderSoon(_ index: Int) -> [Effect] {
    guard !tabs[index].isOrderDue else { return [] }
    tabs[index].isOrderDue = true
    let tab = tabs[index]
    return [.remind(.order(tab: tab.id, generation: tab.generation), milliseconds: orderingRest)]
  }

  /// Whether new facts change the sort keys of rows.
  fileprivate func changesOrder(
    _ index: Int, _ facts: [FilePath: FileFacts], _ documents: [FilePath: DocumentFacts]
  ) -> Bool {
    let tab = tabs[index]
    guard !tab.keepsOrder else { return false }
    let sort = tab.options.sort
    if sort.scope == .allFiles, facts.contains(where: { $0.value != tab.facts[$0.key] }) {
      return true
    }
    return documents.contains { key, new in
      let old = tab.documents[key] ?? DocumentFacts()
      if tab.options.showsTitles, old.title != new.title { return true }
      return switch sort {
      case .title: old.title != new.title
      case .author: old.author != new.author
      case .pages: old.pages != new.pages
      case .year: old.created != new.created
      case .progress: old.progress != new.progress
      case .tags: old.tags.map(\.name) != new.tags.map(\.name)
      case .name, .size, .modified, .kind, .deleted, .origin: false
      }
    }
  }

  mutating func ordered(
    _ id: Int, _ generation: Int, _ serial: Int, _ rows: [Int32], _ sections: [GallerySection]
  ) -> [Effect] {
    guard let index = self.index(ofTab: id), tabs[index].generation == generation,
      tabs[index].orderSerial == serial
    else { return [] }
    takeIncoming(index)
    tabs[index].take(rows: rows)
    tabs[index].sections = sections
    return []
  }

  /// Whether another program gave a tag that the sidebar has not.
  fileprivate func hasNewTag(_ documents: [FilePath: DocumentFacts]) -> Bool {
    guard !sidebar.items.isEmpty else { return false }
    let known = Set((sidebar.items[.tags] ?? []).map(\.title))
    return documents.values.contains { $0.tags.contains { !known.contains($0.name) } }
  }

  /// Columns get their room when the first row has something in them.
  mutating func note(_ documents: some Sequence<DocumentFacts>, in index: Int) {
    for known in documents {
      if !known.tags.isEmpty || known.isFavourite { tabs[index].filled.insert(.tags) }
      if known.progress != nil { tabs[index].filled.insert(.progress) }
      if known.pages != nil { tabs[index].filled.insert(.pages) }
      if !known.title.isEmpty { tabs[index].filled.insert(.title) }
      if !known.author.isEmpty { tabs[index].filled.insert(.author) }
    }
  }
}

private func emptied(_ preview: Preview) -> Preview {
  var next = Preview()
  next.serial = preview.serial + 1
  return next
}
