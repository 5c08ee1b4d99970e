/// Merges the annotations of a conflict copy into those of the original.
///
/// With the annotations of their common base, a change of one side only is taken, and changes of different properties are combined. If both sides
/// changed the text of an annotation, or there is no base, both texts are kept; of other properties the newer wins.
package struct ConflictMerge: Sendable, Hashable {
  /// The changes of the original.
  package private(set) var changes: [AnnotationChange] = []
  package private(set) var added = 0
  package private(set) var changed = 0
  package private(set) var deleted = 0
  /// Annotations whose text both sides changed: the copy's is added beside the original's.
  package private(set) var keptBoth = 0
  /// The values of the copy's form that the original gets.
  package private(set) var fields: [FieldChange] = []
  /// The names of fields that both sides filled in differently; the original's values stay.
  package private(set) var clashingFields: [String] = []

  private let original: [AnnotationID: Annotation]
  private let base: [AnnotationID: Annotation]?
  /// New ids of annotations of the copy.
  private var renamed: [AnnotationID: AnnotationID] = [:]

  /// `base` is nil if the two have no common base; `newID` gives ids that neither has.
  package init(
    original: [Annotation], copy: [Annotation], base: [Annotation]?,
    newID: () -> AnnotationID
  ) {
    self.original = Self.byID(original)
    self.base = base.map(Self.byID)
    let theirs = Self.byID(copy)
    for one in copy {
      let old = self.base?[one.id]
      let mine = self.original[one.id]
      if let mine, !isStranger(mine, one) {
        merge(mine, one, old, newID)
      } else if !original.contains(where: { $0.isAlike(one, hasOtherID: mine != nil) }) {
        // One that the copy has unchanged was deleted in the original.
        if let old, old.isAlike(one) { continue }
        add(one, newID)
      }
    }
    for mine in original where theirs[mine.id] == nil {
      // A reply that was added since keeps what it replies to.
      let isAnswered = original.contains {
        $0.replyTo == mine.id && self.base?[$0.id] == nil && theirs[$0.id] == nil
      }
      guard let old = self.base?[mine.id], old.isAlike(mine), !isAnswered else { continue }
      changes.append(AnnotationChange(before: mine, after: nil))
      deleted += 1
    }
    for index in changes.indices {
      if let parent = changes[index].after?.replyTo, let new = renamed[parent] {
        changes[index].after?.replyTo = new
      }
    }
  }

  package var isEmpty: Bool { changes.isEmpty && fields.isEmpty }
  package var edit: AnnotationEdit { AnnotationEdit(changes, fields: fields) }

  /// Merges the values of forms: those that only the copy has changed are taken, without a base where the original has none.
  package mutating func merge(
    fields original: [FormField], copy: [FormField], base: [FormField]?
  ) {
    func values(_ fields: [FormField]) -> [FieldID: [String]] {
      Dictionary(fields.map { ($0.id, $0.value) }) { first, _ in first }
    }
    let (mine, old) = (values(original), base.map(values))
    for field in copy {
      guard let own = mine[field.id], own != field.value else { continue }
      let known = old.map { $0[field.id] ?? [] } ?? []
      if own == known {
        fields.append(FieldChange(id: field.id, before: own, after: field.value))
      } else if field.value != known {
        clashingFields.append(field.id.name)
      }
    }
  }

  private static func byID(_ annotations: [Annotation]) -> [AnnotationID: Annotation] {
    Dictionary(annotations.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Whether two annotations have the same id by chance: object numbers, or names that a program counts in each file, given after the common base or without one.
  private func isStranger(_ mine: Annotation, _ theirs: Annotation) -> Bool {
    guard base?[mine.id] == nil else { return false }
    if mine.page != theirs.page { return true }
    let isOfKind = mine.kind == theirs.kind || mine.kind.alternatives.contains(theirs.kind)
    return mine.id.isOfObject
      ? mine.kind != theirs.kind || mine.box != theirs.box
      : !isOfKind || mine.box != theirs.box && !mine.box.overlaps(theirs.box)
  }

  private mutating func add(_ theirs: Annotation, _ newID: () -> AnnotationID) {
    var new = theirs
    if new.id.isOfObject || original[new.id] != nil {
      new.id = newID()
      renamed[theirs.id] = new.id
    }
    new.flags.remove(.hasAppearance)
    changes.append(AnnotationChange(before: nil, after: new))
    added += 1
  }

  private mutating func merge(
    _ mine: Annotation, _ theirs: Annotation, _ old: Annotation?, _ newID: () -> AnnotationID
  ) {
    guard !mine.isAlike(theirs), old?.isAlike(theirs) != true else { return }
    let isClash =
      mine.contents != theirs.contents
      && (base == nil
        || old.map { $0.contents != mine.contents && $0.contents != theirs.contents } ?? true)
    let isOlder = (theirs.modified ?? 0) < (mine.modified ?? 0)
    var after =
      old.map {
        // The later change counts where both changed the same property.
        isOlder
          ? AnnotationChange(before: $0, after: mine).rebased(on: theirs).after ?? mine
          : AnnotationChange(before: $0, after: theirs).rebased(on: mine).after ?? mine
      } ?? (isOlder ? mine : theirs)
    if isClash { after.contents = mine.contents }
    after.flags.remove(.hasAppearance)
    after.flags.formUnion(mine.flags.intersection(.hasAppearance))
    after.anchor = mine.anchor
    if !after.isAlike(mine) {
      changes.append(AnnotationChange(before: mine, after: after))
      changed += 1
    }
    let isKept = original.values.contains {
      $0.replyTo == mine.id && $0.contents == theirs.contents
    }
    guard isClash, !theirs.contents.isEmpty, !isKept else { return }
    var other = theirs
    other.id = newID()
    other.flags.remove(.hasAppearance)
    // A highlight on the same words would only make them darker: the other text is a reply.
    if theirs.replyTo == nil, !mine.contents.isEmpty {
      other = Annotation(
        id: other.id, page: theirs.page, kind: .note, box: theirs.box, color: theirs.color,
        contents: theirs.contents, author: theirs.author)
      (other.created, other.modified) = (theirs.modified ?? theirs.created, theirs.modified)
      other.replyTo = mine.id
    }
    changes.append(AnnotationChange(before: nil, after: other))
    keptBoth += 1
  }
}

extension Annotation {
  /// Whether two annotations say the same at the same place; ids, dates and what follows from the file do not count.
  fileprivate func isAlike(_ other: Annotation, hasOtherID: Bool = false) -> Bool {
    var (one, two) = (self, other)
    (one.anchor, two.anchor) = (nil, nil)
    (one.modified, two.modified) = (nil, nil)
    if hasOtherID || one.id.isOfObject || two.id.isOfObject { one.id = two.id }
    one.flags.remove(.hasAppearance)
    two.flags.remove(.hasAppearance)
    return one == two
  }
}
