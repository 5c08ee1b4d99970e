import Dispatch
import Glibc
import Synchronization

/// Work that may wait for a disk or a network, each piece on a thread of its own, the newest first.
///
/// At most `bound` pieces are under way; one that takes longer than `patience` gives its place to the next and goes on
/// beside it, up to `most` threads in all.
final class WishQueue: Sendable {
  typealias Work = @Sendable (Cancellation) -> Void

  private struct Wish {
    var cancellation: Cancellation
    var work: Work
  }

  private struct State {
    var waiting: [Wish] = []
    var quick: Set<Int> = []
    var threads = 0
    var lastNumber = 0
  }

  private let state = Mutex(State())
  private let bound: Int
  private let most: Int
  private let patience: DispatchTimeInterval

  init(bound: Int, most: Int = 64, patience: DispatchTimeInterval = .milliseconds(200)) {
    self.bound = bound
    self.most = most
    self.patience = patience
  }

  func add(_ work: @escaping Work) -> Cancellation {
    let cancellation = Cancellation()
    state.withLock { $0.waiting.append(Wish(cancellation: cancellation, work: work)) }
    startNext()
    return cancellation
  }

  private func startNext() {
    while let (number, wish) = state.withLock({ take(&$0) }) {
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [self] in
        let wasQuick = state.withLock { $0.quick.remove(number) != nil }
        if wasQuick { startNext() }
      }
      start(number, wish)
    }
  }

  private func take(_ state: inout State) -> (Int, Wish)? {
    state.waiting.removeAll { $0.cancellation.isCancelled }
    guard state.quick.count < bound, state.threads < most, let wish = state.waiting.popLast() else {
      return nil
    }
    state.lastNumber += 1
    state.threads += 1
    state.quick.insert(state.lastNumber)
    return (state.lastNumber, wish)
  }

  private func start(_ number: Int, _ wish: Wish) {
    let isStarted = OwnThread.start { [self] in
      wish.work(wish.cancellation)
      end(number)
    }
    // Without a thread it is late, not lost.
    if !isStarted {
      DispatchQueue.global().async { [self] in
        wish.work(wish.cancellation)
        end(number)
      }
    }
  }

  private func end(_ number: Int) {
    state.withLock {
      $0.quick.remove(number)
      $0.threads -= 1
    }
    startNext()
  }
}

/// A thread for one piece of work that may wait long: Dispatch's own threads are few and shared.
enum OwnThread {
  private final class Box: Sendable {
    let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// Whether a thread could be had.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(work))
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Box>.fromOpaque(context).takeRetainedValue().work()
        return nil
      }, box.toOpaque())
    guard result == 0 else {
      box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }
}
