/// The parts of a link's address (RFC 3986).
enum Address {
  /// Returns the range of the host in an address, after `//` and a user name; empty if it has none.
  static func host(in address: String) -> Range<Int> {
    let scalars = Array(address.unicodeScalars)
    guard
      let slashes = scalars.indices.dropLast().first(where: {
        scalars[$0] == "/" && scalars[$0 + 1] == "/"
      })
    else { return 0..<0 }
    let start = slashes + 2
    let end = scalars[start...].firstIndex { "/?#\\".unicodeScalars.contains($0) } ?? scalars.count
    let name = scalars[start..<end].lastIndex(of: "@").map { $0 + 1 } ?? start
    return name..<end
  }
}
