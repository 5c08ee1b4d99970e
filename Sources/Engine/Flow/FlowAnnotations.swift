import DocumentModel

/// The comments and tracked changes of a flowing text as annotations.
struct FlowAnnotations {
  /// By their identifiers.
  private let comments: [String: OfficeComment]
  /// The replies to each comment, in the order of the file.
  private let replies: [String: [OfficeComment]]

  init(_ comments: [OfficeComment] = []) {
    self.comments = Dictionary(
      comments.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let known = self.comments
    replies = Dictionary(
      grouping: comments.filter { $0.parent.map { known[$0]?.parent == nil } ?? false },
      by: { $0.parent ?? "" })
  }

  /// Returns the annotations of a portion; adjacent marks of one kind are one annotation, which those that reply to it follow.
  func annotations(on page: Int, of portion: FlowPortion) -> [Annotation] {
    var found: [Annotation] = []
    var places: [FlowMark.Kind: Int] = [:]
    for (number, mark) in portion.marks.enumerated() {
      if case .comment = mark.kind, let place = places[mark.kind] {
        found[place].quads.append(Quad(mark.box))
        found[place].box = found[place].box.union(mark.box)
      } else if var annotation = annotation(mark, page) {
        annotation.id = AnnotationID("object-\(page)-\(number)")
        places[mark.kind] = found.count
        found.append(annotation)
        if case .comment(let id) = mark.kind { found += answers(to: id, annotation) }
      }
    }
    return found
  }

  /// Returns the replies to a comment, and its state if its discussion is done.
  private func answers(to id: String, _ first: Annotation) -> [Annotation] {
    var answers: [Annotation] = []
    func add(_ change: (inout Annotation) -> Void) {
      var answer = Annotation(
        id: AnnotationID("\(first.id.name)-\(answers.count)"), page: first.page, kind: .note,
        box: first.box)
      answer.replyTo = first.id
      change(&answer)
      answers.append(answer)
    }
    for reply in replies[id] ?? [] {
      add {
        ($0.contents, $0.author, $0.color) = (reply.text, reply.author, first.color)
        $0.created = BookDate.seconds(reply.date)
        $0.modified = $0.created
      }
    }
    if let comment = comments[id], comment.isDone {
      add {
        ($0.state, $0.author) = (.completed, comment.author)
        $0.flags = [.isState, .hidden]
      }
    }
    return answers
  }

  private func annotation(_ mark: FlowMark, _ page: Int) -> Annotation? {
    var annotation = Annotation(
      id: AnnotationID(""), page: page, kind: .highlight, box: mark.box)
    annotation.quads = [Quad(mark.box)]
    switch mark.kind {
    case .comment(let id):
      // Replies are shown with their comment.
      guard let comment = comments[id], comment.parent.map({ comments[$0] == nil }) ?? true else {
        return nil
      }
      if mark.isPoint { (annotation.kind, annotation.quads) = (.note, []) }
      annotation.contents = comment.text
      (annotation.author, annotation.color) = (comment.author, 0xFFD100)
      annotation.created = BookDate.seconds(comment.date)
    case .insertion(let author, let date):
      annotation.kind = .underline
      (annotation.author, annotation.subject, annotation.color) = (author, "Inserted", 0x2E9E4F)
      annotation.created = BookDate.seconds(date)
    case .deletion(let author, let date):
      annotation.kind = .strikeOut
      (annotation.author, annotation.subject, annotation.color) = (author, "Deleted", 0xC83737)
      annotation.created = BookDate.seconds(date)
    }
    annotation.modified = annotation.created
    return annotation
  }
}
