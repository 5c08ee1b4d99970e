package import Canvas
import DocumentModel

/// The colours of the screen by purpose.
package struct Theme: Sendable, Hashable {
  package var name: String
  package var text: Style
  package var dim: Style
  package var heading: Style
  package var link: Style
  package var accent: Style
  package var selected: Style
  package var status: Style
  package var error: Style
  package var popup: Style
  /// Search matches, and the current match.
  package var hit: Style
  package var currentHit: Style
  package var selection: Style
  /// Code in text, on its own background if there are enough shades.
  package var code: Style
  /// The colours all styles derive from; nil if the terminal's few colours are used directly.
  private var colors: ThemeColors?

  /// Derives a theme from six colours as 0xRRGGBB; nil uses the terminal's own, reversed for raised
  /// areas.
  package init(
    name: String, paper: UInt32?, ink: UInt32?, dim: UInt32, accent: UInt32, raised: UInt32?,
    warning: UInt32
  ) {
    self.init(
      name: name,
      ThemeColors(
        paper: paper, ink: ink, dim: dim, accent: accent, raised: raised, warning: warning))
  }

  package init(name: String, _ colors: ThemeColors) {
    let (paper, ink, raised) = (colors.paper, colors.ink, colors.raised)
    let (dim, accent, warning) = (colors.dim, colors.accent, colors.warning)
    self.colors = colors
    let background = paper.map(Color.rgb) ?? .standard
    let foreground = ink.map(Color.rgb) ?? .standard
    func style(
      _ front: Color, on back: Color, _ attributes: Attributes = []
    ) -> Style { Style(foreground: front, background: back, attributes: attributes) }
    self.name = name
    text = style(foreground, on: background)
    self.dim = style(.rgb(dim), on: background)
    heading = style(foreground, on: background, .bold)
    link = style(.rgb(accent), on: background)
    self.accent = style(.rgb(accent), on: background, .bold)
    let ground = raised.map(Color.rgb) ?? .standard
    let turned: Attributes = raised == nil ? .reverse : []
    selected = style(foreground, on: ground, turned.union(.bold))
    status = style(foreground, on: ground, turned)
    error = style(.rgb(warning), on: ground, turned.union(.bold))
    popup = style(foreground, on: background)
    if let paper {
      hit = style(foreground, on: .rgb(ThemeColors.mixed(paper, warning, 0.36)))
      currentHit = style(background, on: .rgb(accent), .bold)
      selection = style(foreground, on: .rgb(ThemeColors.mixed(paper, accent, 0.36)))
      code = style(foreground, on: .rgb(ThemeColors.mixed(paper, dim, 0.14)))
    } else {
      hit = style(foreground, on: background, .reverse)
      currentHit = style(.rgb(accent), on: background, [.reverse, .bold])
      selection = hit
      code = style(.rgb(dim), on: background)
    }
  }

  /// Returns the theme with another accent and all colours derived from it: links, matches and
  /// selection.
  package func tinted(_ tint: UInt32?) -> Theme {
    guard let tint, var colors else { return self }
    colors.accent = colors.legible(tint)
    return Theme(name: name, colors)
  }

  /// Returns a user's colour visible on the paper; with few colours nearly grey ones become the text colour.
  func shade(_ color: UInt32) -> Color {
    if let colors { return .rgb(colors.legible(color)) }
    let parts = [16, 8, 0].map { color >> $0 & 0xFF }
    let spread = (parts.max() ?? 0) - (parts.min() ?? 0)
    return spread < 0x30 ? text.foreground : .rgb(color)
  }

  /// Returns the style of a sign in a user's colour within another style; it keeps the background if that is reversed.
  func dot(_ color: UInt32, on style: Style) -> Style {
    var dot = style
    // In a reversed style the foreground becomes the background.
    if style.attributes.contains(.reverse) {
      dot.background = shade(color)
    } else {
      dot.foreground = shade(color)
    }
    return dot
  }

  /// Whether the terminal shows no colours, or the user wants none.
  var hasNoColors: Bool { name == Self.monochromeName }

  /// Returns a style as changed by annotations: on a highlight's background, with lines in their
  /// colour.
  func annotated(_ style: Style, _ look: AnnotationLights.Look) -> Style {
    var made = style
    // Annotations that may still be discarded are drawn with lines, as if pencilled in.
    if look.isCarried {
      made.attributes.formUnion([.underline, .italic])
      return made
    }
    if look.lines.contains(.below) { made.attributes.insert(.underline) }
    if look.lines.contains(.waves) { made.attributes.formUnion([.underline, .italic]) }
    if hasNoColors {
      // Lines below letters are what underlines have.
      if look.ground != nil { made.attributes.formUnion([.bold, .italic]) }
      if look.lines.contains(.through) { made.attributes.insert(.dim) }
      return made
    }
    if let line = look.line { made.foreground = shade(line) }
    if let ground = look.ground { highlight(&made, ground) }
    return made
  }

  /// Returns the style of words that their author marked.
  func marked(_ style: Style) -> Style {
    var look = AnnotationLights.Look(annotation: 0)
    look.ground = AnnotationKind.highlight.facts.fallbackColor
    return annotated(style, look)
  }

  /// Returns the style of changed words: on a ground of their colour, those beside deleted ones underlined.
  func changed(_ style: Style, _ change: LitRange.Change) -> Style {
    var look = AnnotationLights.Look(annotation: 0)
    switch change {
    case .inserted: look.ground = change.color
    case .deleted: (look.ground, look.lines) = (change.color, .through)
    case .moved: (look.ground, look.lines) = (change.color, .below)
    case .gap: (look.line, look.lines) = (change.color, .below)
    }
    return annotated(style, look)
  }

  /// Puts letters on a ground of a pen's colour, as strong as they can still be read on it.
  private func highlight(_ style: inout Style, _ color: UInt32) {
    guard let colors, let paper = colors.paper, case .rgb(let letters) = style.foreground else {
      let ground = colors == nil ? ThemeColors.vivid(color) : color
      style.background = .rgb(ground)
      let isLight = ThemeColors.contrast(ground, 0) > ThemeColors.contrast(ground, 0xFFFFFF)
      style.foreground = .rgb(isLight ? 0 : 0xFFFFFF)
      return
    }
    let isDark = ThemeColors.contrast(paper, 0xFFFFFF) > ThemeColors.contrast(paper, 0)
    // The contrast required of highlights is at most what the paper itself offers.
    let least = min(4.5, ThemeColors.contrast(letters, paper) * 0.75)
    var share = isDark ? 0.45 : 0.75
    while share > 0.12,
      ThemeColors.contrast(letters, ThemeColors.mixed(paper, color, share)) < least
    {
      share -= 0.05
    }
    style.background = .rgb(ThemeColors.mixed(paper, color, share))
  }

  private static let monochromeName = "monochrome"

  /// For terminals with eight or sixteen user-defined colours: two of them besides attributes.
  package static let fewColors: Theme = {
    var theme = monochrome
    theme.name = "few colours"
    theme.link.foreground = .rgb(0x00aaaa)
    theme.accent.foreground = .rgb(0x00aaaa)
    theme.error.foreground = .rgb(0xaa0000)
    theme.currentHit.foreground = .rgb(0x00aaaa)
    return theme
  }()

  /// For terminals with no colours: what colours say elsewhere, attributes say.
  package static let monochrome: Theme = {
    var theme = Theme(
      name: monochromeName, paper: nil, ink: nil, dim: 0, accent: 0, raised: 0, warning: 0)
    theme.colors = nil
    let plain = Style()
    theme.text = plain
    theme.dim = plain.adding(.dim)
    theme.heading = plain.adding(.bold)
    theme.link = plain.adding(.underline)
    theme.accent = plain.adding([.bold, .underline])
    theme.selected = plain.adding([.reverse, .bold])
    theme.status = plain.adding(.reverse)
    theme.error = plain.adding([.reverse, .bold])
    theme.popup = plain
    theme.hit = plain.adding(.reverse)
    theme.currentHit = plain.adding([.reverse, .bold, .underline])
    theme.selection = plain.adding(.reverse)
    theme.code = plain.adding(.dim)
    return theme
  }()
}
