/// The colours in which a page is rendered.
package enum ColorProfile: Sendable, Hashable {
  /// The document's own, on white.
  case normal
  /// Inverted lightness with the same hue; photographs are unchanged.
  case dark
  /// On yellowed paper.
  case sepia
  /// Everything but the paper becomes dark; photographs are unchanged.
  case highContrast
  case gray
  /// Custom colours of ink and paper, such as the terminal's; photographs are unchanged.
  case colors(PaperColors)

  /// The profiles with a name, in a fixed order.
  package static let named: [(name: String, profile: ColorProfile)] = [
    ("normal", .normal), ("dark", .dark), ("sepia", .sepia), ("high-contrast", .highContrast),
    ("gray", .gray),
  ]

  package init?(named name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.profile
  }

  /// Whether photographs are unchanged.
  package var keepsPhotographs: Bool {
    switch self {
    case .dark, .highContrast, .colors: true
    case .normal, .sepia, .gray: false
    }
  }
}

/// The colours of paper and ink, 0xRRGGBB.
package struct PaperColors: Sendable, Hashable {
  package var paper: UInt32
  package var ink: UInt32

  package init(paper: UInt32, ink: UInt32) {
    self.paper = paper
    self.ink = ink
  }
}
