internal import CLinux
import DocumentModel
import Glibc
import Platform

/// Makes a folder of images an archive, since a worker reads nothing but the file it is given.
///
/// The archive has no name and ends with its last descriptor. Where the file system can, it shares the images' blocks.
struct FolderArchive {
  private let file: Int32
  private var left = mostBytes
  private var count = 0

  /// The ending of the name by which workers recognise it.
  package static let ending = ".cbt"

  private static let images: Set<String> = [
    "png", "jpg", "jpeg", "jpe", "webp", "gif", "tif", "tiff", "svg", "heic", "heif", "avif", "jxl",
  ]
  private static let information = "comicinfo.xml"
  private static let (mostBytes, mostFiles, deepest) = (4 << 30, 10_000, 8)
  /// Bytes of a block, and of a name in a header.
  private static let (block, longestName) = (512, 100)

  /// Opens the images of a folder and of those in it; nil if there are none.
  static func open(_ folder: String) throws(FilesError) -> Int32? {
    let file = try unnamedFile(in: folder)
    var archive = FolderArchive(file: file)
    do throws(FilesError) {
      try archive.add(folder, as: "", depth: 0)
    } catch {
      close(file)
      throw error
    }
    guard archive.count > 0 else {
      close(file)
      return nil
    }
    lseek(file, 0, SEEK_SET)
    var status = stat()
    if SystemPath.lend(folder, { stat($0, &status) }) == 0 {
      _ = [status.st_atim, status.st_mtim].withUnsafeBufferPointer {
        futimens(file, $0.baseAddress)
      }
    }
    return file
  }

  private init(file: Int32) { self.file = file }

  /// In the folder itself, whose file system can share blocks with the images, if it may be written.
  private static func unnamedFile(in folder: String) throws(FilesError) -> Int32 {
    // `/tmp` is often in memory.
    for place in [folder, "/var/tmp", "/tmp"] {
      let file = SystemPath.lend(place) { clinux_unnamed_file($0) }
      if file >= 0 { return file }
    }
    throw FilesError(errno: errno, "/tmp")
  }

  private mutating func add(_ folder: String, as prefix: String, depth: Int) throws(FilesError) {
    let entries = try FolderReader.names(in: folder).sorted { $0.name < $1.name }
    for entry in entries where !entry.name.hasPrefix(".") {
      let path = PathParts.joined(folder, entry.name)
      switch entry.kind == .unknown ? FileStatus(path)?.kind : entry.kind {
      case .folder where depth < Self.deepest:
        do throws(FilesError) {
          try add(path, as: prefix + entry.name + "/", depth: depth + 1)
        } catch  where [.denied, .notFound].contains(error.reason) {}
      case .file where Self.isWanted(entry.name):
        guard count < Self.mostFiles else { throw FilesError(.tooLarge, path) }
        try add(file: path, as: prefix + entry.name)
      default: break
      }
    }
  }

  private static func isWanted(_ name: String) -> Bool {
    let name = name.lowercased()
    return name == information
      || name.split(separator: ".").dropFirst().last.map { images.contains(String($0)) } == true
  }

  /// A file that cannot be read is left out.
  private mutating func add(file path: String, as name: String) throws(FilesError) {
    let source = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard source >= 0 else { return }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0
    else { return }
    let size = Int(status.st_size)
    guard size <= left else { throw FilesError(.tooLarge, path) }
    left -= size
    let bytes = SystemPath.bytes(name)
    if bytes.count > Self.longestName {
      try write(Self.header(Array("././@LongLink".utf8), size: bytes.count, kind: "L"))
      try write(Self.padded(bytes))
    }
    try write(Self.header(Array(bytes.prefix(Self.longestName)), size: size, kind: "0"))
    try copy(source, size, path)
    if PathParts.name(of: name).lowercased() != Self.information { count += 1 }
  }

  /// Copies a file's bytes, with zeros for those that it has lost meanwhile.
  private func copy(_ source: Int32, _ size: Int, _ path: String) throws(FilesError) {
    var rest = size
    while rest > 0 {
      let copied = clinux_append(source, file, rest)
      if copied < 0, errno == EINTR { continue }
      guard copied > 0 else { break }
      rest -= copied
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while rest > 0 {
      let got = read(source, &buffer, min(rest, buffer.count))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { break }
      try write(buffer[..<got])
      rest -= got
    }
    rest += Self.padding(size)
    buffer = [UInt8](repeating: 0, count: buffer.count)
    while rest > 0 {
      let count = min(rest, buffer.count)
      try write(buffer[..<count])
      rest -= count
    }
  }

  private func write(_ bytes: some Collection<UInt8>) throws(FilesError) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw FilesError(errno: errno, "/tmp") }
      rest = rest.dropFirst(written)
    }
  }

  // MARK: tar

  /// Returns the header of an entry (POSIX.1-2017, pax, ustar): a folder's times would make it another document.
  private static func header(_ name: [UInt8], size: Int, kind: Unicode.Scalar) -> [UInt8] {
    func octal(_ number: Int, _ digits: Int) -> [UInt8] {
      let text = String(number, radix: 8)
      return Array((String(repeating: "0", count: max(0, digits - text.count)) + text).utf8)
    }
    var header = [UInt8](repeating: 0, count: block)
    func put(_ bytes: [UInt8], at place: Int) {
      header.replaceSubrange(place..<place + bytes.count, with: bytes)
    }
    put(name, at: 0)
    put(octal(0o600, 7), at: 100)
    put(octal(size, 11), at: 124)
    put(octal(0, 11), at: 136)
    // The sum counts its own field as blanks.
    put(Array("        ".utf8), at: 148)
    put([UInt8(ascii: kind)], at: 156)
    put(Array("ustar".utf8) + [0] + Array("00".utf8), at: 257)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6) + [0], at: 148)
    return header
  }

  private static func padding(_ size: Int) -> Int { (block - size % block) % block }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] {
    bytes + [UInt8](repeating: 0, count: padding(bytes.count))
  }
}
