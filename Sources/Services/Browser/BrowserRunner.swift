import Dispatch
import DocumentModel
import Files
import Glibc
import Library
package import Messages
import Platform
import Workers

/// Runs the browser's effects; answers return through the mailbox.
// Unchecked: all that changes is touched on the queue only.
package final class BrowserRunner: @unchecked Sendable {
  private let mailbox: Mailbox
  private let types: EntryTypes
  private let newDocuments: NewDocuments
  private let actions: OwnActions
  private let lookups: LookupRunner
  private let gatherer: DocumentCollector
  private let places: PlaceReader
  private let facts: FactReader
  private let previews: PreviewReader
  private let finder: DocumentFinder
  private let tasks: FileTasks
  private let notes: NoteStore
  private let queue = DispatchQueue(label: "recto.browser", qos: .userInitiated)
  private let watch: PlaceWatch
  private let library: ReadingLibrary
  private let lanes: DiskLanes
  private let measurer: FolderMeasurer
  private let archives: ArchiveFolders

  init(_ machinery: SharedServices) {
    let (pool, library, mailbox) = (machinery.pool, machinery.library, machinery.mailbox)
    let (lanes, actions) = (machinery.lanes, machinery.actions)
    self.mailbox = mailbox
    self.lanes = lanes
    measurer = FolderMeasurer(mailbox: mailbox, lanes: lanes)
    self.library = library
    let types = EntryTypes(machinery.types)
    self.types = types
    let keys = CitationKeyReader(pool: pool, pattern: machinery.preferences.citationKey)
    newDocuments = NewDocuments(types: types, library: library, keys: keys)
    self.actions = actions
    lookups = LookupRunner(machinery.mailbox)
    let gatherer = DocumentCollector(library: library, types: types, mailbox: mailbox, lanes: lanes)
    self.gatherer = gatherer
    let watch = PlaceWatch(mailbox: mailbox, lanes: lanes)
    self.watch = watch
    let sniffed = SniffedTypes()
    places = PlaceReader(
      mailbox: mailbox, types: types, gatherer: gatherer, lanes: lanes,
      ahead: machinery.ahead, sniffed: sniffed
    ) { watch.wasRead($0, $1) }
    let fetcher = MetadataFetcher(pool: pool, library: library, lanes: lanes)
    facts = FactReader(mailbox: mailbox, types: types, gatherer: gatherer, lanes: lanes) {
      fetcher.fetch($0, canWait: $1, $2, done: $3)
    }
    previews = PreviewReader(
      pool: pool, mailbox: mailbox, lanes: lanes, types: types, sniffed: sniffed)
    finder = DocumentFinder(mailbox: mailbox, types: types, lanes: lanes) {
      gatherer.candidates($0)
    }
    let notes = NoteStore(
      mailbox: mailbox, library: library, types: types.documentTypes, keys: keys)
    self.notes = notes
    let contents = DocumentContents(pool: pool)
    archives = ArchiveFolders(mailbox: mailbox, lanes: lanes, contents: contents)
    let tasks = FileTasks(mailbox: mailbox, types: types, contents: contents) { done in
      gatherer.moved(done)
      notes.moved(done)
    }
    self.tasks = tasks
    notes.begin { tasks.note($0) }
    mailbox.post(.browser(.types(types.all)))
    if !actions.all.isEmpty { mailbox.post(.browser(.actions(actions.shown))) }
  }

  func run(_ effect: BrowserEffect) {
    switch effect {
    case .read(let tab, let generation, let place):
      places.read(tab: tab, generation: generation, place)
    case .order(let tab, let generation, let serial, let order):
      places.order(tab: tab, generation: generation, serial: serial, order)
    case .facts(let tab, let generation, let place, let keys, let scope):
      facts.look(tab: tab, generation: generation, place, keys, scope)
    case .leaveUnread(let tab): facts.leaveUnread(tab: tab)
    case .watch(let places): watch.want(places)
    case .preview(let serial, let path, let isFolder, let options):
      previews.read(serial: serial, path: path, isFolder: isFolder, options)
    case .find(let serial, let query, let folder):
      finder.find(serial: serial, query: query, below: folder)
    case .stopFinding: finder.stop()
    case .enterArchive(let path): archives.enter(path)
    case .loadSidebar:
      loadSidebar()
      watch.watchDesktop(recents: library.recentsFile) { [weak self] in self?.loadSidebar() }
    case .files(.export(let paths, let typed, let asText)): export(paths, to: typed, asText: asText)
    case .files(let request): tasks.run(request)
    case .undo: tasks.undo()
    case .redo: tasks.redo()
    case .cancelTask(let id): tasks.cancel(id)
    case .lookUp(let request):
      if let words = actions.words(request.action, request.context) {
        lookups.start(words, number: request.number)
      }
    case .stopLookup: lookups.stop()
    case .settle(let task, let answer): tasks.settle(task, answer)
    case .loadOpeners(let path):
      lanes.add(at: path) { [mailbox, types] _ in
        mailbox.post(
          .browser(.openers(path: path, Openers.all(for: path, types.documentTypes))))
      }
    case .findImage(let id, let path, let steps):
      lanes.add(at: path) { [mailbox, types] _ in
        guard let images = FolderImages(beside: path, types.documentTypes) else { return }
        mailbox.post(.browser(.imageBeside(id, path: images.path(after: steps))))
      }
    case .openWith(let program, let paths):
      lanes.add(at: paths.first ?? "/", isKept: true) { [mailbox] _ in
        switch Openers.start(program, paths) {
        case .started(let sentence): mailbox.post(.notice(sentence, isError: false))
        case .inTerminal(let words): mailbox.post(.browser(.wantsTerminal(words)))
        case .failed(let sentence): mailbox.post(.notice(sentence, isError: true))
        }
      }
    case .run(let index, let context): runAction(index, context)
    case .copyFiles(let paths): Clipboard.copy(files: paths, mailbox)
    case .mail(let paths): mail(paths)
    case .tag(let paths, let add, let remove):
      gatherer.tag(paths, add, remove) { [self] in known() }
    case .loadTags(let path):
      gatherer.tags(of: path) { [mailbox] in mailbox.post(.browser(.tags(path: path, $0))) }
    case .renameTag(let old, let new): gatherer.renameTag(old, new) { [self] in known() }
    case .colorTag(let name, let color): gatherer.colorTag(name, color) { [self] in known() }
    case .deleteTag(let name): gatherer.deleteTag(name) { [self] in known() }
    case .favour(let paths, let isFavourite):
      gatherer.favour(paths, isFavourite, noting: tasks.note) { [self] in known() }
    case .moveFavourite(let path, let other):
      gatherer.moveFavourite(path, to: other, noting: tasks.note) { [self] in known() }
    case .renameFavourite(let path, let name):
      gatherer.renameFavourite(path, to: name, noting: tasks.note) { [self] in known() }
    case .removeRecents(let paths): gatherer.removeRecents(paths) { [self] in known() }
    case .loadTemplates(let about):
      lanes.add(at: Templates.folder) { [self] _ in
        mailbox.post(.browser(.templates(newDocuments.choices(about: about), about: about)))
      }
    case .create(let template, let folder, let about):
      let promise = tasks.promise()
      lanes.add(at: folder, isKept: true) { [self] _ in
        newDocuments.making(from: template, in: folder, about: about) { [self] in
          if let making = $0 { tasks.make(making) }
          withExtendedLifetime(promise) {}
        }
      }
    case .notes(let request): notes.run(request)
    case .save(let memory): gatherer.save(memory)
    case .mount(let volume, let name):
      DesktopVolumes.shared.mount(volume) { [mailbox] result in
        switch result {
        case .success(let path): mailbox.post(.browser(.mounted(path)))
        case .failure(let failure):
          mailbox.post(.notice(Sentences.text(failure, mounting: name), isError: true))
        }
      }
    case .unmount(let path, let listed):
      Unmounting.unmount(path) { [mailbox] result in
        switch result {
        case .success(let name):
          mailbox.post(.notice("\(name) is unmounted", isError: false))
          mailbox.post(.browser(.libraryChanged))
        case .failure(let failure):
          if let listed { mailbox.post(.browser(.mounted(listed))) }
          mailbox.post(.notice(Sentences.text(failure, unmounting: path), isError: true))
        }
      }
    case .measure(let tab, let folders):
      measurer.measure(tab: tab, folders)
    case .edit, .handToEditor, .renameMany, .foreground, .runInTerminal, .thumbnails,
      .previewThumbnail,
      .lookAtThumbnails:
      break
    }
  }

  /// Prepares a text for an editor, which gets a copy unless it runs beside Recto.
  package func edit(_ path: String, line: Int?, with command: String) {
    lanes.add(at: path, isKept: true) { [notes, mailbox] _ in
      // Books and Office documents are ZIP archives. Notes wait for no disk, so the file is read first.
      guard DocumentFile.head(of: path)?.starts(with: [0x50, 0x4B, 0x03, 0x04]) != true else {
        return mailbox.post(
          .notice(Editing.refusal(of: PathParts.name(of: path)), isError: true))
      }
      guard !Editor.goesOn(command) else {
        return mailbox.post(.browser(.lent(Editing(path: path, copy: nil, line: line))))
      }
      notes.lend(path) { copy in
        mailbox.post(.browser(.lent(Editing(path: path, copy: copy, line: line))))
      }
    }
  }

  /// The editor has ended.
  package func edited(_ editing: Editing, isOver: Bool) {
    guard let copy = editing.copy else {
      return mailbox.post(.browser(.edited(path: editing.path)))
    }
    notes.takeBack(copy, isOver: isOver)
  }

  /// Exports to a folder as the user typed it, once its disk has answered.
  private func export(_ paths: [String], to typed: String, asText: Bool) {
    let folder = PathParts.trimming(Paths.typed(typed))
    let promise = tasks.promise()
    lanes.add(at: folder, isKept: true) { [mailbox, tasks] _ in
      defer { withExtendedLifetime(promise) {} }
      let whole = DocumentFile.absolute(folder)
      guard (SystemPath.status(whole)?.st_mode ?? 0) & S_IFMT == S_IFDIR else {
        mailbox.post(
          .notice("\(whole) is not a folder; nothing was exported. N creates one", isError: true))
        return
      }
      mailbox.post(.browser(.exports(to: typed)))
      tasks.run(.export(paths, to: whole, asText: asText))
    }
  }

  /// New names for files, from what an editor left of their list.
  package func rename(_ sheet: NameSheet) {
    do throws(RenameMany.Mistake) {
      let pairs = try sheet.changes()
      if pairs.isEmpty {
        mailbox.post(.notice("No name was changed", isError: false))
      } else {
        tasks.renameMany(in: sheet.folder, pairs)
      }
    } catch {
      mailbox.post(.notice(Sentences.text(error), isError: true))
    }
  }

  /// Waits a moment for running file operations, so that nothing is left half done.
  ///
  /// Returns messages about what could not be written.
  package func finish() -> [String] {
    lookups.stop(atOnce: true)
    var turns = 0
    while tasks.isBusy, turns < 100 {
      usleep(20_000)
      turns += 1
    }
    return notes.finish()
  }

  /// Updates sidebar and lists after a change of the library.
  private func known() {
    loadSidebar()
    mailbox.post(.browser(.made([], sentence: "")))
  }

  private func loadSidebar() {
    SidebarReader.places(lanes, on: queue) { [gatherer, mailbox] places in
      let items: [Sidebar.Section: [Sidebar.Item]] = [
        .recents: [Sidebar.Item(place: .recents, title: "Recents", glyph: "◷")],
        .places: places, .volumes: SidebarReader.volumes(),
      ]
      gatherer.sidebar { more in
        let known = items.merging(more) { $1 }
        mailbox.post(.browser(.sidebar(known)))
        // The desktop may be slow to say what could be mounted.
        DesktopVolumes.shared.unmounted { volumes in
          guard !volumes.isEmpty else { return }
          var all = known
          all[.volumes, default: []] += volumes.map {
            var item = Sidebar.Item(
              place: .folder("/"), title: $0.name, glyph: "○")
            item.volume = $0.id
            return item
          }
          mailbox.post(.browser(.sidebar(all)))
        }
      }
    }
  }

  private func runAction(_ index: Int, _ context: ActionContext) {
    guard let words = actions.words(index, context) else { return }
    if actions.all[index].terminal {
      mailbox.post(.browser(.wantsTerminal(words)))
    } else if ChildProgram.start(words) {
      mailbox.post(.notice(actions.all[index].name, isError: false))
    }
  }

  private func mail(_ paths: [String]) {
    let isStarted = ChildProgram.start(["xdg-email"] + paths.flatMap { ["--attach", $0] })
    mailbox.post(
      .notice(
        isStarted
          ? "Opening the desktop's mail program" : "There is no xdg-email to send mail with",
        isError: !isStarted))
  }
}
