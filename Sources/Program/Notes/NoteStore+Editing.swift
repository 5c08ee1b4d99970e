import Dispatch
import DocumentModel
import Files
import Interface

/// Texts that an editor has: each gets a copy, and what it makes of it comes back through the document, so that nothing another
/// program writes meanwhile is lost.
extension NoteStore {
  struct Lent {
    var file: LentFile
    /// Seen to while the editor may still have it.
    var token: FolderWatch.Token?
  }

  /// Lends a text to an editor; `answer` gets the file it is to be given: where a copy would not do, the text's own.
  func lend(_ path: String, answer: @escaping @Sendable (String?) -> Void) {
    queue.async { [self] in
      guard LentFiles.suits(path), let (number, note) = try? opened(path) else {
        return answer(nil)
      }
      switch note.state {
      case .conflict: return remind(number, .conflict)
      case .gone, .closed: return answer(nil)
      case .normal, .hasChanges, .saving, .failed: break
      }
      if lent[number] == nil {
        guard let file = try? lentFiles.lend(note.path, note.contents) else { return answer(nil) }
        lent[number] = Lent(file: file)
      }
      answer(lent[number]?.file.path)
    }
  }

  /// The editor gave a file back.
  ///
  /// `isOver` is false where it was so quick, and changed nothing, that it may be one with a window of its own that goes on: then what
  /// it writes later is taken over as well.
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
        lent[number]?.token = watch.watch(PathParts.folder(of: path)) { [weak self] _ in
          _ = self?.takeWork(number)
        }
      }
      mailbox.post(.browser(.edited(path: file.document)))
    }
  }

  /// At the end: what is there is taken, and what an editor may still have stays where it is.
  func takeBackAll() {
    for (number, lent) in lent {
      _ = takeWork(number)
      lent.file.leave()
    }
    lent = [:]
  }

  /// Takes over what an editor has made of its file; whether that was something, nil where it could not be taken.
  private func takeWork(_ number: Int) -> Bool? {
    guard let file = lent[number]?.file, let note = notes[number] else { return nil }
    let name = name(note)
    do throws(FilesError) {
      guard let work = try file.work(atMost: lentFiles.bound) else { return false }
      let taking = try note.take(work, madeFrom: file.base, "Edited “\(name)”")
      file.taken(work)
      let both = "“\(name)” has yours and what another program wrote"
      switch taking {
      case .taken: save(note, number, saying: "“\(name)” is written", ofBoth: both)
      case .merged: save(note, number, saying: both)
      // It is asked about.
      case .conflict: break
      }
      return true
    } catch {
      complain(Sentences.text(error, file: name) + "; what the editor made is in \(file.path)")
      return nil
    }
  }
}
