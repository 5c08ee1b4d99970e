/// In which colours a page is shown.
package enum ColorProfile: Sendable, Hashable {
  /// The document's own, on white.
  case normal
  /// Lightness turned over, hue kept, photographs left alone.
  case dark
  /// On paper that has become yellow.
  case sepia
  /// What is not paper becomes dark; photographs are left alone.
  case highContrast
  case gray
  /// Ink and paper of somebody's own, as the terminal's; photographs are left alone.
  case colors(PaperColors)

  /// The profiles that have a name, by it.
  package static let named: [(name: String, profile: ColorProfile)] = [
    ("normal", .normal), ("dark", .dark), ("sepia", .sepia), ("high-contrast", .highContrast),
    ("gray", .gray),
  ]

  package init?(named name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.profile
  }

  /// Whether photographs are shown as they are.
  package var keepsPhotographs: Bool {
    switch self {
    case .dark, .highContrast, .colors: true
    case .normal, .sepia, .gray: false
    }
  }
}

/// The colours of paper and ink, as 0xRRGGBB.
package struct PaperColors: Sendable, Hashable {
  package var paper: UInt32
  package var ink: UInt32

  package init(paper: UInt32, ink: UInt32) {
    self.paper = paper
    self.ink = ink
  }
}
