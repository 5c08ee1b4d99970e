/// The bytes of a tar archive (POSIX.1-1988, ustar), with names and kinds as a hostile one may have them.
package struct TarArchive {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Adds an entry; `kind` is `0` for a file, `5` a folder, `1` a hard link, `2` a symbolic link, `3` a device.
  package mutating func add(
    _ name: String, _ contents: String = "", kind: Character = "0", link: String = "",
    modified: Int = 1_000_000_000
  ) {
    let body = Array(contents.utf8)
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
    }
    func octal(_ number: Int, _ count: Int) -> String {
      let digits = String(number, radix: 8)
      return String(repeating: "0", count: count - digits.count) + digits
    }
    put(name, at: 0)
    put(octal(0o644, 7), at: 100)
    put(octal(0, 7), at: 108)
    put(octal(0, 7), at: 116)
    put(octal(body.count, 11), at: 124)
    put(octal(modified, 11), at: 136)
    put("        ", at: 148)
    put(String(kind), at: 156)
    put(link, at: 157)
    put("ustar", at: 257)
    put("00", at: 263)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6), at: 148)
    header[154] = 0
    bytes += header + body
    bytes += [UInt8](repeating: 0, count: (512 - body.count % 512) % 512)
  }

  /// The archive with its end, two empty blocks.
  package var whole: [UInt8] { bytes + [UInt8](repeating: 0, count: 1_024) }
}
