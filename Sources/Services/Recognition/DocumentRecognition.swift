import Dispatch
import DocumentModel
import Messages
import Platform
import Text
import Wire
import Workers

/// Recognises pages of an open document in the background and shows them.
// Unchecked: all variables change on the composing queue only.
final class DocumentRecognition: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let language: String
  private let runner: EffectRunner
  private let pageCount: Int
  /// Nil until it is known whether what is recognised may be stored.
  private var recognition: PageRecognition?
  private var isPreparing = false
  private var waiting: [() -> Void] = []
  /// The languages that the user chose for this document, by their names; empty if none.
  private var languages = ""
  /// The recognition of the whole document; nil unless all pages are wanted.
  private var run: Run?

  private var runs = 0

  private struct Run {
    /// Identifies the run: pages of earlier runs that arrive late are not counted.
    var serial: Int
    var first: Int
    var done = 0
    var recognized = 0
    var isIdle: Bool
  }

  /// Seconds between two checks for mains power while the machine runs on battery.
  private static let patience = 30

  init(
    _ id: DocumentID, _ generation: Int, language: String, pageCount: Int, _ runner: EffectRunner
  ) {
    self.id = id
    self.generation = generation
    self.language = language
    self.pageCount = pageCount
    self.runner = runner
  }

  func belongs(to generation: Int) -> Bool { self.generation == generation }

  func take(_ command: RecognitionCommand, _ languages: String) {
    runner.composing.async { [self] in
      if languages != self.languages {
        self.languages = languages
        recognition = nil
      }
      switch command {
      case .page(let page): prepare { self.recognize(page, priority: .visible) }
      case .again(let page):
        prepare { self.recognize(page, isAgain: true, priority: .visible) }
      case .all(let page, let isIdle):
        guard run == nil || run?.isIdle == true && !isIdle else { return }
        runs += 1
        run = Run(serial: runs, first: page, isIdle: isIdle)
        prepare { [serial = runs] in self.next(serial) }
      case .words: prepare { self.gather(from: 0, []) }
      case .stop:
        let recognized = run?.recognized
        run = nil
        if let recognized { tell(.finished(recognized: recognized)) }
      }
    }
  }

  private var document: WorkerDocument? { runner.opened[id]?.document(generation) }

  private func tell(_ news: RecognitionNews) {
    runner.mailbox.post(.recognition(id, generation: generation, news))
  }

  // MARK: preparing

  /// Runs an action once there are workers.
  private func prepare(_ action: @escaping () -> Void) {
    if recognition != nil { return action() }
    waiting.append(action)
    guard !isPreparing else { return }
    isPreparing = true
    runner.ask(.metadata, of: id, generation) { [self] reply in
      // Nothing of an encrypted document is written anywhere else.
      guard case .metadata(let metadata)? = reply, !metadata.isEncrypted else {
        return begin(nil)
      }
      begin(runner.opened[id]?.file.flatMap { RecognizedCache(of: $0.path) })
    }
  }

  private func begin(_ pages: RecognizedCache?) {
    isPreparing = false
    let actions = waiting
    waiting = []
    guard let document else { return }
    do throws(RecognitionSetup.Failure) {
      let setup = try RecognitionSetup(named: languages, document: language)
      let made =
        document.recognition(in: setup.languages, isNamed: setup.isNamed)
        ?? setup.recognition(
          in: runner.pool, .knownPages, workers: RecognitionSetup.backgroundWorkers,
          isInBackground: true, pages: pages)
      guard let made else { throw .init(sentence: RecognitionStrings.programMissing) }
      recognition = made
      document.recognize(with: made)
      DispatchQueue.global(qos: .utility).async { RecognizedCache.sweep() }
      for action in actions { action() }
    } catch {
      run = nil
      languages = ""
      tell(.unavailable(error.sentence))
    }
  }

  // MARK: recognising

  private func recognize(
    _ page: Int, isAgain: Bool = false, priority: Priority,
    then next: @escaping @Sendable (_ isNew: Bool) -> Void = { _ in }
  ) {
    guard let document else {
      run = nil
      return
    }
    guard let recognition else {
      return prepare { [self] in
        recognize(page, isAgain: isAgain, priority: priority, then: next)
      }
    }
    document.send(.text(page: page), priority: priority) { [self] reply in
      guard case .success(.text(let text)) = reply else { return end(page, nil, next) }
      guard text.needsRecognition || isAgain && text.source != .document else {
        show(text, page)
        return runner.composing.async { next(false) }
      }
      recognition.recognize(page, of: document, priority: priority) {
        [self] result in
        switch result {
        case .success(let text):
          show(text, page)
          runner.composing.async { next(!text.isBlank) }
        case .failure(.cancelled): end(page, nil, next)
        case .failure(let error): end(page, RecognitionStrings.text(error, page: page), next)
        }
      }
    }
  }

  private func end(_ page: Int, _ sentence: String?, _ next: @escaping @Sendable (Bool) -> Void) {
    tell(.failed(page: page, sentence))
    runner.composing.async { next(false) }
  }

  private func show(_ text: PageText, _ page: Int) {
    runner.composing.async { [self] in
      EffectRunner.show(
        text, page: page, of: id, generation, runner.opened, runner.annotations, runner.mailbox)
    }
    if text.isRecognized { runner.opened[id]?.forgetSearchedText(generation) }
  }

  /// Collects the words of recognised pages, from a page to the end.
  private func gather(from page: Int, _ edits: [DocumentEdit]) {
    guard page < pageCount else { return tell(.words(edits)) }
    runner.ask(.text(page: page), of: id, generation) { [self] reply in
      var edits = edits
      if case .text(let text)? = reply, text.isRecognized, !text.isBlank {
        edits.append(.addText(page: page, text.placedWords))
      }
      gather(from: page + 1, edits)
    }
  }

  /// Recognises the next page of the whole document, unless another run has begun.
  private func next(_ serial: Int) {
    guard let run, run.serial == serial else { return }
    guard document != nil, run.done < pageCount else {
      tell(.finished(recognized: run.recognized))
      self.run = nil
      return
    }
    if run.isIdle, PowerSupply.isOnBattery {
      runner.composing.asyncAfter(deadline: .now() + .seconds(Self.patience)) { [self] in
        next(serial)
      }
      return
    }
    let page = (run.first + run.done) % pageCount
    recognize(page, priority: .background) { [self] isNew in
      guard self.run?.serial == serial else { return }
      self.run?.done += 1
      if isNew { self.run?.recognized += 1 }
      tell(.progress(pagesRead: run.done + 1))
      next(serial)
    }
  }
}

extension EffectRunner {
  /// Returns the recognition of an open document with pages.
  func recognition(of id: DocumentID, _ generation: Int) -> DocumentRecognition? {
    opened[id]?.recognition(generation) { summary in
      DocumentRecognition(
        id, generation, language: summary.language, pageCount: summary.pageCount, self)
    }
  }

  /// Composes and shows a page; on the composing queue only.
  static func show(
    _ text: PageText, page: Int, of id: DocumentID, _ generation: Int, _ opened: OpenDocuments,
    _ annotations: AnnotationRunner, _ mailbox: Mailbox
  ) {
    guard let composer = opened[id]?.composer(generation) else { return }
    let fields = annotations.fields(of: id, page: page)
    for (page, content) in composer.contents(text, fields: fields, page: page) {
      mailbox.post(.content(id, generation: generation, page: page, content))
    }
  }
}
