internal import CLinux
import Glibc

/// Places for inputs that are read from files.
enum Scratch {
  nonisolated(unsafe) private(set) static var folder = ""

  /// Written once, before there is anything to be read.
  static func make() {
    var name = Array("/tmp/recto-fuzz-XXXXXX".utf8CString)
    if mkdtemp(&name) != nil {
      folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  static func remove() {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix("..") { unlink(folder + "/" + name) }
    }
    rmdir(folder)
  }

  /// A file of that name with these bytes.
  static func file(_ name: String, _ bytes: [UInt8]) -> String {
    let path = folder + "/" + name
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    write(bytes, to: file)
    close(file)
    return path
  }

  /// An open file without a name; the caller closes it.
  static func memory(_ parts: [UInt8]..., room: Int = 0) -> Int32 {
    let bytes = parts.flatMap(\.self)
    let memory = clinux_picture_memory("recto-fuzz", bytes.count + room)
    write(bytes, to: memory)
    return memory
  }

  private static func write(_ bytes: [UInt8], to file: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
