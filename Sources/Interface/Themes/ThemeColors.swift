/// The six colours a theme is made from, as 0xRRGGBB; nil is the terminal's own.
package struct ThemeColors: Sendable, Hashable {
  package var paper: UInt32?
  package var ink: UInt32?
  package var dim: UInt32
  package var accent: UInt32
  package var raised: UInt32?
  package var warning: UInt32

  package init(
    paper: UInt32?, ink: UInt32?, dim: UInt32, accent: UInt32, raised: UInt32?, warning: UInt32
  ) {
    self.paper = paper
    self.ink = ink
    self.dim = dim
    self.accent = accent
    self.raised = raised
    self.warning = warning
  }

  /// The minimum contrast of words and paper (WCAG 2.1, 1.4.11).
  private static let leastContrast = 3.0

  /// A colour near the one requested for in which words can be read on the paper.
  func legible(_ request: UInt32) -> UInt32 {
    guard let paper else { return request }
    let far: UInt32 = Self.luminance(paper) > 0.18 ? 0x000000 : 0xFFFFFF
    var color = request
    for step in 1...10 where Self.contrast(color, paper) < Self.leastContrast {
      color = Self.mixed(request, ink ?? far, Double(step) / 10)
    }
    return Self.contrast(color, paper) < Self.leastContrast ? far : color
  }

  /// Mixes two colours; `share` is that of the second one.
  static func mixed(_ first: UInt32, _ second: UInt32, _ share: Double) -> UInt32 {
    [16, 8, 0].reduce(0) { sum, shift in
      let (a, b) = (Double(first >> shift & 0xFF), Double(second >> shift & 0xFF))
      return sum | UInt32(a + (b - a) * share) << shift
    }
  }

  /// Returns the hue of a colour without white in it, like the eight colours of old terminals.
  static func vivid(_ color: UInt32) -> UInt32 {
    let parts = [16, 8, 0].map { Double(color >> UInt32($0) & 0xFF) }
    let (least, most) = (parts.min() ?? 0, parts.max() ?? 0)
    guard most - least > 24 else { return color }
    return parts.reduce(0) { $0 << 8 | UInt32(($1 - least) / (most - least) * 170) }
  }

  /// From 1 to 21 (WCAG 2.1, “contrast ratio”, with a plain square in place of its curve).
  static func contrast(_ first: UInt32, _ second: UInt32) -> Double {
    let (a, b) = (luminance(first), luminance(second))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// From 0 to 1.
  private static func luminance(_ color: UInt32) -> Double {
    zip([16, 8, 0], [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
      let level = Double(color >> UInt32(part.0) & 0xFF) / 255
      return sum + part.1 * level * level
    }
  }
}
