package import DocumentModel

/// Answers, and those that make one with each other.
extension AnnotationList {
  /// Returns a sentence saying why an annotation cannot be moved alone; nil if it can.
  package func whyItStays(_ annotation: Annotation) -> String? {
    if !members(of: annotation.id).isEmpty || annotation != primary(of: annotation) {
      return "It is grouped with others and cannot be moved alone"
    }
    let parent = annotation.replyTo.flatMap { self[$0] }
    return parent == nil ? nil : "A reply moves with the annotation it replies to"
  }

  /// Adds changes of the replies that follow an annotation to another page; their dates stay.
  package func withAnswers(_ changes: [AnnotationChange]) -> [AnnotationChange] {
    let ids = Set(changes.compactMap(\.id))
    return changes
      + changes.flatMap { change -> [AnnotationChange] in
        guard let old = change.before, let new = change.after, new.page != old.page else {
          return []
        }
        let way = Point(
          x: Double(new.box.x0 - old.box.x0), y: Double(new.box.y0 - old.box.y0))
        return thread(of: old.id).map(\.reply).filter { !ids.contains($0.id) }.map { answer in
          var moved = answer
          moved.move(to: new.page, by: way)
          return AnnotationChange(before: answer, after: moved)
        }
      }
  }

  /// The answers to one and the answers to them, in the order they were given; answers to those that make one with it are among them.
  package func thread(of id: AnnotationID) -> [(reply: Annotation, depth: Int)] {
    guard replies[id] != nil else { return [] }
    var found: [(Annotation, Int)] = []
    var seen: Set<AnnotationID> = [id]
    func walk(_ id: AnnotationID, _ depth: Int) {
      let group = [id] + members(of: id).map(\.id)
      let answers = group.flatMap { replies[$0] ?? [] }.compactMap { self[$0] }
        .filter { !$0.isGrouped }
        .sorted { ($0.created ?? $0.modified ?? 0) < ($1.created ?? $1.modified ?? 0) }
      for answer in answers where seen.insert(answer.id).inserted && seen.count < 1_000 {
        found.append((answer, depth))
        // A thread that is deeper can be read all the same.
        walk(answer.id, min(depth + 1, 6))
      }
    }
    walk(id, 0)
    return found
  }

  /// Returns the changes that delete an annotation with its group and replies, the last first; replies of other members stay.
  package func removal(of annotation: Annotation) -> [AnnotationChange] {
    let all = [annotation] + members(of: annotation.id) + thread(of: annotation.id).map(\.reply)
    return all.reversed().filter { !isOfOthers($0.id) }
      .map { AnnotationChange(before: $0, after: nil) }
  }

  // MARK: groups

  /// Returns the annotations grouped with another, such as the struck-out words of a caret, in file
  /// order.
  package func members(of id: AnnotationID) -> [Annotation] {
    guard replies[id] != nil else { return [] }
    var seen: Set<AnnotationID> = [id]
    var found: [Annotation] = []
    var waiting = [id]
    while let next = waiting.popLast(), seen.count < 1_000 {
      for member in (replies[next] ?? []).compactMap({ self[$0] })
      where member.isGrouped && seen.insert(member.id).inserted {
        found.append(member)
        waiting.append(member.id)
      }
    }
    return found
  }

  /// Returns the primary annotation of a group; the annotation itself if it has no group.
  package func primary(of annotation: Annotation) -> Annotation {
    ancestor(of: annotation) { $0.isGrouped }
  }

  /// The one an answer, or an answer to one, was given to.
  package func root(of annotation: Annotation) -> Annotation {
    ancestor(of: annotation) { _ in true }
  }

  private func ancestor(
    of annotation: Annotation, while goesOn: (Annotation) -> Bool
  ) -> Annotation {
    var (found, seen) = (annotation, Set([annotation.id]))
    while goesOn(found), let parent = found.replyTo.flatMap({ self[$0] }),
      seen.insert(parent.id).inserted
    {
      found = parent
    }
    return found
  }

  /// Returns the name of an annotation together with its group.
  package func name(of annotation: Annotation) -> String {
    AnnotationStrings.name(of: annotation, with: members(of: annotation.id))
  }

  /// 0xRRGGBB, or the group's colour if it has none.
  package func color(of annotation: Annotation) -> UInt32? {
    annotation.color ?? members(of: annotation.id).lazy.compactMap(\.color).first
  }
}
