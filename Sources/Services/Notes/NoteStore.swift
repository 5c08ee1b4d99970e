import Dispatch
import DocumentModel
import Files
import Glibc
import Library
import Messages
import Platform

/// The texts this run has written to, reading notes and edited files; each is an open document that is saved at once and watched.
// Unchecked: all mutable state is accessed on the queue only.
final class NoteStore: @unchecked Sendable {
  typealias Note = EditableDocument<PlainTextFormat>

  let mailbox: Mailbox
  private let library: ReadingLibrary
  private let types: DocumentTypes
  let queue = DispatchQueue(label: "recto.notes", qos: .userInitiated)
  private(set) lazy var watch = FolderWatch(queue: queue)
  private let recovery = RecoveryFolder(ReadingLibrary.defaultFolder() + "/recovery")
  let lentFiles = LentFiles(
    ReadingLibrary.defaultFolder() + "/editing", bound: DocumentOptions().bound)
  private(set) var notes: [Int: Note] = [:]
  /// The copies lent to editors, by note number.
  var lent: [Int: Lent] = [:]
  private var lastNumber = 0
  /// Notes with changes that are not in the file yet.
  var pending: [Int: Saving] = [:]
  private var onDeed: @Sendable (UndoableAction) -> Void = { _ in }

  /// The message shown when changes are in the file.
  struct Saving {
    var sentence: String
    /// The message if another program has changed other parts of the file meanwhile; nil for the same message.
    var ofBoth: String?
  }

  /// The most open notes; beyond it, the oldest saved note is closed.
  private static let mostOpen = 32

  init(mailbox: Mailbox, library: ReadingLibrary, types: DocumentTypes) {
    self.mailbox = mailbox
    self.library = library
    self.types = types
  }

  /// Reports unsaved changes from earlier runs; `onDeed` receives the undoable operations.
  func begin(onDeed: @escaping @Sendable (UndoableAction) -> Void) {
    queue.async { [self] in
      self.onDeed = onDeed
      for left in leftovers.prefix(20) {
        tell(.leftover(copy: left.copy, path: left.path, time: left.time))
      }
    }
  }

  /// Unsaved changes from earlier runs.
  var leftovers: [Recovery] { recovery.leftovers() + lentFiles.leftovers() }

  func run(_ request: NoteRequest) {
    switch request {
    case .add(let subject, let lines):
      library.catalogue([subject.path]) { [self] entries in
        var subject = subject
        if subject.title.isEmpty { subject.title = entries.first?.title ?? "" }
        if subject.author.isEmpty { subject.author = entries.first?.author ?? "" }
        queue.async { [self, subject] in add(lines, about: subject) }
      }
    case .settle(let path, let settlement):
      queue.async { [self] in settle(path, settlement) }
    case .makeAgain(let path):
      queue.async { [self] in
        guard let (number, note) = open(path) else { return }
        save(note, number, saying: "“\(name(note))” was created again", again: true)
      }
    case .letGo(let path):
      queue.async { [self] in
        guard let (number, note) = open(path) else { return }
        note.leave(forgettingChanges: true)
        forget(number)
      }
    case .recover(let copy): queue.async { [self] in recover(copy) }
    case .discard(let copy):
      queue.async { [self] in
        for left in leftovers where PathParts.same(left.copy, copy) { forget(left) }
      }
    case .look(let path): queue.async { [self] in open(path)?.note.look() }
    }
  }

  /// Follows files that were moved.
  func moved(_ done: [Outcome.Done]) {
    queue.async { [self] in
      for move in done {
        guard let to = move.to, !TrashCan.holds(to), let (_, note) = open(move.from),
          FileStatus(move.from) == nil
        else { continue }
        note.follow(to: to)
      }
    }
  }

  /// Closes all notes, waiting up to two seconds; returns messages about those that could not be written.
  func finish() -> [String] {
    queue.sync { takeBackAll() }
    let end = ContinuousClock.now + .seconds(2)
    while queue.sync(execute: { !closeAll() }), ContinuousClock.now < end { usleep(20_000) }
    return queue.sync {
      let left = notes.values.map { note in
        note.leave()
        return
          "“\(PathParts.name(of: note.path))” could not be written; Recto asks about it next time"
      }
      notes = [:]
      return left
    }
  }

  private func closeAll() -> Bool {
    for (number, note) in notes where (try? note.close()) != nil { forget(number) }
    // Notes that need a decision by the user cannot be closed by waiting.
    return notes.values.allSatisfy { $0.state == .conflict || $0.state == .gone }
  }

  // MARK: writing

  private func add(_ lines: [String], about subject: NoteSubject) {
    let place = NotePlace.find(subject, types)
    let lines = NoteLine.lines(lines, about: subject, in: PathParts.folder(of: place.path))
    do throws(FilesError) {
      let (number, note) = try opened(place.path, orBeginning: Array(place.beginning.utf8))
      guard PlainTextFormat.isText(note.contents) else {
        throw FilesError(.notItsFormat, note.path)
      }
      let title = "Note in “\(PathParts.name(of: note.path))”"
      try note.change(title) { $0 = PlainTextFormat.appending(lines, to: $0) }
      onDeed(
        UndoableAction(title: title) { [self] isRedo in
          queue.async { [self] in reverse(number, isRedo: isRedo) }
        })
      save(note, number, saying: "Noted in “\(name(note))”")
    } catch {
      // Keeps the user's words available even though they could not be written.
      Clipboard.copy(lines.joined(separator: "\n"))
      complain(Sentences.text(error) + "; the note is in the clipboard")
    }
  }

  /// Saves a note; shows `sentence` when its changes are in the file, or `ofBoth` if another program's changes were merged.
  func save(
    _ note: Note, _ number: Int, saying sentence: String, ofBoth: String? = nil,
    again: Bool = false
  ) {
    pending[number] = Saving(sentence: sentence, ofBoth: ofBoth)
    do throws(FilesError) {
      if try note.save(again: again) {
        noted(number)
      } else {
        say("“\(name(note))” is being written by another program; yours follows")
      }
    } catch {
      switch note.state {
      // These states need a decision by the user.
      case .conflict, .gone: remind(number, note.state)
      default: break
      }
    }
  }

  func noted(_ number: Int) {
    guard let saving = pending.removeValue(forKey: number) else { return }
    say(saving.sentence)
  }

  private func reverse(_ number: Int, isRedo: Bool) {
    guard let note = notes[number] else {
      return complain("The note was closed and can no longer be changed from here; e edits it")
    }
    do throws(FilesError) {
      if isRedo { try note.redo() } else { try note.undo() }
      save(
        note, number,
        saying: isRedo ? "Noted again in “\(name(note))”" : "Removed from “\(name(note))”")
    } catch {
      if note.state == .normal {
        complain("The line in “\(name(note))” was changed since and was left unchanged")
      }
    }
  }

  // MARK: open notes

  func forget(_ left: Recovery) {
    recovery.remove(left)
    lentFiles.remove(left)
  }

  func name(_ note: Note) -> String { PathParts.name(of: note.path) }

  func open(_ path: String) -> (number: Int, note: Note)? {
    let path = SystemPath.resolved(path) ?? path
    for (number, note) in notes
    where PathParts.same(SystemPath.resolved(note.path) ?? note.path, path) {
      return (number, note)
    }
    return nil
  }

  func opened(
    _ path: String, orBeginning beginning: [UInt8]? = nil
  ) throws(FilesError) -> (Int, Note) {
    if let known = open(path) { return known }
    lastNumber += 1
    let number = lastNumber
    let note = try Note(
      path, as: PlainTextFormat(takingAll: true), orBeginning: beginning,
      options: DocumentOptions(rest: 500, recovery: recovery, watch: watch), on: queue
    ) { [weak self] event in
      // Deferred, since the note may be in the middle of an operation.
      self?.queue.async { [weak self] in self?.heard(event, number) }
    }
    notes[number] = note
    closeOldest()
    return (number, note)
  }

  private func closeOldest() {
    guard notes.count > Self.mostOpen else { return }
    let saved = notes.filter {
      $0.value.state == .normal && $0.key != lastNumber && lent[$0.key] == nil
    }
    guard let oldest = saved.keys.min() else { return }
    if (try? saved[oldest]?.close()) != nil { forget(oldest) }
  }

  func forget(_ number: Int) {
    notes[number] = nil
    pending[number] = nil
  }

  private func heard(_ event: DocumentEvent, _ number: Int) {
    guard let note = notes[number] else { return }
    switch event {
    case .state(.normal): noted(number)
    case .state(.conflict), .state(.gone):
      // The state may have changed since the event; only the current one is reported.
      if event == .state(note.state) { remind(number, note.state) }
    case .state(.failed(let error)) where error.reason == .busy:
      complain(
        "“\(name(note))” is still being written by another program; yours is kept and follows")
    case .state(.failed(let error)):
      complain(Sentences.text(error, file: name(note)) + "; yours is kept and tried again")
    case .merged:
      if let sentence = pending[number]?.ofBoth { pending[number]?.sentence = sentence }
    case .state, .reloaded, .moved: break
    }
  }

  func say(_ sentence: String) { mailbox.post(.notice(sentence, isError: false)) }

  func complain(_ sentence: String) { mailbox.post(.notice(sentence, isError: true)) }

  func tell(_ news: NoteNews) { mailbox.post(.browser(.notes(news))) }
}
