import Glibc

/// Perceived lightness of colours, computed in linear light instead of the screen's numbers (IEC 61966-2-1).
///
/// If the numbers were inverted, pure blue would stay the same and be unreadable on black, and yellow would become black. Here a
/// colour is as light on black as it was dark on white, and keeps its hue.
enum Light {
  /// The number of the gray that is as light as a colour, 0xRRGGBB.
  static func lightness(_ rgb: UInt32) -> Int { Int(encoded(luminance(amounts(rgb)))) }

  /// A colour of the same hue that is as light as a gray; as colourful as it was, as far as there is such a colour.
  static func withLightness(_ gray: Int, _ rgb: UInt32) -> UInt32 {
    var color = amounts(rgb)
    let (from, to) = (luminance(color), linear[min(max(0, gray), 255)])
    let most = color.max()
    guard most > 0 else { return 0x01_0101 * UInt32(min(max(0, gray), 255)) }
    // Brighter until one of the three lamps gives all it can, then whiter.
    let factor = min(to / from, 1 / most)
    color *= factor
    let reached = from * factor
    if reached < to, reached < 1 { color += (1 - color) * ((to - reached) / (1 - reached)) }
    return UInt32(encoded(color.x)) << 16 | UInt32(encoded(color.y)) << 8
      | UInt32(encoded(color.z))
  }

  private static func amounts(_ rgb: UInt32) -> SIMD3<Float> {
    SIMD3(
      linear[Int(rgb >> 16 & 0xFF)], linear[Int(rgb >> 8 & 0xFF)], linear[Int(rgb & 0xFF)])
  }

  private static func luminance(_ color: SIMD3<Float>) -> Float {
    0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z
  }

  private static func encoded(_ amount: Float) -> UInt8 {
    codes[Int(min(max(0, amount), 1) * Float(codes.count - 1) + 0.5)]
  }

  private static let linear: [Float] = (0..<256).map { number in
    let value = Double(number) / 255
    return Float(value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
  }

  /// The numbers of 8,192 amounts of light: fine enough to be invertible.
  private static let codes: [UInt8] = (0..<8_192).map { step in
    let amount = Double(step) / 8_191
    let value = amount <= 0.0031308 ? amount * 12.92 : 1.055 * pow(amount, 1 / 2.4) - 0.055
    return UInt8((value * 255).rounded())
  }
}
