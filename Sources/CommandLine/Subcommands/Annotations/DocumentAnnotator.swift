import Annotating
import DocumentModel
import Interface
import Messages
import Services

/// Does to one document's annotations what `recto annotate` is asked for, in place or in a copy.
struct DocumentAnnotator {
  let document: CommandDocument
  private let kept: CommandAnnotations
  let parsed: Arguments
  var maker: AnnotationMaker
  let list: AnnotationList

  init(
    _ document: CommandDocument, _ kept: CommandAnnotations, _ parsed: Arguments,
    _ preferences: Preferences
  ) {
    self.document = document
    self.kept = kept
    self.parsed = parsed
    maker = AnnotationMaker(document, parsed, preferences)
    var list = AnnotationList()
    // A copy is made of what file and library have here.
    list.take(
      parsed.options["output"] == nil ? kept.annotationsOfAllMachines() : kept.look.annotations,
      through: document.summary.pageCount)
    list.detached = kept.look.detached
    self.list = list
  }

  mutating func run(_ action: String?) throws -> Int32 {
    switch action {
    case "undo", "redo":
      return try StepReversal(
        document: document, kept: kept, parsed: parsed, preferences: maker.preferences
      ).run(isRedo: action == "redo")
    case "carry-over": return try carryOver()
    case "edit": return try perform(edits())
    case "reply": return try perform(replies())
    case "remove": return try perform(removals())
    case "from":
      var reading = try AnnotationImport(parsed.options["from"] ?? "-", list, maker)
      let changes = try reading.changes()
      if reading.leftOut > 0 {
        Output.complain(
          "\(document.name): \(reading.leftOut) detached left out: they had no place in their document"
        )
      }
      tell(refused: reading.refused)
      let placed = try reading.placed(changes, kept)
      if placed.step.isEmpty, !reading.refused.isEmpty { return 2 }
      let status = try perform(placed.step)
      tell(placed)
      return placed.step.unplaced.isEmpty && reading.refused.isEmpty ? status : 2
    case "import":
      let imported = try AnnotationExchange.imported(parsed.options["import"] ?? "-", into: kept)
      if !imported.merge.edit.fields.isEmpty {
        try DocumentTerms.check(kept.saveStatus(), document, parsed, ofForm: true)
      }
      return try imported.made(document.name) { try perform($0) }
    case "state": return try perform(states())
    case "share":
      return try perform(
        MemberEdits(parsed.options["share"] ?? "", of: kept.source.path).annotations(
          of: parsed.options["layers"], besides: list, pageCount: document.summary.pageCount))
    default:
      let made = try maker.made()
      return try perform(unlike(made).map { AnnotationChange(before: nil, after: $0) })
    }
  }

  private func carryOver() throws -> Int32 {
    // Asked for by name, they are kept although they were discarded on the screen.
    if kept.carried == nil { kept.reconsider() }
    guard let carried = kept.carried, !carried.isEmpty else {
      let undone = kept.look.saveStatus.canRedo ? "; --redo redoes what was undone" : ""
      Output.complain(
        "\(document.name): no version of it is known with annotations that are missing here\(undone); :all-annotations in the reader lists all documents with annotations"
      )
      return 1
    }
    let withClosest = parsed.options["closest"] != nil
    let changed = withClosest ? 0 : carried.closest.mainCount
    guard !carried.fitting.isEmpty || !carried.fields.isEmpty || changed == 0 else {
      Output.complain(
        "\(document.name): nothing was carried over: \(carried.sentence)")
      return 1
    }
    try DocumentTerms.check(kept.saveStatus(), document, parsed)
    let count = try kept.carryOver(withClosest: withClosest)
    if !kept.isOfCollection { try kept.save() }
    let lost = carried.homeless.mainCount
    Output.write(
      (count == 0 ? "nothing" : Wording.count(count, "annotation")) + " carried over"
        + (lost == 0 ? "" : ", \(lost) without a place in this version")
        + (changed == 0
          ? ""
          : ", \(changed) without a place because \(changed == 1 ? "its" : "their") words changed; --carry-over --closest puts \(changed == 1 ? "it" : "them") at the closest place")
        + "\n")
    return kept.look.saveStatus.isSaved || kept.isOfCollection ? 0 : 2
  }

  /// Leaves out duplicates: a second highlight on the same words only makes them darker.
  private func unlike(_ made: [Annotation]) -> [Annotation] {
    var known: [Int: [Annotation]] = [:]
    let new = made.filter { one in
      let there = known[one.page] ?? list.main(on: one.page)
      known[one.page] = there
      return !there.contains { $0.isLike(one) }
    }
    let count = made.count - new.count
    if count > 0 {
      Output.complain(
        "\(document.name): \(count) \(count == 1 ? "is" : "are") there already, at the same place and alike"
      )
    }
    return new
  }

  // MARK: those that are there

  func existing(
    _ option: String
  ) throws(CommandDocument.Failure) -> [Annotation] {
    var found: [Annotation] = []
    for name in parsed.values(of: option) {
      guard let annotation = list[AnnotationID(name)] else {
        throw CommandDocument.Failure(
          sentence:
            "\(document.name) has no annotation “\(name)”; recto annotations --ids lists them")
      }
      found.append(annotation)
    }
    return found
  }

  private func edits() throws(CommandDocument.Failure) -> [AnnotationChange] {
    guard
      Self.editing.contains(where: { parsed.options[$0] != nil })
    else {
      let names = Self.editing.map { "--" + $0 }
      throw CommandDocument.Failure(
        sentence: "--edit needs \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")")
    }
    let (style, tags) = (try maker.style(), try (maker.tags() ?? [], maker.tags("untag") ?? []))
    var changes: [AnnotationChange] = []
    for annotation in try existing("edit") {
      var after = annotation
      if let note = maker.note {
        try DocumentTerms.checkText(of: annotation, note)
        after.contents = note
      }
      if let type = parsed.options["type"] { try turn(&after, into: type) }
      if let place = parsed.options["move"] { try move(&after, to: place) }
      if let size = parsed.options["size"] { try resize(&after, to: size) }
      if let color = try maker.requestedColor(for: after.kindOfShade) { after.recolor(color) }
      if let author = parsed.options["author"] { after.author = author }
      try apply(style, to: &after)
      let kept = (after.tags ?? []).filter { !tags.1.contains($0) && !tags.0.contains($0) }
      after.tags = kept + tags.0
      let isReset =
        maker.note != nil || parsed.options["size"] != nil || after.fontSize != annotation.fontSize
      if after.kind == .freeText, isReset {
        try maker.grow(&after)
      }
      guard after != annotation else { continue }
      after.modified = maker.now
      changes.append(AnnotationChange(before: annotation, after: after))
    }
    return list.withAnswers(changes)
  }

  private func turn(
    _ annotation: inout Annotation, into type: String
  ) throws(CommandDocument.Failure) {
    let kinds = annotation.kind.alternatives
    guard let kind = kinds.first(where: { $0.rawValue == type }) else {
      let name = AnnotationStrings.withArticle(AnnotationStrings.name(of: annotation))
      throw CommandDocument.Failure(
        sentence: kinds.isEmpty
          ? "\(annotation.id.name) is \(name); its type cannot be changed"
          : "\(annotation.id.name) is \(name) and can be \(kinds.map(\.rawValue).joined(separator: ", "))"
      )
    }
    if kind != annotation.kind { maker.preferences.turn(&annotation, into: kind) }
  }

  private func move(
    _ annotation: inout Annotation, to place: String
  ) throws(CommandDocument.Failure) {
    guard let corner = AnnotationMaker.numbers(place), corner.count == 2 else {
      throw CommandDocument.Failure(sentence: "--move needs X,Y, in points")
    }
    try DocumentTerms.checkRemoval(of: annotation)
    if let words = list.whyItStays(annotation) {
      throw CommandDocument.Failure(sentence: "\(annotation.id.name): \(words)")
    }
    annotation.move(
      to: try maker.wantedPage() ?? annotation.page,
      by: Point(x: corner[0] - Double(annotation.box.x0), y: corner[1] - Double(annotation.box.y0)))
    // Its words are others now.
    annotation.anchor = nil
    try maker.check(annotation, "move")
  }

  private func resize(
    _ annotation: inout Annotation, to size: String
  ) throws(CommandDocument.Failure) {
    guard annotation.kind.hasSize else {
      let name = AnnotationStrings.withArticle(AnnotationStrings.name(of: annotation))
      throw CommandDocument.Failure(
        sentence: "\(annotation.id.name) is \(name), which cannot be resized")
    }
    // A line may be level or upright.
    let (least, isLine) = (Annotation.leastSide, annotation.kind == .line)
    guard let sides = AnnotationMaker.numbers(size), sides.count == 2,
      let shorter = sides.min(), let longer = sides.max(), shorter >= (isLine ? 0 : least),
      longer >= least
    else {
      let words = "--size needs W,H, in points, from \(Int(least)) on"
      throw CommandDocument.Failure(sentence: isLine ? words + "; one of them may be 0" : words)
    }
    try DocumentTerms.checkRemoval(of: annotation)
    if let words = list.whyItStays(annotation) {
      throw CommandDocument.Failure(sentence: "\(annotation.id.name): \(words)")
    }
    annotation.resize(width: sides[0], height: sides[1])
    try maker.check(annotation, "size")
  }

  /// The options of which `--edit` needs at least one.
  private static let editing =
    ["note", "color", "author", "type", "move", "size"]
    + AnnotationStyle.Part.allCases.map(\.rawValue) + ["tag", "untag"]

  private mutating func replies() throws(CommandDocument.Failure) -> [AnnotationChange] {
    guard let note = maker.note, !note.isEmpty else {
      throw CommandDocument.Failure(sentence: "--reply needs its words by --note")
    }
    var changes: [AnnotationChange] = []
    for annotation in try existing("reply") {
      guard !list.isDetached(annotation.id) else {
        throw CommandDocument.Failure(
          sentence:
            "\(annotation.id.name) has no place in this version of \(document.name), so a reply would have none"
        )
      }
      var answer = try maker.new(.note, page: annotation.page)
      answer.reply(to: annotation)
      if parsed.options["color"] == nil { answer.color = annotation.color }
      changes.append(AnnotationChange(before: nil, after: answer))
    }
    return changes
  }

  /// Each annotation is removed with its group and their replies, the last first.
  private func removals() throws(CommandDocument.Failure) -> [AnnotationChange] {
    var changes: [AnnotationChange] = []
    for annotation in try existing("remove") {
      let whole = list.primary(of: annotation)
      for one in [whole] + list.members(of: whole.id) { try DocumentTerms.checkRemoval(of: one) }
      changes += list.removal(of: whole)
    }
    return AnnotationChange.folded(changes)
  }

  // MARK: what comes of it

  private func perform(_ changes: [AnnotationChange]) throws -> Int32 {
    try perform(AnnotationEdit(changes))
  }

  private func perform(_ step: AnnotationEdit) throws -> Int32 {
    let changes = step.changes
    // Only a plain copy also contains what is in the library.
    let isCopy = parsed.options["output"] != nil && parsed.options["from"] == nil
    guard !step.isEmpty || isCopy else {
      throw CommandDocument.Failure(
        sentence: "\(document.name): nothing to change", isNothing: true)
    }
    try DocumentTerms.check(kept.saveStatus(), document, parsed)
    if let output = parsed.options["output"] {
      if let lost = changes.compactMap(\.before).first(where: { list.isDetached($0.id) }) {
        throw CommandDocument.Failure(
          sentence:
            "\(lost.id.name) has no place in this version of \(document.name) and cannot be in a copy; without -o it is changed in Recto's library"
        )
      }
      let target = try CopyTarget(output, replaces: parsed.options["force"] != nil)
      let isWhole = try kept.copy(to: target, adding: AnnotationEdit(changes, fields: step.fields))
      if !CopyTarget.isStandardOutput(parsed) { tell(changes) }
      return isWhole ? 0 : 2
    }
    let done = try kept.perform(.edit(step)).annotations
    tell(done)
    return try DocumentTerms.save(kept, document, maker.preferences, done)
  }

  private static let mostRefused = 8

  private func tell(refused: [String]) {
    for words in refused.prefix(Self.mostRefused) {
      Output.complain("\(document.name): left out: \(words)")
    }
    let rest = refused.count - Self.mostRefused
    if rest > 0 { Output.complain("\(document.name): and \(rest) more left out") }
  }

  /// Reports annotations placed elsewhere than recorded, or nowhere.
  private func tell(_ placed: AnnotationImport.Placed) {
    func those(_ count: Int) -> String {
      count == 1 ? "1 lies" : "\(count) lie"
    }
    if placed.moved > 0 {
      Output.complain(
        "\(document.name): \(those(placed.moved)) elsewhere, on the same words")
    }
    let lost = placed.step.unplaced.count
    guard lost > 0 else { return }
    let what =
      "\(lost) \(lost == 1 ? "finds no place for its words" : "find no place for their words")"
    Output.complain(
      parsed.options["output"] == nil
        ? "\(document.name): \(what): kept in Recto's library as detached"
        : "\(document.name): \(what): left out")
  }

  /// Prints the added and changed annotations.
  private func tell(_ changes: [AnnotationChange]) {
    guard parsed.options["json"] == nil else {
      Output.write(AnnotationJSON.text(changes.compactMap(AnnotationJSON.changed)))
      return
    }
    for id in changes.compactMap(\.id) { Output.write(Output.line(id.name) + "\n") }
  }
}
