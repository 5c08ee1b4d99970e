/// A colour for new annotations: its name, the key that selects it and its meaning to the user.
package struct AnnotationColor: Sendable, Hashable, Codable {
  package var name: String
  /// One letter or digit.
  package var key: String
  /// 0xRRGGBB, as a pen on paper.
  package var color: UInt32
  /// Empty if none was given.
  package var meaning: String

  package init(_ name: String, key: String, color: UInt32, meaning: String = "") {
    self.name = name
    self.key = key
    self.color = color
    self.meaning = meaning
  }

  /// The default colours.
  package static let standard = [
    AnnotationColor("yellow", key: "y", color: 0xFFDD4A),
    AnnotationColor("green", key: "g", color: 0x8BDB81),
    AnnotationColor("blue", key: "b", color: 0x8AC4FF),
    AnnotationColor("red", key: "r", color: 0xFF8C8C),
    AnnotationColor("orange", key: "o", color: 0xFFB257),
    AnnotationColor("purple", key: "p", color: 0xD9A0FF),
  ]

  /// The same hue, darker: thin lines and letters in the plain colour would be too faint on paper.
  package var ink: UInt32 {
    let parts = [16, 8, 0].map { Int(color >> UInt32($0) & 0xFF) }
    let white = (parts.min() ?? 0) * 3 / 4
    return parts.reduce(0) { $0 << 8 | UInt32($1 - white) }
  }

  /// Returns the colour for a kind of annotation: the plain one for highlights and notes, the ink for all others.
  package func shade(for kind: AnnotationKind) -> UInt32 {
    kind == .highlight || kind == .note ? color : ink
  }

  /// Returns the colour of a list with the same hue, the closest in brightness if several match; nil if none matches.
  package static func nearest(to color: UInt32, in colors: [AnnotationColor]) -> AnnotationColor? {
    let wanted = Shade(color)
    return colors.compactMap { one -> (color: AnnotationColor, distance: Double)? in
      let distances = [one.color, one.ink].compactMap { wanted.distance(to: Shade($0)) }
      return distances.min().map { (one, $0) }
    }
    .min { $0.distance < $1.distance }?.color
  }

  /// A colour as people name colours: hue in degrees from red, saturation and value from 0 to 1.
  private struct Shade {
    private var hue: Double?
    private var saturation: Double
    private var value: Double

    /// The largest difference of hue, in degrees, within which two colours have the same name.
    private static let reach = 32.0
    /// The largest difference of brightness for two greys, from black 0 to white 1.
    private static let greyReach = 0.25
    /// The chroma (largest minus smallest of red, green and blue) below which a colour is a grey.
    private static let leastChroma = 0.1

    init(_ color: UInt32) {
      let parts = [16, 8, 0].map { Double(color >> UInt32($0) & 0xFF) / 255 }
      let (red, green, blue) = (parts[0], parts[1], parts[2])
      value = max(red, green, blue)
      let chroma = value - min(red, green, blue)
      saturation = value > 0 ? chroma / value : 0
      guard chroma >= Self.leastChroma else { return }
      let sixth =
        value == red
        ? (green - blue) / chroma
        : value == green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma
      hue = (sixth < 0 ? sixth + 6 : sixth) * 60
    }

    /// Returns nil if the two colours would not have the same name.
    func distance(to other: Shade) -> Double? {
      let light = abs(value - other.value)
      guard let hue, let otherHue = other.hue else {
        return hue == nil && other.hue == nil && light < Self.greyReach ? light : nil
      }
      let turn = abs(hue - otherHue)
      let angle = min(turn, 360 - turn)
      guard angle < Self.reach else { return nil }
      return angle + 20 * light + 10 * abs(saturation - other.saturation)
    }
  }
}
