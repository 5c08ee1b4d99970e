import DocumentModel
import Wire

/// Applies edits of a document one after the other, and writes it with its own encryption.
struct DocumentEditing {
  private let document: SourceDocument
  private let others: [SourceDocument]
  private let work: EditWork

  private var pages: [PDFObject.Reference]
  private var labels: [PDFObject.Reference: PageLabelTree.Label] = [:]
  private var hasLabels: Bool
  private var outline: OutlineTree
  private var gone: Set<PDFObject.Reference> = []
  private var arePagesChanged = false
  private var cautions: Set<EditCaution> = []
  private var info: [InfoField: String] = [:]
  /// The names of the document's annotations; nil until pages come in.
  private var annotationNames: Set<PDFObject>?

  /// The whole new file. `files`: the document, then the others.
  static func bytes(
    of files: [UnsafeRawBufferPointer], _ edits: [DocumentEdit], _ work: EditWork
  ) throws(EditRefusal) -> (bytes: [UInt8], outcome: EditOutcome) {
    var sources: [SourceDocument] = []
    for (number, bytes) in files.enumerated() {
      sources.append(
        try SourceDocument(bytes, password: work.files[number].password, number: number))
    }
    guard let document = sources.first else { throw EditRefusal(.failed) }
    var editing = try DocumentEditing(document, Array(sources.dropFirst()), edits, work)
    if TextLayer.makes(edits) {
      let section = try TextLayer.section(
        after: files[0], password: work.files[0].password, edits, isCopy: work.isCopy)
      let bytes = Array(files[0]) + section.bytes
      return (
        bytes,
        EditOutcome(
          byteCount: bytes.count, pageCount: editing.pages.count,
          cautions: editing.cautions)
      )
    }
    // A copy is another document, whose annotations are not known yet.
    if !work.isCopy { nameAnnotations(of: document.file) }
    for edit in edits { try editing.apply(edit) }
    try editing.finish()
    if work.isCopy { nameCopy(document.file, of: files, edits, work) }
    guard let bytes = withExtendedLifetime(sources, { document.file.rewritten() }) else {
      throw EditRefusal(.failed)
    }
    return (
      bytes,
      EditOutcome(
        byteCount: bytes.count, pageCount: editing.pages.count, cautions: editing.cautions)
    )
  }

  /// Gives a copy an identifier of its own (PDF 32000-1, 14.4): a part of a document is another document, and libqpdf keeps the first half.
  ///
  /// The keys of encryptions before revision 5 are made with it, so those keep it.
  private static func nameCopy(
    _ file: ObjectFile, of files: [UnsafeRawBufferPointer], _ edits: [DocumentEdit],
    _ work: EditWork
  ) {
    let encryption = file.followed(file.trailer["Encrypt"]).dictionary
    if let encryption, (file.followed(encryption["R"]).integer ?? 0) < 5 { return }
    let digest = IncrementalDigest(.md5)
    for bytes in files { digest.add(bytes) }
    DocumentEdits.encoded(edits).withUnsafeBytes { digest.add($0) }
    withUnsafeBytes(of: work.moment) { digest.add($0) }
    let identifier = PDFObject.string(digest.finish())
    file.set(trailer: "ID", .array([identifier, identifier]))
  }

  /// Gives annotations without a name one: they are identified by object numbers, which change when the file is rewritten.
  private static func nameAnnotations(of file: ObjectFile) {
    let reader = AnnotationReader(file)
    PageTree(file).walk(from: 0) { index, page in
      let read = reader.read(page, index: index)
      for filed in read.list {
        let name = PDFObject.string(PDFText.encoded(filed.annotation.id.name))
        guard let place = filed.reference, filed.annotation.id.name.hasPrefix("object-") else {
          continue
        }
        var entries = read.entries(of: filed, in: file)
        guard entries["NM"] != name else { continue }
        entries["NM"] = name
        file.replace(place, .dictionary(entries))
      }
      return true
    }
  }

  private init(
    _ document: SourceDocument, _ others: [SourceDocument], _ edits: [DocumentEdit],
    _ work: EditWork
  ) throws(EditRefusal) {
    self.document = document
    self.others = others
    self.work = work
    pages = document.pages
    hasLabels = document.labels.labels != nil
    for (index, page) in pages.enumerated() { labels[page] = document.labels.label(index) }
    var reader = OutlineReader(document.file, NamedPlaces(document.file))
    outline = OutlineTree(reader.read())
    if reader.isTooLarge { throw EditRefusal(.tooLarge) }
    cautions = try EditPermissions.cautions(document, others, edits, work)
    let counts = others.map(\.pages.count)
    guard edits.pageCount(after: pages.count, others: counts) != nil else {
      throw EditRefusal(edits.removeAll(of: pages.count, others: counts) ? .noPageLeft : .page)
    }
  }

  private var file: ObjectFile { document.file }

  private mutating func apply(_ edit: DocumentEdit) throws(EditRefusal) {
    if edit.isOfPages { arePagesChanged = true }
    switch edit {
    case .insert(let number, let wanted, let place):
      pages = edit.arranged(pages, bringing: try insert(number, wanted, at: place))
    case .remove, .keep: leave(edit.arranged(pages))
    case .move, .exchange: pages = edit.arranged(pages)
    case .rotate(let wanted, let degrees): for index in wanted { rotate(pages[index], degrees) }
    case .describe(let field, let text): info[field] = text
    case .addEntry(let title, let page, let place):
      var node = OutlineNode(
        entries: ["Title": .string(PDFText.encoded(title))], reference: nil, isOpen: false)
      node.lead(to: [.reference(pages[page]), .name("Fit")])
      try outline.add(node, place)
    case .renameEntry(let name, let title): try outline.rename(name, to: title)
    case .removeEntry(let name): try outline.remove(name)
    case .moveEntry(let name, let place): try outline.move(name, place)
    case .addText: throw EditRefusal(.failed)
    }
  }

  private mutating func insert(
    _ number: Int, _ wanted: [Int]?, at place: Int
  ) throws(EditRefusal) -> [PDFObject.Reference] {
    let other = others[number - 1]
    let wanted = wanted ?? Array(other.pages.indices)
    guard let imported = ImportedPages(wanted, of: other, into: file) else {
      throw EditRefusal(.unreadable, file: number)
    }
    for (page, label) in zip(imported.pages, imported.labels) { labels[page] = label }
    hasLabels = hasLabels || imported.hasLabels
    if imported.hadStructure { cautions.insert(.structureMissing) }
    renameDuplicates(on: imported.pages)
    let after = Set(pages[place...])
    outline.merge(imported.outline) { $0.page.map(after.contains) ?? false }
    return imported.pages
  }

  /// Renames annotations on imported pages if the document has their names already: a part of it may be put back into it.
  private mutating func renameDuplicates(on imported: [PDFObject.Reference]) {
    func name(_ place: PDFObject.Reference) -> PDFObject? {
      file.object(place).dictionary?["NM"].map(file.followed)
    }
    var names = annotationNames ?? Set(pages.flatMap(annotations).compactMap(name))
    for place in Set(imported.flatMap(annotations)).sorted(by: { $0.number < $1.number }) {
      guard let old = name(place), !names.insert(old).inserted, let bytes = old.string,
        var entries = file.object(place).dictionary
      else { continue }
      var new = PDFText.decoded(bytes)
      repeat {
        new += "-\(place.number)"
      } while !names.insert(.string(PDFText.encoded(new))).inserted
      entries["NM"] = .string(PDFText.encoded(new))
      file.replace(place, .dictionary(entries))
    }
    annotationNames = names
  }

  private mutating func leave(_ left: [PDFObject.Reference]) {
    let now = Set(pages).subtracting(left)
    outline.leave(now, of: pages, in: file)
    gone.formUnion(now)
    pages = left
  }

  private func rotate(_ page: PDFObject.Reference, _ degrees: Int) {
    guard var entries = file.object(page).dictionary else { return }
    let now = file.followed(entries["Rotate"]).integer ?? 0
    entries["Rotate"] = .integer(((now + degrees) % 360 + 360) % 360)
    file.replace(page, .dictionary(entries))
  }

  // MARK: writing

  private mutating func finish() throws(EditRefusal) {
    if !gone.isEmpty { forget() }
    if arePagesChanged { try writePages() }
    if outline.isChanged, !OutlineWriter(file: file).write(outline.nodes) {
      throw EditRefusal(.failed)
    }
    writeInfo()
  }

  /// Removes deleted pages and their annotations from the file; remaining references to them become null.
  private func forget() {
    let kept = Set(pages.flatMap(annotations))
    let lost = Set(gone.flatMap(annotations)).subtracting(kept)
    FormTree(file: file).leave(lost)
    for place in lost.union(gone) { file.replace(place, .null) }
    guard let place = file.root, var root = file.object(place).dictionary,
      let target = opening(root), target.first?.reference.map(gone.contains) == true
    else { return }
    root["OpenAction"] = nil
    file.replace(place, .dictionary(root))
  }

  private func annotations(on page: PDFObject.Reference) -> [PDFObject.Reference] {
    (file.followed(file.object(page).dictionary?["Annots"]).array ?? []).compactMap(\.reference)
  }

  /// Returns the page the document opens at.
  private func opening(_ root: [String: PDFObject]) -> [PDFObject]? {
    let action = file.followed(root["OpenAction"])
    return action.array ?? file.followed(action.dictionary?["D"]).array
  }

  private func writePages() throws(EditRefusal) {
    guard let rootPlace = file.root, var root = file.object(rootPlace).dictionary,
      let top = root["Pages"]?.reference ?? file.make(.dictionary([:]))
    else { throw EditRefusal(.failed) }
    file.replace(
      top,
      .dictionary([
        "Type": .name("Pages"), "Kids": .array(pages.map { .reference($0) }),
        "Count": .integer(pages.count),
      ]))
    for page in pages {
      guard var entries = file.object(page).dictionary else { throw EditRefusal(.failed) }
      guard entries["Parent"]?.reference != top else { continue }
      entries["Parent"] = .reference(top)
      file.replace(page, .dictionary(entries))
    }
    root["Pages"] = .reference(top)
    if hasLabels {
      let now = pages.map { labels[$0] ?? PageLabelTree.Label(style: "D") }
      root["PageLabels"] = PageLabelTree.tree(now)
    }
    file.replace(rootPlace, .dictionary(root))
    guard file.lookAtPagesAgain() else { throw EditRefusal(.failed) }
  }

  private static let keys: [InfoField: String] = [
    .title: "Title", .author: "Author", .subject: "Subject", .keywords: "Keywords",
    .creator: "Creator", .producer: "Producer",
  ]

  /// XMP metadata stay unchanged: they may say more than Recto understands, and a warning is given.
  private mutating func writeInfo() {
    let old = file.trailer["Info"]
    guard !info.isEmpty || old != nil else { return }
    var entries = file.followed(old).dictionary ?? [:]
    for (field, text) in info {
      guard let key = Self.keys[field] else { continue }
      entries[key] = text.isEmpty ? nil : .string(PDFText.encoded(text))
    }
    entries["ModDate"] = .string(PDFDate.text(work.moment))
    if let place = old?.reference {
      file.replace(place, .dictionary(entries))
    } else if let place = file.make(.dictionary(entries)) {
      file.set(trailer: "Info", .reference(place))
    }
    let root = file.root.flatMap { file.object($0).dictionary }
    if !info.isEmpty, root?["Metadata"] != nil { cautions.insert(.metadataKept) }
  }
}
