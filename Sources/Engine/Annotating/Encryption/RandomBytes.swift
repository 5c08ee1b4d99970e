enum RandomBytes {
  static func some(_ count: Int) -> [UInt8] {
    var source = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &source) }
  }
}
