import Glibc
import Platform

/// Files that poppler does not finish reading, identified by their first bytes.
///
/// Appending does not help: the base of a later session starts with the same bytes.
struct PopplerTimeouts {
  private struct Beginning {
    var end: [UInt8]
    var count: Int
    var hash: String
  }

  private var beginnings: [Beginning] = []
  private static let most = 64
  private static let longestEnd = 1_024

  mutating func add(_ bytes: [UInt8]) {
    guard !has(bytes) else { return }
    if beginnings.count == Self.most { beginnings.removeFirst() }
    beginnings.append(
      Beginning(
        end: Array(bytes.suffix(Self.longestEnd)), count: bytes.count, hash: Digest.sha256(bytes)))
  }

  /// Whether a file starts with one of them.
  func has(_ bytes: [UInt8]) -> Bool {
    // Digests are computed only for likely matches: most files differ at the end of the prefix.
    let likely = beginnings.filter { known in
      known.count <= bytes.count
        && bytes[..<known.count].suffix(Self.longestEnd).elementsEqual(known.end)
    }
    // The digest of a longer prefix continues that of a shorter one: the file is read once.
    let sum = RunningDigest()
    var count = 0
    return likely.sorted { $0.count < $1.count }.contains { known in
      sum.add(Array(bytes[count..<known.count]))
      count = known.count
      return sum.hex == known.hash
    }
  }
}
