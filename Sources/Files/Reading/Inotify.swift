import Glibc
import Platform

/// The system's notices of what happens in folders (inotify(7)).
package final class Inotify: Sendable {
  package struct Event: Sendable {
    package var watch: Int32
    package var mask: UInt32
    /// Joins the two halves of a renaming; 0 for all else.
    package var cookie: UInt32
    /// Empty for the folder itself.
    package var name: String

    package func says(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
  }

  /// The queue overflowed: everything known must be read again.
  package static let overflow = Int32(IN_Q_OVERFLOW)
  /// The watch is no more: its folder is gone, or unmounted.
  package static let ignored = Int32(IN_IGNORED)

  /// Readable when there is something to take; -1 where the system gives none.
  package let descriptor: Int32

  package init() { descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The result of a request to watch a folder.
  package enum Added: Sendable, Hashable {
    case watch(Int32)
    case gone
    /// The system refuses the watch, for example if the user's watches are used up (fs.inotify.max_user_watches).
    case refused
  }

  package func add(_ folder: String, _ events: Int32) -> Added {
    SystemPath.lend(folder) {
      let watch = inotify_add_watch(
        descriptor, $0, UInt32(bitPattern: events | Int32(IN_ONLYDIR)))
      guard watch < 0 else { return .watch(watch) }
      return errno == ENOENT || errno == ENOTDIR ? .gone : .refused
    }
  }

  package func remove(_ watch: Int32) { inotify_rm_watch(descriptor, watch) }

  /// Returns the events since the last call; never waits.
  package func take() -> [Event] {
    var events: [Event] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { buffer.deallocate() }
    while true {
      let count = read(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return events }
      Self.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: &events)
    }
  }

  private static func append(_ records: UnsafeRawBufferPointer, to events: inout [Event]) {
    let head = MemoryLayout<inotify_event>.size
    var at = 0
    while at + head <= records.count {
      let event = records.loadUnaligned(fromByteOffset: at, as: inotify_event.self)
      let end = min(records.count, at + head + Int(event.len))
      let padded = records[(at + head)..<end]
      let name = UnsafeRawBufferPointer(
        rebasing: padded[..<(padded.firstIndex(of: 0) ?? padded.endIndex)])
      events.append(
        Event(
          watch: event.wd, mask: event.mask, cookie: event.cookie, name: SystemPath.text(name)))
      at = end
    }
  }
}
