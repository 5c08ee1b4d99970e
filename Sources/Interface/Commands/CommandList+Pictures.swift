import DocumentModel
import Messages
import Widgets

extension CommandList {
  private static let needsPages: @Sendable (State) -> Command.Availability = { state in
    guard let document = state.document, document.phase == .open else {
      return .unavailable("No document is open")
    }
    guard document.hasPages else { return .unavailable("A text has no pages to be drawn") }
    return showsPictures(state)
  }

  private static let needsFigures: @Sendable (State) -> Command.Availability = { state in
    guard let document = state.document, document.phase == .open else {
      return .unavailable("No document is open")
    }
    guard document.hasFigures else { return .unavailable("A text has no figures") }
    return showsPictures(state)
  }

  private static func showsPictures(_ state: State) -> Command.Availability {
    guard state.pictures.terms?.kind != PictureTerms.Kind.none else {
      return .unavailable("This terminal shows no pictures; recto doctor says why")
    }
    return .available
  }

  private static let needsPictures: @Sendable (State) -> Command.Availability = { state in
    let reason = state.pictures.enlarged == nil ? needsPages(state) : needsFigures(state)
    guard reason == .available else { return reason }
    return state.look(of: state.panes.focus) == .text
      ? .unavailable("Only pictures of pages: p shows them") : .available
  }

  private static func page(
    _ name: String, _ title: String,
    when availability: @escaping @Sendable (State) -> Command.Availability = needsPictures,
    _ body: @escaping @Sendable (inout State, Int) -> Void
  ) -> Command {
    Command(name, title, .pictures, when: availability) { state, count in
      body(&state, count ?? 1)
      return []
    }
  }

  private static func fit(_ name: String, _ title: String, _ fit: PageDisplay.Fit) -> Command {
    page(name, title) { state, _ in
      state.display { $0.fit = fit }
      // Two pages side by side fit the window's width anyway.
      guard fit == .text, state.panes[state.panes.focus].display.isTwoUp else { return }
      let key = state.keyInput.keymap.keys(for: "two-up").first.map { "; \($0) shows one" } ?? ""
      state.say("Two pages beside each other keep their margins\(key)")
    }
  }

  /// Defines a toggle with its messages for on and off.
  private static func toggle(
    _ name: String, _ title: String, _ flag: any WritableKeyPath<PageDisplay, Bool> & Sendable,
    on: String, off: String
  ) -> Command {
    page(name, title) { state, _ in
      state.display { display in
        display[keyPath: flag].toggle()
        // A free zoom that fits one page would cut off two.
        if flag == \PageDisplay.isTwoUp, display.fit == .free { display.fit = .width }
      }
      state.say(state.panes[state.panes.focus].display[keyPath: flag] ? on : off)
    }
  }

  private static func look(_ name: String, _ title: String, _ look: PageDisplay.Look) -> Command {
    page(name, title, when: needsPages) { state, _ in state.display { $0.look = look } }
  }

  static let pictures: [Command] = [
    page("next-look", "Show text, pictures of pages, or both", when: needsPages) {
      state, _ in state.nextLook()
    }.also("picture image view figure"),
    look("look-text", "Show pages as text", .text).also("reflow reader"),
    look("look-picture", "Show pages as pictures", .picture).also("image figure scan original"),
    look("look-both", "Show text and picture side by side", .both).also("dual"),
    page("zoom-in", "Zoom in") { $0.zoom(by: pow(1.2, $1)) }.also("magnify bigger enlarge"),
    page("zoom-out", "Zoom out") { $0.zoom(by: 1 / pow(1.2, $1)) }.also("shrink reduce"),
    page("zoom-reset", "Reset zoom") { state, _ in
      let fit = state.pictures.enlarged == nil ? PageDisplay.Fit.width : .page
      state.display { $0.fit = fit }
    }.also("actual size 100 original"),
    page("zoom-box", "Zoom into a box chosen by keys or mouse") { state, _ in
      state.beginZoomBox()
    }.also("magnify magnifier loupe lens crop region figure"),
    fit("fit-page", "Fit the page to the window", .page).also("best zoom whole"),
    fit("fit-width", "Fit the page's width", .width).also("zoom"),
    fit("fit-height", "Fit the page's height", .height).also("zoom"),
    fit("fit-text", "Fit the text's width, without margins", .text).also("crop trim zoom"),
    toggle(
      "two-up", "Show two pages side by side", \.isTwoUp, on: "Two pages beside each other",
      off: "One page after the other"
    ).also("dual spread facing double book"),
    toggle(
      "continuous", "Scroll pages continuously, or one at a time", \.isContinuous,
      on: "Pages follow each other", off: "One page at a time"
    ).also("single paged scrolling"),
    toggle(
      "cover", "Show the first page alone, as a cover", \.hasCover,
      on: "The first page is a cover",
      off: "The first page is like the others"
    ).also("title front odd"),
    toggle(
      "right-to-left", "Order facing pages from right to left",
      \.isRightToLeft, on: "Pages go from right to left", off: "Pages go from left to right"
    ).also("manga rtl"),
    toggle(
      "horizontal", "Arrange pages horizontally, or vertically", \.isHorizontal,
      on: "Pages follow from the side", off: "Pages follow downwards"
    ).also("sideways"),
    page("rotate-right", "Rotate pages right") { state, count in state.turn(count) }.also(
      "clockwise turn"),
    page("rotate-left", "Rotate pages left") { state, count in state.turn(-count) }.also(
      "counterclockwise turn"),
    Command(
      "next-colors", "Next colour profile for this document", .pictures, when: needsPages
    ) {
      state, _ in state.nextProfile()
    }.also("dark invert night mode sepia recolor brightness contrast"),
    Command(
      "colors", "Set this document's page colours; auto: as all documents", .pictures,
      when: needsPages,
      argument: .init(
        name: "NAME", choices: .listed { _ in State.profileNames + [State.profileOfAll] }
      ) { state, name in state.choose(profile: name, forAll: false) },
      run: { state, _ in state.ask(for: "colors") }
    ).also("dark invert night mode sepia recolor brightness contrast"),
    Command(
      "colors-of-all", "Set the page colours of documents without their own", .pictures,
      argument: .init(
        name: "NAME", choices: .listed { _ in State.profileNames },
        run: { state, name in state.choose(profile: name, forAll: true) })
    ).also("dark invert night mode sepia recolor brightness contrast"),
    page("enlarge-figure", "Enlarge the figure, or return to the text", when: needsFigures) {
      state, _ in state.toggleEnlarged()
    }.also("zoom image picture table formula"),
    Command(
      "copy-figure", "Copy the figure as a picture, or the table as text", .pictures,
      when: Command.needsDocument
    ) { state, _ in state.copyFigure() }.also("yank clipboard image png save export tsv"),
    page("present", "Presentation: one page, full screen", when: needsPages) {
      state, _ in state.present()
    }.also("fullscreen slideshow slides"),
    page("page-grid", "Page thumbnails", when: needsPages) { state, _ in
      state.toggleGrid()
    }.also("overview sheets contact index"),
  ]

  private static func pow(_ base: Double, _ exponent: Int) -> Double {
    (0..<min(max(0, exponent), 40)).reduce(1) { product, _ in product * base }
  }

  /// A command of the grid of pages.
  static func tile(
    _ name: String, _ title: String, _ group: Command.Group = .pictures,
    _ body: @escaping @Sendable (inout State, Int?) -> Void
  ) -> Command {
    Command(
      name, title, group,
      when: { $0.isGridShown ? .available : .unavailable("Only in the page grid: T shows it") },
      run: { state, count in
        body(&state, count)
        return []
      })
  }

  static let grid: [Command] = [
    tile("tile-left", "Previous page") { $0.moveInGrid(columns: -($1 ?? 1), rows: 0) },
    tile("tile-right", "Next page") { $0.moveInGrid(columns: $1 ?? 1, rows: 0) },
    tile("tile-down", "Down a row") { $0.moveInGrid(columns: 0, rows: $1 ?? 1) },
    tile("tile-up", "Up a row") { $0.moveInGrid(columns: 0, rows: -($1 ?? 1)) },
    tile("tiles-window-down", "Down a window of thumbnails") { state, count in
      state.moveInGrid(columns: 0, rows: (state.tiles?.visibleRows ?? 1) * (count ?? 1))
    },
    tile("tiles-window-up", "Up a window of thumbnails") { state, count in
      state.moveInGrid(columns: 0, rows: -(state.tiles?.visibleRows ?? 1) * (count ?? 1))
    },
    tile("first-tile", "First page, or page N with a count") { state, count in
      state.go(inGridTo: count.flatMap { state.document?.page(named: String($0)) } ?? 0)
    },
    tile("last-tile", "Last page, or page N with a count") { state, count in
      state.go(inGridTo: count.flatMap { state.document?.page(named: String($0)) } ?? .max / 2)
    },
    tile("larger-tiles", "Larger thumbnails") { $0.sizeGrid(by: $1 ?? 1) }.also("zoom"),
    tile("smaller-tiles", "Smaller thumbnails") { $0.sizeGrid(by: -($1 ?? 1)) }.also("zoom"),
    tile("choose-tile", "Go to this page") { state, _ in state.chooseInGrid() },
    tile("leave-grid", "Close the page thumbnails") { state, _ in state.pictures.overview = nil },
  ]
}
