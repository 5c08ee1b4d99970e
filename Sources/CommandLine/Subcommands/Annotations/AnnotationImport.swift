import DocumentModel
import Files
import Glibc
import Interface
import Services

/// The changes that annotation records make to a document: known IDs are changed, others added.
struct AnnotationImport {
  private let records: [AnnotationRecord]
  private let name: String
  let list: AnnotationList
  var maker: AnnotationMaker
  /// IDs of records and their names in the document.
  private var ids: [AnnotationID: AnnotationID] = [:]
  /// The replied-to ID of each record, both as named in the document.
  private var answered: [AnnotationID: AnnotationID] = [:]
  /// The words of annotations added with a place, or recorded elsewhere than they are.
  private(set) var anchors: [AnnotationID: TextAnchor] = [:]
  /// The number of records detached in their own document and missing here.
  private(set) var leftOut = 0
  /// Records that cannot be created here, by number, with the reason.
  private(set) var refused: [String] = []

  /// The limit on the size of a file, in bytes.
  private static let most = 256 << 20

  /// Reads a file, or standard input for `-`.
  init(
    _ path: String, _ list: AnnotationList, _ maker: AnnotationMaker
  ) throws(CommandDocument.Failure) {
    name = path == "-" ? "standard input" : path
    self.list = list
    self.maker = maker
    var bytes = try Self.bytes(path)
    if let web = WebAnnotation.all(bytes) {
      let found = web.compactMap { $0.record(in: maker.document) }
      if found.count < web.count {
        Output.complain(
          "\(name): \(web.count - found.count) left out: they name no words that Recto can find")
      }
      bytes = Array(AnnotationJSON.text(found).utf8)
    }
    do throws(AnnotationRecord.Mistake) { records = try AnnotationRecord.all(bytes) } catch {
      let place = error.line.map { ", line \($0)" } ?? ""
      throw CommandDocument.Failure(
        sentence: "\(name)\(place): \(error.reason); nothing was imported")
    }
  }

  /// Returns the bytes of a file, a descriptor such as `/dev/fd/63`, or standard input for `-`.
  static func bytes(_ path: String) throws(CommandDocument.Failure) -> [UInt8] {
    let file =
      path == "-" ? DocumentFile.standardInput() : DocumentFile.open(path, takesPipes: true)
    switch file {
    case .failure(let error):
      // The user has just named the file, so this is not an empty list.
      throw CommandDocument.Failure(
        sentence: error.number == ENOENT
          ? "\(path): there is no such file" : Sentences.text(error, file: path))
    case .success(let descriptor):
      defer { close(descriptor) }
      return try bytes(of: descriptor, named: path == "-" ? "standard input" : path)
    }
  }

  private static func bytes(
    of descriptor: Int32, named name: String
  ) throws(CommandDocument.Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= most {
      let count = read(descriptor, &portion, portion.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += portion[..<count]
    }
    throw CommandDocument.Failure(sentence: "\(name) is too large")
  }

  /// Returns all changes or throws for an invalid record, by its number. Valid records that cannot be created here are left
  /// out with their replies.
  mutating func changes() throws(CommandDocument.Failure) -> [AnnotationChange] {
    for record in records { nameAnew(record) }
    for record in records {
      guard let id = record.id else { continue }
      answered[ids[id] ?? id] = record.answered.map { ids[$0] ?? $0 }
    }
    var changes: [AnnotationChange] = []
    var missing: Set<AnnotationID> = []
    for (index, record) in records.enumerated() {
      do throws(AnnotationRecord.Mistake) {
        changes += try self.changes(record)
      } catch {
        let words = "entry \(index + 1): \(error.reason)"
        guard error.isOfItself else {
          throw CommandDocument.Failure(sentence: "\(name), \(words)")
        }
        refused.append(words)
        if let id = record.id { missing.insert(ids[id] ?? id) }
      }
    }
    return list.withAnswers(placed(without(missing, AnnotationChange.folded(changes))))
  }

  /// Puts replies without a place of their own where the annotation is to which they reply.
  private func placed(_ changes: [AnnotationChange]) -> [AnnotationChange] {
    let made = Dictionary(
      changes.compactMap(\.after).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return changes.map { change in
      guard var reply = change.after, reply.box.isEmpty else { return change }
      var parent = reply.replyTo
      // A reply to a reply is where the first one is; none replies to itself.
      while let id = parent, let next = made[id] ?? list[id] {
        (reply.page, reply.box) = (next.page, next.box)
        parent = next.box.isEmpty ? next.replyTo : nil
      }
      return AnnotationChange(before: change.before, after: reply)
    }
  }

  /// Leaves out replies to missing annotations; group members become independent.
  private mutating func without(
    _ missing: Set<AnnotationID>, _ changes: [AnnotationChange]
  ) -> [AnnotationChange] {
    var (missing, left) = (missing, changes)
    var count = -1
    while count != missing.count {
      count = missing.count
      left = left.compactMap { change in
        guard change.before == nil, var new = change.after, let parent = new.replyTo,
          missing.contains(parent)
        else { return change }
        guard new.isGrouped else {
          missing.insert(new.id)
          refused.append("\(new.id.name): the annotation it replies to is left out")
          return nil
        }
        new.replyTo = nil
        new.flags.remove(.isGrouped)
        return AnnotationChange(before: nil, after: new)
      }
    }
    return left
  }

  /// Finds an ID for a record named by an object number, which means nothing in this file: that of a similar annotation at the same place, or a new
  /// one.
  private mutating func nameAnew(_ record: AnnotationRecord) {
    guard let id = record.id, list[id] == nil, id.name.hasPrefix("object-") || id.name.isEmpty
    else { return }
    ids[id] = same(as: record)?.id ?? maker.newID()
  }

  private mutating func same(as record: AnnotationRecord) -> Annotation? {
    guard let kind = record.kind, let page = record.page, page > 0, !record.isDetached,
      let made = try? applied(record, blank(kind, page: page - 1))
    else { return nil }
    return list.on(page - 1).first { $0.isLike(made) }
  }

  /// Returns a new annotation to which a record's values are applied.
  private mutating func blank(
    _ kind: AnnotationKind, page: Int
  ) throws(CommandDocument.Failure) -> Annotation {
    var new = try maker.new(kind, page: page)
    new.contents = ""
    // A record without a width means that of PDF.
    new.lineWidth = 1
    return new
  }

  /// Returns the annotation of this document that a record describes; nil if there is none.
  private func known(_ record: AnnotationRecord) -> Annotation? {
    record.id.flatMap { list[ids[$0] ?? $0] }
  }

  private mutating func changes(
    _ record: AnnotationRecord
  ) throws(AnnotationRecord.Mistake) -> [AnnotationChange] {
    var record = record
    if record.isDetached {
      // Its place is that of another version.
      record.forgetPlace()
      guard known(record) != nil || record.isRemoved else {
        leftOut += 1
        return []
      }
    }
    if let page = record.page, !(1...max(1, maker.document.summary.pageCount)).contains(page) {
      let isOfWords = record.kind?.marksText == true && record.words != nil
      let isNew = known(record) == nil
      // Its words may be on another page, and replies follow their annotation.
      guard page > 0, isNew, isOfWords && record.hasQuads || record.replyTo != nil else {
        throw AnnotationRecord.Mistake(reason: "there is no page \(page)", isOfItself: page > 0)
      }
    }
    if let type = record.type, record.kind == nil {
      throw AnnotationRecord.Mistake(reason: "there is no type “\(type)”")
    }
    guard let old = known(record) else {
      return record.isRemoved ? [] : try added(record)
    }
    if record.isRemoved {
      if old.flags.contains(.locked) {
        throw AnnotationRecord.Mistake(reason: "it is locked")
      }
      return list.removal(of: old)
    }
    if let kind = record.kind, kind != old.kind {
      guard old.kind.alternatives.contains(kind) else {
        throw AnnotationRecord.Mistake(
          reason:
            "\(AnnotationStrings.withArticle(old.kind.rawValue)) cannot become \(AnnotationStrings.withArticle(kind.rawValue))"
        )
      }
    }
    var after = try record.applied(to: old, maker.preferences)
    after.replyTo = after.replyTo.map { ids[$0] ?? $0 }
    guard after != old else { return [] }
    if old.kind.marksText, !after.isAtPlace(of: old) { anchors[old.id] = record.words }
    if old.flags.contains(.contentsLocked), after.contents != old.contents {
      throw AnnotationRecord.Mistake(reason: "its text is locked")
    }
    if !after.isAtPlace(of: old), !after.kind.marksText,
      let words = AnnotationStrings.whyUnseen(after)
    {
      throw AnnotationRecord.Mistake(reason: words)
    }
    if let id = after.replyTo, id != old.replyTo, answersItself(after) {
      throw AnnotationRecord.Mistake(reason: "it replies to “\(id.name)”, which replies to it")
    }
    if after.modified == old.modified { after.modified = maker.now }
    return [AnnotationChange(before: old, after: after)]
  }

  private mutating func added(
    _ record: AnnotationRecord
  ) throws(AnnotationRecord.Mistake) -> [AnnotationChange] {
    guard let kind = record.kind else {
      throw AnnotationRecord.Mistake(reason: "“type” is missing")
    }
    guard kind.isWritten else {
      throw AnnotationRecord.Mistake(
        reason: "Recto writes no annotation of the type \(kind.rawValue)", isOfItself: true)
    }
    guard let page = record.page else {
      throw AnnotationRecord.Mistake(reason: "“page” is missing")
    }
    let made: [Annotation]
    do throws(CommandDocument.Failure) {
      var new = try blank(kind, page: page - 1)
      if let id = record.id { new.id = ids[id] ?? id }
      var after = try applied(record, new)
      if kind.marksText, after.quads.isEmpty {
        guard let quote = record.quote, !quote.isEmpty else {
          throw CommandDocument.Failure(sentence: "neither “quads” nor “quote” gives its place")
        }
        var marks = try maker.marks(kind, quote, on: PageChoice([page - 1]), .number(1))
        for index in marks.indices {
          var mark = after
          if index > 0 { (mark.id, mark.contents) = (marks[index].id, "") }
          mark.takePlace(of: marks[index])
          marks[index] = mark
        }
        made = marks
      } else {
        if kind.marksText { anchors[after.id] = record.words }
        after.replyTo = try answered(after.replyTo)
        guard after.replyTo == nil || !answersItself(after) else {
          throw CommandDocument.Failure(sentence: "it replies to its own reply")
        }
        made = [after]
      }
    } catch {
      throw AnnotationRecord.Mistake(reason: error.sentence)
    }
    if let words = made.lazy.compactMap(whyUnseen).first {
      throw AnnotationRecord.Mistake(reason: words, isOfItself: true)
    }
    return made.map { AnnotationChange(before: nil, after: $0) }
  }

  private func whyUnseen(_ annotation: Annotation) -> String? {
    if annotation.box.isEmpty {
      // A reply is placed where the annotation is that it replies to.
      return annotation.replyTo == nil ? "“box” is missing, or has no size" : nil
    }
    if Self.stroked.contains(annotation.kind),
      !annotation.strokes.contains(where: { $0.count > 1 })
    {
      return "“strokes” is missing"
    }
    return AnnotationStrings.whyUnseen(annotation)
  }

  /// Whether following replies from an annotation leads back to it.
  private func answersItself(_ annotation: Annotation) -> Bool {
    var seen: Set<AnnotationID> = [annotation.id]
    var next = annotation.replyTo
    while let id = next {
      guard seen.insert(id).inserted else { return true }
      next = answered[id] ?? list[id]?.replyTo
    }
    return false
  }

  /// Kinds that consist of their strokes.
  private static let stroked: Set<AnnotationKind> = [.line, .ink, .polygon, .polyLine]

  private func applied(
    _ record: AnnotationRecord, _ new: Annotation
  ) throws(CommandDocument.Failure) -> Annotation {
    do throws(AnnotationRecord.Mistake) {
      return try record.applied(to: new, maker.preferences)
    } catch {
      throw CommandDocument.Failure(sentence: error.reason)
    }
  }

  /// Returns the replied-to annotation by its name here.
  private func answered(
    _ id: AnnotationID?
  ) throws(CommandDocument.Failure) -> AnnotationID? {
    guard let id else { return nil }
    guard list[id] != nil || records.contains(where: { $0.id == id }) else {
      throw CommandDocument.Failure(sentence: "it replies to “\(id.name)”, which does not exist")
    }
    return ids[id] ?? id
  }
}
