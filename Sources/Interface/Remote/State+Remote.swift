import Widgets
import Canvas
import DocumentModel
package import Messages
import Text

extension State {
  /// Handles a request of another program; its reply is an effect, at once or when it can be given.
  package mutating func take(_ request: RemoteRequest) -> [Effect] {
    switch request.action {
    case .get(let facts): return reply(.result(RemoteFacts.values(self, of: facts)), to: request)
    case .subscribe(let facts):
      return reply(.subscribed(facts, RemoteFacts.values(self, of: facts)), to: request)
    case .open(let path, let place, let untilClosed):
      return openRemotely(path, at: place, for: untilClosed ? .closing : .reading, request)
    case .forward(let line, let source, let path):
      return openRemotely(path, for: .line(line, source: source), request)
    case .run:
      // Keys wait for a document that is being opened, and so do commands.
      guard remote.waiting.isEmpty, !isDocumentComing else {
        remote.waiting.append(request)
        return []
      }
      return runRemotely(request)
    }
  }

  /// Answers requests that have waited, as far as they can be answered now.
  mutating func settleRemote() -> [Effect] {
    var effects: [Effect] = []
    for index in remote.openings.indices {
      if case .open? = documents[remote.openings[index].document]?.phase {
        remote.openings[index].hasOpened = true
      }
    }
    for opening in remote.openings {
      guard let outcome = outcome(of: opening) else { continue }
      remote.openings.removeAll { $0.request == opening.request }
      effects += outcome
    }
    while let request = remote.waiting.first, !isDocumentComing {
      remote.waiting.removeFirst()
      effects += runRemotely(request)
    }
    return effects
  }

  func reply(_ reply: RemoteReply, to request: RemoteRequest) -> [Effect] {
    request.origin.map { [.reply(reply, to: $0)] } ?? []
  }

  /// Runs a command for another program, unless it would discard what a person is typing, or start a program.
  private mutating func runRemotely(_ request: RemoteRequest) -> [Effect] {
    guard case .run(let name, let argument, let count) = request.action else { return [] }
    func refuse(_ sentence: String) -> [Effect] { reply(.failure(sentence), to: request) }
    guard let command = CommandList.byName[name] else {
      return refuse("there is no command “\(name)”; the fact “commands” lists them")
    }
    guard argument == nil || command.argument != nil else {
      return refuse("\(name) takes no argument")
    }
    if let reason = reasonToWait { return refuse(reason) }
    if case .unavailable(let reason) = command.availability(self) { return refuse(reason) }
    let before = self
    notices.dismiss()
    let effects = argument.map { run(name, with: $0) } ?? run(name, count: count)
    guard !effects.contains(where: \.startsProgram) else {
      self = before
      return refuse(
        "\(name) starts another program or stops this one, which no request may do; type it in Recto"
      )
    }
    // A person's keys would go into the prompt.
    guard prompt == nil, panel?.source != .palette else {
      self = before
      return refuse("\(name) needs an argument")
    }
    if let notice = notices.shown, notice.isError {
      return effects + refuse(notice.text)
    }
    let result = JSON.object([("notice", .text(notices.shown?.text ?? ""))])
    // An error is not restored, since nobody may be there to clear it with a key.
    if notices.shown == nil, before.notices.shown?.isError != true {
      notices.restore(before.notices.shown)
    }
    return effects + reply(.result(result), to: request)
  }

  /// Why no command can be run for another program now; nil if one can.
  private var reasonToWait: String? {
    if isQuestionDue { return "Recto asks a question on its screen; answer it first" }
    if prompt != nil || panel?.isFiltering == true || panel?.source == .palette {
      return "something is being typed in Recto; finish it first"
    }
    if panel?.source.isMenu == true {
      return "a menu is open in Recto; choose from it or close it first"
    }
    if hints != nil { return "letters are being typed in Recto; finish or press Escape first" }
    if annotating.tool != nil { return "something is being drawn in Recto; finish it first" }
    return nil
  }

  /// Shows a document for another program; replies when it is open, or closed again.
  private mutating func openRemotely(
    _ path: String, at place: String? = nil, for aim: RemoteControl.Aim,
    _ request: RemoteRequest
  ) -> [Effect] {
    guard PathParts.isAbsolute(path) else {
      return reply(
        .failure("\(path) is not an absolute path; name the document by one"), to: request)
    }
    if let reason = reasonToWait { return reply(.failure(reason), to: request) }
    let start = place.flatMap { StartingPoint(fragment: $0[...]) } ?? .remembered
    let page: String? =
      switch start {
      case .page(let name): name
      case .place(let page, _): String(page + 1)
      case .remembered, .named: nil
      }
    let effects =
      document?.path == path && start == .remembered
      ? []
      : browser.isShown || isFinding ? read([path], start: start) : open(path: path, start: start)
    guard let document = documents.document(at: path) else {
      return effects + reply(.failure("\(path) cannot be opened"), to: request)
    }
    remote.openings.append(
      RemoteControl.Opening(
        request: request, document: document.id, aim: aim, page: page))
    return effects
  }

  /// Returns what a request for a document leads to now; nil while it has to wait.
  private func outcome(of opening: RemoteControl.Opening) -> [Effect]? {
    func reply(_ reply: RemoteReply) -> [Effect] { self.reply(reply, to: opening.request) }
    guard let document = documents[opening.document] else {
      if opening.aim == .closing, opening.hasOpened { return reply(.result(.null)) }
      return reply(.failure(notices.errors.last ?? "the document was closed before it was open"))
    }
    switch (document.phase, opening.aim) {
    case (.failed(let sentence), _): return reply(.failure(sentence))
    case (.opening, _), (_, .closing): return nil
    case (.locked, _):
      return reply(.failure("\(document.fileName) needs its password: type it in Recto"))
    case (.open, .reading):
      if let page = opening.page, document.hasPages, document.page(named: page) == nil {
        guard document.areLabelsKnown else { return nil }
        return reply(.failure(document.missing(page: page)))
      }
      return reply(.result(RemoteFacts.value(self, of: .document)))
    case (.open, .line(let line, let source)):
      // The remembered place must not arrive after the line.
      guard document.isReadingKnown || document.isReadingLate else { return nil }
      return lookUp(line: line, source: source, in: document, for: opening.request)
    }
  }
}
