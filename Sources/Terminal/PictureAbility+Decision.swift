package import Canvas
import Glibc
package import Pictures

/// Other facts that decide how pictures are shown.
package struct Surroundings: Sendable {
  /// Whether and how we run in tmux.
  package enum Tmux: Sendable, Hashable {
    case absent
    /// tmux did not answer.
    case silent
    case present(TmuxFacts)
  }

  package var isTerminal = true
  package var term = ""
  /// Whether GNU screen is in between.
  package var isInScreen = false
  package var tmux = Tmux.absent
  package var cells = Size(width: 80, height: 24)
  /// The size of the window (TIOCGWINSZ); zero if the terminal does not report it.
  package var pixels = PixelSize(width: 0, height: 0)
  package var depth = ColorDepth.indexed

  package init() {}

  /// Surroundings with the given facts about tmux.
  init(behind tmux: TmuxFacts) { self.tmux = .present(tmux) }

  /// Reads the current surroundings.
  package init(depth: ColorDepth) {
    isTerminal = isatty(STDOUT_FILENO) != 0
    term = Abilities.terminalName
    self.depth = depth
    var window = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0 {
      cells = Size(width: Int(window.ws_col), height: Int(window.ws_row))
      pixels = PixelSize(width: Int(window.ws_xpixel), height: Int(window.ws_ypixel))
    }
    isInScreen = getenv("STY").map { $0.pointee != 0 } ?? false
    if TmuxFacts.isHere { tmux = TmuxFacts.ask().map { .present($0) } ?? .silent }
  }

  var pane: TmuxPane? {
    guard case .present(let facts) = tmux, facts.letsThrough else { return nil }
    return facts.pane
  }

  var isInTmux: Bool { if case .present = tmux { true } else { false } }

  var has256Colors: Bool { depth == .indexed || depth == .direct }

  /// Whether tmux itself draws sixels on the terminal it runs in (tmux 3.4).
  func drawsSixels(_ answers: TerminalAnswers) -> Bool {
    guard case .present(let facts) = tmux, answers.attributes.first?.contains(4) == true else {
      return false
    }
    return facts.clientFeatures.contains("sixel")
  }

  /// Returns the size of a cell in pixels from the window, tmux or the terminal; nil if none reports a
  /// plausible one.
  func cell(_ answers: TerminalAnswers) -> PixelSize? {
    func divided(_ area: PixelSize?) -> PixelSize? {
      guard let area, cells.width > 0, cells.height > 0 else { return nil }
      return PixelSize(width: area.width / cells.width, height: area.height / cells.height)
    }
    var reported: PixelSize?
    if case .present(let facts) = tmux { reported = facts.cell }
    // tmux invents the window's pixels while no client is attached.
    return [reported, divided(pixels), answers.cell, divided(answers.area)].compactMap(\.self)
      .first { (3...200).contains($0.width) && (4...400).contains($0.height) }
  }
}

extension PictureAbility {
  /// The best the terminal can do, by its own answers.
  package init(_ answers: TerminalAnswers, _ around: Surroundings) {
    let cell = around.cell(answers)
    let (way, shortfall) = PictureAbility.best(answers, around, cell)
    self.init(way, cell: cell ?? CharacterPicture.cell, shortfall: shortfall)
    isCellKnown = cell != nil
    terminal = answers.name
    isDark = answers.isDark ?? true
    switch way {
    case .kitty where around.pane != nil && answers.showsPlaceholders && around.has256Colors:
      usesPlaceholders = true
      // Cells move with the pane by themselves.
      pane = TmuxPane(left: 0, top: 0)
    case .kitty:
      pane = around.pane
      if pane != nil { self.shortfall = .noPlaceholders }
    case .iTerm2: pane = around.pane
    // tmux that answers for sixels itself takes them itself.
    case .sixel: pane = around.drawsSixels(answers) ? nil : around.pane
    case .characters, .none: break
    }
  }

  private static func best(
    _ answers: TerminalAnswers, _ around: Surroundings, _ cell: PixelSize?
  ) -> (Way, Shortfall?) {
    guard around.isTerminal else { return (.none, .notATerminal) }
    let isKitty = answers.name.hasPrefix("kitty")
    let characters = Way.characters(isKitty ? .sextants : .quadrants, around.depth)
    if ["", "dumb", "unknown"].contains(around.term) { return (characters, .dumbTerminal) }
    guard !answers.attributes.isEmpty else { return (characters, .noAnswer) }
    let way = pixels(answers, around)
    guard let way else { return (characters, reason(answers, around)) }
    guard cell != nil else { return (characters, .noCellSize) }
    switch way {
    case .kitty(.sharedMemory), .characters, .none: return (way, nil)
    case .kitty(.file): return (way, .onlyFiles)
    case .kitty(.stream): return (way, .elsewhere)
    case .sixel: return (way, .onlySixel)
    case .iTerm2: return (way, .onlyITerm2)
    }
  }

  /// Returns how the terminal shows pixels; nil if it does not.
  private static func pixels(_ answers: TerminalAnswers, _ around: Surroundings) -> Way? {
    for transfer in KittyTransfer.allCases where answers.transfers.contains(transfer) {
      return .kitty(transfer)
    }
    if ["iTerm2", "WezTerm"].contains(where: { answers.name.hasPrefix($0) }) { return .iTerm2 }
    // tmux answers for itself first, and the outer terminal last. A tmux that does not know whether its terminal draws sixels writes a
    // text instead of each.
    let isDrawn =
      around.isInTmux
      ? around.drawsSixels(answers)
        || answers.reports > 0 && answers.attributes.last?.contains(4) == true
      : answers.attributes.contains { $0.contains(4) }
    if isDrawn {
      return .sixel(registers: answers.registers ?? 256, largest: answers.largestSixel)
    }
    return nil
  }

  private static func reason(_ answers: TerminalAnswers, _ around: Surroundings) -> Shortfall {
    let hasSixel = answers.attributes.first?.contains(4) == true
    if around.isInTmux, around.pane == nil, hasSixel { return .tmuxWithoutSixel }
    return switch around.tmux {
    case .absent: .noPictures
    case .silent: .tmuxUnknown
    case .present(let facts): facts.letsThrough ? .noPicturesBehindTmux : .passthroughOff
    }
  }
}
