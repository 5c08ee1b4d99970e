import Glibc

/// CPU time this process has used since creation; unlike wall time it does not depend on other
/// load.
struct SpentTime {
  private let begin = Self.now

  var duration: Duration { Self.now - begin }

  private static var now: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
