import Glibc

/// Where the pixels of a picture lie for a terminal on the same machine to take: it removes them when it has read them.
package enum TransferFile {
  /// The name of an object that is our own.
  static func name(_ own: String, isMemory: Bool) -> String {
    isMemory ? "/recto-\(own)" : "/tmp/tty-graphics-protocol-recto-\(own)"
  }

  /// What the terminal has not removed itself.
  static func remove(_ name: String) {
    if name.hasPrefix("/tmp/") { unlink(name) } else { shm_unlink(name) }
  }

  /// Removes what processes left that were killed: no terminal will read it any more.
  package static func sweep() {
    for (folder, start) in [("/dev/shm", "recto-"), ("/tmp", "tty-graphics-protocol-recto-")] {
      guard let stream = opendir(folder) else { continue }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard name.hasPrefix(start),
          let process = pid_t(name.dropFirst(start.count).prefix { $0 != "-" }), process > 0,
          kill(process, 0) != 0, errno == ESRCH
        else { continue }
        unlink(folder + "/" + name)
      }
    }
  }

  /// Shared memory (shm_open(3)); the name begins with a slash.
  static func share(_ bitmap: Bitmap, name: String) -> Bool {
    // Whatever has the name was left by a process of our number that is gone.
    shm_unlink(name)
    let object = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard object >= 0 else { return false }
    defer { close(object) }
    guard fill(object, with: bitmap) else {
      shm_unlink(name)
      return false
    }
    return true
  }

  /// A file; kitty takes only such whose name has `tty-graphics-protocol` in it and that lie where temporary files do.
  static func store(_ bitmap: Bitmap, path: String) -> Bool {
    unlink(path)
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    guard fill(file, with: bitmap) else {
      unlink(path)
      return false
    }
    return true
  }

  /// Lays out a pixel each way, for the terminal to say whether it can read it.
  package static func layOut(memory: String, file: String) {
    guard let pixel = Bitmap(width: 1, height: 1, layout: .rgb24, bytes: [0, 0, 0]) else { return }
    _ = share(pixel, name: memory)
    _ = store(pixel, path: file)
  }

  /// A terminal that took them has removed them itself.
  package static func remove(memory: String, file: String) {
    shm_unlink(memory)
    unlink(file)
  }

  /// Room is made before anything is written: writing to a mapped file on a full disk ends a process.
  private static func fill(_ file: Int32, with bitmap: Bitmap) -> Bool {
    let count = bitmap.size.width * bitmap.size.height * 3
    guard posix_fallocate(file, 0, count) == 0,
      let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { return false }
    bitmap.write(rgb: UnsafeMutableRawBufferPointer(start: memory, count: count))
    munmap(memory, count)
    return true
  }
}
