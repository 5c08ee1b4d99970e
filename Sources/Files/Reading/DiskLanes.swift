package import Dispatch
import Glibc
import Synchronization

/// Work that may wait for a disk or a network: each piece on a thread of its own, the newest first, a lane for each mount.
///
/// In a lane at most `bound` pieces are under way; one that takes longer than `patience` gives its place to the next and goes on
/// beside it, up to `most` threads. A mount that never answers has those for good and no more, and other mounts' lanes are as
/// free as ever; of the looks that wait there the newest `mostWaiting` are kept. A path whose links lead to another mount is sent on to that mount's lane before it is asked.
package final class DiskLanes: Sendable {
  package typealias Work = @Sendable (Cancellation) -> Void

  private struct Waiting {
    var cancellation: Cancellation
    /// Where its links may still lead elsewhere; nil once that is known.
    var path: String?
    /// It is never given up.
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
  /// How long a piece of work may take before it counts as one that waits.
  package static let patience = DispatchTimeInterval.milliseconds(200)
  /// Whoever waits for more than so many looks has long gone elsewhere.
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

  /// Does something at a path, beside the caller; what is cancelled before its turn is not done at all.
  ///
  /// `isKept` is for what changes something, and for what nobody would ask again: however many looks come behind it, it waits for its
  /// turn. Whoever keeps looks sees to it that they are few, or cancels them.
  @discardableResult
  package func add(
    at path: String, cancellation: Cancellation = Cancellation(), isKept: Bool = false,
    _ work: @escaping Work
  ) -> Cancellation {
    let request = Waiting(cancellation: cancellation, path: path, isKept: isKept, work: work)
    add(request, to: mounts.mount(of: path))
    return cancellation
  }

  /// The same where it is known what mount the path leads to.
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
      // Without a thread it is late, not lost.
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
  /// Looks at many paths by their places, those of each mount together, and gives what was seen on a queue, in their order; nil
  /// stands for those of a mount that has not answered within `patience`. They are given again, with them in it, when it does.
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

    /// Time is up: what there is.
    func tell() {
      isLate = true
      if left > 0 { answer(values) }
    }
  }
}
