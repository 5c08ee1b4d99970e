import Dispatch
import DocumentModel
import Files
import Glibc
import Library
import Messages
import Platform

/// The texts this run has written to: reading notes and edited files. Changes are written at once, or as soon as another program has
/// finished writing the file.
// Unchecked: all mutable state is accessed on the queue only.
final class NoteStore: @unchecked Sendable {
  let mailbox: Mailbox
  private let library: ReadingLibrary
  private let types: DocumentTypes
  private let keys: CitationKeyReader
  let queue = DispatchQueue(label: "recto.notes", qos: .userInitiated)
  private(set) lazy var watch = FolderWatch(queue: queue)
  private let recovery = RecoveryFolder(ReadingLibrary.defaultFolder() + "/recovery")
  let lentFiles = LentFiles(ReadingLibrary.defaultFolder() + "/editing", bound: NoteFile.bound)
  private(set) var notes: [Int: NoteFile] = [:]
  /// The copies lent to editors, by note number.
  var lent: [Int: Lent] = [:]
  private var lastNumber = 0
  /// Notes with changes that are not in the file yet.
  var pending: [Int: Saving] = [:]
  private var onAction: @Sendable (UndoableAction) -> Void = { _ in }

  struct Saving {
    /// The message when the changes are in the file.
    var sentence: String
    /// The message if another program has changed other parts of the file meanwhile; nil for the same message.
    var ofBoth: String?
    /// The number of attempts so far.
    var attempts = 0
  }

  /// The number of attempts after which a message says that another program is still writing the file.
  private static let patience = 8

  /// The most open notes; beyond it, the oldest saved note is closed.
  private static let mostOpen = 32

  init(
    mailbox: Mailbox, library: ReadingLibrary, types: DocumentTypes, keys: CitationKeyReader
  ) {
    self.keys = keys
    self.mailbox = mailbox
    self.library = library
    self.types = types
  }

  /// Reports unsaved changes from earlier runs; `onAction` receives the undoable operations.
  func begin(onAction: @escaping @Sendable (UndoableAction) -> Void) {
    queue.async { [self] in
      self.onAction = onAction
      for left in leftovers where isWritten(left) { forget(left) }
      for left in leftovers.prefix(20) {
        tell(.leftover(copy: left.copy, path: left.path, time: left.time))
      }
    }
  }

  /// Unsaved changes from earlier runs.
  var leftovers: [Recovery] { recovery.leftovers() + lentFiles.leftovers() }

  /// Whether a process ended between writing the file and removing the copy.
  private func isWritten(_ left: Recovery) -> Bool {
    (try? WholeFile(left.path, atMost: NoteFile.bound).bytes) == left.contents
  }

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
        note.close(forgettingChanges: true)
        forget(number)
      }
    case .recover(let copy): queue.async { [self] in recover(copy) }
    case .discard(let copy):
      queue.async { [self] in
        for left in leftovers where PathParts.same(left.copy, copy) { forget(left) }
      }
    case .look(let path):
      queue.async { [self] in
        if let number = open(path)?.number { write(number) }
      }
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
    while queue.sync(execute: { !closeAll() }), ContinuousClock.now < end { usleep(50_000) }
    return queue.sync {
      let left = notes.values.map { note in
        note.close(forgettingChanges: false)
        return
          "“\(PathParts.name(of: note.path))” could not be written; Recto asks about it next time"
      }
      notes = [:]
      return left
    }
  }

  private func closeAll() -> Bool {
    for (number, note) in notes {
      if note.hasChanges, (try? note.write()) == nil || note.hasChanges { continue }
      forget(number)
    }
    // Notes that need a decision by the user cannot be closed by waiting.
    return notes.values.allSatisfy { $0.isInConflict || $0.isGone }
  }

  // MARK: writing

  private func add(_ lines: [String], about subject: NoteSubject) {
    let place = NotePlace.find(subject, types, citationKey: keys.key)
    let lines = NoteLine.lines(lines, about: subject, in: PathParts.folder(of: place.path))
    do throws(FilesError) {
      let (number, note) = try opened(place.path, orBeginning: Array(place.beginning.utf8))
      let before = note.text
      try note.append(lines)
      let after = note.text
      let title = "Note in “\(name(note))”"
      onAction(
        UndoableAction(title: title) { [self] isRedo in
          queue.async { [self] in
            if isRedo {
              reverse(number, before, after, "Noted again in")
            } else {
              reverse(number, after, before, "Removed from")
            }
          }
        })
      save(note, number, saying: "Noted in “\(name(note))”")
    } catch {
      // Keeps the user's words available even though they could not be written.
      Clipboard.copy(lines.joined(separator: "\n"))
      complain(Sentences.text(error) + "; the note is in the clipboard")
    }
  }

  /// Writes a note; shows `sentence` when its changes are in the file, or `ofBoth` if another program's changes were merged.
  func save(
    _ note: NoteFile, _ number: Int, saying sentence: String, ofBoth: String? = nil,
    again: Bool = false
  ) {
    pending[number] = Saving(sentence: sentence, ofBoth: ofBoth)
    write(number, again: again)
  }

  /// Attempts to write the changes of a note, and repeats that until they are in the file or need a decision by the user.
  private func write(_ number: Int, again: Bool = false) {
    guard let note = notes[number], var saving = pending[number] else { return }
    saving.attempts += 1
    pending[number] = saving
    do throws(FilesError) {
      switch try note.write(again: again) {
      case .written(let isMerged):
        pending[number] = nil
        say((isMerged ? saving.ofBoth : nil) ?? saving.sentence)
      case .busy:
        if saving.attempts == 1 {
          say("“\(name(note))” is being written by another program; yours follows")
        } else if saving.attempts == Self.patience {
          complain(
            "“\(name(note))” is still being written by another program; yours is kept and follows")
        }
        repeatWriting(number, after: saving.attempts < Self.patience ? 250 : 2_000)
      case .conflict, .gone: remind(number)
      }
    } catch {
      if saving.attempts == 1 {
        complain(Sentences.text(error, file: name(note)) + "; yours is kept and tried again")
      }
      repeatWriting(number, after: 5_000 << min(saving.attempts, 4))
    }
  }

  private func repeatWriting(_ number: Int, after milliseconds: Int) {
    guard let attempts = pending[number]?.attempts else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      // Otherwise it was attempted meanwhile.
      if self?.pending[number]?.attempts == attempts { self?.write(number) }
    }
  }

  private func reverse(
    _ number: Int, _ changed: [UInt8], _ before: [UInt8], _ words: String
  ) {
    guard let note = notes[number] else {
      return complain("The note was closed and can no longer be changed from here; e edits it")
    }
    do throws(FilesError) {
      try note.revert(changed, to: before)
      save(note, number, saying: "\(words) “\(name(note))”")
    } catch {
      complain("The line in “\(name(note))” was changed since and was left unchanged")
    }
  }

  // MARK: open notes

  func forget(_ left: Recovery) {
    recovery.remove(left)
    lentFiles.remove(left)
  }

  func name(_ note: NoteFile) -> String { PathParts.name(of: note.path) }

  func open(_ path: String) -> (number: Int, note: NoteFile)? {
    let path = SystemPath.resolved(path) ?? path
    for (number, note) in notes
    where PathParts.same(SystemPath.resolved(note.path) ?? note.path, path) {
      return (number, note)
    }
    return nil
  }

  func opened(
    _ path: String, orBeginning beginning: [UInt8]? = nil
  ) throws(FilesError) -> (Int, NoteFile) {
    if let (number, note) = open(path) {
      note.look()
      guard note.isGone, !note.hasChanges, pending[number] == nil, lent[number] == nil else {
        return (number, note)
      }
      // The file was deleted: the new one has nothing to do with it.
      forget(number)
    }
    lastNumber += 1
    let number = lastNumber
    let note = try NoteFile(path, orBeginning: beginning, recovery: recovery)
    notes[number] = note
    closeOldest()
    return (number, note)
  }

  private func closeOldest() {
    guard notes.count > Self.mostOpen else { return }
    let saved = notes.filter {
      !$0.value.hasChanges && pending[$0.key] == nil && $0.key != lastNumber && lent[$0.key] == nil
    }
    if let oldest = saved.keys.min() { forget(oldest) }
  }

  func forget(_ number: Int) {
    notes[number] = nil
    pending[number] = nil
  }

  func say(_ sentence: String) { mailbox.post(.notice(sentence, isError: false)) }

  func complain(_ sentence: String) { mailbox.post(.notice(sentence, isError: true)) }

  func tell(_ news: NoteNews) { mailbox.post(.browser(.notes(news))) }
}
