import DocumentModel
import Interface
import Library
import Services

/// The user's annotations that members of shared libraries see.
extension CommandAnnotations {
  /// Returns the annotations with those that the user has shared as the edits on all of the user's machines make them, as the screen shows them.
  func annotationsOfAllMachines() -> [Annotation] {
    var all = look.annotations
    var indices = Dictionary(all.indices.map { (all[$0].id, $0) }) { first, _ in first }
    let detached = Set(look.detached.map(\.id))
    let exchange = EditExchange(folder: ReadingLibrary.defaultFolder())
    for place in collections {
      guard let layer = try? exchange.layer(of: place) else { continue }
      let own = layer.annotations.filter { layer.own.contains($0.id) }
      for annotation in own + layer.withdrawn {
        if let index = indices[annotation.id] {
          all[index] =
            AnnotationChange.bringing(all[index], to: annotation).after ?? all[index]
        } else if layer.own.contains(annotation.id), !detached.contains(annotation.id) {
          indices[annotation.id] = all.count
          all.append(annotation)
        }
      }
    }
    return all
  }

  /// Sends edits that are for members; returns a sentence about those of some changes, or of all if that is nil, and the exit status. Returns nil if there are none.
  func sendShared(_ changes: [AnnotationChange]?) -> (sentence: String, status: Int32)? {
    let exchange = EditExchange(folder: ReadingLibrary.defaultFolder())
    let wanted = changes.map { Set($0.compactMap { $0.id?.name }) }
    let sent = collections.compactMap { place -> (place: SharedDocument, items: Set<String>?)? in
      guard let waiting = try? exchange.unsent(of: place).waiting else { return (place, nil) }
      let items = wanted.map { waiting.intersection($0) } ?? waiting
      return items.isEmpty ? nil : (place, items)
    }
    guard !sent.isEmpty, wanted?.isEmpty != true else { return nil }
    var trouble: String?
    for library in JoinedLibraries.all()
    where sent.contains(where: { $0.place.library == library.id }) {
      trouble = MemberEdits.run(exchange, library) ?? trouble
    }
    let results = sent.map { place, items in
      let now = items == nil ? nil : try? exchange.unsent(of: place)
      return SendingResult(
        collection: place.collection, items: items ?? [], waiting: now?.waiting,
        refused: now?.refused ?? [:])
    }
    return SendingResult.summary(results, trouble: trouble)
  }
}

/// The result of sending edits of one document to the members of a collection.
struct SendingResult {
  var collection: String
  /// The annotations whose edits were sent.
  var items: Set<String>
  /// The annotations with edits that still wait; nil if that is not known.
  var waiting: Set<String>?
  /// Why edits were not taken, by annotation.
  var refused: [String: String] = [:]

  /// Returns a sentence about all collections, and the exit status.
  static func summary(
    _ results: [SendingResult], trouble: String?
  ) -> (sentence: String, status: Int32) {
    let names = results.map(\.collection).joined(separator: ", ")
    let reasons = results.flatMap { result in
      result.items.sorted().compactMap { result.refused[$0] }
    }
    if let reason = reasons.first { return ("kept on this machine only: \(reason)", 2) }
    let remark = trouble.map { ": \($0)" } ?? ""
    guard !results.contains(where: { $0.waiting == nil }) else {
      return ("for \(names), and perhaps not sent yet\(remark)", 2)
    }
    guard results.allSatisfy({ $0.waiting?.isDisjoint(with: $0.items) == true }) else {
      return ("for \(names), and sent later\(remark)", 0)
    }
    return ("sent to the members of \(names)", 0)
  }
}
