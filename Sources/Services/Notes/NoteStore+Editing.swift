import Dispatch
import DocumentModel
import Files
import Messages

/// Editing notes in an external editor: the editor gets a copy, and its changes are applied to the note, so that
/// changes other programs write meanwhile are not lost.
extension NoteStore {
  struct Lent {
    var file: LentFile
    /// Watches the copy while the editor may still be running.
    var token: FolderWatch.Token?
  }

  /// Lends a copy of a text to an editor; `answer` gets its path, nil if the original must be
  /// edited. Not called if a conflict must be resolved first.
  func lend(_ path: String, answer: @escaping @Sendable (String?) -> Void) {
    queue.async { [self] in
      guard LentFiles.suits(path), let (number, note) = try? opened(path) else {
        return answer(nil)
      }
      note.look()
      if note.isInConflict { return remind(number) }
      if note.isGone { return answer(nil) }
      if lent[number] == nil {
        guard let file = try? lentFiles.lend(note.path, note.text) else { return answer(nil) }
        lent[number] = Lent(file: file)
      }
      answer(lent[number]?.file.path)
    }
  }

  /// Takes a copy back after the editor's command has ended.
  ///
  /// `isOver` is false if the command ended quickly without changes: a graphical editor may still
  /// be running, so its later changes are applied too.
  func takeBack(_ path: String, isOver: Bool) {
    queue.async { [self] in
      guard let number = lent.first(where: { PathParts.same($0.value.file.path, path) })?.key,
        let file = lent[number]?.file
      else { return }
      let hasCome = takeWork(number)
      if hasCome == true || (hasCome == false && isOver) {
        file.giveBack()
        lent[number] = nil
      } else if lent[number]?.token == nil {
        // Once more when the watch has begun: the editor may have written in between.
        lent[number]?.token = watch.watch(
          PathParts.folder(of: path), began: { [weak self] _ in _ = self?.takeWork(number) }
        ) { [weak self] _ in _ = self?.takeWork(number) }
      }
      mailbox.post(.browser(.edited(path: file.document)))
    }
  }

  /// Takes all copies back at exit: applies their changes and leaves the files in place, since an editor may still be using them.
  func takeBackAll() {
    for (number, lent) in lent {
      _ = takeWork(number)
      lent.file.leave()
    }
    lent = [:]
  }

  /// Applies an editor's changes; returns whether there were any, nil if they could not be applied.
  private func takeWork(_ number: Int) -> Bool? {
    guard let file = lent[number]?.file, let note = notes[number] else { return nil }
    let name = name(note)
    do throws(FilesError) {
      guard let work = try file.work(atMost: lentFiles.bound) else { return false }
      let taking = try note.take(work, madeFrom: file.base)
      file.taken(work)
      let both = "“\(name)” has yours and what another program wrote"
      switch taking {
      case .taken: save(note, number, saying: "“\(name)” is written", ofBoth: both)
      case .merged: save(note, number, saying: both)
      case .conflict: remind(number)
      }
      return true
    } catch {
      complain(Sentences.text(error, file: name) + "; what the editor made is in \(file.path)")
      return nil
    }
  }
}
