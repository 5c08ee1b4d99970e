import DocumentModel
import Files
import Messages

/// Decisions of the user about notes: conflicts, missing files, and unsaved changes from earlier runs.
extension NoteStore {
  /// Asks what to do about a note in conflict or without a file.
  func remind(_ number: Int) {
    guard let note = notes[number] else { return }
    if note.isInConflict {
      tell(.conflict(path: note.path))
    } else if note.hasChanges || pending[number] != nil {
      tell(.gone(path: note.path))
    } else if lent[number] == nil {
      // The file was deleted, and the note has no unsaved changes.
      note.close(forgettingChanges: true)
      forget(number)
    }
  }

  func settle(_ path: String, _ settlement: Settlement) {
    guard let (number, note) = open(path) else { return }
    do throws(FilesError) {
      let beside = try note.settle(settlement, suffix: "my version")
      pending[number] = nil
      switch (settlement, beside) {
      case (_, let beside?): say("Yours is in “\(PathParts.name(of: beside))” beside it")
      case (.theirs, nil): say("“\(name(note))” is theirs")
      default: save(note, number, saying: "“\(name(note))” is yours now")
      }
    } catch {
      complain(Sentences.text(error))
    }
  }

  func recover(_ copy: String) {
    guard let left = leftovers.first(where: { PathParts.same($0.copy, copy) }) else {
      return complain("Nothing left to restore: another Recto has done it")
    }
    do throws(FilesError) {
      let (number, note) = try opened(left.path, orBeginning: left.base ?? [])
      try note.take(left.contents, madeFrom: left.base)
      forget(left)
      save(note, number, saying: "“\(name(note))” is written")
    } catch {
      complain(Sentences.text(error, file: PathParts.name(of: left.path)))
    }
  }
}
