import Dispatch
import DocumentModel
import Glibc
import Interface
import Library
import Wire
import Workers

/// Carries out what the state asks for; answers come back through the mailbox.
final class EffectRunner {
  private let pool: WorkerPool
  private let library: ReadingLibrary
  private let mailbox: Mailbox
  private let watcher: FileWatcher
  private let composing = DispatchQueue(label: "recto.composing", qos: .userInteractive)
  private let composer = Composer()
  private let opened = OpenDocuments()
  private var paths: [String: DocumentID] = [:]
  /// Given on the command line's behalf; tried before the user is asked.
  private let password: String

  init(
    pool: WorkerPool, library: ReadingLibrary, mailbox: Mailbox, watcher: FileWatcher,
    password: String
  ) {
    self.pool = pool
    self.library = library
    self.mailbox = mailbox
    self.watcher = watcher
    self.password = password
  }

  func run(_ effect: Effect) {
    switch effect {
    case .open(let id, let path, let generation, let password):
      open(id, path, generation, password)
    case .close(let id): opened.close(id)
    case .loadReading(let id, let generation, let identity):
      library.load(identity) { [mailbox] in
        mailbox.post(.reading(id, generation: generation, $0))
      }
    case .saveReading(let identity, let title, let pageCount, let state):
      library.save(identity, title: title, pageCount: pageCount, state: state)
    case .loadPages(let id, let generation, let range):
      ask(id, generation, .pages(range), .background) { reply in
        guard case .pages(let infos) = reply else { return nil }
        return .pages(id, generation: generation, first: range.lowerBound, infos)
      }
    case .loadContent(let id, let generation, let page, let size, let isVisible):
      loadContent(id, generation, page, size, isVisible)
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
    case .resolve(let id, let generation, let name):
      ask(id, generation, .destination(name: name), .visible) { reply in
        guard case .destination(let destination) = reply else { return nil }
        return .resolved(id, generation: generation, name: name, destination)
      }
    case .waitForKeys(let serial):
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) { [mailbox] in
        mailbox.post(.keysPending(serial: serial))
      }
    case .openURI(let address): Browser.open(address, mailbox)
    case .copy, .setTitle, .suspend, .redraw, .quit: break
    }
  }

  /// The document that a changed file belongs to.
  func document(at path: String) -> DocumentID? { paths[path] }

  private func open(_ id: DocumentID, _ path: String, _ generation: Int, _ password: String) {
    let name = path.isEmpty ? "standard input" : path
    let file = path.isEmpty ? DocumentFile.standardInput() : DocumentFile.open(path)
    let given = password.isEmpty ? self.password : password
    switch file {
    case .failure(let error):
      let sentence = Sentences.text(errno: error.number, file: name)
      mailbox.post(.opened(id, generation: generation, .failure(.other(sentence))))
    case .success(let descriptor):
      if !path.isEmpty {
        watcher.watch(path)
        paths[path] = id
      }
      pool.open(descriptor: descriptor, password: Array(given.utf8)) { [mailbox, opened] result in
        switch result {
        case .success(let (document, summary)):
          opened.set(document, for: id, generation)
          mailbox.post(.opened(id, generation: generation, .success(summary)))
        case .failure(.engine(.passwordNeeded)):
          mailbox.post(.opened(id, generation: generation, .failure(.passwordNeeded)))
        case .failure(.engine(.passwordWrong)):
          mailbox.post(.opened(id, generation: generation, .failure(.passwordWrong)))
        case .failure(let error):
          let sentence = Sentences.text(error, file: name)
          mailbox.post(.opened(id, generation: generation, .failure(.other(sentence))))
        }
      }
    }
  }

  private func loadContent(
    _ id: DocumentID, _ generation: Int, _ page: Int, _ size: PageSize, _ isVisible: Bool
  ) {
    let priority: Priority = isVisible ? .visible : .prefetch
    let name = "p. \(page + 1)"
    opened.send(.text(page: page), to: id, generation, priority) {
      [mailbox, composing, composer] result in
      switch result {
      case .success(.text(let text)):
        composing.async {
          let content = composer.content(text, size: size, of: id, generation, page: page)
          mailbox.post(.content(id, generation: generation, page: page, content))
        }
      case .success: break
      case .failure(.cancelled): break
      case .failure(let error):
        let sentence = Sentences.text(error, file: name)
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
        let sentence = Sentences.text(error, file: "This document")
        mailbox.post(.failed(id, generation: generation, page: nil, sentence))
      }
    }
  }
}
