import Glibc

/// A base with a section behind it, in one piece of memory.
final class ExtendedBase {
  let bytes: UnsafeRawBufferPointer
  private let start: UnsafeMutableRawPointer
  private let room: Int

  /// `base` is the beginning of the file that the descriptor is of; nil where there is no room for both.
  init?(
    _ base: UnsafeRawBufferPointer, _ descriptor: Int32, _ section: UnsafeRawBufferPointer
  ) {
    let page = Int(getpagesize())
    let whole = base.count + section.count
    room = (whole + page - 1) / page * page
    // What stands in whole pages is mapped, the rest copied.
    let shared = base.count / page * page
    let mapped = mmap(nil, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else { return nil }
    start = mapped
    bytes = UnsafeRawBufferPointer(start: mapped, count: whole)
    if shared > 0 {
      let head = mmap(mapped, shared, PROT_READ, MAP_PRIVATE | MAP_FIXED, descriptor, 0)
      guard head == mapped else { return nil }
    }
    guard room > shared else { return }
    let tail = mmap(
      mapped + shared, room - shared, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS, -1, 0)
    guard let tail, tail == mapped + shared else { return nil }
    UnsafeMutableRawBufferPointer(start: tail, count: room - shared)
      .copyBytes(from: base[shared...])
    UnsafeMutableRawBufferPointer(
      start: mapped + base.count, count: room - base.count
    ).copyBytes(from: section)
  }

  deinit { munmap(start, room) }
}
