import Glibc

/// A base followed by a section, in one contiguous piece of memory.
final class ExtendedBase {
  let bytes: UnsafeRawBufferPointer
  private let start: UnsafeMutableRawPointer
  private let room: Int

  /// `base` is the beginning of the file open at `descriptor`. Returns nil if the memory cannot be mapped.
  init?(
    _ base: UnsafeRawBufferPointer, _ descriptor: Int32, _ section: UnsafeRawBufferPointer
  ) {
    let page = Int(getpagesize())
    let whole = base.count + section.count
    room = (whole + page - 1) / page * page
    // Whole pages of the base are mapped from the file, the rest is copied.
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
