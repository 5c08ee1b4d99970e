import DocumentModel

/// Breaks reply cycles: annotations that reply to each other in a ring become top-level ones, since otherwise none of them would be reached.
enum AnswerRings {
  static func open(_ list: inout [FiledAnnotation]) {
    var places: [AnnotationID: Int] = [:]
    for (place, filed) in list.enumerated() { places[filed.annotation.id] = place }
    func next(_ place: Int) -> Int? { list[place].annotation.replyTo.flatMap { places[$0] } }
    // The walk that reached each annotation first, as its start plus 1; 0 if none has yet.
    var ways = [Int](repeating: 0, count: list.count)
    var rings: [Int] = []
    for start in list.indices where ways[start] == 0 {
      var at = start
      while ways[at] == 0 {
        ways[at] = start + 1
        guard let following = next(at) else { break }
        at = following
      }
      guard ways[at] == start + 1, next(at) != nil else { continue }
      // The walk reached its own path again: a ring begins here.
      var member = at
      repeat {
        rings.append(member)
        guard let following = next(member) else { break }
        member = following
      } while member != at
    }
    for place in rings {
      list[place].annotation.replyTo = nil
      list[place].annotation.flags.remove(.isGrouped)
    }
  }
}
