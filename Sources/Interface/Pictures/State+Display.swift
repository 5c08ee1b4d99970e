import Canvas
import DocumentModel
import Messages
import Text

extension State {
  /// Returns the display of a document without a stored one; a preview shows page images if the terminal shows them legibly.
  func firstDisplay(of id: DocumentID) -> PageDisplay {
    let summary = documents[id]?.summary
    let hasText = summary?.hasText != false
    guard documents[id]?.isGlance == true else {
      guard let summary, !hasText else { return PageDisplay(look: preferences.look) }
      var display = PageDisplay(look: .picture, fit: .page)
      display.hasCover = summary.pageCount > 2
      display.isRightToLeft = summary.isRightToLeft
      return display
    }
    var display = PageDisplay(
      look: pictures.terms?.kind == .characters && hasText ? .text : .picture, fit: .page)
    display.isContinuous = false
    return display
  }

  /// Takes the terminal's image abilities; switches to text if it shows no images.
  mutating func learn(_ terms: PictureTerms) -> [Effect] {
    relayout { $0.pictures.terms = terms }
    if terms.kind == .characters, let glance = browser.glance,
      documents[glance.document]?.summary.hasText != false
    {
      relayout { state in
        for index in state.panes.indices where state.panes[index].document == glance.document {
          state.panes[index].display.look = .text
        }
      }
    }
    guard terms.kind == .none else { return [] }
    endEnlarging()
    for index in panes.indices where panes[index].display.look != .text {
      panes[index].display.look = .text
      say("This terminal shows no pictures; recto doctor says why")
    }
    return []
  }

  /// Queries the terminal's image abilities when the first image is needed.
  mutating func askForPictures() -> [Effect] {
    let isWanted =
      isGridShown || browser.wantsPicturesInBrowser(size: size)
      || panes.contains { $0.display.look != .text && documents.hasPages($0.document) }
      || panes.indices.contains { FlowPictures.takesFigures(self, $0) && hasFigures(panes[$0]) }
      || panel?.source.picture != nil && preferences.showsFigures
    guard isWanted, !pictures.asksTerminal else { return [] }
    pictures.asksTerminal = true
    return [.askForPictures]
  }

  /// Whether a pane's pages, or those of a link's target over it, have figures.
  private func hasFigures(_ pane: Pane) -> Bool {
    guard let document = documents[pane.document] else { return false }
    let pages = Array(pane.page..<pane.page + Self.mostInWindow) + [peek?.page ?? pane.page]
    return pages.contains { document.pages[$0]?.text.regions.isEmpty == false }
  }

  /// The most pages, however short, that are read for a window.
  static let mostInWindow = 24

  /// Changes the display of the focused pane; keeps the position.
  mutating func display(_ change: (inout PageDisplay) -> Void) {
    relayout { change(&$0.panes[$0.panes.focus].display) }
    forgiveTroubles()
  }

  /// Forgets drawing failures other than time-outs, since a drawing in another size may succeed.
  private mutating func forgiveTroubles() {
    guard let index = pane.flatMap({ documents.index(of: $0.document) }) else { return }
    documents[index].pictureTroubles = documents[index].pictureTroubles.filter {
      if case .tooSlow = $0.value { true } else { false }
    }
  }

  /// Switches from text to images, to both, and back to text.
  mutating func nextLook() {
    let roomy = paneRect(panes.focus).width >= Self.leastForBoth
    display { display in
      display.look =
        switch display.look {
        case .text: .picture
        case .picture: roomy ? .both : .text
        case .both: .text
        }
    }
  }

  /// Scales the pages around the middle of the window.
  mutating func zoom(by factor: Double) {
    guard let before = arrangement(of: panes.focus) else { return }
    let spot = spot(of: panes.focus, in: before)
    let scale = before.scale(of: spot.row)
    let limits = PageDisplay.zooms
    guard factor < 1 ? scale > limits.lowerBound : scale < limits.upperBound else {
      say(factor < 1 ? "This is the smallest size" : "This is the largest size")
      return
    }
    let zoom = min(max(scale * factor, limits.lowerBound), limits.upperBound)
    self.zoom(to: zoom, around: panes.middle(of: panes.focus, before, spot))
  }

  /// Rotates the pages clockwise by quarter turns.
  mutating func turn(_ quarters: Int) {
    display { display in
      display.turn = QuarterTurn(degrees: display.turn.degrees + quarters % 4 * 90) ?? .none
    }
  }

  /// Starts or ends the presentation, which shows a single page and nothing else.
  mutating func present() {
    relayout { state in
      state.pictures.isPresenting.toggle()
      state.panel = nil
      if state.pictures.isPresenting {
        state.pictures.presented = (state.panes.focus, state.panes[state.panes.focus].display.look)
        state.panes[state.panes.focus].display.look = .picture
      } else if let (pane, look) = state.pictures.presented, state.panes.indices.contains(pane) {
        state.panes[pane].display.look = look
        state.pictures.presented = nil
      }
    }
  }

  /// Sets the scale in pixels per point and centres a point of a page in the window.
  mutating func zoom(to zoom: Double, around middle: (page: Int, point: Point)?) {
    panes[panes.focus].display.fit = .free
    panes[panes.focus].display.zoom = zoom
    forgiveTroubles()
    // Beside the text, the images follow the text's position.
    guard showsPictures(panes.focus), let middle, let after = arrangement(of: panes.focus) else {
      return
    }
    guard let spot = after.spot(around: middle.point, of: middle.page) else { return }
    panes[panes.focus].page = middle.page
    let moved = after.moved(spot, by: 0)
    panes[panes.focus].page = moved.row.contains(middle.page) ? middle.page : moved.row.lowerBound
    panes[panes.focus].shift = Pane.Shift(x: moved.x, y: moved.y)
    panes[panes.focus].anchor = nil
  }

  /// Zooms into a rectangle of cells of the screen.
  mutating func zoom(toCells cells: Rect) {
    guard let arrangement = arrangement(of: panes.focus) else { return }
    let rect = pictureRect(of: panes.focus)
    guard let cells = cells.common(with: rect) else { return }
    let spot = spot(of: panes.focus, in: arrangement)
    let sheets = arrangement.sheets(from: spot)
    let (x, y) = (
      Double(cells.x - rect.x) + Double(cells.width) / 2,
      Double(cells.y - rect.y) + Double(cells.height) / 2
    )
    guard let sheet = sheets.first(where: { $0.frame.contains(x: Int(x), y: Int(y)) }) else {
      return
    }
    let factor = min(
      Double(rect.width) / Double(cells.width), Double(rect.height) / Double(cells.height))
    let zoom = arrangement.scale(of: spot.row) * factor
    self.zoom(
      to: min(max(zoom, PageDisplay.zooms.lowerBound), PageDisplay.zooms.upperBound),
      around: (sheet.page, arrangement.point(of: sheet.page, sheet.frame, x: x, y: y)))
  }

  /// Returns the colours of a pane's pages.
  func profile(of pane: Int) -> ColorProfile {
    let own = panes[pane].display.profile
    return Self.profile(
      named: own.isEmpty ? themes.choice.profile ?? preferences.profile : own, themes.current)
  }

  /// Returns the colour profile of a name; `terminalProfile` stands for the screen's colours.
  static func profile(named name: String, _ theme: Theme) -> ColorProfile {
    guard name == terminalProfile else { return ColorProfile(named: name) ?? .normal }
    guard case .rgb(let paper) = theme.text.background, case .rgb(let ink) = theme.text.foreground
    else { return .dark }
    return .colors(PaperColors(paper: paper, ink: ink))
  }

  /// The name of the profile with the theme's colours.
  static let terminalProfile = "theme"

  package static var profileNames: [String] { ColorProfile.named.map(\.name) + [terminalProfile] }

  /// Whether the paper is lighter than the ink in a profile.
  func isLight(_ profile: ColorProfile) -> Bool {
    switch profile {
    case .normal, .sepia, .gray, .highContrast: true
    case .dark: false
    case .colors(let colors):
      Self.brightness(colors.paper) > Self.brightness(colors.ink)
    }
  }

  private static func brightness(_ color: UInt32) -> UInt32 {
    (color >> 16 & 0xFF) * 3 + (color >> 8 & 0xFF) * 6 + (color & 0xFF)
  }

  /// Sets the colour profile of the current document, or the default for documents without their own.
  mutating func choose(profile name: String, forAll: Bool) -> [Effect] {
    let isNone = name == Self.profileOfAll
    guard isNone && !forAll || Self.profileNames.contains(name) else {
      say(
        "Unknown colour profile “\(name)”: \(Self.profileNames.joined(separator: ", "))",
        isError: true)
      return []
    }
    if forAll {
      themes.chooseProfile(name)
      say("Colours of all documents: \(name)")
      return browser.remembersRun ? [.saveThemes(themes.choice)] : []
    }
    panes[panes.focus].display.profile = isNone ? "" : name
    say(isNone ? "Colours: as all documents" : "Colours: \(name)")
    return saveReading()
  }

  /// The name with which a document returns to the default profile.
  static let profileOfAll = "auto"

  /// Switches the current document to the next colour profile.
  mutating func nextProfile() -> [Effect] {
    let own = panes[panes.focus].display.profile
    let now = own.isEmpty ? themes.choice.profile ?? preferences.profile : own
    let names = Self.profileNames
    let index = names.firstIndex(of: now) ?? 0
    return choose(profile: names[(index + 1) % names.count], forAll: false)
  }

  /// Returns the status line's text about the scale; nil unless it was set by zooming.
  func displayWords(_ pane: Pane) -> String? {
    guard look(of: panes.focus) != .text, let arrangement = arrangement(of: panes.focus) else {
      return nil
    }
    guard pane.display.fit == .free else { return nil }
    let scale = arrangement.scale(of: arrangement.row(of: pane.page))
    return "zoom \(Int((scale * 100).rounded())) %"
  }

  /// Starts the selection of a rectangle to zoom into, with the keyboard or the mouse.
  mutating func beginZoomBox() {
    let rect = pictureRect(of: panes.focus)
    guard !rect.isEmpty else { return }
    pictures.zoomBox = Rect(
      x: rect.x + rect.width / 4, y: rect.y + rect.height / 4, width: max(2, rect.width / 2),
      height: max(2, rect.height / 2))
  }
}

extension Documents {
  fileprivate func hasPages(_ id: DocumentID) -> Bool {
    self[id].map { $0.phase == .open && $0.hasPages } ?? false
  }

  /// Records that a page could not be drawn.
  mutating func pictureFailed(_ index: Int, _ page: Int, _ trouble: PictureTrouble) {
    self[index].pictureTroubles[page] = trouble
  }

  /// Retries failed drawings; after a time-out with four times the time limit, at most an hour.
  mutating func retryPictures() {
    for index in self.indices {
      let isSlow = self[index].pictureTroubles.values.contains {
        if case .tooSlow = $0 { true } else { false }
      }
      if isSlow {
        self[index].drawingSeconds = Swift.min(3_600, self[index].drawingSeconds * 4)
      }
      self[index].pictureTroubles = [:]
      self[index].drawingAttempt += 1
    }
  }
}

extension Panes {
  /// Returns the page and its point in the middle of a pane's window.
  fileprivate func middle(
    of pane: Int, _ arrangement: PageArrangement, _ spot: PageArrangement.Spot
  ) -> (page: Int, point: Point)? {
    let (x, y) = (Double(arrangement.view.width) / 2, Double(arrangement.view.height) / 2)
    let sheets = arrangement.sheets(from: spot)
    let sheet =
      sheets.first { $0.frame.contains(x: Int(x), y: Int(y)) }
      ?? sheets.first { $0.page == self[pane].page }
    return sheet.map { ($0.page, arrangement.point(of: $0.page, $0.frame, x: x, y: y)) }
  }
}
