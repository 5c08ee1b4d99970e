import Dispatch
package import DocumentModel
import Files
import Glibc
import Library
package import Messages
import Platform
import Text
import Wire
import Workers

/// Carries out the effects requested by the state; posts results to the mailbox.
package final class EffectRunner {
  let pool: WorkerPool
  let library: ReadingLibrary
  let mailbox: Mailbox
  let watcher: FileWatcher
  let composing = DispatchQueue(label: "recto.composing", qos: .userInteractive)
  let opened = OpenDocuments()
  package let browser: BrowserRunner
  package let pictures: PageImageLoader
  package let inLibrary: LibrarySearchService
  package let annotations: AnnotationRunner
  package let edits: EditRunner
  private let types: DocumentTypes
  private let comparing: DocumentComparing
  private let thumbnails: ThumbnailRunner
  private let syncTeX: SyncTeXRunner
  private let speech: SpeechRunner
  package let sync: SyncRunner
  private let conflicts: ConflictRunner
  private let searching = DispatchQueue(label: "recto.searching", qos: .userInitiated)
  /// Runs work that may block on a disk.
  let lanes: DiskLanes
  /// The paths open in the previous session; if they no longer exist, the moved files are searched for.
  private let before: Set<FilePath>
  /// The password given on the command line; tried before the user is asked.
  private let password: [UInt8]
  /// The paths named on the command line; only these may be pipes or other descriptors of this process, such as the shell's `<(…)`.
  private let named: Set<String>
  /// A file with the contents of standard input; -1 if standard input is not read.
  private let standardInput: Int32
  let citationKey: CitationKey

  package init(
    _ machinery: SharedServices, watcher: FileWatcher, password: [UInt8], named: Set<String>,
    before: Set<FilePath>, standardInput: Int32
  ) {
    pool = machinery.pool
    library = machinery.library
    mailbox = machinery.mailbox
    lanes = machinery.lanes
    types = machinery.types
    self.watcher = watcher
    self.before = before
    self.password = password
    self.named = named
    self.standardInput = standardInput
    citationKey = machinery.preferences.citationKey
    syncTeX = SyncTeXRunner(machinery)
    speech = SpeechRunner(machinery.mailbox)
    sync = SyncRunner(machinery)
    conflicts = ConflictRunner(machinery, opened)
    browser = BrowserRunner(machinery)
    inLibrary = LibrarySearchService(machinery)
    annotations = AnnotationRunner(machinery) { [opened, weak watcher] path, from, to in
      watcher?.expectOwn(path, to)
      opened.wrote(path, from: from, to: to)
    }
    edits = EditRunner(machinery, watcher, annotations, opened)
    comparing = DocumentComparing(opened, machinery.mailbox)
    let budget = PictureBudget(machinery.preferences.pictureMemory)
    pictures = PageImageLoader(opened: opened, mailbox: mailbox, budget: budget.pages)
    thumbnails = ThumbnailRunner(
      pictures, pool: machinery.pool, lanes: machinery.lanes, mailbox: machinery.mailbox,
      settings: ThumbnailSettings(machinery.preferences), memory: budget)
  }

  package func run(_ effect: Effect) {
    switch effect {
    case .open(let id, let path, let generation, let password):
      open(id, path, generation, Array(password.utf8))
    case .reopen(let id, let path, let generation, let encoding):
      open(id, path, generation, [], encoding)
    case .prepareSearch(let id, let generation, let pageCount, let page, let known):
      search(of: id, generation, pageCount)?.prepare(from: page, known: known)
    case .search(let id, let generation, let pageCount, let number, let query, let page):
      search(of: id, generation, pageCount)?.search(query, number: number, from: page)
    case .stopSearch(let id): opened[id]?.stopSearch()
    case .saveSearch(let query): library.save(search: query)
    case .close(let id): opened.end(id)
    case .loadReading(let id, let generation, let identity):
      if !SharedCache.holds(identity.path) {
        library.opened(identity, mimeType: DocumentTypeSettings.mimeType(of: identity.path))
      }
      ReadingRecall(id, generation, identity, self).begin()
    case .compareReading(let id, let generation, let identity):
      ReadingRecall(id, generation, identity, self).begin()
    case .saveReading(let identity, let title, let pageCount, let state):
      library.save(identity, title: title, pageCount: pageCount, state: state)
    case .saveSession(let session): library.save(session)
    case .saveThemes(let choice): ThemeMemory.save(choice, in: library)
    case .loadPages(let id, let generation, let range):
      ask(id, generation, .pages(range), .background) { reply in
        guard case .pages(let infos) = reply else { return nil }
        return .pages(id, generation: generation, first: range.lowerBound, infos)
      }
    case .loadContent(let id, let generation, let page, let isVisible):
      loadContent(id, generation, page, isVisible)
    case .loadLinks(let id, let generation, let page):
      ask(id, generation, .links(page: page), .normal) { reply in
        guard case .links(let links) = reply else { return nil }
        return .links(id, generation: generation, page: page, links)
      }
    case .loadOutline(let id, let generation):
      ask(id, generation, .outline, .normal) { reply in
        guard case .outline(let items) = reply else { return nil }
        return .outline(id, generation: generation, items)
      }
    case .loadInformation(let id, let generation): loadInformation(id, generation)
    case .cite(let id, let generation, let form):
      CitationReading(id, generation, form, self).begin()
    case .findWork(let work):
      LibraryWorks.find(work, in: library) { [mailbox, lanes] found in
        guard let first = found.first else { return mailbox.post(.foundWork(work, nil)) }
        lanes.add(at: first.path) { _ in
          let there = found.first { SystemPath.isThere($0.path) }
          mailbox.post(.foundWork(work, there))
        }
      }
    case .loadSignatures(let id, let generation):
      Self.askInPortions(.signatures, of: id, generation, opened, mailbox) { reply in
        guard case .signatures(let report?) = reply else { return nil }
        return .signatures(id, generation: generation, report)
      }
    case .resolve(let id, let generation, let name, let purpose):
      ask(id, generation, .destination(name: name), .visible) { reply in
        guard case .destination(let destination) = reply else { return nil }
        return .resolved(id, generation: generation, name: name, destination, purpose)
      }
    case .loadFingerprint(let id, let generation):
      Self.askInPortions(
        .fingerprint, of: id, generation, opened, mailbox, turnsLeft: Self.mostFingerprintTurns
      ) { reply in
        guard case .fingerprint(let digest?) = reply else { return nil }
        return .fingerprint(id, generation: generation, digest)
      }
    case .recognize(let id, let generation, let languages, let command):
      recognition(of: id, generation)?.take(command, languages)
    case .findReferences(let id, let generation): references(of: id, generation)?.beginNow()
    case .findFigures(let id, let generation, let pageCount, let page):
      opened[id]?.figures(generation) { FigureSearch(id, generation, pageCount, self) }
        .read(around: page)
    case .copyFigure(let id, let generation, let drawing, let path):
      if let document = opened[id]?.document(generation) {
        FigureCopy(drawing, path, self).run(document)
      }
    case .saveAttachment(let id, let generation, let index, let path):
      AttachmentCopy(id, generation, index, Paths.typed(path), self).next()
    case .lookAtFiles: watcher.look(always: true)
    case .listPaths(let typed):
      lanes.add(at: Self.whole(typed)) { [mailbox, types] _ in
        mailbox.post(.paths(typed: typed, Paths.completing(typed, types)))
      }
    case .openTyped(let typed):
      lanes.add(at: Self.whole(typed)) { [mailbox] _ in
        let path = DocumentFile.absolute(Paths.typed(typed))
        let mode = SystemPath.status(path)?.st_mode ?? 0
        mailbox.post(.pathTyped(path, isFolder: mode & S_IFMT == S_IFDIR))
      }
    case .compareTyped(let id, let typed):
      lanes.add(at: Self.whole(typed)) { [mailbox] _ in
        mailbox.post(.versionTyped(id, path: DocumentFile.absolute(Paths.typed(typed))))
      }
    case .compare(let request): comparing.compare(request)
    case .stopComparing: comparing.stop()
    case .synchronise: sync.runNow()
    case .mergeConflict(let id, let path, let copy, let annotations):
      conflicts.merge(copy, into: path, annotations, id)
    case .lendGuide(let installed):
      lanes.add(at: ReadingLibrary.defaultFolder()) { [mailbox] _ in
        mailbox.post(.guide(GuideCopy.path(of: installed)))
      }
    case .remind(let reminder, let milliseconds):
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
        [mailbox] in
        mailbox.post(.reminded(reminder))
      }
    case .lookUp(let id, let path, let question, let request):
      syncTeX.lookUp(question, id, at: path, for: request)
    case .editSource(let path, let line, let column):
      syncTeX.edit(path, line: line, column: column)
    case .speech(let effect): speech.run(effect)
    case .openURI(let address): WebBrowser.open(address, mailbox)
    case .browse(.thumbnails(let order)): thumbnails.want(order)
    case .browse(.previewThumbnail(let path, let fit)): thumbnails.preview(path, fit)
    case .browse(.lookAtThumbnails(let paths)): thumbnails.look(at: paths)
    case .browse(let effect): browser.run(effect)
    case .library(let effect): inLibrary.run(effect)
    case .annotations(let effect): annotations.run(effect)
    case .edit(let effect): edits.run(effect)
    case .copy, .setTitle, .suspend, .redraw, .askForPictures, .reply: break
    }
  }

  /// Makes a relative path absolute, so that it is assigned to the disk of the current folder.
  private static func whole(_ typed: String) -> String {
    let path = Paths.typed(typed)
    guard !PathParts.isAbsolute(path), let folder = CurrentFolder.path else { return path }
    return PathParts.joined(folder, path)
  }

  private func open(
    _ id: DocumentID, _ path: String, _ generation: Int, _ password: [UInt8],
    _ encoding: String = ""
  ) {
    let session = opened.session(id) { [annotations, pictures, sync, syncTeX, watcher] in
      annotations.close(id)
      pictures.forget(id)
      syncTeX.forget(id)
      sync.closed(id)
      watcher.forget(id)
    }
    let given = session.password(given: password, initial: self.password)
    if !path.isEmpty { watcher.expect(path, for: id) }
    let takesPipes = named.contains(path)
    let name = path.isEmpty ? "standard input" : path
    lanes.add(at: path.isEmpty ? "/" : path) {
      [
        annotations, before, conflicts, inLibrary, library, mailbox, pool, session, standardInput,
        sync,
        watcher
      ] _ in
      // The stamp is taken before the file is opened, so that a change in between is noticed.
      if !path.isEmpty {
        let isFolder = FileStatus(path)?.kind == .folder
        watcher.watch(path, FileStamp(following: path), isFolder: isFolder, for: id)
      }
      @Sendable func answer(_ result: Result<DocumentSummary, OpenFailure>) {
        mailbox.post(.opened(id, generation: generation, result))
      }
      switch path.isEmpty
        ? DocumentFile.copy(standardInput)
        : DocumentFile.open(path, takesPipes: takesPipes, takesFolders: true)
      {
      case .failure(let error)
      where generation == 1 && before.contains(FilePath(path))
        && [ENOENT, ENOTDIR].contains(error.number):
        LastSession.follow(path, library) { [mailbox] found in
          mailbox.post(.followed(id, generation: generation, path: found))
        }
      case .failure(let error): answer(.failure(.other(Sentences.text(error, file: name))))
      case .success(let descriptor):
        var status = stat()
        let stamp = fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
        pool.open(
          descriptor: descriptor, password: given, name: DocumentFile.name(path),
          encoding: encoding, lanes: .reading
        ) { result in
          switch result {
          case .success(let (document, summary)):
            guard session.take(document, summary, generation) else { return }
            inLibrary.opened(path, password: given)
            sync.opened(id, path)
            if summary.canAnnotate {
              annotations.opened(id, generation, path, password: given)
              if !path.isEmpty, generation == 1 { conflicts.look(at: path, for: id) }
              if let stamp, !path.isEmpty {
                session.file = DocumentSession.File(
                  path: path, password: given, pageCount: summary.pageCount, stamps: [stamp])
              }
            }
            answer(.success(summary))
          case .failure(.engine(.passwordNeeded)): answer(.failure(.passwordNeeded))
          case .failure(.engine(.passwordWrong)): answer(.failure(.passwordWrong))
          case .failure(let error): answer(.failure(.other(Sentences.text(error, file: name))))
          }
        }
      }
    }
  }

  /// Returns the search of an open document.
  private func search(
    of id: DocumentID, _ generation: Int, _ pageCount: Int
  ) -> DocumentSearch? {
    opened[id]?.search(generation) {
      DocumentSearch(
        id, generation, pageCount: pageCount, opened: opened, mailbox: mailbox, queue: searching)
    }
  }

  private func loadContent(
    _ id: DocumentID, _ generation: Int, _ page: Int, _ isVisible: Bool
  ) {
    let priority: Priority = isVisible ? .visible : .prefetch
    let references = isVisible ? references(of: id, generation) : nil
    opened.send(.text(page: page), to: id, generation, priority) {
      [annotations, mailbox, composing, opened] result in
      switch result {
      case .success(.text(let text)):
        // Otherwise the other worker would have to read all pages before this one when a search is typed.
        if isVisible, opened[id]?.beginsReading(generation) == true {
          opened.send(.text(page: page), to: id, generation, .background) { _ in }
          references?.beginLater()
        }
        composing.async {
          Self.show(text, page: page, of: id, generation, opened, annotations, mailbox)
        }
      case .success: break
      case .failure(.cancelled): break
      case .failure(let error):
        let sentence = Sentences.text(error, file: "page \(page + 1)")
        mailbox.post(.failed(id, generation: generation, page: page, sentence))
      }
    }
  }

  private func loadInformation(_ id: DocumentID, _ generation: Int) {
    ask(id, generation, .metadata, .normal) { reply in
      guard case .metadata(let metadata) = reply else { return nil }
      return .metadata(id, generation: generation, metadata)
    }
    ask(id, generation, .attachments, .normal) { reply in
      guard case .attachments(let attachments) = reply else { return nil }
      return .attachments(id, generation: generation, attachments)
    }
    ask(id, generation, .fonts(0..<50), .background) { reply in
      guard case .fonts(let fonts) = reply else { return nil }
      return .fonts(id, generation: generation, fonts)
    }
  }

  private func ask(
    _ id: DocumentID, _ generation: Int, _ request: Request, _ priority: Priority,
    _ message: @escaping @Sendable (Reply) -> Message?
  ) {
    opened.send(request, to: id, generation, priority) { [mailbox] result in
      switch result {
      case .success(let reply):
        if let answer = message(reply) { mailbox.post(answer) }
      case .failure(.cancelled): break
      case .failure(let error):
        let sentence = Sentences.text(error, file: "a part of it")
        mailbox.post(.failed(id, generation: generation, page: nil, sentence))
      }
    }
  }
}
