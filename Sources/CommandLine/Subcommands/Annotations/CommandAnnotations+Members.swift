import DocumentModel
import Interface
import Library
import Services

/// The user's annotations that members of shared libraries see.
extension CommandAnnotations {
  /// Returns the annotations with those that the user has shared as the edits on all of the user's machines make them, as the screen shows them.
  func annotationsOfAllMachines() -> [Annotation] {
    var all = look.annotations
    let exchange = EditExchange(folder: ReadingLibrary.defaultFolder())
    for place in collections {
      guard let layer = try? exchange.layer(of: place) else { continue }
      let own = layer.annotations.filter { layer.own.contains($0.id) }
      for annotation in own + layer.withdrawn {
        if let index = all.firstIndex(where: { $0.id == annotation.id }) {
          all[index] =
            AnnotationChange.bringing(all[index], to: annotation).after ?? all[index]
        } else if layer.own.contains(annotation.id),
          !look.detached.contains(where: { $0.id == annotation.id })
        {
          all.append(annotation)
        }
      }
    }
    return all
  }

  /// Sends edits that are for members; returns a sentence that says so, nil if there are none.
  func sendShared() -> String? {
    let exchange = EditExchange(folder: ReadingLibrary.defaultFolder())
    let places = collections.map { ($0, (try? exchange.unsent(of: $0).waiting) ?? []) }
      .filter { !$1.isEmpty }
    guard !places.isEmpty else { return nil }
    let names = places.map(\.0.collection).joined(separator: ", ")
    var trouble: String?
    for library in JoinedLibraries.all()
    where places.contains(where: { $0.0.library == library.id }) {
      trouble = MemberEdits.run(exchange, library) ?? trouble
    }
    for (place, items) in places {
      guard let now = try? exchange.unsent(of: place) else { continue }
      if let reason = items.compactMap({ now.refused[$0] }).first {
        return "kept on this machine only: \(reason)"
      }
      if let trouble, !now.waiting.isDisjoint(with: items) {
        return "for \(names), and sent later: \(trouble)"
      }
    }
    return "sent to the members of \(names)"
  }
}
