import Glibc

/// The processor's time this process spends from some moment on: a busy machine takes none of it.
struct SpentTime {
  private let begin = Self.now

  var duration: Duration { Self.now - begin }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
