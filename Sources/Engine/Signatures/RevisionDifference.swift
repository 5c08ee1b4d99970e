import DocumentModel

/// Compares a document with the revision of it that was signed.
///
/// Objects are compared by their numbers. Changed ones count as changes of the annotations, fields, signatures and pages that use
/// them, the rest as other changes.
struct RevisionDifference {
  private let old: ObjectFile
  private let new: ObjectFile
  private var changed: Set<PDFObject.Reference> = []
  private var found = LaterChanges()
  /// Fields that were counted, as their places on pages may be objects of their own.
  private var counted: Set<PDFObject.Reference> = []
  private let end: ContinuousClock.Instant

  private static let longest = Duration.seconds(4)
  private static let mostObjects = 1_000_000
  private static let mostPages = 100_000
  private static let mostFields = 100_000
  private static let deepestTree = 64

  init(_ old: ObjectFile, _ new: ObjectFile) {
    (self.old, self.new) = (old, new)
    end = .now + Self.longest
  }

  func changes() -> LaterChanges {
    var work = self
    work.compareObjects()
    work.comparePages()
    work.compareFields()
    work.compareCatalogue()
    work.found.others = work.changed.count
    return work.found
  }

  // MARK: objects

  /// Gathers the objects of the signed revision that are others now; new ones count where they are referred to.
  private mutating func compareObjects() {
    let stated = old.followed(old.trailer["Size"]).integer ?? 0
    if stated > Self.mostObjects { found.isComplete = false }
    for number in stride(from: 1, to: min(stated, Self.mostObjects), by: 1) {
      if number % 256 == 0, isLate { return }
      let place = PDFObject.Reference(number: number, generation: 0)
      let before = old.object(place)
      guard !before.isNull, !Self.isContainer(before) else { continue }
      if !isSame(place, before, new.object(place)) { changed.insert(place) }
    }
    if old.trailer["Root"] != new.trailer["Root"] { found.isComplete = false }
  }

  private var isLate: Bool {
    mutating get {
      guard ContinuousClock.now > end else { return false }
      found.isComplete = false
      return true
    }
  }

  /// Streams that only hold the file together.
  private static func isContainer(_ object: PDFObject) -> Bool {
    guard case .stream(let entries) = object, let type = entries["Type"]?.name else { return false }
    return type == "XRef" || type == "ObjStm"
  }

  private func isSame(_ place: PDFObject.Reference, _ a: PDFObject, _ b: PDFObject) -> Bool {
    guard a == b else { return false }
    guard case .stream = a else { return true }
    return old.data(of: place, isPacked: true) == new.data(of: place, isPacked: true)
  }

  // MARK: pages

  private mutating func comparePages() {
    let (before, after) = (pages(of: old), pages(of: new))
    let kept = pair(before, after)
    var (used, unchanged): (Set<PDFObject.Reference>, Set<PDFObject.Reference>) = ([], [])
    for (index, one) in before.enumerated() {
      let parts = changed.isEmpty ? [] : changedParts(of: one, except: &unchanged)
      used.formUnion(parts)
      if let place = one.reference { changed.remove(place) }
      if let other = kept[index] {
        if !parts.isEmpty || isOther(one, other) { found.pagesChanged += 1 }
        compareAnnotations(one, other)
      }
      if isLate { break }
    }
    changed.subtract(used)
    if found.pagesRemoved + found.pagesAdded > 0 || found.arePagesMoved {
      // The lists of pages differ where pages do.
      changed = changed.filter { old.object($0).dictionary?["Kids"] == nil }
    }
  }

  /// Counts pages added and removed, and returns those that remain by their places among those before.
  private mutating func pair(_ before: [PageNode], _ after: [PageNode]) -> [Int: PageNode] {
    // Pages that are no objects of their own are paired by their places.
    func key(_ index: Int, _ page: PageNode) -> PDFObject.Reference {
      page.reference ?? PDFObject.Reference(number: -index, generation: -1)
    }
    // A page may be listed several times.
    var places: [PDFObject.Reference: [Int]] = [:]
    for (index, page) in after.enumerated().reversed() {
      places[key(index, page), default: []].append(index)
    }
    var kept: [Int: PageNode] = [:]
    var last = -1
    for (index, page) in before.enumerated() {
      guard let place = places[key(index, page)]?.popLast() else { continue }
      kept[index] = after[place]
      if place < last { found.arePagesMoved = true }
      last = place
    }
    found.pagesRemoved = before.count - kept.count
    found.pagesAdded = after.count - kept.count
    return kept
  }

  private mutating func pages(of file: ObjectFile) -> [PageNode] {
    var pages: [PageNode] = []
    PageTree(file).walk(from: 0) { _, page in
      pages.append(page)
      return pages.count < Self.mostPages
    }
    if pages.count == Self.mostPages { found.isComplete = false }
    return pages
  }

  /// Whether a page has other entries now; its annotations do not count.
  private func isOther(_ before: PageNode, _ after: PageNode) -> Bool {
    func own(_ page: PageNode) -> [String: PDFObject] {
      page.entries.filter { !["Annots", "Parent", "Tabs", "LastModified"].contains($0.key) }
    }
    return own(before) != own(after) || before.space != after.space
      || resources(of: before, in: old) != resources(of: after, in: new)
  }

  /// Returns the changed objects that a page is drawn with: its contents, fonts and images. `unchanged` holds objects
  /// that lead to none.
  private func changedParts(
    of page: PageNode, except unchanged: inout Set<PDFObject.Reference>
  ) -> Set<PDFObject.Reference> {
    var met: Set<PDFObject.Reference> = []
    var waiting = [page.entries["Contents"], resources(of: page, in: old)].compactMap(\.self)
    while let object = waiting.popLast() {
      switch object {
      case .reference(let place):
        guard !unchanged.contains(place), met.insert(place).inserted else { continue }
        waiting.append(old.object(place))
      case .array(let items): waiting += items
      case .dictionary(let entries), .stream(let entries):
        waiting += entries.filter { !["Parent", "P", "Annots"].contains($0.key) }.values
      default: break
      }
    }
    let parts = changed.intersection(met)
    if parts.isEmpty { unchanged.formUnion(met) }
    return parts
  }

  /// Returns the resources of a page, its own or those of its nearest ancestor that has some (PDF 32000-1, 7.7.3.4).
  private func resources(of page: PageNode, in file: ObjectFile) -> PDFObject? {
    var node = page.entries
    for _ in 0..<Self.deepestTree {
      if let own = node["Resources"] { return own }
      guard let above = file.followed(node["Parent"]).dictionary else { return nil }
      node = above
    }
    return nil
  }

  private mutating func compareAnnotations(_ before: PageNode, _ after: PageNode) {
    for node in [before, after] {
      if let list = node.entries["Annots"]?.reference { changed.remove(list) }
    }
    let (one, other) = (items(before, old), items(after, new))
    let (was, now) = (Set(one), Set(other))
    for item in other where !was.contains(item) { count(item, in: new, \.annotationsAdded) }
    for item in one {
      if !now.contains(item) {
        count(item, in: old, \.annotationsRemoved)
      } else if let place = item.reference {
        compareAppearances(place)
        if changed.remove(place) != nil { count(item, in: new, \.annotationsChanged) }
      }
    }
  }

  private func items(_ page: PageNode, _ file: ObjectFile) -> [PDFObject] {
    file.followed(page.entries["Annots"]).array ?? []
  }

  /// Counts an annotation that people see; popups go with what they belong to, widgets with their fields.
  private mutating func count(
    _ item: PDFObject, in file: ObjectFile, _ kind: WritableKeyPath<LaterChanges, Int>
  ) {
    guard let entries = file.followed(item).dictionary else { return }
    if let place = item.reference { changed.remove(place) }
    switch file.followed(entries["Subtype"]).name {
    case "Popup": break
    case "Widget": count(field: item.reference, entries)
    default: found[keyPath: kind] += 1
    }
  }

  /// A widget's or an annotation's own pictures that were drawn again where they were.
  private mutating func compareAppearances(_ place: PDFObject.Reference) {
    guard let entries = old.object(place).dictionary,
      let appearances = old.followed(entries["AP"]).dictionary
    else { return }
    if let own = entries["AP"]?.reference { changed.remove(own) }
    for value in appearances.values {
      let streams = [value] + Array(old.followed(value).dictionary.map { Array($0.values) } ?? [])
      for stream in streams {
        guard let drawn = stream.reference, changed.contains(drawn),
          old.object(drawn).dictionary?["Subtype"] == .name("Form"), changed.remove(drawn) != nil
        else { continue }
        changed.insert(place)
      }
    }
  }

  // MARK: fields

  private mutating func count(field place: PDFObject.Reference?, _ entries: [String: PDFObject]) {
    let isKid = entries["T"] == nil
    let field = isKid ? entries["Parent"]?.reference ?? place : place
    if let field { guard counted.insert(field).inserted else { return } }
    let owner = field.flatMap { new.object($0).dictionary } ?? entries
    if new.followed(owner["FT"] ?? entries["FT"]).name == "Sig" {
      let before = field.flatMap { old.object($0).dictionary }
      let hadValue = before.map { old.followed($0["V"]).dictionary != nil } ?? false
      if !hadValue, new.followed(owner["V"]).dictionary != nil { found.signaturesAdded += 1 }
    } else {
      found.fieldsFilled += 1
    }
  }

  private mutating func compareFields() {
    let root = new.root.flatMap { new.object($0).dictionary } ?? [:]
    if let place = root["AcroForm"]?.reference { changed.remove(place) }
    let form = new.followed(root["AcroForm"]).dictionary ?? [:]
    if let place = form["Fields"]?.reference { changed.remove(place) }
    let listed = nodes(of: new)
    for (place, entries) in listed where changed.remove(place) != nil {
      count(field: place, entries)
    }
    let before = nodes(of: old)
    guard max(listed.count, before.count) < Self.mostFields else {
      found.isComplete = false
      return
    }
    found.fieldsRemoved = before.count { place, entries in
      let kids = old.followed(entries["Kids"]).array ?? []
      return listed[place] == nil && entries["T"] != nil && !counted.contains(place)
        && !kids.contains { old.followed($0).dictionary?["T"] != nil }
    }
  }

  /// Returns the fields that a form lists, groups of fields, and their places on pages.
  private func nodes(of file: ObjectFile) -> [PDFObject.Reference: [String: PDFObject]] {
    let root = file.root.flatMap { file.object($0).dictionary } ?? [:]
    let form = file.followed(root["AcroForm"]).dictionary ?? [:]
    var waiting = file.followed(form["Fields"]).array ?? []
    var nodes: [PDFObject.Reference: [String: PDFObject]] = [:]
    while let node = waiting.popLast(), nodes.count < Self.mostFields {
      guard let place = node.reference, nodes[place] == nil,
        let entries = file.object(place).dictionary
      else { continue }
      nodes[place] = entries
      waiting += file.followed(entries["Kids"]).array ?? []
    }
    return nodes
  }

  // MARK: the rest

  /// Parts of the catalogue that programs write with a signature or an annotation.
  private static let attendant: Set<String> = [
    "AcroForm", "DSS", "Extensions", "Version", "Metadata",
  ]

  private mutating func compareCatalogue() {
    guard let place = new.root, changed.contains(place),
      let before = old.object(place).dictionary, let after = new.object(place).dictionary
    else { return dropDescriptions() }
    func rest(_ entries: [String: PDFObject]) -> [String: PDFObject] {
      entries.filter { !Self.attendant.contains($0.key) }
    }
    if rest(before) == rest(after) { changed.remove(place) }
    dropDescriptions()
  }

  /// When a document was changed, and by which program, is no part of what it shows.
  private mutating func dropDescriptions() {
    for file in [old, new] {
      if let info = file.trailer["Info"]?.reference { changed.remove(info) }
      let root = file.root.flatMap { file.object($0).dictionary } ?? [:]
      if let metadata = root["Metadata"]?.reference { changed.remove(metadata) }
    }
  }
}
