import Dispatch
import DocumentModel
import Files
import Messages
import Platform
import Workers

/// Runs the screen's edits of pages and outlines, one after the other, in the background.
// Unchecked: the state is accessed on the queue only.
package final class EditRunner: @unchecked Sendable {
  typealias Failure = DocumentEditor.Failure

  private let queue = DispatchQueue(label: "recto.editing", qos: .userInitiated)
  private let pool: WorkerPool
  private let mailbox: Mailbox
  private let watcher: FileWatcher
  private let annotations: AnnotationRunner
  private let opened: OpenDocuments
  private lazy var editor = DocumentEditor(pool)
  private var held: HeldPages?

  /// The result of an edit of a file.
  private struct Done {
    var replaced: DocumentEditor.Replaced
    var rearrangement: PageRearrangement?
    var returned: EditArrival.Returned?
    var sentences: [String] = []
  }

  init(
    _ machinery: SharedServices, _ watcher: FileWatcher, _ annotations: AnnotationRunner,
    _ opened: OpenDocuments
  ) {
    pool = machinery.pool
    mailbox = machinery.mailbox
    self.opened = opened
    self.watcher = watcher
    self.annotations = annotations
  }

  /// Waits for running edits, at most ten seconds.
  package func flush() {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + .seconds(10))
  }

  func run(_ effect: EditEffect) {
    switch effect {
    case .edit(let id, _, let serial, let command, let path, let isWarned):
      guard let file = opened[id]?.file else {
        let sentence = "the document is not an editable file"
        mailbox.post(.edits(.refused(id, serial: serial, sentence, nil)))
        return
      }
      queue.async { [self] in edit(id, serial, file, command, typed: path, isWarned: isWarned) }
    case .hold(let id, _, let pages):
      guard let file = opened[id]?.file else { return }
      queue.async { [self] in
        do throws(Failure) {
          // If annotations are not saved automatically, pages are copied as they are in the file.
          if annotations.savesByItself { try settle(file) { _ in } }
          let whole = try current(id, file)
          held = try hold(pages, of: file, whole)
        } catch {
          mailbox.post(.edits(.notHeld(error.sentence)))
        }
      }
    }
  }

  private func edit(
    _ id: DocumentID, _ serial: Int, _ file: DocumentSession.File, _ command: EditCommand,
    typed: String?, isWarned: Bool
  ) {
    let phase = { [mailbox] (phase: EditPhase) in
      mailbox.post(.edits(.underWay(id, serial: serial, phase)))
    }
    do throws(Failure) {
      if let typed {
        let path = DocumentFile.absolute(Paths.typed(typed))
        let sentences = try copy(id, file, command, to: path, phase)
        mailbox.post(.edits(.copied(id, serial: serial, path: path, sentences: sentences)))
        return
      }
      let done = try inPlace(id, file, command, isWarned: isWarned, phase)
      mailbox.post(
        .edits(
          .edited(
            id, serial: serial,
            EditArrival(
              before: done.replaced.before, after: done.replaced.after, done.rearrangement,
              returned: done.returned, sentences: done.replaced.sentences + done.sentences))))
    } catch {
      mailbox.post(.edits(.refused(id, serial: serial, error.sentence, error.refusal)))
    }
  }

  // MARK: the file as it is

  /// Saves annotations before pages are moved.
  private func settle(_ file: DocumentSession.File, _ phase: (EditPhase) -> Void) throws(Failure) {
    phase(.saving)
    guard annotations.settle(file.path) else {
      throw Failure(
        sentence:
          "\(file.name): its annotations cannot be saved, so it cannot be edited; i says why")
    }
    phase(.reading)
  }

  /// Returns the file if it is still the version on the screen.
  private func current(_ id: DocumentID, _ file: DocumentSession.File) throws(Failure) -> WholeFile
  {
    let whole = try DocumentEditor.file(file.name, file.path)
    let stamps = opened[id]?.file?.stamps ?? file.stamps
    guard stamps.contains(whole.stamp) else {
      throw Failure(
        sentence: "\(file.name) changed on disk and was not overwritten; reloading it")
    }
    return whole
  }

  private func hold(
    _ pages: [Int], of file: DocumentSession.File, _ whole: WholeFile
  ) throws(Failure) -> HeldPages {
    let held = HeldPages(
      file.path, stamp: whole.stamp, password: file.password, pages: pages,
      pageCount: file.pageCount)
    guard let held else {
      throw Failure(sentence: "\(file.name) changed while it was read; try again", isStale: true)
    }
    return held
  }

  // MARK: in its place

  private func inPlace(
    _ id: DocumentID, _ file: DocumentSession.File, _ command: EditCommand, isWarned: Bool,
    _ phase: (EditPhase) -> Void
  ) throws(Failure) -> Done {
    // Annotations saved meanwhile change the file, but are our own change.
    var tries = 3
    while true {
      tries -= 1
      try settle(file, phase)
      let whole = try current(id, file)
      do throws(Failure) {
        return try inPlace(file, whole, command, isWarned: isWarned, phase)
      } catch  where error.isStale && tries > 0 {
        continue
      } catch {
        throw error
      }
    }
  }

  private func inPlace(
    _ file: DocumentSession.File, _ whole: WholeFile, _ command: EditCommand, isWarned: Bool,
    _ phase: (EditPhase) -> Void
  ) throws(Failure) -> Done {
    let announce = { [watcher] (stamp: FileStamp) in watcher.expectOwn(file.path, stamp) }
    let own = DocumentEditor.Source(
      name: file.name, bytes: whole.bytes, password: file.password)
    func replaced(
      _ sources: [DocumentEditor.Source], _ edits: [DocumentEdit]
    ) throws(Failure) -> (DocumentEditor.Replaced, EditOutcome) {
      let made = try editor.made(
        of: sources, edits, isCopy: false, breaksSignatures: isWarned, phase: phase)
      phase(.writing)
      let replaced = try editor.replace(
        file.name, file.path, whole, with: made.bytes, edits, announce: announce)
      return (replaced, made.outcome)
    }
    switch command {
    case .edits(let edits):
      let (written, outcome) = try replaced([own], edits)
      return Done(
        replaced: written, rearrangement: PageRearrangement(edits, of: file.pageCount),
        sentences: DocumentEditor.sentences(outcome, file.name))
    case .cut(let pages):
      let pagesHeld = try hold(pages, of: file, whole)
      let (written, outcome) = try replaced([own], [.remove(pages)])
      held = HeldPages(
        pagesHeld, cut: HeldPages.Cut(before: written.before, after: written.after))
      return Done(
        replaced: written,
        rearrangement: PageRearrangement([.remove(pages)], of: file.pageCount),
        sentences: DocumentEditor.sentences(outcome, file.name))
    case .put(let place):
      let held = try heldSource()
      if let back = returning(held.pages, to: file, whole, place) {
        var base = own
        base.bytes = held.source.bytes
        let edits = [DocumentEdit.move(held.pages.pages, to: place)]
        let (written, outcome) = try replaced([base], edits)
        // Once more is another copy.
        self.held = HeldPages(held.pages, cut: nil)
        return Done(
          replaced: written, rearrangement: back.cut.inverse.then(back.moved),
          returned: back.returned, sentences: DocumentEditor.sentences(outcome, file.name))
      }
      let edits = [DocumentEdit.insert(file: 1, pages: held.pages.pages, at: place)]
      let (written, outcome) = try replaced([own, held.source], edits)
      return Done(
        replaced: written,
        rearrangement: PageRearrangement(
          edits, of: file.pageCount, others: [held.pages.pageCount]),
        sentences: DocumentEditor.sentences(outcome, file.name))
    case .insert(let typed, let place):
      let edits = [DocumentEdit.insert(file: 1, pages: nil, at: place)]
      let (written, outcome) = try replaced([own, try source(typed, beside: file)], edits)
      return Done(
        replaced: written,
        rearrangement: PageRearrangement(
          edits, of: file.pageCount, others: [outcome.pageCount - file.pageCount]),
        sentences: DocumentEditor.sentences(outcome, file.name))
    case .undo:
      phase(.writing)
      return Done(
        replaced: try editor.undo(file.name, file.path, whole, announce: announce))
    case .redo:
      phase(.writing)
      return Done(
        replaced: try editor.redo(file.name, file.path, whole, announce: announce))
    }
  }

  /// Pages that were cut out of this very file last: they are moved, with all that led to them, not put in as another document's.
  private func returning(
    _ held: HeldPages, to file: DocumentSession.File, _ whole: WholeFile, _ place: Int
  ) -> (cut: PageRearrangement, moved: PageRearrangement, returned: EditArrival.Returned)? {
    guard let cut = held.cut, PathParts.same(held.path, file.path),
      Digest.sha256(whole.bytes) == cut.after,
      let removed = PageRearrangement([.remove(held.pages)], of: held.pageCount),
      let moved = PageRearrangement([.move(held.pages, to: place)], of: held.pageCount)
    else { return nil }
    return (removed, moved, EditArrival.Returned(version: cut.before, moved))
  }

  private func heldSource() throws(Failure) -> (pages: HeldPages, source: DocumentEditor.Source) {
    guard let held, let bytes = held.bytes() else {
      throw Failure(
        sentence: "the copied pages are no longer available: their file was overwritten")
    }
    return (
      held,
      DocumentEditor.Source(
        name: PathParts.name(of: held.path), bytes: bytes, password: held.password)
    )
  }

  /// Returns another file by its typed path; if it is open its password is known.
  private func source(
    _ typed: String, beside file: DocumentSession.File
  ) throws(Failure) -> DocumentEditor.Source {
    let path = DocumentFile.absolute(Paths.typed(typed))
    let known = opened.password(of: path)
    return DocumentEditor.Source(
      name: typed, bytes: try DocumentEditor.file(typed, path).bytes,
      password: known ?? file.password)
  }

  // MARK: into a new file

  private func copy(
    _ id: DocumentID, _ file: DocumentSession.File, _ command: EditCommand, to path: String,
    _ phase: (EditPhase) -> Void
  ) throws(Failure) -> [String] {
    guard !SystemPath.isThere(path) else { throw Failure(sentence: "\(path) already exists") }
    try settle(file, phase)
    let whole = try current(id, file)
    var sources = [
      DocumentEditor.Source(name: file.name, bytes: whole.bytes, password: file.password)
    ]
    var edits: [DocumentEdit]
    switch command {
    case .edits(let list): edits = list
    case .cut(let pages): edits = [.remove(pages)]
    case .put(let place):
      let held = try heldSource()
      sources.append(held.source)
      edits = [.insert(file: 1, pages: held.pages.pages, at: place)]
    case .insert(let typed, let place):
      sources.append(try source(typed, beside: file))
      edits = [.insert(file: 1, pages: nil, at: place)]
    case .undo, .redo: throw Failure(sentence: "\(path): nothing to copy")
    }
    let made = try editor.made(of: sources, edits, isCopy: true, phase: phase)
    phase(.writing)
    return try editor.write(made, to: path, of: file.name)
  }
}
