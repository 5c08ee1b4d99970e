/// The parts of a link's address (RFC 3986).
enum Address {
  /// Where the host's scalars stand in an address, behind `//` and the user's name; nowhere where it has none.
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
