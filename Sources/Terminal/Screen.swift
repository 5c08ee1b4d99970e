internal import CNcurses
package import Canvas
import Glibc
package import Pictures

/// Owns the terminal: shows surfaces through ncurses and reads input. Used on the main thread only.
package final class Screen {
  package private(set) var size: Size
  package let depth: ColorDepth
  private let input: Int32
  private let output: Int32
  private let handle: OpaquePointer
  private var decoder = InputDecoder()
  private var shown: Surface?
  /// Whether characters are shown that ncurses takes for blanks.
  private var hasDisputedCells = false
  var ink: CellInk
  private let quiet: QuietErrors
  private var talk = GraphicsNegotiation()
  private var wantsPictures = false
  private var windowPixels: [UInt16] = []
  private var isMouseAskedInPixels = false
  /// When the terminal was last asked something.
  private var askedAt = ContinuousClock.now
  /// Pictures beside the cells, shown with the next surface. Before the terminal has answered there are none.
  package var pictures = PictureSurface(
    PictureAbility(.none), screen: Size(width: 0, height: 0), firstID: 1)

  /// Shows text in the given order (BDSM of ECMA-48: no reordering by the terminal); makes Alt send an Escape before its key; saves the window's title; enables
  /// mouse buttons and drags in SGR form, bracketed paste and focus events; then asks questions.
  private static let begin =
    "\u{1b}[8l\u{1b}[?1036s\u{1b}[?1036h\u{1b}[22;0t\u{1b}[?1002h\u{1b}[?1006h\u{1b}[?2004h\u{1b}[?1004h"
  private static let end =
    "\u{1b}[?1004l\u{1b}[?2004l\u{1b}[?1016l\u{1b}[?1006l\u{1b}[?1002l\u{1b}[?2026l\u{1b}[23;0t\u{1b}[?1036r\u{1b}[8h"

  package init() throws(TerminalError) {
    guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else { throw .notATerminal }
    setlocale(LC_ALL, "")
    // The C locale knows no letters beyond ASCII, and terminals of today all do.
    if String(cString: nl_langinfo(nl_item(CODESET))).hasPrefix("ANSI") {
      setlocale(LC_CTYPE, "C.UTF-8")
    }
    let terminal = Abilities.terminalName
    let withoutColor = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    let direct = withoutColor ? nil : DirectColor.description(of: terminal)
    // ncurses changes the modes as soon as it begins.
    Rescue.arm(input: STDIN_FILENO)
    guard !["", "dumb", "unknown"].contains(terminal),
      let made = DirectColor.newTerminal(terminal, direct)
    else {
      Rescue.disarm()
      throw .unknownTerminal(terminal)
    }
    handle = made.screen
    input = STDIN_FILENO
    output = STDOUT_FILENO
    quiet = QuietErrors()
    raw()
    nonl()
    noecho()
    curs_set(0)
    leaveok(recto_stdscr(), false)
    idlok(recto_stdscr(), false)
    scrollok(recto_stdscr(), false)
    var depth = ColorDepth.none
    if !withoutColor, has_colors() {
      start_color()
      use_default_colors()
      let colors = recto_colors()
      depth = made.isDirect ? .direct : colors >= 256 ? .indexed : colors >= 16 ? .sixteen : .eight
    }
    self.depth = depth
    ink = CellInk(depth)
    size = TerminalWindow.size() ?? Size(width: 80, height: 24)
    resizeterm(Int32(size.height), Int32(size.width))
    refresh()
    begin()
  }

  /// Sets the modes and asks all questions; the answers come with the input.
  private func begin() {
    pictures.forget()
    let name = decoder.answers.name
    decoder.answers = TerminalAnswers()
    isMouseAskedInPixels = false
    askedAt = .now
    send(
      Array(Screen.begin.utf8)
        + (wantsPictures ? talk.begin(depth: depth, name: name) : TerminalQuestions.plain))
  }

  /// Asks the terminal how it shows pictures, when the first is wanted: tmux is asked by a program of its own, and objects are laid out
  /// for a terminal to read, which no start without pictures should wait for.
  package func askForPictures() {
    guard !wantsPictures else { return }
    wantsPictures = true
    windowPixels = TerminalWindow.pixels()
    decoder.answers.asked += 1
    askedAt = .now
    send(talk.begin(depth: depth, name: decoder.answers.name))
    // The questions end by erasing what a terminal may have printed of them, and the text there.
    if let shown, let window = recto_stdscr() {
      rewrite(Rect(x: 0, y: 0, width: size.width, height: size.height), of: shown, window)
    }
  }

  /// To be watched for input.
  package var descriptor: Int32 { input }

  /// Milliseconds until waiting bytes are taken as they are; nil if there are none.
  package var patience: Int32? {
    [decoder.patience, talk.patience].compactMap(\.self).min()
  }

  /// Whether the screen must be painted again: pictures have become possible, or everything must be rewritten.
  package var awaitsPainting: Bool { talk.awaitsPainting }

  /// Returns the input since the last call; never waits.
  package func readInput() -> [Input] {
    var bytes = [UInt8](repeating: 0, count: 4_096)
    var window = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&window, 1, 0) > 0 else { return [] }
    let count = read(input, &bytes, bytes.count)
    if count <= 0 { return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : [.closed] }
    let largest = decoder.answers.largestSixel
    decoder.cell = pictures.ability.cell
    let found = decoder.feed(Array(bytes[..<count]))
    if !talk.isWaiting, decoder.answers.largestSixel != largest { decide() }
    for answer in decoder.takePictureAnswers() where pictures.take(answer) {
      talk.awaitsPainting = true
    }
    if talk.isDecided(by: decoder.answers) { decide() }
    return found
  }

  package func inputTimeout() -> [Input] {
    if talk.isOverdue { decide() }
    if talk.takesResend(), pictures.ability.usesPlaceholders {
      pictures.forget()
      talk.awaitsPainting = true
    }
    return decoder.isOverdue ? decoder.timeout() : []
  }

  /// Switches mouse reports to pixels or back to cells; they stay cells if the terminal cannot, or the size of a cell is unknown.
  /// Reports count as pixels only between the terminal's answers, since some may be in transit.
  package func tellMouse(inPixels wanted: Bool) {
    let wanted = wanted && decoder.answers.hasPixelMouse && pictures.ability.isCellKnown
    guard wanted != isMouseAskedInPixels else { return }
    isMouseAskedInPixels = wanted
    send((wanted ? "\u{1b}[?1016h" : "\u{1b}[?1016l\u{1b}[?1006h") + "\u{1b}[?1016$p")
  }

  /// Whether pictures are shown through tmux, which does not know about them.
  package var showsThroughTmux: Bool { pictures.ability.pane != nil && !pictures.isEmpty }

  /// Handles that tmux shows our pane, hides it, or has moved it: pictures follow.
  package func attend(_ facts: TmuxFacts) {
    guard pictures.ability.pane != nil else { return }
    let wasAway = talk.isAway
    // A client that has gone to another session still has our pictures.
    let clients = Set(talk.clients + facts.clients)
    let isMoved = talk.attend(facts)
    if pictures.ability.usesPlaceholders {
      // Cells move with the pane; what was sent while tmux passed nothing on, or to another terminal, is sent again.
      guard !talk.isAway, wasAway || talk.isSeenElsewhere else { return }
      talk.isSeenElsewhere = false
      talk.resendLater()
      talk.awaitsPainting = true
      return pictures.forget()
    }
    if talk.isAway, !wasAway { TmuxClient.tell(withdraw(), clients) }
    if isMoved { decide() }
  }

  /// Removes the pictures until the next update; returns the bytes sent.
  @discardableResult
  private func withdraw() -> [UInt8] {
    let bytes = pictures.withdraw(mayBeLost: pictures.ability.pane != nil)
    send(pictures.wrapped(bytes))
    // The pane was closed, and the outer terminal shows another.
    if pictures.ability.pane != nil, isHungUp { TmuxClient.tell(bytes, Set(talk.clients)) }
    return bytes
  }

  /// From now on pictures are shown as the terminal can.
  private func decide() {
    let firstID = UInt32(getpid() & 0xFFFF) << 12 | 1 << 30
    pictureDecisions += 1
    pictures.serve(
      PictureAbility(
        decoder.answers,
        talk.decide(
          isComplete: decoder.answers.areComplete(behindTmux: talk.isBehindTmux))), screen: size,
      firstID: firstID)
  }

  /// The window's new size, when it changed.
  package func takeResize() -> Size? {
    let letters = wantsPictures ? TerminalWindow.pixels() : windowPixels
    guard let now = TerminalWindow.size(), now != size || letters != windowPixels else {
      return nil
    }
    windowPixels = letters
    // In tmux nothing is cleared: pictures of the old size would stay. Placeholder cells do not.
    if pictures.ability.usesPlaceholders {
      talk.resendLater()
    } else if pictures.ability.pane != nil {
      withdraw()
    }
    // ncurses clears the screen only where the number of cells changed.
    if now == size { recto_clear_all() }
    size = now
    resizeterm(Int32(now.height), Int32(now.width))
    shown = nil
    guard wantsPictures else { return now }
    // The font and the pane's position may have changed; shown pictures are gone.
    pictures.forget()
    talk.measure(depth: depth)
    if !talk.isWaiting { decide() }
    // Sixels are limited to the window, and it has another size.
    if decoder.answers.largestSixel != nil {
      decoder.answers.largestSixel = nil
      send("\u{1b}[?2;1;0S")
    }
    return now
  }

  /// Increases with each decision how to show pictures.
  package private(set) var pictureDecisions = 0

  /// Shows a surface; writes only differences from the last one.
  package func show(_ surface: Surface) {
    guard surface.size == size, let window = recto_stdscr() else { return }
    talk.awaitsPainting = false
    var surface = surface
    pictures.paint(on: &surface)
    if ink.renew() { shown = nil }
    let difference = ScreenChanges(from: shown, to: surface)
    let changes = difference.rows
    pictures.damage(difference.damage(changes.map(\.y), under: pictures.places))
    let update = talk.isAway ? PictureUpdate() : pictures.update()
    guard !changes.isEmpty || surface.cursor != shown?.cursor || !update.isEmpty else { return }
    if decoder.answers.hasSynchronizedOutput { send("\u{1b}[?2026h") }
    send(update.before)
    curs_set(surface.cursor == nil ? 0 : 1)
    let mayScroll = !pictures.lieOverCells && !hasDisputedCells
    if !mayScroll {
      for change in changes { write([change], of: surface, to: window) }
    }
    write(mayScroll ? changes : [], of: surface, to: window)
    writeDisputed(changes.map(\.y), of: surface, after: difference.shown)
    for cells in update.repaintBefore { rewrite(cells, of: surface, window) }
    send(update.after)
    for cells in update.repaintAfter { rewrite(cells, of: surface, window) }
    if decoder.answers.hasSynchronizedOutput { send("\u{1b}[?2026l") }
    shown = surface
    let rows = hasDisputedCells ? Array(0..<size.height) : changes.map(\.y)
    hasDisputedCells = rows.contains { DisputedCells.exist(in: $0, of: surface) }
  }

  func send(_ text: String) { send(Array(text.utf8)) }

  private func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    recto_flush()
    Rescue.write(bytes, to: output)
  }

  /// Everything is written again: after another program had the terminal.
  package func redraw() {
    shown = nil
    // Nothing else may come that has it painted, as after SIGCONT.
    talk.awaitsPainting = true
    // Behind tmux clearing reaches no picture, and cells need none.
    if pictures.ability.usesPlaceholders {
      talk.resendLater()
    } else if pictures.ability.pane != nil {
      withdraw()
    }
    pictures.forget()
    recto_clear_all()
  }

  /// Gives the terminal back as it was found.
  package func leave() {
    let isAnswered = pictures.isEmpty || talk.isBehindTmux || pictures.ability.pane != nil
    withdraw()
    send(Screen.end)
    if !isAnswered {
      // The terminal may still be reading pictures, and what it says of them comes before this answer.
      decoder.answers.asked += 1
      askedAt = .now
      send("\u{1b}[c")
    }
    takeAnswers()
    clearLastRow()
    endwin()
    quiet.pause()
  }

  /// Takes the answers that are to come: the program that has the terminal next would take them for keys. Waits for a second after the
  /// questions.
  private func takeAnswers() {
    let deadline = askedAt + .seconds(1)
    while !decoder.answers.areComplete(behindTmux: talk.isBehindTmux), .now < deadline {
      var window = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      let ready = poll(&window, 1, Int32(max(0, (deadline - .now) / .milliseconds(1))))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0, readInput() != [.closed] else { return }
    }
  }

  /// Without an alternate screen (terminfo: exit_ca_mode), the following output starts on the last row.
  private func clearLastRow() {
    guard let window = recto_stdscr() else { return }
    wmove(window, Int32(size.height) - 1, 0)
    wclrtoeol(window)
    wnoutrefresh(window)
    doupdate()
    shown = nil
  }

  private var isHungUp: Bool {
    var window = pollfd(fd: output, events: 0, revents: 0)
    return poll(&window, 1, 0) > 0 && window.revents & Int16(POLLHUP | POLLERR) != 0
  }

  /// Takes the terminal again after `leave`.
  package func enter() {
    quiet.resume()
    reset_prog_mode()
    refresh()
    begin()
    redraw()
  }

  package func close() {
    leave()
    pictures.hideAll()
    Rescue.disarm()
    delscreen(handle)
  }
}
