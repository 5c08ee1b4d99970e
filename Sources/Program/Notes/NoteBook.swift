import Dispatch
import DocumentModel
import Files
import Glibc
import Interface
import Library
import Platform

/// The reading notes that this run has written to: each an open document, saved at once, and watched.
// Unchecked: all that changes is touched on the queue only.
final class NoteBook: @unchecked Sendable {
  typealias Note = EditableDocument<PlainTextFormat>

  private let mailbox: Mailbox
  private let library: ReadingLibrary
  private let types: DocumentTypes
  private let queue = DispatchQueue(label: "recto.notes", qos: .userInitiated)
  private lazy var watch = FolderWatch(queue: queue)
  private let recovery = RecoveryFolder(ReadingLibrary.defaultFolder() + "/recovery")
  private var notes: [Int: Note] = [:]
  private var lastNumber = 0
  /// Notes with lines that are not in the file yet: when they are, it is told.
  private var pending: Set<Int> = []
  private var onDeed: @Sendable (KeptDeed) -> Void = { _ in }

  /// Those open longest are closed, where all is saved.
  private static let mostOpen = 32

  init(mailbox: Mailbox, library: ReadingLibrary, types: DocumentTypes) {
    self.mailbox = mailbox
    self.library = library
    self.types = types
  }

  /// Says what earlier runs have left, and learns who keeps the journal of what can be taken back.
  func begin(onDeed: @escaping @Sendable (KeptDeed) -> Void) {
    queue.async { [self] in
      self.onDeed = onDeed
      for left in recovery.leftovers().prefix(20) {
        tell(.leftover(copy: left.copy, path: left.path, time: left.time))
      }
    }
  }

  func run(_ wish: NoteWish) {
    switch wish {
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
        save(note, number, again: true)
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
        for left in recovery.leftovers() where PathParts.same(left.copy, copy) {
          recovery.remove(left)
        }
      }
    case .look(let path): queue.async { [self] in open(path)?.note.look() }
    }
  }

  /// Files that were moved from here to there.
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

  /// Closes all, waiting for a moment; gives sentences about what could not be written.
  func finish() -> [String] {
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
    // Of what has to be decided no waiting comes.
    return notes.values.allSatisfy { $0.state == .conflict || $0.state == .gone }
  }

  // MARK: writing

  private func add(_ lines: [String], about subject: NoteSubject) {
    let place = NotePlace.find(subject, types)
    let lines = NoteLine.lines(lines, about: subject, in: PathParts.folder(of: place.path))
    do throws(FilesError) {
      let (number, note) = try opened(place.path, orBeginning: Array(place.beginning.utf8))
      let title = "Note in “\(PathParts.name(of: note.path))”"
      try note.change(title) { $0 = PlainTextFormat.appending(lines, to: $0) }
      onDeed(
        KeptDeed(title: title) { [self] isRedo in
          queue.async { [self] in reverse(number, isRedo: isRedo) }
        })
      save(note, number)
    } catch {
      // The words would be lost with a sentence only.
      Clipboard.copy(lines.joined(separator: "\n"))
      complain(Sentences.text(error) + "; the note is in the clipboard")
    }
  }

  private func save(_ note: Note, _ number: Int, again: Bool = false) {
    pending.insert(number)
    do throws(FilesError) {
      if try note.save(again: again) {
        noted(number)
      } else {
        say("“\(name(note))” is being written by another program; the note follows")
      }
    } catch {
      switch note.state {
      // What has to be decided is asked.
      case .conflict, .gone: remind(number, note.state)
      default: break
      }
    }
  }

  private func noted(_ number: Int) {
    guard pending.remove(number) != nil, let note = notes[number] else { return }
    say("Noted in “\(name(note))”")
  }

  private func reverse(_ number: Int, isRedo: Bool) {
    guard let note = notes[number] else {
      return complain("The note was closed and can no longer be changed from here; e edits it")
    }
    do throws(FilesError) {
      if isRedo { try note.redo() } else { try note.undo() }
      if try note.save() {
        say(isRedo ? "Noted again in “\(name(note))”" : "Taken back from “\(name(note))”")
      } else {
        pending.insert(number)
      }
    } catch {
      if note.state == .normal {
        complain("The line in “\(name(note))” was changed since and was left as it is")
      }
    }
  }

  private func settle(_ path: String, _ settlement: Settlement) {
    guard let (number, note) = open(path) else { return }
    do throws(FilesError) {
      pending.remove(number)
      let beside = try note.settle(settlement, suffix: "my version")
      switch (settlement, beside) {
      case (_, let beside?): say("Yours is in “\(PathParts.name(of: beside))” beside it")
      case (.ours, nil) where note.state != .normal: pending.insert(number)
      case (.ours, nil): say("“\(name(note))” is yours now")
      default: say("“\(name(note))” is theirs")
      }
    } catch {
      complain(Sentences.text(error))
    }
  }

  private func recover(_ copy: String) {
    guard let left = recovery.leftovers().first(where: { PathParts.same($0.copy, copy) }) else {
      return complain("What was left is no longer there: another Recto has taken it")
    }
    do throws(FilesError) {
      let (number, note) = try opened(left.path, orBeginning: left.base ?? [])
      try note.recover(left, "Recovered “\(name(note))”")
      save(note, number)
    } catch {
      complain(Sentences.text(error, file: PathParts.name(of: left.path)))
    }
  }

  // MARK: open notes

  private func name(_ note: Note) -> String { PathParts.name(of: note.path) }

  private func open(_ path: String) -> (number: Int, note: Note)? {
    let path = SystemPath.resolved(path) ?? path
    for (number, note) in notes
    where PathParts.same(SystemPath.resolved(note.path) ?? note.path, path) {
      return (number, note)
    }
    return nil
  }

  private func opened(
    _ path: String, orBeginning beginning: [UInt8]
  ) throws(FilesError) -> (Int, Note) {
    if let known = open(path) { return known }
    lastNumber += 1
    let number = lastNumber
    let note = try Note(
      path, as: PlainTextFormat(), orBeginning: beginning,
      options: DocumentOptions(rest: 500, recovery: recovery, watch: watch), on: queue
    ) { [weak self] event in
      // Not in the midst of what the note does.
      self?.queue.async { [weak self] in self?.heard(event, number) }
    }
    notes[number] = note
    closeOldest()
    return (number, note)
  }

  private func closeOldest() {
    guard notes.count > Self.mostOpen else { return }
    let saved = notes.filter { $0.value.state == .normal && $0.key != lastNumber }
    guard let oldest = saved.keys.min() else { return }
    if (try? saved[oldest]?.close()) != nil { forget(oldest) }
  }

  private func forget(_ number: Int) {
    notes[number] = nil
    pending.remove(number)
  }

  private func heard(_ event: DocumentEvent, _ number: Int) {
    guard let note = notes[number] else { return }
    switch event {
    case .state(.normal): noted(number)
    case .state(.conflict), .state(.gone):
      // What has changed again since is told again.
      if event == .state(note.state) { remind(number, note.state) }
    case .state(.failed(let error)) where error.reason == .busy:
      complain(
        "“\(name(note))” is still being written by another program; the note is kept and follows")
    case .state(.failed(let error)):
      complain(Sentences.text(error, file: name(note)) + "; the note is kept and tried again")
    case .state, .reloaded, .merged, .moved: break
    }
  }

  private func remind(_ number: Int, _ state: DocumentState) {
    guard let note = notes[number] else { return }
    if state == .conflict {
      tell(.conflict(path: note.path))
    } else if note.hasChanges || pending.contains(number) {
      tell(.gone(path: note.path))
    } else {
      // Deleted, with nothing of ours in it.
      note.leave(forgettingChanges: true)
      forget(number)
    }
  }

  private func say(_ sentence: String) { mailbox.post(.notice(sentence, isError: false)) }

  private func complain(_ sentence: String) { mailbox.post(.notice(sentence, isError: true)) }

  private func tell(_ news: NoteNews) { mailbox.post(.browser(.notes(news))) }
}
