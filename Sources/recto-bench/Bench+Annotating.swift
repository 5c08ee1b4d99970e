import DocumentModel
import Glibc
import Program
import Synchronization
import Workers

extension Bench {
  /// Highlights that are kept and saved in a book, and keys in a copy of it that has ten thousand.
  func annotating() throws(Command.Failure) -> [Figure] {
    let desk = try AnnotatedCopy(of: book, in: folder)
    defer { desk.close() }
    var kept: [Double] = []
    var saved: [Double] = []
    for number in 0..<rounds * 10 {
      kept.append(try desk.edit([desk.highlight(number, page: number % desk.pageCount)]))
      saved.append(try desk.save())
    }
    let many = (0..<10_000).map { desk.highlight(100_000 + $0, page: $0 % desk.pageCount) }
    let keptMany = try desk.edit(many)
    let savedMany = try desk.save()
    let session = try Session(recto, [desk.path + "#page=1"], folder: folder)
    try session.rest()
    // All are told in portions after the first page is there.
    usleep(3_000_000)
    var shown: [Double] = []
    var keys: [Double] = []
    for _ in 0..<rounds * 10 {
      keys.append(try session.frameTime(of: "j"))
      keys.append(try session.frameTime(of: "J"))
      session.type("vwve")
      try session.rest()
      session.type("a")
      try session.rest()
      shown.append(try session.time(from: "y", to: "•"))
      usleep(100_000)
    }
    return [
      Figure(name: "an edit is kept, median", of: kept, unit: "ms"),
      Figure(name: "an edit is kept, the longest", value: kept.max() ?? 0, unit: "ms"),
      Figure(
        name: "the book is saved, all in, median", of: saved, unit: "ms",
        goal: .atMost(70)),
      Figure(name: "the book is saved, all in, the longest", value: saved.max() ?? 0, unit: "ms"),
      Figure(name: "10,000 at once: kept", value: keptMany, unit: "ms"),
      Figure(name: "10,000 at once: saved", value: savedMany, unit: "ms"),
      Figure(
        name: "with 10,000: key to highlight shown, median", of: shown, unit: "ms",
        goal: .atMost(16)),
      Figure(name: "with 10,000: … the longest", value: shown.max() ?? 0, unit: "ms"),
      Figure(
        name: "with 10,000: j and J to frame, 99th percentile", value: keys.percentile(0.99),
        unit: "ms", goal: .atMost(16)),
    ]
  }
}

/// A copy of a document whose annotations are kept as the reader keeps them.
private final class AnnotatedCopy {
  let path: String
  let pageCount: Int
  private let pool: WorkerPool
  private let keeper: AnnotationKeeper
  private let news: News

  /// What the keeper tells, in its order.
  private final class News: Sendable {
    private let waiting = Mutex<[AnnotationNews]>([])

    func add(_ news: AnnotationNews) { waiting.withLock { $0.append(news) } }

    /// The first that says something wanted; those before it are passed over.
    func first<Value>(_ wanted: (AnnotationNews) -> Value?) throws(Command.Failure) -> Value {
      let end = ContinuousClock.now + .seconds(120)
      while ContinuousClock.now < end {
        let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let next else {
          usleep(200)
          continue
        }
        if case .refused(let file, let reason) = next {
          throw Command.Failure(description: "\(file): \(reason)")
        }
        if let value = wanted(next) { return value }
      }
      throw Command.Failure(description: "the keeper of annotations did not answer")
    }
  }

  init(of book: String, in folder: String) throws(Command.Failure) {
    path = folder + "/annotated.pdf"
    _ = try Command("cp", "--no-preserve=mode", book, path).time()
    guard let worker = WorkerPool.locateWorker() else {
      throw Command.Failure(description: "recto-worker is missing")
    }
    pool = WorkerPool(WorkerPool.Options(executable: worker))
    let news = News()
    self.news = news
    var options = AnnotationOptions()
    // It is saved when it is told to.
    options.rest = 1_000_000
    keeper = AnnotationKeeper(
      folder: folder + "/recto", worker: CagedAnnotationWorker(pool), options: options
    ) { _, told in news.add(told) }
    pageCount = try Self.pages(of: book)
    keeper.open(path)
    _ = try news.first { if case .loaded = $0 { true } else { nil } }
  }

  private static func pages(of book: String) throws(Command.Failure) -> Int {
    let line = try Command("pdfinfo", book).output().split(separator: "\n").first {
      $0.hasPrefix("Pages:")
    }
    return line.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 1
  }

  func highlight(_ number: Int, page: Int) -> Annotation {
    let y = Float(60 + number * 37 % 600)
    let box = Box(x0: 80, y0: y, x1: 260, y1: y + 11)
    var made = Annotation(
      id: AnnotationID("bench-\(number)"), page: page, kind: .highlight, box: box,
      quads: [Quad(box)], color: 0xFFDD4A, contents: number % 3 == 0 ? "a note" : "")
    made.created = 1_700_000_000
    return made
  }

  /// Milliseconds until an edit is kept.
  func edit(_ made: [Annotation]) throws(Command.Failure) -> Double {
    let begin = ContinuousClock.now
    keeper.edit(path, AnnotationStep(made.map { AnnotationChange(before: nil, after: $0) }))
    _ = try news.first { if case .changed = $0 { true } else { nil } }
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  /// Milliseconds until all that is kept is in the file.
  func save() throws(Command.Failure) -> Double {
    let begin = ContinuousClock.now
    keeper.save(path)
    let obstacle: AnnotationObstacle?? = try news.first {
      guard case .standing(let standing) = $0, standing.isSaved || standing.obstacle != nil else {
        return nil
      }
      return .some(standing.obstacle)
    }
    if let obstacle, let obstacle {
      throw Command.Failure(description: "not saved: \(obstacle.rawValue)")
    }
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  func close() {
    keeper.flush()
    pool.shutdown()
  }
}
