package import Canvas

/// The colours of the screen by what they are for.
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

  /// A theme from six colours as 0xRRGGBB; nil takes the terminal's own, for what is raised turned round.
  package init(
    name: String, paper: UInt32?, ink: UInt32?, dim: UInt32, accent: UInt32, raised: UInt32?,
    warning: UInt32
  ) {
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
  }

  /// For terminals with eight or sixteen colours, whose shades are the user's: two of them beside the attributes.
  package static let fewColors: Theme = {
    var theme = monochrome
    theme.name = "few colours"
    theme.link.foreground = .rgb(0x00aaaa)
    theme.accent.foreground = .rgb(0x00aaaa)
    theme.error.foreground = .rgb(0xaa0000)
    return theme
  }()

  /// For terminals with no colours: what colours say elsewhere, attributes say.
  package static let monochrome: Theme = {
    var theme = Theme(
      name: "monochrome", paper: nil, ink: nil, dim: 0, accent: 0, raised: 0, warning: 0)
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
    return theme
  }()
}
