import Glibc

/// Provides an image's pixels in memory or a file for a terminal on the same machine, which removes the object after reading it.
package enum TransferFile {
  /// Returns the name of an object that belongs to Recto.
  static func name(_ own: String, isMemory: Bool) -> String {
    isMemory ? "/recto-\(own)" : "/tmp/tty-graphics-protocol-recto-\(own)"
  }

  /// Removes an object that the terminal has not removed.
  static func remove(_ name: String) {
    if name.hasPrefix("/tmp/") { unlink(name) } else { shm_unlink(name) }
  }

  /// Removes the objects left by killed processes: no terminal will read them any more.
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

  /// Stores pixels in shared memory (shm_open(3)); the name begins with a slash.
  static func share(_ bitmap: Bitmap, name: String) -> Bool {
    // An existing object is from an earlier process with the same id.
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

  /// Stores pixels in a file; kitty accepts only names that contain `tty-graphics-protocol`, in a directory for temporary files.
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

  /// Stores one pixel by each method, for asking the terminal whether it can read it.
  package static func layOut(memory: String, file: String) {
    guard let pixel = Bitmap(width: 1, height: 1, layout: .rgb24, bytes: [0, 0, 0]) else { return }
    _ = share(pixel, name: memory)
    _ = store(pixel, path: file)
  }

  /// Removes what the terminal has not read and removed itself.
  package static func remove(memory: String, file: String) {
    shm_unlink(memory)
    unlink(file)
  }

  /// Allocates space before writing: a write to a mapped file on a full disk would kill the process.
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
