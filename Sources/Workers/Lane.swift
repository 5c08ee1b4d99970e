import DocumentModel
import Glibc
import Wire

/// A request that waits or is under way.
struct Job {
  var id: UInt64
  var request: Request
  var priority: Priority
  var deadline: Duration
  var handler: AnswerHandler
  /// Whether it was withdrawn while its worker is processing it.
  var isWithdrawn = false
  /// The file sent with it, unless it is about an open document.
  var file: BorrowedFile?
  /// Whether the file may be somebody else's: then its worker reads no other.
  var isForeign = false
  /// The memory its picture is drawn into.
  var memory: PictureMemory?
  /// Whether it was begun by a worker that crashed over it, or was killed.
  var wasRetried = false
  /// Whether the deadline counts processor time only, so that nothing fails for having waited on a busy machine.
  var isTimedByWork = false

  var isOpening: Bool {
    switch request {
    case .open, .annotationBase: true
    default: false
    }
  }

  /// Whether it brings a file for a worker that reads files in turn.
  var takesTurns: Bool {
    switch request {
    case .index, .makeThumbnail, .contentType, .readArchive: true
    default: false
    }
  }

  var isDrawing: Bool { request.pictureBytes != nil }

  /// Whether an engine that failed over it may be damaged for the next request.
  func spoils(_ failure: EngineFailure) -> Bool {
    // Cairo keeps a font that failed once, and would leave its text out of every page drawn later.
    (isDrawing || request.isThumbnail) && (failure == .damaged || failure == .outOfMemory)
  }
}

/// A file's descriptor, closed when the last owner is released.
final class BorrowedFile: Sendable {
  let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }
}

/// A reply with the picture that belongs to it.
struct Answered: Sendable {
  var reply: Reply
  var picture: PagePicture?
  /// The memory that the picture was drawn into.
  var memory: PictureMemory?
}

typealias AnswerHandler = @Sendable (Result<Answered, WorkerError>) -> Void

/// The queue of requests about one document, and its workers.
// Unchecked: touched on the pool's thread only.
final class DocumentQueue: @unchecked Sendable {
  /// The document's descriptor; -1 if each job brings its own file.
  let descriptor: Int32
  /// The first request to each of its workers.
  var opening: Request
  /// The libraries its workers load before the sandbox is shut.
  var kit: WorkerKit
  /// 0 until the document is open.
  var pageCount = 0
  var jobs: [Job] = []
  var lanes: [Lane] = []
  var isClosed = false
  var losses = Losses()
  /// For an opening; nil: as the pool has it.
  var patience: Duration?
  /// Whether somebody waits for its first page.
  var isForReading = false
  /// Opens the document, as soon as a worker may start for it.
  var firstOpening: Job?
  /// Whether a job took longer than a worker's start.
  var isSlow = false
  /// Whether its workers yield to all others.
  var isInBackground = false

  init(descriptor: Int32, opening: Request, kit: WorkerKit) {
    self.descriptor = descriptor
    self.opening = opening
    self.kit = kit
  }

  deinit {
    if !isService { close(descriptor) }
  }

  /// Whether each job brings a file of its own.
  var isService: Bool { descriptor < 0 }

  /// Whether its workers hold a base for annotations; they are few, and end with their pair.
  var isBase: Bool {
    if case .annotationBase = opening { true } else { false }
  }

  /// Whether a lane may start a worker, which takes as long as reading the text of some pages by the first.
  func needs(_ lane: Lane) -> Bool {
    isForReading || isSlow || jobs.count > Self.fewJobs || jobs.contains(where: \.isDrawing)
      || !lanes.contains { $0 !== lane && $0.isOpen }
  }

  private static let fewJobs = 16

  /// The most urgent job that a lane takes, the first come among equals.
  func next(for lane: Lane) -> Job? {
    let fit = jobs.indices.filter { lane.takes(jobs[$0]) }
    guard let best = fit.min(by: { (jobs[$0].priority, $0) < (jobs[$1].priority, $1) })
    else { return nil }
    return jobs.remove(at: best)
  }
}

/// The workers a document has cost since its last answer: a document that kills each worker must not do so endlessly.
struct Losses {
  private var count = 0
  private var restsUntil: SuspendingClock.Instant?
  /// The cause of the last death.
  private(set) var reason = WorkerError.crashed(signal: 0)

  mutating func clear() {
    count = 0
    restsUntil = nil
  }

  /// Counts one; after `limit` in a row the document pauses.
  mutating func add(_ error: WorkerError, weight: Int = 1, limit: Int, rest: Duration) {
    reason = error
    count += weight
    if count >= limit { restsUntil = SuspendingClock.now + rest }
  }

  /// Why nothing is asked of the document now; once it has rested, one more worker is risked.
  func refusal(at now: SuspendingClock.Instant) -> WorkerError? {
    restsUntil.flatMap { now < $0 ? reason : nil }
  }
}

/// One worker's slot for a document: the worker, once there is one, and its current job.
final class Lane {
  let queue: DocumentQueue
  var worker: WorkerProcess?
  var isOpen = false
  var job: Job?
  /// When it was given its last job.
  var lastUse = SuspendingClock.now
  /// The job's remaining time; nil while its worker is not ready.
  var time: JobTime?

  private let priorities: ClosedRange<Priority>
  private let drawings: ClosedRange<Priority>

  /// `drawings` are the priorities of drawings it takes, `priorities` those of all else.
  init(
    queue: DocumentQueue, priorities: ClosedRange<Priority> = .visible ... .background,
    drawings: ClosedRange<Priority> = .visible ... .background
  ) {
    self.queue = queue
    self.priorities = priorities
    self.drawings = drawings
  }

  /// The page up to which the index has read.
  private var indexedTo = 0

  /// Whether a portion continues the previous one: a compromised worker must not keep us forever, nor repeat pages.
  func goesOn(_ reply: Reply, to request: Request) -> Bool {
    if case .index(let details) = request { indexedTo = details.first }
    guard case .indexed(let portion) = reply else { return true }
    defer { indexedTo = portion.next }
    return portion.follows(indexedTo)
  }

  func takes(_ job: Job) -> Bool {
    (job.isDrawing ? drawings : priorities).contains(job.priority)
  }

  /// Openings are not: the queue opens the document itself when it has something to do.
  func isWorthRetrying(_ job: Job) -> Bool {
    switch job.request {
    // The state read before is gone with the worker.
    case .open, .annotationBase, .indexOn, .readArchiveOn: false
    default: !queue.isClosed
    }
  }
}

/// How many workers a document gets, and for what.
package enum LanePlan: Sendable {
  /// This many workers, each for every kind of request.
  case equal(Int)
  /// One worker for pages, which must not wait for an outline, and one for everything else, started on demand. Both draw pages, but
  /// prefetching uses the second only: it may take long, and the first must be free for the next page.
  case reading

  var isForReading: Bool {
    if case .reading = self { true } else { false }
  }

  func lanes(for queue: DocumentQueue) -> [Lane] {
    switch self {
    case .equal(let count): (0..<max(1, count)).map { _ in Lane(queue: queue) }
    case .reading:
      [
        Lane(queue: queue, priorities: .visible ... .prefetch, drawings: .visible ... .visible),
        Lane(queue: queue, priorities: .normal ... .background),
      ]
    }
  }
}
