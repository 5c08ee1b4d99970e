import Annotating
import DocumentModel
import Files
import Interface
import Messages
import Text
import Platform
import Services

/// `recto annotate --sync`: merges a document's annotations and a Markdown note.
struct AnnotationSync {
  private let document: CommandDocument
  private let kept: CommandAnnotations
  private let parsed: Arguments
  private let preferences: Preferences
  private let notePath: String

  /// Larger files are no notes, in bytes.
  private static let most = 64 << 20

  init(
    _ document: CommandDocument, _ kept: CommandAnnotations, _ parsed: Arguments,
    _ preferences: Preferences, path: String
  ) throws(CommandDocument.Failure) {
    self.document = document
    self.kept = kept
    self.parsed = parsed
    self.preferences = preferences
    notePath = parsed.options["note-file"] ?? Self.beside(path)
    // A path given by the user may lead anywhere.
    guard parsed.options["note-file"] != nil || !SystemPath.leadsElsewhere(notePath) else {
      throw CommandDocument.Failure(
        sentence:
          "\(notePath) is a link that leads out of its folder; --note-file \(notePath) follows it")
    }
    guard DocumentFile.absolute(notePath) != DocumentFile.absolute(path) else {
      throw CommandDocument.Failure(sentence: "\(notePath) is the document itself")
    }
  }

  /// `paper.pdf` has `paper.annotations.md`.
  private static func beside(_ path: String) -> String {
    let stem = path.lowercased().hasSuffix(".pdf") ? String(path.dropLast(4)) : path
    return stem + ".annotations.md"
  }

  func run() throws -> Int32 {
    var report = try report()
    let listed = listed(report)
    let file = try read()
    if file == nil, report.title.isEmpty {
      report.take(try CitedWork(document, path: document.name, preferences.citationKey))
    }
    let old = file.map { AnnotationNote($0.text) }
    if let old { try checkOwner(of: old, listed) }
    var merge = AnnotationNoteMerge(
      old ?? beginning(report), listed, deletes: parsed.options["delete"] != nil)
    let changes = changes(merge)
    var status: Int32 = 0
    if !changes.isEmpty {
      // The document first: if the note cannot be written then, both have the same text, and the next time sees that.
      try DocumentTerms.check(kept.saveStatus(), document, parsed)
      let done = try kept.perform(.edit(AnnotationEdit(changes))).annotations
      status = try DocumentTerms.save(kept, document, preferences, done)
    }
    merge.renewHeads(changes.isEmpty ? listed : self.listed(try self.report()))
    try write(merge.note, over: file)
    tell(merge, changes)
    for remark in merge.remarks { Output.complain(Self.sentence(remark, notePath)) }
    return status == 0 && !merge.remarks.isEmpty ? 1 : status
  }

  /// Refuses a note whose entries are all of another document, which may have had the name of this one.
  private func checkOwner(
    of note: AnnotationNote, _ listed: [AnnotationNoteMerge.Listed]
  ) throws(CommandDocument.Failure) {
    guard !listed.isEmpty, !note.entries.isEmpty, !listed.contains(where: note.has),
      parsed.options["yes"] == nil
    else { return }
    throw CommandDocument.Failure(
      sentence:
        "\(notePath) has no entry of this document's annotations, but \(note.entries.count) of others; --note-file FILE names another note, --yes adds to this one"
    )
  }

  // MARK: the document

  private func report() throws(CommandDocument.Failure) -> AnnotationReport {
    try AnnotationReport(
      document, kept.look.annotations, detached: kept.look.detached, preferences.annotationColors,
      withHeadings: true)
  }

  private func listed(_ report: AnnotationReport) -> [AnnotationNoteMerge.Listed] {
    report.entries.filter(\.isShown).flatMap { entry in
      let link = report.place(of: entry, report.link).map { _ in
        Self.link(to: document.name, from: notePath)
          + BlockAddress(page: entry.annotation.page, hasPages: report.hasPages).written
      }
      let page =
        entry.isDetached ? "without a place in this version" : Self.escaped(entry.pageWords)
      let place = link.map { "[\(page)](\($0))" } ?? page
      let facts = "> \(place) · \(Self.escaped(entry.facts))"
      let quote =
        entry.quote.isEmpty ? [] : ["> " + Self.escaped(entry.quote, opensLine: true), ">"]
      let own = AnnotationNoteMerge.Listed(
        annotation: entry.annotation, text: CleanText.contents(entry.annotation.contents),
        head: quote + [facts], section: Self.escaped(entry.heading))
      let replies = entry.replies.map(\.reply)
        .filter { $0.flags.isDisjoint(with: [.hidden, .isState]) }
      return [own]
        + replies.map { reply in
          AnnotationNoteMerge.Listed(
            annotation: reply, text: CleanText.contents(reply.contents),
            head: ["> ↳ " + (reply.facts.isEmpty ? "reply" : Self.escaped(reply.facts))],
            section: Self.escaped(entry.heading))
        }
    }
  }

  private static func link(to path: String, from note: String) -> String {
    let folder = PathParts.folder(of: DocumentFile.absolute(note))
    let named = NoteLine.path(of: DocumentFile.absolute(path), from: folder)
    return PathBytes.escaped(named)
  }

  /// Escapes words for Markdown; the mark of a quotation if they open a line.
  private static func escaped(_ words: String, opensLine: Bool = false) -> String {
    let sign = opensLine ? "> " : "# "
    let template = Template(name: "", text: sign + "{{words}}", fileName: "")
    let line = try? template.filled(Template.Scope(words: ["words": words]), .markdown)
    return line.map { String($0.dropFirst(sign.count)) } ?? words
  }

  private func beginning(_ report: AnnotationReport) -> AnnotationNote {
    let file = Output.line(PathParts.name(of: report.name))
    let title = report.title.isEmpty ? file : Output.line(report.title)
    var note = AnnotationNote()
    note.parts = [
      .prose([
        "# " + Self.escaped(title), "",
        "The text between the marks of an entry, below its quotation, is its annotation's text; `recto annotate --sync` merges both.",
      ])
    ]
    return note
  }

  private func changes(_ merge: AnnotationNoteMerge) -> [AnnotationChange] {
    var list = AnnotationList()
    list.take(kept.look.annotations, through: document.summary.pageCount)
    list.detached = kept.look.detached
    let now = AnnotationMaker(document, parsed, preferences).now
    var changes: [AnnotationChange] = []
    for (id, text) in merge.texts {
      guard let old = list[id] else { continue }
      var after = old
      after.contents = CleanText.contents(text)
      after.modified = now
      changes.append(AnnotationChange(before: old, after: after))
    }
    for id in merge.removed {
      guard let old = list[id] else { continue }
      let all = [old] + list.thread(of: id).map(\.reply)
      changes += all.reversed().map { AnnotationChange(before: $0, after: nil) }
    }
    return AnnotationChange.folded(changes)
  }

  // MARK: the note

  private struct File {
    var text: String
    var bytes: [UInt8]
    var stamp: FileStamp
  }

  private func read() throws(CommandDocument.Failure) -> File? {
    guard SystemPath.isThere(notePath) else { return nil }
    do throws(FilesError) {
      let file = try WholeFile(notePath, atMost: Self.most)
      guard let text = String(validating: file.bytes, as: UTF8.self) else {
        throw FilesError(.notItsFormat, notePath)
      }
      return File(text: text, bytes: file.bytes, stamp: file.stamp)
    } catch {
      throw CommandDocument.Failure(sentence: Sentences.text(error, file: notePath))
    }
  }

  private func write(
    _ note: AnnotationNote, over file: File?
  ) throws(CommandDocument.Failure) {
    let bytes = Array(note.text.utf8)
    guard bytes != file?.bytes else { return }
    do throws(FilesError) {
      let mode = file.map { SafeWrite.Mode.replace(expecting: $0.stamp) } ?? .new
      _ = try SafeWrite.write(bytes, to: notePath, mode)
    } catch {
      throw CommandDocument.Failure(
        sentence: Sentences.noFolder(of: notePath) ?? Sentences.text(error, file: notePath))
    }
  }

  private func tell(_ merge: AnnotationNoteMerge, _ changes: [AnnotationChange]) {
    let parts = [
      (merge.added, "new in \(notePath)"), (merge.changed, "changed in \(notePath)"),
      (changes.count { $0.after != nil }, "changed in \(document.name)"),
      (changes.count { $0.after == nil }, "deleted in \(document.name)"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    Output.write(
      Output.line(parts.isEmpty ? "nothing was changed" : parts.joined(separator: ", ")) + "\n")
  }

  private static func sentence(
    _ remark: AnnotationNoteMerge.Remark, _ note: String
  ) -> String {
    switch remark {
    case .conflict(let id):
      "\(note): “\(id.name)” was changed here and in the document; its entry has both texts: keep one, and remove the mark between them"
    case .broken(let id):
      "\(note): the entry “\(id.name)” has no end or appears twice; it is left unchanged"
    case .gone(let id):
      "\(note): “\(id.name)” is no longer in the document; its entry is left (--delete removes unchanged entries)"
    case .deleted(let id):
      "\(note): “\(id.name)” no longer has an entry; its annotation is left (--delete deletes it)"
    case .locked(let id):
      "\(note): “\(id.name)” is locked and stays unchanged in the document"
    }
  }
}
