package import DocumentModel
import Text

/// The annotations of an open document by page, and their save status.
package struct AnnotationList: Sendable {
  /// In the order of the file; replies among them.
  private var byPage: [Int: [Annotation]] = [:]
  private var pages: [AnnotationID: Int] = [:]
  private(set) var replies: [AnnotationID: [AnnotationID]] = [:]
  /// Annotations without a place in this version of the document.
  package var detached: [Annotation] = [] {
    didSet {
      for old in oldValue { unlink(old) }
      for annotation in detached { link(annotation) }
      detachedIDs = Set(detached.map(\.id))
    }
  }
  private var detachedIDs: Set<AnnotationID> = []
  /// The previous version's annotations until the user keeps or discards them.
  package var carried: CarriedAnnotations? {
    didSet {
      carriedIDs = Set(carried?.placed.map(\.id) ?? [])
      carriedByPage = Dictionary(grouping: carried?.placed ?? [], by: \.page)
      lights = [:]
    }
  }
  /// Whether the annotations of the previous version are being carried over.
  var isCarryingOver = false
  private(set) var carriedIDs: Set<AnnotationID> = []
  private var carriedByPage: [Int: [Annotation]] = [:]
  /// The annotations of the document's collections.
  package var layer = SharedLayer() {
    didSet { showMembers() }
  }
  /// The members whose annotations are shown; nil for all.
  package var shownMembers: Set<String>? {
    didSet { showMembers() }
  }
  /// Annotations that are shown as the members' edits have them: those of other members, and the user's that were made or changed on another machine.
  private(set) var ofMembers: Set<AnnotationID> = []
  /// The states that the library has of those the user changed on another machine.
  private var local: [AnnotationID: Annotation] = [:]
  package var saveStatus = SaveStatus()
  /// Whether the annotations have been asked for.
  package var isRequested = false
  /// Annotations of pages before this one have been loaded.
  package private(set) var through = 0
  /// Warnings the user has accepted for edits.
  package var consented: Set<AnnotationCaution> = []
  /// Why nothing gets into the file has been said.
  package var reportedObstacle: SaveBlocker?
  /// Whether the document is damaged, and the user keeps edits in the library.
  package var keepsInLibrary = false
  /// An edit to apply once annotations are loaded, made in a document of which this is a copy.
  package var awaitedStep: AnnotationEdit?
  /// The one gone to last.
  package var current: AnnotationID?
  /// Whether the last undo or redo was a redo.
  package var isRedoing = false
  /// The annotation to go to as soon as it is known.
  package var awaited: AnnotationID?
  /// Annotations that this generation's pictures show outdated or not at all.
  package private(set) var undrawn: Set<AnnotationID> = []
  /// Annotations that this generation's pictures show and the previous generation's lack.
  package private(set) var drawnLast: Set<AnnotationID> = []
  /// The annotations in the file that is being reopened for drawing.
  private var drawing: Set<AnnotationID> = []
  /// Whether the file has new annotations and must be drawn again.
  package var awaitsDrawing = false
  /// The words they lie on, as far as their pages have been read.
  package private(set) var quotes: [AnnotationID: String] = [:]
  /// Their reading positions, for pages that have been read: column after column.
  private var places: [AnnotationID: Int] = [:]
  /// When the sections that begin on the pages read are read there.
  private var openings: [Int: [(turn: Int, entry: Int)]] = [:]
  /// Highlights of pages that were shown, computed on demand.
  package var lights: [Int: AnnotationLights] = [:]

  package init() {}

  package var count: Int { pages.count }

  package subscript(id: AnnotationID) -> Annotation? {
    pages[id].flatMap { byPage[$0]?.first { $0.id == id } } ?? detached.first { $0.id == id }
  }

  /// Whether it found no place in this version of the document.
  package func isDetached(_ id: AnnotationID) -> Bool { detachedIDs.contains(id) }

  /// Annotations without a place that are not replies to existing ones.
  package var mainDetached: [Annotation] {
    detached.filter { isMain($0) && $0.replyTo.map { !isDetached($0) } ?? true }
  }

  /// All annotations with a place, in the order of the file, with replies and states.
  package var attached: [Annotation] { pagesWithAny.flatMap { on($0) } }

  /// All annotations, including those without a place.
  var all: [Annotation] { attached + detached }

  package func on(_ page: Int) -> [Annotation] { byPage[page] ?? [] }

  /// The annotations of a page, including those of the previous version.
  func shown(on page: Int) -> [Annotation] { on(page) + carried(on: page) }

  /// The previous version's annotations on a page.
  func carried(on page: Int) -> [Annotation] { carriedByPage[page] ?? [] }

  /// Pages that have any, ascending.
  package var pagesWithAny: [Int] { byPage.keys.sorted() }

  /// All primary annotations in reading order, without replies and states.
  package var inOrder: [Annotation] { pagesWithAny.flatMap { main(on: $0) } }

  /// Returns a page's primary annotations in reading order.
  package func main(on page: Int) -> [Annotation] {
    // Indices are sorted, since moving annotations is expensive.
    let own = on(page).filter { isMain($0) }
    return own.indices.sorted { isBefore(own[$0], own[$1]) ?? ($0 < $1) }.map { own[$0] }
  }

  /// Sorts some annotations by reading order, unknown ones last.
  func ordered(_ annotations: [Annotation]) -> [Annotation] {
    let turns = Dictionary(
      inOrder.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    return annotations.enumerated().sorted { first, second in
      let (a, b) = (turns[first.element.id] ?? .max, turns[second.element.id] ?? .max)
      return (a, first.offset) < (b, second.offset)
    }.map(\.element)
  }

  private func isMain(_ annotation: Annotation) -> Bool {
    guard !annotation.flags.contains(.isState) else { return false }
    return annotation.replyTo.map { pages[$0] == nil } ?? true
  }

  /// Compares by reading order, else by height and then from the left; nil if they are at the same
  /// place.
  private func isBefore(_ a: Annotation, _ b: Annotation) -> Bool? {
    if let first = places[a.id], let second = places[b.id], first != second {
      return first < second
    }
    return a.isAbove(b)
  }

  // MARK: loading

  /// Stores the annotations of pages before `through`, replacing those of pages that are loaded again.
  package mutating func take(_ annotations: [Annotation], through: Int) {
    let byPage = Dictionary(grouping: annotations, by: \.page)
    let known = self.through
    // The pictures were drawn before these came, such as those of the previous version.
    if known > 0 { undrawn.formUnion(annotations.map(\.id).filter { pages[$0] == nil }) }
    for page in byPage.keys where (known..<max(known, through)).contains(page) {
      replace(page, with: byPage[page] ?? [])
    }
    for (page, own) in byPage { replace(page, with: own) }
    self.through = max(known, through)
    showLocal(annotations.map(\.id))
    showMembers()
  }

  /// Shows the members' annotations besides those of file and library, and the user's as they were changed last on another machine.
  private mutating func showMembers() {
    let members = layer.annotations.filter { one in
      guard !ofMembers.contains(one.id), let local = self[one.id] else {
        return layer.own.contains(one.id) || shownMembers?.contains(one.author) ?? true
      }
      return layer.own.contains(one.id)
        && !AnnotationChange.bringing(local, to: one).isEmpty
    }
    let withdrawn = layer.withdrawn.filter { one in
      let kept = ofMembers.contains(one.id) ? local[one.id] : self[one.id]
      return kept.map { !AnnotationChange.bringing($0, to: one).isEmpty } ?? false
    }
    let shown = members + withdrawn
    let ids = Set(shown.map(\.id))
    for id in ids.subtracting(ofMembers) { local[id] = self[id] }
    let gone = ofMembers.subtracting(ids)
    let changes =
      gone.map { AnnotationChange(before: self[$0], after: local.removeValue(forKey: $0)) }
      + shown.map { AnnotationChange(before: self[$0.id], after: $0) }
    ofMembers = ids
    put(changes.filter { !$0.isEmpty })
  }

  /// Annotations are now shown as the library has them.
  private mutating func showLocal(_ ids: some Sequence<AnnotationID>) {
    ofMembers.subtract(ids)
    for id in ids { local[id] = nil }
  }

  /// Adds more search results after the known annotations of their pages.
  mutating func add(_ annotations: [Annotation], detached more: [Annotation]) {
    for annotation in annotations where pages[annotation.id] == nil {
      byPage[annotation.page, default: []].append(annotation)
      note(annotation)
      // Its page may never be read here.
      places[annotation.id] = annotation.anchor?.reading?.turn
    }
    if !more.isEmpty { detached += more }
  }

  /// Counts primary annotations, with and without a place, that satisfy a condition.
  func count(where isWanted: (Annotation) -> Bool) -> Int {
    byPage.values.reduce(mainDetached.count(where: isWanted)) { count, own in
      count + own.count { isMain($0) && isWanted($0) }
    }
  }

  /// Reopens the file with all changes made so far.
  mutating func beginDrawing() {
    awaitsDrawing = false
    // No file has those of members.
    drawing = undrawn.subtracting(ofMembers)
  }

  /// Requests all annotations again; known ones stay visible until they arrive.
  mutating func renew() {
    through = 0
    undrawn.subtract(drawing)
    drawnLast = drawing
    drawing = []
    isRequested = false
  }

  /// An empty list for another version of the file, keeping what the user accepted and requested.
  var forNewVersion: AnnotationList {
    var list = AnnotationList()
    list.consented = consented
    list.reportedObstacle = reportedObstacle
    list.keepsInLibrary = keepsInLibrary
    list.awaitedStep = awaitedStep
    list.current = current
    list.awaited = awaited
    return list
  }

  private mutating func replace(_ page: Int, with annotations: [Annotation]) {
    for old in byPage[page] ?? [] where pages[old.id] == page { forget(old) }
    byPage[page] = annotations.isEmpty ? nil : annotations
    for annotation in annotations { note(annotation) }
    lights[page] = nil
  }

  mutating func note(_ annotation: Annotation) {
    pages[annotation.id] = annotation.page
    link(annotation)
  }

  private mutating func forget(_ annotation: Annotation) {
    pages[annotation.id] = nil
    quotes[annotation.id] = nil
    places[annotation.id] = nil
    unlink(annotation)
  }

  /// Registers a reply with the annotation it replies to.
  private mutating func link(_ annotation: Annotation) {
    if let parent = annotation.replyTo { replies[parent, default: []].append(annotation.id) }
  }

  private mutating func unlink(_ annotation: Annotation) {
    if let parent = annotation.replyTo { replies[parent]?.removeAll { $0 == annotation.id } }
  }

  /// Applies changes of annotations that are this user's.
  mutating func apply(_ changes: [AnnotationChange]) {
    showLocal(changes.compactMap(\.id))
    put(changes)
  }

  private mutating func put(_ changes: [AnnotationChange]) {
    for change in changes {
      guard let id = change.id else { continue }
      if isDetached(id) { detached.removeAll { $0.id == id } }
      // After another change it differs from the file again.
      drawing.remove(id)
      if let page = pages[id], let index = byPage[page]?.firstIndex(where: { $0.id == id }),
        let old = byPage[page]?[index]
      {
        forget(old)
        lights[page] = nil
        if let after = change.after, after.page == page {
          byPage[page]?[index] = after
        } else {
          byPage[page]?.remove(at: index)
          if byPage[page]?.isEmpty == true { byPage[page] = nil }
        }
        if change.after?.page == page {
          change.after.map { note($0) }
          undrawn.insert(id)
          continue
        }
      }
      undrawn.insert(id)
      guard let after = change.after else {
        if current == id { current = nil }
        continue
      }
      byPage[after.page, default: []].append(after)
      note(after)
      lights[after.page] = nil
    }
  }

  /// Keeps the words its annotations lie on, when a page has been read.
  mutating func learn(
    _ content: PageContent, of page: Int, sections: [(number: Int, entry: OutlineEntry)]
  ) {
    lights[page] = nil
    let new = on(page).filter { places[$0.id] == nil }.prefix(AnnotationLights.most)
    let opens = !sections.isEmpty && openings[page] == nil && byPage[page] != nil
    guard !new.isEmpty || opens else { return }
    let words = AnnotatedWords(content)
    if opens { openings[page] = words.openings(sections) }
    for annotation in new {
      // Annotations beside all read text come after it.
      places[annotation.id] = words.turn(of: annotation) ?? .max
      if !annotation.quads.isEmpty { quotes[annotation.id] = words.words(under: annotation) }
    }
  }

  /// Drops what is known of the outline, since another one follows.
  mutating func forgetSections() { openings = [:] }

  /// Returns the outline entry an annotation belongs to; by its height alone if its page has not been
  /// read.
  func section(of annotation: Annotation, _ sections: SectionIndex) -> Int? {
    let page = annotation.page
    guard let turn = places[annotation.id], turn < .max,
      openings[page] != nil || sections.entries(on: page).isEmpty
    else { return sections.entry(page: page, y: annotation.start.y) }
    return sections.entry(page: page, turn: turn, among: openings[page] ?? [])
  }

  /// The words of an annotation or its group; nil if its page has not been read and it does not store them.
  package func quote(of annotation: Annotation) -> String? {
    let own = ([annotation] + members(of: annotation.id)).compactMap { one -> String? in
      if let words = quotes[one.id], !words.isEmpty { return words }
      return one.anchor.flatMap { $0.quote.isEmpty ? nil : $0.quote }
    }
    return own.isEmpty ? nil : own.joined(separator: " … ")
  }
}
