/// A colour annotations are made in: by name, with the key that chooses it and what it means to its user.
package struct AnnotationColor: Sendable, Hashable, Codable {
  package var name: String
  /// One letter or digit.
  package var key: String
  /// 0xRRGGBB, as a pen on paper.
  package var color: UInt32
  /// Empty where none was given.
  package var meaning: String

  package init(_ name: String, key: String, color: UInt32, meaning: String = "") {
    self.name = name
    self.key = key
    self.color = color
    self.meaning = meaning
  }

  package static let usual = [
    AnnotationColor("yellow", key: "y", color: 0xFFDD4A),
    AnnotationColor("green", key: "g", color: 0x8BDB81),
    AnnotationColor("blue", key: "b", color: 0x8AC4FF),
    AnnotationColor("red", key: "r", color: 0xFF8C8C),
    AnnotationColor("orange", key: "o", color: 0xFFB257),
    AnnotationColor("purple", key: "p", color: 0xD9A0FF),
  ]

  /// The same hue as thin lines and letters need it, which would be too faint on paper.
  package var ink: UInt32 {
    let parts = [16, 8, 0].map { Int(color >> UInt32($0) & 0xFF) }
    let white = (parts.min() ?? 0) * 3 / 4
    return parts.reduce(0) { $0 << 8 | UInt32($1 - white) }
  }

  /// The one a kind of annotation is made in.
  package func shade(for kind: AnnotationKind) -> UInt32 {
    kind == .highlight || kind == .note ? color : ink
  }

  /// The one of a list that is nearest to a colour; nil where none is near.
  package static func nearest(to color: UInt32, in colors: [AnnotationColor]) -> AnnotationColor? {
    func distance(_ one: AnnotationColor) -> Int {
      min(Self.distance(one.color, color), Self.distance(one.ink, color))
    }
    let found = colors.min { distance($0) < distance($1) }
    return found.flatMap { distance($0) < 0x2800 ? $0 : nil }
  }

  /// Squares of the differences of red, green and blue, green counting most.
  private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    zip([16, 8, 0] as [UInt32], [2, 4, 3]).reduce(0) { sum, part in
      let difference = Int(a >> part.0 & 0xFF) - Int(b >> part.0 & 0xFF)
      return sum + part.1 * difference * difference / 4
    }
  }
}
