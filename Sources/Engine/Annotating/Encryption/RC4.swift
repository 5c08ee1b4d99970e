/// RC4, as PDFs up to 1.5 have it; the same both ways.
enum RC4 {
  static func applied(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    guard !key.isEmpty else { return bytes }
    var state = (0...255).map { UInt8($0) }
    var j = 0
    for i in 0..<256 {
      j = (j + Int(state[i]) + Int(key[i % key.count])) & 255
      state.swapAt(i, j)
    }
    var i = 0
    j = 0
    return bytes.map { byte in
      i = (i + 1) & 255
      j = (j + Int(state[i])) & 255
      state.swapAt(i, j)
      return byte ^ state[(Int(state[i]) + Int(state[j])) & 255]
    }
  }
}
