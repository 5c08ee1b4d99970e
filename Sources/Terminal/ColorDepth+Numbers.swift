import Canvas

extension ColorDepth {
  /// The colour ncurses knows for red, green and blue; -1 is the terminal's own.
  func number(_ color: Color) -> Int32 {
    if case .indexed(let number) = color {
      return number >= 16 && (self == .indexed || self == .direct) ? Int32(number) : -1
    }
    guard case .rgb(let value) = color else { return -1 }
    switch self {
    case .none: return -1
    case .eight, .sixteen: return Int32(ColorDepth.nearestBasic(value))
    case .indexed: return Int32(ColorDepth.nearestIndexed(value))
    // Numbers below 256 are those of 256 colours there; a trace of green is not seen.
    case .direct: return Int32(value < 256 ? value | 0x100 : value)
    }
  }

  /// The nearest of the colour cube and the gray ramp (16 to 255); the first sixteen are the user's and unknown.
  static func nearestIndexed(_ value: UInt32) -> Int {
    let wanted = components(value)
    func steps(_ level: Int) -> Int { level < 48 ? 0 : level < 115 ? 1 : (level - 35) / 40 }
    let levels = [0, 95, 135, 175, 215, 255]
    let cube = wanted.map(steps)
    let cubeColor = cube.map { levels[$0] }
    let gray = min(23, max(0, (wanted.reduce(0, +) / 3 - 3) / 10))
    let grayColor = [Int](repeating: 8 + 10 * gray, count: 3)
    if distance(wanted, grayColor) < distance(wanted, cubeColor) { return 232 + gray }
    return 16 + 36 * cube[0] + 6 * cube[1] + cube[2]
  }

  /// The nearest of the first eight colours as most terminals have them; the bright ones differ too much.
  static func nearestBasic(_ value: UInt32) -> Int {
    let wanted = components(value)
    return (0..<8).min { distance(wanted, basic($0)) < distance(wanted, basic($1)) } ?? 7
  }

  private static func basic(_ number: Int) -> [Int] {
    [number & 1, number >> 1 & 1, number >> 2 & 1].map { $0 * 170 }
  }

  private static func components(_ value: UInt32) -> [Int] {
    [Int(value >> 16 & 255), Int(value >> 8 & 255), Int(value & 255)]
  }

  private static func distance(_ a: [Int], _ b: [Int]) -> Int {
    let d = zip(a, b).map { $0 - $1 }
    return 2 * d[0] * d[0] + 4 * d[1] * d[1] + 3 * d[2] * d[2]
  }
}
