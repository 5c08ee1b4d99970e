import DocumentModel

/// Builds the section that writes edits of annotations and form fields to a file.
struct SectionBuilder {
  private let target: AnnotatedFile
  private var section: Section
  /// The edited pages as the file has them, by index.
  private var pages: [Int: PageAnnotations] = [:]
  /// The changes of their `/Annots` lists.
  private var lists: [Int: ListChange] = [:]
  /// Objects of the annotations that are created or changed here.
  private var numbers: [AnnotationID: PDFObject.Reference] = [:]
  /// Carets with struck-out words that are grouped with them.
  private var replacements: Set<AnnotationID> = []
  private var fonts: [Appearance.Face: PDFObject.Reference] = [:]
  /// The shared font of invisible text, and the largest number of distinct letters in a drawing.
  private var glyphless: (font: PDFObject.Reference, letters: Int)?

  /// Most `/Annots` entries of all edited pages together. The verifier holds each entry twice as libqpdf objects, some kilobytes each, within the sandbox's
  /// memory limit.
  static let mostItems = 40_000

  private struct ListChange {
    /// Indices in the list as the file has it.
    var gone: Set<Int> = []
    var replaced: [Int: PDFObject] = [:]
    var added: [PDFObject] = []

    func applied(to items: [PDFObject]) -> [PDFObject] {
      items.indices.filter { !gone.contains($0) }.map { replaced[$0] ?? items[$0] } + added
    }
  }

  /// Returns the bytes to append to the base; empty if there is nothing to do. Throws if the document forbids the edits, but lets a copy ignore a
  /// certification.
  static func section(
    for edits: SectionEdits, after base: HeldBase, isCopy: Bool
  ) throws(SaveBlocker) -> [UInt8] {
    let target = try base.target()
    let terms = AnnotationPermissions(target.file, target.cipher)
    func refuse(_ obstacle: SaveBlocker?) throws(SaveBlocker) {
      if let obstacle, !(isCopy && obstacle == .certified) { throw obstacle }
    }
    if !edits.annotations.isEmpty { try refuse(terms.obstacle) }
    if !edits.fields.isEmpty { try refuse(terms.formObstacle) }
    return try base.made(of: edits, isCopy: isCopy).section.bytes
  }

  /// A section, and the annotated pages as the base has them.
  typealias Made = (section: Section, pages: [Int: PageAnnotations])

  /// Returns the section. The same edits on the same base always give the same bytes except for its identity.
  static func made(
    of edits: SectionEdits, after base: HeldBase, isCopy: Bool
  ) throws(SaveBlocker) -> Made {
    var builder = try SectionBuilder(try base.target(), base.bytes, isCopy: isCopy)
    try builder.gather(edits.annotations)
    for edit in edits.annotations { try builder.apply(edit) }
    try builder.fill(edits.fields)
    return (try builder.finished(), builder.pages)
  }

  /// Rewrites fields and their widgets under their own object numbers, with new appearances.
  private mutating func fill(_ edits: [FieldEdit]) throws(SaveBlocker) {
    guard !edits.isEmpty else { return }
    var filling = FieldFilling(FormReader(target.reader()))
    for edit in edits { try filling.fill(edit) }
    for (place, object) in filling.objects.sorted(by: { $0.key < $1.key }) {
      var entries = object.entries
      for (key, drawing) in object.drawings.sorted(by: { $0.key < $1.key }) {
        let form = section.newNumber()
        let helvetica = drawing.wantsHelvetica ? PDFObject.reference(font(.regular)) : .null
        let stream = drawing.entries(helvetica: helvetica, unseen: font(drawing.unseen))
        section.add(stream: stream, drawing.content, as: form)
        object.put(.reference(form), at: key, in: &entries)
      }
      section.add(.dictionary(entries), as: place)
    }
  }

  private init(
    _ target: AnnotatedFile, _ base: UnsafeRawBufferPointer, isCopy: Bool
  ) throws(SaveBlocker) {
    self.target = target
    section = try Section(
      after: base, trailer: target.file.trailer, size: target.size, cipher: target.cipher,
      isCopy: isCopy)
  }

  /// Reads the edited pages and numbers new annotations first, so that replies can refer to them.
  private mutating func gather(_ edits: [AnnotationPatch]) throws(SaveBlocker) {
    let wanted = Set(edits.flatMap { [$0.oldPage, $0.after?.page].compactMap(\.self) })
    let found = try target.reader().read(wanted, mostItems: Self.mostItems)
    // A page that is a direct object cannot be rewritten.
    guard found.count == wanted.count, found.values.allSatisfy({ $0.page.reference != nil }) else {
      throw .damaged
    }
    pages = found
    replacements = Set(
      edits.compactMap(\.after).filter { $0.kind == .strikeOut && $0.isGrouped }
        .compactMap(\.replyTo))
    for edit in edits where edit.after != nil {
      numbers[edit.id] = existing(edit)?.filed.reference ?? section.newNumber()
    }
  }

  /// Returns the edited annotation if the file has it.
  private func existing(_ edit: AnnotationPatch) -> (page: Int, filed: FiledAnnotation)? {
    for index in [edit.oldPage, edit.after?.page].compactMap(\.self) {
      if let filed = pages[index]?.find(edit.id) { return (index, filed) }
    }
    return nil
  }

  private func entries(of old: (page: Int, filed: FiledAnnotation)) -> [String: PDFObject] {
    pages[old.page]?.entries(of: old.filed, in: target.file) ?? [:]
  }

  private mutating func apply(_ edit: AnnotationPatch) throws(SaveBlocker) {
    let old = existing(edit)
    guard let after = edit.after else {
      if let old { remove(old.filed, from: old.page) }
      return
    }
    guard let place = numbers[edit.id], let page = pages[after.page],
      after.kind.facts.subtype != nil || old != nil
    else { throw .failed }
    var entries = old.map(entries) ?? [:]
    // A rectangle far outside the page is replaced by the box in which Recto shows the annotation, and it is drawn there.
    let isWild = AnnotationReader.isWild(entries["Rect"], in: target.file)
    if isWild { entries["Rect"] = nil }
    var fields = AnnotationFields(
      after, before: old?.filed.annotation, page: page.page,
      answered: after.replyTo.flatMap { reference(to: $0, on: after.page) },
      isDrawnByRecto: after.kind != .stamp || isDrawnByRecto(old))
    fields.isReplacement = replacements.contains(after.id)
    fields.write(to: &entries)
    if fields.wantsAppearance || isWild,
      let form = form(
        after, LineStyle(entries, in: target.file), old, isWild: isWild, page.page.space)
    {
      entries["AP"] = .dictionary(["N": .reference(form)])
      entries["AS"] = nil
    }
    section.add(.dictionary(entries), as: place)
    list(.reference(place), in: after.page, insteadOf: old)
  }

  /// Returns the appearance form: another program's if it can be preserved, otherwise Recto's.
  private mutating func form(
    _ after: Annotation, _ style: LineStyle, _ old: (page: Int, filed: FiledAnnotation)?,
    isWild: Bool, _ space: PageSpace
  ) -> PDFObject.Reference? {
    if let old, !isWild, after.kind != .stamp, !isDrawnByRecto(old) {
      let appearance = entries(of: old)["AP"]
      switch AppearancePatch(
        old.filed.annotation, after, style, appearance: appearance, in: target.file)
      {
      case .asTheyAre: return target.file.followed(appearance).dictionary?["N"]?.reference
      case .recolored(let entries, let content):
        let place = section.newNumber()
        section.add(stream: entries, content, as: place)
        return place
      case nil: break
      }
    }
    return Appearance(after, style, on: space).map { addForm($0) }
  }

  /// Returns true if the appearance in the file equals what Recto draws; Recto's streams have no filters.
  private func isDrawnByRecto(_ old: (page: Int, filed: FiledAnnotation)?) -> Bool {
    guard let old, let space = pages[old.page]?.page.space else { return false }
    let own = entries(of: old)
    guard let appearance = target.file.followed(own["AP"]).dictionary?["N"]?.reference,
      case .stream(let entries) = target.file.object(appearance), entries["Filter"] == nil,
      let content = target.file.data(of: appearance)
    else { return false }
    let style = LineStyle(own, in: target.file)
    return Appearance(old.filed.annotation, style, on: space)?.draws(content) ?? false
  }

  private func reference(to id: AnnotationID, on page: Int) -> PDFObject.Reference? {
    numbers[id] ?? pages[page]?.find(id)?.reference
  }

  /// Adds an annotation to its page's list, or keeps its place if it was listed already.
  private mutating func list(
    _ item: PDFObject, in page: Int, insteadOf old: (page: Int, filed: FiledAnnotation)?
  ) {
    if let old, old.page == page {
      // For an indirect object only the contents change.
      if old.filed.reference == nil {
        lists[page, default: ListChange()].replaced[old.filed.index] = item
      }
      return
    }
    if let old {
      for window in remove(old.filed, from: old.page) {
        lists[page, default: ListChange()].added.append(window)
      }
    }
    lists[page, default: ListChange()].added.append(item)
  }

  /// Removes an annotation and its popups from its page's list and returns the popups. The objects stay, since others may use their resources.
  @discardableResult
  private mutating func remove(_ filed: FiledAnnotation, from page: Int) -> [PDFObject] {
    guard let known = pages[page] else { return [] }
    let places = filed.reference.flatMap { known.popups[$0] } ?? []
    lists[page, default: ListChange()].gone.formUnion(places + [filed.index])
    return places.map { known.items[$0] }
  }

  private mutating func addForm(_ appearance: Appearance) -> PDFObject.Reference {
    for face in appearance.fonts.sorted(by: { $0.rawValue < $1.rawValue }) { _ = font(face) }
    let place = section.newNumber()
    let unseen = font(appearance.unseen)
    let entries = appearance.entries(
      font: { fonts[$0].map { .reference($0) } ?? .null }, unseen: unseen,
      picture: appearance.picture.map { add($0) })
    section.add(stream: entries, appearance.content, as: place)
    return place
  }

  /// Adds a picture, and its transparency if it has any.
  private mutating func add(_ picture: StampImage) -> PDFObject {
    var entries = picture.entries
    if let mask = picture.mask {
      let place = section.newNumber()
      section.add(stream: picture.maskEntries, mask, as: place)
      entries["SMask"] = .reference(place)
    }
    let place = section.newNumber()
    section.add(stream: entries, picture.colors, as: place)
    return .reference(place)
  }

  /// Returns the font of a drawing's invisible text; nil if it has none.
  private mutating func font(_ unseen: UnseenText) -> PDFObject? {
    guard !unseen.letters.isEmpty else { return nil }
    let known = glyphless ?? (section.newNumber(), 0)
    glyphless = (known.font, max(known.letters, unseen.letters.count))
    let (place, meanings) = (section.newNumber(), section.newNumber())
    section.add(stream: [:], unseen.meanings, as: meanings)
    section.add(
      .dictionary(GlyphlessFont.entries(descendant: known.font, meanings: meanings)), as: place)
    return .reference(place)
  }

  private mutating func finishGlyphless() {
    guard let glyphless else { return }
    section.addGlyphlessFont(as: glyphless.font, through: glyphless.letters)
  }

  /// Returns a standard font, created on first use.
  private mutating func font(_ face: Appearance.Face) -> PDFObject.Reference {
    if let known = fonts[face] { return known }
    let place = section.newNumber()
    fonts[face] = place
    section.add(
      .dictionary([
        "Type": .name("Font"), "Subtype": .name("Type1"), "Encoding": .name("WinAnsiEncoding"),
        "BaseFont": .name(face == .bold ? "Helvetica-Bold" : "Helvetica"),
      ]), as: place)
    return place
  }

  /// Writes the pages whose list has changed. Each gets its own list, since two pages may have shared one.
  private mutating func finished() throws(SaveBlocker) -> Section {
    finishGlyphless()
    for (index, change) in lists.sorted(by: { $0.key < $1.key }) {
      guard let known = pages[index], let place = known.page.reference else { throw .damaged }
      let items = change.applied(to: known.items)
      var entries = known.page.entries
      if items.isEmpty {
        entries["Annots"] = nil
      } else {
        let list = section.newNumber()
        section.add(.array(items), as: list)
        entries["Annots"] = .reference(list)
      }
      section.add(.dictionary(entries), as: place)
    }
    try section.close()
    return section
  }
}
