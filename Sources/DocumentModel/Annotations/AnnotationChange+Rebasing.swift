extension AnnotationChange {
  /// The same edit of an annotation that is otherwise than the edit found it: what the edit changed is changed, the rest stays.
  ///
  /// So edits of two programs both survive, and an undone edit takes back nothing but itself. One that is gone comes back by an edit.
  /// `movesPlaces`: places are of the same version of the document and may be taken over.
  package func rebased(on current: Annotation?, movesPlaces: Bool = true) -> AnnotationChange {
    guard let after else { return AnnotationChange(before: current, after: nil) }
    guard let current else { return AnnotationChange(before: nil, after: after) }
    guard let before else {
      // Made twice: the later one, on what is there.
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
    take(\.replyTo)
    take(\.anchor)
    take(\.flags)
    // That it is drawn in the file comes of writing it, and goes with what was written.
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

  /// It comes to nothing.
  package var isEmpty: Bool { before == after }
}
