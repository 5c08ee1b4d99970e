package import Dispatch
import Glibc
import Platform
import Synchronization

/// Runs work that may wait for a disk or a network: each piece on its own thread, the newest first, a lane for each mount.
///
/// A lane runs at most `bound` pieces; one that takes longer than `patience` gives its place to the next and continues, up to `most` threads. A mount that
/// never answers blocks those threads only; other mounts are unaffected. Of the waiting reads the newest `mostWaiting` are kept. A path whose links lead to
/// another mount moves to that mount's lane before it is accessed.
package final class DiskLanes: Sendable {
  package typealias Work = @Sendable (Cancellation) -> Void

  private struct Waiting {
    var cancellation: Cancellation
    /// The path if its links may lead elsewhere; nil once that is known.
    var path: String?
    /// Whether it keeps its turn, however many pieces of work follow.
    var isKept: Bool
    var work: Work
  }

  private struct Lane {
    var waiting: [Waiting] = []
    var quick: Set<Int> = []
    var threads = 0

    mutating func giveUpOldest() {
      guard waiting.count > DiskLanes.mostWaiting else { return }
      waiting.removeAll { $0.cancellation.isCancelled }
      guard waiting.count > DiskLanes.mostWaiting,
        let oldest = waiting.firstIndex(where: { !$0.isKept })
      else { return }
      waiting.remove(at: oldest)
    }
  }

  private struct State {
    var lanes: [[UInt8]: Lane] = [:]
    var lastNumber = 0
  }

  package let mounts: MountTable
  /// How long a piece of work may take before it counts as waiting.
  package static let patience = DispatchTimeInterval.milliseconds(200)
  /// A read overtaken by this many others is no longer wanted.
  package static let mostWaiting = 512

  private let state = Mutex(State())
  private let bound: Int
  private let most: Int
  private let patience: DispatchTimeInterval

  package init(
    bound: Int = 4, most: Int = 16, patience: DispatchTimeInterval = DiskLanes.patience,
    mounts: MountTable = MountTable()
  ) {
    self.bound = bound
    self.most = most
    self.patience = patience
    self.mounts = mounts
  }

  /// Runs work at a path in the background; work cancelled before its turn is not run.
  ///
  /// `isKept` is for changes, and for reads that would not be repeated: they keep their turn however many follow. Callers must keep
  /// only a few reads, or cancel them.
  @discardableResult
  package func add(
    at path: String, cancellation: Cancellation = Cancellation(), isKept: Bool = false,
    _ work: @escaping Work
  ) -> Cancellation {
    let request = Waiting(cancellation: cancellation, path: path, isKept: isKept, work: work)
    add(request, to: mounts.mount(of: path))
    return cancellation
  }

  /// Runs work on a known mount.
  @discardableResult
  package func add(
    on mount: MountTable.Mount, isKept: Bool = false, _ work: @escaping Work
  ) -> Cancellation {
    let request = Waiting(cancellation: Cancellation(), path: nil, isKept: isKept, work: work)
    add(request, to: mount)
    return request.cancellation
  }

  private func add(_ request: Waiting, to mount: MountTable.Mount) {
    state.withLock { state in
      state.lanes[mount.path, default: Lane()].waiting.append(request)
      state.lanes[mount.path]?.giveUpOldest()
    }
    startNext(mount)
  }

  private func startNext(_ mount: MountTable.Mount) {
    while let (number, request) = state.withLock({ take(&$0, mount) }) {
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [self] in
        let wasQuick = state.withLock { $0.lanes[mount.path]?.quick.remove(number) != nil }
        if wasQuick { startNext(mount) }
      }
      let run: @Sendable () -> Void = { [self] in
        perform(request, mount)
        end(number, mount)
      }
      // If there is no thread for it, the work starts late instead of never.
      if !OwnThread.start(run) { DispatchQueue.global().async(execute: run) }
    }
  }

  private func take(_ state: inout State, _ mount: MountTable.Mount) -> (Int, Waiting)? {
    guard var lane = state.lanes[mount.path] else { return nil }
    defer { state.lanes[mount.path] = lane.waiting.isEmpty && lane.threads == 0 ? nil : lane }
    lane.waiting.removeAll { $0.cancellation.isCancelled }
    guard lane.quick.count < bound, lane.threads < most, let request = lane.waiting.popLast() else {
      return nil
    }
    state.lastNumber += 1
    lane.threads += 1
    lane.quick.insert(state.lastNumber)
    return (state.lastNumber, request)
  }

  private func perform(_ request: Waiting, _ mount: MountTable.Mount) {
    if let path = request.path {
      let led = mounts.mount(following: path)
      if led.path != mount.path {
        var request = request
        request.path = nil
        return add(request, to: led)
      }
    }
    request.work(request.cancellation)
  }

  private func end(_ number: Int, _ mount: MountTable.Mount) {
    state.withLock {
      $0.lanes[mount.path]?.quick.remove(number)
      $0.lanes[mount.path]?.threads -= 1
    }
    startNext(mount)
  }
}

extension DiskLanes {
  /// Reads many paths, those of each mount together, and returns results on a queue in order; nil for mounts that have not
  /// answered within `patience`. Complete results follow when they do.
  package func each<Value: Sendable>(
    _ paths: [String], on queue: DispatchQueue, _ look: @escaping @Sendable (Int) -> Value,
    answer: @escaping @Sendable ([Value?]) -> Void
  ) {
    let gathering = Gathering<Value>(count: paths.count, answer: answer)
    let groups = Dictionary(grouping: paths.indices) { mounts.mount(of: paths[$0]) }
    queue.async { gathering.await(groups.count) }
    for (mount, indices) in groups {
      add(on: mount) { [self] _ in
        let parts = Dictionary(grouping: indices) { mounts.mount(following: paths[$0]) }
        queue.async { gathering.await(parts.count - 1) }
        for (led, part) in parts {
          let ask: Work = { _ in
            let values = part.map(look)
            queue.async { gathering.take(part, values) }
          }
          if led == mount, parts.count == 1 { ask(Cancellation()) } else { add(on: led, ask) }
        }
      }
    }
    queue.asyncAfter(deadline: .now() + patience) { gathering.tell() }
  }

  /// Answers as they come.
  // Unchecked: touched on the queue of the answers only.
  private final class Gathering<Value: Sendable>: @unchecked Sendable {
    private var values: [Value?]
    private var left = 0
    private var isLate = false
    private let answer: @Sendable ([Value?]) -> Void

    init(count: Int, answer: @escaping @Sendable ([Value?]) -> Void) {
      values = Array(repeating: nil, count: count)
      self.answer = answer
    }

    func await(_ groups: Int) {
      left += groups
      if left == 0 { answer(values) }
    }

    func take(_ indices: [Int], _ found: [Value]) {
      for (index, value) in zip(indices, found) { values[index] = value }
      left -= 1
      if left == 0 || isLate { answer(values) }
    }

    /// Answers with the results so far, when the time is up.
    func tell() {
      isLate = true
      if left > 0 { answer(values) }
    }
  }
}
