extension AnnotationChange {
  /// Applies the edit to an annotation that has changed since: fields the edit changed are taken from the edit, all others from `current`.
  ///
  /// So edits of two programs both survive, and an undo reverts only its own edit. Editing a deleted annotation restores it.
  /// Pass `movesPlaces: true` only if the coordinates are of the same version of the document.
  package func rebased(on current: Annotation?, movesPlaces: Bool = true) -> AnnotationChange {
    guard let after else { return AnnotationChange(before: current, after: nil) }
    guard let current else { return AnnotationChange(before: nil, after: after) }
    guard let before else {
      // The annotation was created twice: the later edit wins over what exists.
      var made = after
      if !movesPlaces { made.takePlace(of: current) }
      return AnnotationChange(before: current, after: made)
    }
    var merged = current
    func take<Value: Equatable>(_ field: WritableKeyPath<Annotation, Value>) {
      if before[keyPath: field] != after[keyPath: field] {
        merged[keyPath: field] = after[keyPath: field]
      }
    }
    take(\.kind)
    take(\.color)
    take(\.fill)
    take(\.opacity)
    take(\.lineWidth)
    take(\.fontSize)
    take(\.icon)
    take(\.contents)
    take(\.author)
    take(\.subject)
    take(\.created)
    take(\.modified)
    take(\.endings)
    take(\.state)
    take(\.tags)
    take(\.picture)
    take(\.replyTo)
    take(\.anchor)
    take(\.flags)
    // The flag follows from writing the file, so it keeps the state of `current`.
    merged.flags.remove(.hasAppearance)
    merged.flags.formUnion(current.flags.intersection(.hasAppearance))
    if movesPlaces {
      take(\.page)
      take(\.box)
      take(\.quads)
      take(\.strokes)
    }
    return AnnotationChange(before: current, after: merged)
  }

  /// Returns the change that brings an annotation to the state it has on the user's other machines; empty unless that is later.
  ///
  /// That state says nothing about the anchor, or whether a file draws it.
  package static func bringing(
    _ current: Annotation?, to shared: Annotation
  ) -> AnnotationChange {
    guard let current else { return AnnotationChange(before: nil, after: shared) }
    guard shared.modified ?? 0 > current.modified ?? 0 else {
      return AnnotationChange(before: current, after: current)
    }
    var bare = current
    bare.anchor = nil
    bare.flags.remove(.hasAppearance)
    return AnnotationChange(before: bare, after: shared).rebased(on: current)
  }

  /// Whether the change has no effect.
  package var isEmpty: Bool { before == after }
}
