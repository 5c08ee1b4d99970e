/// The edit that brings imported annotations and form values into a document, and what becomes of each.
///
/// An annotation that the document has already, by its name or by its place and style, is changed or left as it is, and never added twice.
package struct AnnotationMerge: Sendable {
  package private(set) var edit = AnnotationEdit()
  package private(set) var added = 0
  package private(set) var changed = 0
  /// Those that are there as they are in the file.
  package private(set) var same = 0
  /// Those that were changed in the document later than in the file.
  package private(set) var older = 0
  /// States of annotations that are neither in the document nor in the file.
  package private(set) var homeless = 0
  package private(set) var filled = 0
  /// Values that fields of the form do not take, by their names.
  package private(set) var refused: [String] = []

  private let existing: [AnnotationID: Annotation]
  private var byPage: [Int: [Annotation]] = [:]
  /// The names of imported annotations in the document.
  private var names: [AnnotationID: AnnotationID] = [:]
  private var builder: AnnotationBuilder

  package init(
    _ imported: ImportedAnnotations, into existing: [Annotation], fields: [FormField] = [],
    builder: AnnotationBuilder = AnnotationBuilder()
  ) {
    self.builder = builder
    self.existing = Dictionary(
      existing.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    byPage = Dictionary(grouping: existing, by: \.page)
    var new: [Annotation] = []
    var met: Set<AnnotationID> = []
    for annotation in imported.annotations where met.insert(annotation.id).inserted {
      new.append(annotation)
      names[annotation.id] = counterpart(of: annotation)?.id ?? newName(of: annotation)
    }
    var made: [AnnotationID: Annotation] = [:]
    for annotation in new {
      var own = annotation
      own.id = names[annotation.id] ?? annotation.id
      own.replyTo = annotation.replyTo.map { names[$0] ?? $0 }
      made[own.id] = own
    }
    for annotation in new {
      guard let id = names[annotation.id], let own = made[id] else { continue }
      take(own, among: made)
    }
    take(imported.values, fields)
  }

  // MARK: annotations

  /// Returns the annotation of the document that an imported one is; nil if it is new.
  private func counterpart(of new: Annotation) -> Annotation? {
    if !new.id.isOfObject {
      guard let old = existing[new.id] else { return nil }
      if old.kind == new.kind || old.kind.alternatives.contains(new.kind), !Self.isOther(old, new) {
        return old
      }
    }
    // The number of an object in another file says nothing here, nor does a name that a program counts.
    let alike = (byPage[new.page] ?? []).filter {
      Self.plain($0).isLike(Self.plain(new)) && $0.author == new.author
    }
    return alike.first { $0.id == new.id } ?? alike.first
  }

  /// Whether an annotation with the same name is another one: names are unique on a page only (PDF 32000-1, table 164).
  private static func isOther(_ old: Annotation, _ new: Annotation) -> Bool {
    if old.page == new.page, old.box.widened(by: 1).overlaps(new.box.widened(by: 1)) {
      return false
    }
    if let created = old.created, let other = new.created { return created != other }
    return new.kind.marksText
      || CleanText.contents(old.contents) != CleanText.contents(new.contents)
  }

  /// Returns the annotation; free text without a colour gets the usual one, and the box that Recto gives it, so that the two compare as equal.
  private static func plain(_ annotation: Annotation) -> Annotation {
    guard annotation.kind == .freeText else { return annotation }
    var plain = annotation
    plain.color = annotation.drawnColor
    plain.growToText()
    return plain
  }

  private mutating func newName(of new: Annotation) -> AnnotationID {
    new.id.isOfObject || existing[new.id] != nil ? builder.nextID() : new.id
  }

  private mutating func take(_ new: Annotation, among made: [AnnotationID: Annotation]) {
    var new = new
    if let parent = new.replyTo {
      if let target = made[parent] ?? existing[parent], !answersItself(new, made) {
        // A reply is on the page of what it replies to (PDF 32000-1, 12.5.6.2).
        if target.page != new.page { (new.page, new.box) = (target.page, target.box) }
      } else if new.flags.contains(.isState) {
        homeless += 1
        return
      } else {
        new.replyTo = nil
        new.flags.remove(.isGrouped)
      }
    }
    if new.replyTo == nil, new.flags.contains(.isState) {
      homeless += 1
      return
    }
    guard let old = existing[new.id] else {
      new.flags.remove(.hasAppearance)
      new.growToText()
      added += 1
      edit.changes.append(AnnotationChange(before: nil, after: new))
      return
    }
    if let mine = old.modified, let theirs = new.modified, theirs < mine {
      older += 1
      return
    }
    let after = Self.merged(new, into: old)
    // Another date alone is no change.
    var dated = after
    (dated.modified, dated.created) = (old.modified, old.created)
    guard dated != old else {
      same += 1
      return
    }
    changed += 1
    edit.changes.append(AnnotationChange(before: old, after: after))
  }

  private func answersItself(_ new: Annotation, _ made: [AnnotationID: Annotation]) -> Bool {
    var seen: Set<AnnotationID> = [new.id]
    var next = new.replyTo
    while let id = next {
      guard seen.insert(id).inserted else { return true }
      next = (made[id] ?? existing[id])?.replyTo
    }
    return false
  }

  /// Returns the document's annotation with what the file says of it. Numbers that differ by rounding stay, and so does what is locked.
  private static func merged(_ new: Annotation, into old: Annotation) -> Annotation {
    var after = new
    after.anchor = old.anchor
    after.picture = old.picture
    after.flags = new.flags.subtracting(.hasAppearance)
      .union(old.flags.intersection(.hasAppearance))
    if plain(old).color == plain(new).color { after.color = old.color }
    var there = new
    (there.kind, there.contents, there.color) = (old.kind, old.contents, old.color)
    (there.fill, there.icon) = (old.fill, old.icon)
    if plain(old).isLike(plain(there)) || old.flags.contains(.locked) || old.replyTo != nil {
      after.takePlace(of: old)
    } else {
      after.anchor = nil
    }
    if old.flags.contains(.contentsLocked)
      || CleanText.contents(old.contents) == CleanText.contents(new.contents)
    {
      after.contents = old.contents
    }
    for field in [\Annotation.opacity, \.lineWidth, \.fontSize]
    where abs(old[keyPath: field] - new[keyPath: field]) < 0.005 {
      after[keyPath: field] = old[keyPath: field]
    }
    return after
  }

  // MARK: values

  private mutating func take(_ values: [ExchangedValue], _ fields: [FormField]) {
    let known = Dictionary(fields.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for value in values {
      let field = known[FieldID(value.name)]
      let isOff = field?.kind.isSwitch == true && value.values == ["Off"]
      // A value that a field has already is none to refuse.
      if let field, field.value == (isOff ? [] : value.values) { continue }
      guard let field, let after = try? field.value(of: value.values)
      else {
        refused.append(value.name)
        continue
      }
      let change = FieldChange(id: field.id, before: field.value, after: after)
      if !change.isEmpty { edit.fields.append(change) }
    }
    edit.fields = FieldChange.folded(edit.fields)
    filled = edit.fields.count
  }
}
