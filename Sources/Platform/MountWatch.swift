import Glibc

/// Reports mounts and unmounts, of which the kernel notifies through its mount table (proc(5), `/proc/pid/mountinfo`).
package final class MountWatch: Sendable {
  private let stop: (read: Int32, write: Int32)
  private let table: Int32

  /// `notice` is called on the watch's thread until it is released; nil without a mount table.
  package init?(_ notice: @escaping @Sendable () -> Void) {
    table = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    var ends: [Int32] = [-1, -1]
    guard table >= 0, pipe(&ends) == 0 else {
      if table >= 0 { close(table) }
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stop = (ends[0], ends[1])
    let work = Work(table: table, stop: ends[0], notice: notice)
    guard OwnThread.start({ work.run() }) else {
      // The other end is closed by `deinit`.
      work.close()
      return nil
    }
  }

  /// The thread notices the closed end and closes its own.
  deinit { close(stop.write) }

  private final class Work: Sendable {
    let table: Int32
    let stop: Int32
    let notice: @Sendable () -> Void

    init(table: Int32, stop: Int32, notice: @escaping @Sendable () -> Void) {
      self.table = table
      self.stop = stop
      self.notice = notice
    }

    func run() {
      defer { close() }
      var waits = [
        pollfd(fd: table, events: Int16(POLLPRI), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      while true {
        let count = poll(&waits, 2, -1)
        if count < 0, errno != EINTR { return }
        if waits[1].revents != 0 { return }
        if count > 0, waits[0].revents & Int16(POLLPRI | POLLERR) != 0 { notice() }
      }
    }

    func close() {
      Glibc.close(table)
      Glibc.close(stop)
    }
  }
}
