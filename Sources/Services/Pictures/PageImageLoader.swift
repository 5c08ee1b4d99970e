import Canvas
import Dispatch
package import DocumentModel
package import Messages
package import Pictures
import Synchronization
import Wire
import Workers

/// Carries out the steps of a `ImageScheduler`: workers draw pages, and a queue marks images and encodes them for the terminal.
///
/// Called on the screen's thread; never blocks. Posts `picturesChanged` to the mailbox whenever more can be shown.
package final class PageImageLoader: Sendable {
  private let scheduler: Mutex<ImageScheduler>
  /// Requests sent to workers, by the scheduler's serial numbers; accessed on `steps` only.
  private let requests = Mutex<[Int: (request: RequestHandle, document: WorkerDocument)]>([:])
  private let opened: OpenDocuments
  private let mailbox: Mailbox
  /// Runs steps in order, outside the scheduler's lock.
  private let steps = DispatchQueue(label: "recto.pictures", qos: .userInteractive)
  private let encoding = DispatchQueue(label: "recto.pictures.encoding", qos: .userInteractive)

  /// `budget` is in bytes.
  init(opened: OpenDocuments, mailbox: Mailbox, budget: Int) {
    self.opened = opened
    self.mailbox = mailbox
    scheduler = Mutex(ImageScheduler(budget: budget))
  }

  /// An image for a request, or a stand-in for it, and the part to show.
  package typealias Found = (picture: Picture, part: PixelRect?)

  /// Switches to another way of showing images.
  package func serve(_ ability: PictureAbility) {
    scheduler.withLock { $0.serve(ability) }
  }

  /// Removes the transfer files left behind by killed Recto processes.
  package func sweep() {
    encoding.async { TransferFile.sweep() }
  }

  /// Returns what can be shown now for each request. Later arrivals are reported only for requests passed to `see` or `want` beforehand.
  package func find(_ requests: [ImageRequest]) -> [Found?] {
    scheduler.withLock { scheduler in requests.map { scheduler.find($0) } }
  }

  /// Sets the visible requests. Call it before `find`.
  package func see(_ visible: [ImageRequest]) {
    perform(scheduler.withLock { $0.see(visible) })
  }

  /// Sets the visible requests and the likely next ones; cancels work for requests in neither list.
  package func want(_ visible: [ImageRequest], ahead: [ImageRequest]) {
    perform(scheduler.withLock { $0.want(visible, ahead: ahead) })
  }

  /// Drops all requests and encoded images, so that no transfer files are left for the terminal.
  package func end() {
    want([], ahead: [])
    encoding.sync {}
    scheduler.withLock { $0.forgetEncoded() }
  }

  /// Whether an image is in memory; marks it as the most recently used.
  func has(_ source: ImageRequest.Source) -> Bool { scheduler.withLock { $0.has(source) } }

  /// Stores a file's thumbnail and shows it wherever it is requested.
  func put(_ bitmap: Bitmap, for source: ImageRequest.Source) {
    let picture = Picture(key: Self.number(source, []), bitmap: bitmap)
    perform(
      scheduler.withLock {
        $0.put(picture, for: source, cost: bitmap.stride * bitmap.size.height)
      })
  }

  func forget(_ document: DocumentID) {
    scheduler.withLock { $0.forget(document) }
  }

  private func perform(_ todo: [ImageScheduler.Step]) {
    guard !todo.isEmpty else { return }
    steps.async { [self] in
      for step in todo { perform(step) }
    }
  }

  private func perform(_ step: ImageScheduler.Step) {
    switch step {
    case .draw(let source, let serial, let isVisible, let seconds):
      draw(source, serial, isVisible, seconds)
    case .urge(let serial):
      let known = requests.withLock { $0[serial] }
      known.map { $0.document.change($0.request, to: .visible) }
    case .withdraw(let serial):
      let known = requests.withLock { $0.removeValue(forKey: serial) }
      known.map { $0.document.withdraw($0.request) }
    case .encode(let plain, let request, let key, let ability):
      encoding.async { [self] in encode(plain, request, key, ability) }
    }
  }

  private func draw(
    _ source: ImageRequest.Source, _ serial: Int, _ isVisible: Bool, _ seconds: Int?
  ) {
    guard case .page(let id, let generation, let drawing) = source,
      let document = opened[id]?.document(generation)
    else {
      take(source, serial, .failure(.cancelled))
      return
    }
    let request = document.draw(
      drawing, priority: isVisible ? .visible : .prefetch,
      deadline: seconds.map { .seconds($0) }
    ) { [self] result in
      steps.async { [self] in take(source, serial, result, seconds: seconds ?? 10) }
    }
    requests.withLock { $0[serial] = (request, document) }
  }

  private func take(
    _ source: ImageRequest.Source, _ serial: Int, _ result: Result<PagePicture, WorkerError>,
    seconds: Int = 10
  ) {
    requests.withLock { $0[serial] = nil }
    guard case .page(let id, let generation, let drawing) = source else { return }
    var trouble = PictureTrouble.tooSlow(seconds: seconds)
    let outcome: Result<(Picture, cost: Int), DrawingFailure>
    switch result {
    case .success(let page):
      if let bitmap = Bitmap(page) {
        let picture = Picture(key: Self.number(source, []), bitmap: bitmap)
        outcome = .success((picture, page.facts.byteCount))
      } else {
        trouble = .other(Sentences.text(WorkerError.engine(.pictureSize), file: drawing.name))
        outcome = .failure(.other)
      }
    case .failure(.cancelled): outcome = .failure(.cancelled)
    case .failure(.timedOut): outcome = .failure(.tooSlow)
    case .failure(let error):
      trouble = .other(Sentences.text(error, file: drawing.name))
      outcome = .failure(.other)
    }
    let (isNews, isFailed, todo) = scheduler.withLock { $0.drawn(source, serial: serial, outcome) }
    if isNews { mailbox.post(.picturesChanged) }
    if isFailed {
      mailbox.post(.pictureFailed(id, generation: generation, page: drawing.page, trouble))
    }
    perform(todo)
  }

  /// The image's key: equal for equal sources and marks.
  private static func number(_ source: ImageRequest.Source, _ marks: [PictureMark]) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(source)
    hasher.combine(marks)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private func encode(
    _ plain: Picture, _ request: ImageRequest, _ key: ImageCache.Key, _ ability: PictureAbility
  ) {
    let bitmap = plain.bitmap.marked(request.marks, isOnLight: request.isOnLight)
    let part = (request.part ?? bitmap.bounds).clamped(to: bitmap.size)
    let cells = Size(width: request.place.width, height: request.place.height)
    let code = PictureCode.make(bitmap, part, in: cells, for: ability)
    let own = request.marks.isEmpty ? 0 : bitmap.stride * bitmap.size.height
    let picture = Picture(
      key: Self.number(request.source, request.marks), bitmap: bitmap, code: code)
    let (isNews, todo) = scheduler.withLock {
      $0.encoded(picture, for: key, by: ability, cost: own + (code?.byteCount ?? 0))
    }
    if isNews { mailbox.post(.picturesChanged) }
    perform(todo)
  }
}

extension PageDrawing {
  /// The page's name in messages.
  fileprivate var name: String { "page \(page + 1)" }
}
