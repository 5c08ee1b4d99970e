import DocumentModel

/// Compares a page before and after a section is appended.
struct PageCheck {
  private let before: PageAnnotations
  private let after: PageAnnotations
  private let old: ObjectFile
  private let new: ObjectFile

  init(_ before: PageAnnotations, _ after: PageAnnotations, old: ObjectFile, new: ObjectFile) {
    self.before = before
    self.after = after
    self.old = old
    self.new = new
  }

  /// Throws `.unverified` unless the edits are applied and everything else is unchanged. `beside` are the form fields filled in.
  func verify(
    _ edits: [AnnotationPatch], beside: Set<PDFObject.Reference> = []
  ) throws(SaveBlocker) {
    var (one, two) = (before.page.entries, after.page.entries)
    one["Annots"] = nil
    two["Annots"] = nil
    guard one == two, before.page.reference == after.page.reference,
      before.page.space == after.page.space
    else { throw .unverified }
    var touched = Set(beside.map { PDFObject.reference($0) })
    for edit in edits {
      if let filed = before.find(edit.id) { touched.insert(before.items[filed.index]) }
      guard let wanted = edit.after, wanted.page == after.index else {
        guard after.find(edit.id) == nil else { throw .unverified }
        continue
      }
      guard let filed = after.find(edit.id) else { throw .unverified }
      touched.insert(after.items[filed.index])
      guard isAsWanted(filed, wanted) else { throw .unverified }
    }
    try verifyOthers(touched)
  }

  /// Checks that all other entries of the list are present, unchanged and in the same order. Popups may be removed with their annotation.
  private func verifyOthers(_ touched: Set<PDFObject>) throws(SaveBlocker) {
    func others(_ page: PageAnnotations, _ file: ObjectFile) -> [PDFObject] {
      page.items.filter { item in
        !touched.contains(item) && file.followed(item).dictionary?["Subtype"]?.name != "Popup"
      }
    }
    let (one, two) = (others(before, old), others(after, new))
    guard one == two else { throw .unverified }
    for item in one where old.followed(item) != new.followed(item) { throw .unverified }
  }

  private func isAsWanted(_ filed: FiledAnnotation, _ wanted: Annotation) -> Bool {
    let found = filed.annotation
    func said(_ text: String) -> String { PDFText.decoded(PDFText.encoded(text)) }
    guard found.id == wanted.id, found.kind == wanted.kind,
      found.contents == said(wanted.contents), found.author == said(wanted.author),
      found.color == wanted.color || wanted.kind == .freeText && wanted.color == nil,
      found.fill == wanted.fill, abs(found.opacity - wanted.opacity) < 0.01,
      found.endings == wanted.endings || !wanted.kind.facts.hasLineEndings,
      found.state == wanted.state, found.tags == wanted.tags?.map(said),
      isNear(found.extent, wanted.extent), found.quads.count == wanted.quads.count,
      zip(found.quads, wanted.quads).allSatisfy({ isNear($0.box, $1.box) }),
      found.strokes.map(\.count) == wanted.strokes.map(\.count)
    else { return false }
    // It has an appearance, Recto's or the preserved one.
    return after.entries(of: filed, in: new)["AP"] != nil || !wanted.kind.isWritten
  }

  private func isNear(_ a: Box, _ b: Box) -> Bool {
    let pairs = [(a.x0, b.x0), (a.y0, b.y0), (a.x1, b.x1), (a.y1, b.y1)]
    return pairs.allSatisfy { abs($0 - $1) <= 0.01 + abs($0) / 100_000 }
  }
}
