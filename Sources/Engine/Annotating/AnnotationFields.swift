import DocumentModel

/// Writes the entries of an annotation's dictionary that an edit changes; all other entries are preserved.
struct AnnotationFields {
  private let after: Annotation
  private let before: Annotation?
  private let page: PageNode
  private let answered: PDFObject.Reference?
  private let isDrawnByRecto: Bool
  /// A caret whose text replaces struck-out words.
  var isReplacement = false

  /// `before` is the annotation as the file has it, nil for a new one. `isDrawnByRecto` is true if its existing appearance was drawn by Recto.
  init(
    _ after: Annotation, before: Annotation?, page: PageNode, answered: PDFObject.Reference?,
    isDrawnByRecto: Bool
  ) {
    self.after = after
    self.before = before
    self.page = page
    self.answered = answered
    self.isDrawnByRecto = isDrawnByRecto
  }

  /// Whether a new appearance must be drawn. A stamp drawn by another program keeps its appearance as long as its icon stays the same.
  var wantsAppearance: Bool {
    guard after.kind.isWritten else { return false }
    guard let before, after.picture == nil else { return true }
    guard before.flags.contains(.hasAppearance) else { return true }
    if after.kind == .stamp, !isDrawnByRecto { return before.icon != after.icon }
    return !Appearance.looksAlike(before, after)
  }

  func write(to entries: inout [String: PDFObject]) {
    entries["Type"] = .name("Annot")
    if before == nil, let subtype = after.kind.facts.subtype {
      entries["Subtype"] = .name(subtype)
    } else if let before, before.kind != after.kind, let subtype = after.kind.facts.subtype {
      entries["Subtype"] = .name(subtype)
      entries["IT"] = nil
    }
    entries["NM"] = .string(PDFText.encoded(after.id.name))
    if entries["P"] != nil || before == nil || before?.page != after.page {
      entries["P"] = page.reference.map { .reference($0) }
    }
    writeTexts(to: &entries)
    writePlace(to: &entries)
    writeStyle(to: &entries)
    writeFlags(to: &entries)
    // As Acrobat marks text to be replaced (ISO 32000-2, tables 179 and 183).
    if before == nil, after.kind == .strikeOut, after.isGrouped {
      entries["IT"] = .name("StrikeOutTextEdit")
    }
    if before == nil, after.kind == .caret, isReplacement { entries["IT"] = .name("Replace") }
    if after.replyTo != before?.replyTo || before == nil {
      entries["IRT"] = answered.map { .reference($0) }
      if answered != nil, before == nil {
        entries["RT"] = .name(after.isGrouped ? "Group" : "R")
      }
    }
  }

  private func differs<Value: Equatable>(_ part: KeyPath<Annotation, Value>) -> Bool {
    before.map { $0[keyPath: part] != after[keyPath: part] } ?? true
  }

  private func writeTexts(to entries: inout [String: PDFObject]) {
    if differs(\.contents) {
      entries["Contents"] = .string(PDFText.encoded(after.contents))
      // `/RC` must go with the old `/Contents`: programs that read it would show the old text.
      entries["RC"] = nil
    }
    if differs(\.state), let state = after.state {
      entries["State"] = .string(PDFText.encoded(state.fileName))
      entries["StateModel"] = .string(PDFText.encoded(state.model))
    }
    if differs(\.tags) {
      entries[Self.tagsKey] = after.tags.map { .array($0.map { .string(PDFText.encoded($0)) }) }
    }
    if differs(\.author) { entries["T"] = Self.string(after.author) }
    if differs(\.subject) { entries["Subj"] = Self.string(after.subject) }
    if differs(\.created) {
      entries["CreationDate"] = after.created.map { .string(PDFDate.text($0)) }
    }
    if differs(\.modified) || entries["M"] == nil {
      entries["M"] = after.modified.map { .string(PDFDate.text($0)) }
    }
  }

  private static func string(_ text: String) -> PDFObject? {
    text.isEmpty ? nil : .string(PDFText.encoded(text))
  }

  private func writePlace(to entries: inout [String: PDFObject]) {
    let space = page.space
    // Viewers scale an appearance that is larger than `/Rect` down to fit.
    let isTooSmall = after.kind.marksText && wantsAppearance && after.box != after.frame
    // Poppler and other programs ignore an annotation without `/Rect`.
    let isMissing = entries["Rect"] == nil
    if differs(\.frame) || differs(\.page) || isTooSmall || isMissing {
      entries["Rect"] = .numbers(space.rectangle(of: after))
      // `/RD` holds differences to the old rectangle.
      entries["RD"] = nil
    }
    if after.kind.marksText, differs(\.quads) || differs(\.page) {
      // Order: upper left, upper right, lower left, lower right. Programs expect this, although the standard says otherwise.
      entries["QuadPoints"] = .numbers(
        after.quads.flatMap { quad in
          [quad.topLeft, quad.topRight, quad.bottomLeft, quad.bottomRight].flatMap {
            numbers($0)
          }
        })
    }
    guard differs(\.strokes) || differs(\.page) else { return }
    switch after.kind {
    case .ink:
      entries["InkList"] = .array(after.strokes.map { .numbers($0.flatMap { numbers($0) }) })
    case .line: entries["L"] = .numbers(after.strokes.joined().prefix(2).flatMap { numbers($0) })
    case .polygon, .polyLine:
      entries["Vertices"] = .numbers(after.strokes.joined().flatMap { numbers($0) })
    default: break
    }
  }

  private func numbers(_ point: Point) -> [Double] {
    let place = page.space.user(point)
    return [place.x, place.y]
  }

  private func writeStyle(to entries: inout [String: PDFObject]) {
    func color(_ value: UInt32?) -> PDFObject? {
      value.map { .numbers(ColorComponents.numbers($0)) }
    }
    if after.kind == .freeText {
      // `/C` is the background of a free text; the colour of its letters is in `/DA`.
      if differs(\.fill) { entries["C"] = color(after.fill) }
      if differs(\.color) || differs(\.fontSize) {
        let tint = ColorComponents.numbers(after.color ?? 0).map(PDFNumber.text)
        let appearance =
          "/Helv \(PDFNumber.text(after.fontSize)) Tf \(tint.joined(separator: " ")) rg"
        entries["DA"] = .string(Array(appearance.utf8))
        entries["DS"] = nil
      }
    } else {
      if differs(\.color) { entries["C"] = color(after.color) }
      if differs(\.fill) { entries["IC"] = color(after.fill) }
    }
    if differs(\.opacity) { entries["CA"] = after.opacity < 1 ? PDFObject(after.opacity) : nil }
    if after.kind.facts.hasLineWidth, differs(\.lineWidth) {
      var style = entries["BS"]?.dictionary ?? [:]
      style["W"] = PDFObject(after.lineWidth)
      entries["BS"] = .dictionary(style)
      entries["Border"] = nil
    } else if before == nil, after.kind == .freeText {
      entries["BS"] = .dictionary(["W": .integer(0)])
      // With this intent, programs that edit the text draw neither border nor background (PDF 32000-1, table 174).
      if after.fill == nil { entries["IT"] = .name("FreeTextTypeWriter") }
    }
    if after.kind.facts.hasLineEndings, differs(\.endings) {
      entries["LE"] = after.endings.map {
        .array([.name($0.first.fileName), .name($0.last.fileName)])
      }
    }
    if after.kind.facts.hasIcon, differs(\.icon) {
      entries["Name"] =
        after.icon.isEmpty ? nil : .name(PDFName.encoded(after.icon))
    }
  }

  /// Recto's own key of an annotation's tags: PDF has none, and other programs keep keys that they do not know.
  static let tagsKey = "RCTO_Tags"

  /// Sets `/F`. New annotations are printed; notes neither scale nor rotate with the page. Replies are shown with their parent (PDF 32000-1, 12.5.6.2) and are
  /// hidden, so that other programs do not draw them over it.
  private func writeFlags(to entries: inout [String: PDFObject]) {
    var bits = entries["F"]?.integer ?? 0
    if before == nil {
      bits = after.kind == .note ? 0b1_1100 : 0b100
      if answered != nil, !after.isGrouped { bits |= 0b10 }
    }
    for (flag, bit) in [(Annotation.Flags.hidden, 1), (.locked, 7), (.contentsLocked, 9)] {
      let was = before?.flags.contains(flag) ?? false
      guard after.flags.contains(flag) != was else { continue }
      if was { bits &= ~(1 << bit) } else { bits |= 1 << bit }
      // NoView (bit 6) hides an annotation too.
      if was, bit == 1 { bits &= ~(1 << 5) }
    }
    if bits != 0 || entries["F"] != nil { entries["F"] = .integer(bits) }
  }
}
