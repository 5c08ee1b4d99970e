import DocumentModel
import Widgets

extension CommandList {
  private static let needsPages: @Sendable (State) -> Command.Availability = { state in
    guard let document = state.document, document.phase == .open else {
      return .unavailable("No document is open")
    }
    guard document.isPaged else { return .unavailable("A text has no pages to be drawn") }
    guard state.pictureTerms?.kind != PictureTerms.Kind.none else {
      return .unavailable("This terminal shows no pictures; recto doctor says why")
    }
    return .available
  }

  private static let needsPictures: @Sendable (State) -> Command.Availability = { state in
    let reason = needsPages(state)
    guard reason == .available else { return reason }
    return state.look(of: state.focus) == .text
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
      // As wide as the window they are in any case: nothing would be seen of it.
      guard fit == .text, state.panes[state.focus].display.isTwoUp else { return }
      let key = state.keymap.keys(for: "two-up").first.map { "; \($0) shows one" } ?? ""
      state.say("Two pages beside each other keep their margins\(key)")
    }
  }

  /// A switch, and what is said when it is on and when it is off.
  private static func toggle(
    _ name: String, _ title: String, _ flag: any WritableKeyPath<PageDisplay, Bool> & Sendable,
    on: String, off: String
  ) -> Command {
    page(name, title) { state, _ in
      state.display { display in
        display[keyPath: flag].toggle()
        // What one page was made to fit cuts two.
        if flag == \PageDisplay.isTwoUp, display.fit == .free { display.fit = .width }
      }
      state.say(state.panes[state.focus].display[keyPath: flag] ? on : off)
    }
  }

  private static func look(_ name: String, _ title: String, _ look: PageDisplay.Look) -> Command {
    page(name, title, when: needsPages) { state, _ in state.display { $0.look = look } }
  }

  static let pictures: [Command] = [
    page("next-look", "Text, pictures of the pages, or both beside each other", when: needsPages) {
      state, _ in state.nextLook()
    }.also("picture image view figure"),
    look("look-text", "Pages as text", .text).also("reflow reader"),
    look("look-picture", "Pages as pictures", .picture).also("image figure scan original"),
    look("look-both", "Text and picture beside each other", .both).also("side dual"),
    page("zoom-in", "Larger") { $0.zoom(by: pow(1.2, $1)) }.also("magnify bigger enlarge"),
    page("zoom-out", "Smaller") { $0.zoom(by: 1 / pow(1.2, $1)) }.also("shrink reduce"),
    page("zoom-reset", "As wide as the window again") { state, _ in
      state.display { $0.fit = .width }
    }.also("actual size 100"),
    page("zoom-box", "Zoom into a box that keys or the mouse choose") { state, _ in
      state.beginZoomBox()
    }.also("magnify crop region figure"),
    fit("fit-page", "The whole page in the window", .page).also("best"),
    fit("fit-width", "Pages as wide as the window", .width).also("zoom"),
    fit("fit-height", "Pages as high as the window", .height),
    fit("fit-text", "The text as wide as the window, its margins trimmed", .text).also("crop trim"),
    toggle(
      "two-up", "Two pages beside each other", \.isTwoUp, on: "Two pages beside each other",
      off: "One page after the other"
    ).also("dual spread facing double book"),
    toggle(
      "continuous", "Pages without an end, or one at a time", \.isContinuous,
      on: "Pages follow each other", off: "One page at a time"
    ).also("scroll single paged"),
    toggle(
      "cover", "The first page alone, as a book's cover", \.hasCover,
      on: "The first page is a cover",
      off: "The first page is like the others"
    ).also("title front"),
    toggle(
      "right-to-left", "Two pages in the order of books that are read from the right",
      \.isRightToLeft, on: "Pages go from right to left", off: "Pages go from left to right"
    ).also("manga rtl"),
    toggle(
      "horizontal", "Pages one beside the other, or one below the other", \.isHorizontal,
      on: "Pages follow from the side", off: "Pages follow downwards"),
    page("rotate-right", "Turn the pages to the right") { state, count in state.turn(count) }.also(
      "clockwise"),
    page("rotate-left", "Turn the pages to the left") { state, count in state.turn(-count) }.also(
      "counterclockwise"),
    Command(
      "next-colors", "The next colours for this document's pages", .pictures, when: needsPages
    ) {
      state, _ in state.nextProfile()
    }.also("dark invert night mode sepia"),
    Command(
      "colors", "Colours of this document's pages; auto: as all documents", .pictures,
      when: needsPages,
      argument: .init(
        name: "NAME", choices: .listed { _ in State.profileNames + [State.profileOfAll] }
      ) { state, name in state.wear(profile: name, forAll: false) },
      run: { state, _ in state.ask(for: "colors") }
    ).also("dark invert night mode sepia"),
    Command(
      "colors-of-all", "Colours of all documents' pages that have none of their own", .pictures,
      argument: .init(
        name: "NAME", choices: .listed { _ in State.profileNames },
        run: { state, name in state.wear(profile: name, forAll: true) })
    ).also("dark invert night mode sepia"),
    page("present", "One page and nothing else; again, or Escape, ends it", when: needsPages) {
      state, _ in state.present()
    }.also("fullscreen presentation slideshow slides"),
    page("page-grid", "All pages as small pictures", when: needsPages) { state, _ in
      state.toggleGrid()
    }.also("thumbnails overview sheets"),
  ]

  private static func pow(_ base: Double, _ exponent: Int) -> Double {
    (0..<min(max(0, exponent), 40)).reduce(1) { product, _ in product * base }
  }

  /// A command of the grid of pages.
  private static func tile(
    _ name: String, _ title: String, _ body: @escaping @Sendable (inout State, Int?) -> Void
  ) -> Command {
    Command(
      name, title, .pictures,
      when: { $0.isGridShown ? .available : .unavailable("Only in the grid of pages: T shows it") },
      run: { state, count in
        body(&state, count)
        return []
      })
  }

  static let grid: [Command] = [
    tile("tile-left", "The page before") { $0.moveInGrid(columns: -($1 ?? 1), rows: 0) },
    tile("tile-right", "The page behind") { $0.moveInGrid(columns: $1 ?? 1, rows: 0) },
    tile("tile-down", "A row down") { $0.moveInGrid(columns: 0, rows: $1 ?? 1) },
    tile("tile-up", "A row up") { $0.moveInGrid(columns: 0, rows: -($1 ?? 1)) },
    tile("tiles-window-down", "A window of pages down") { state, count in
      state.moveInGrid(columns: 0, rows: (state.tiles?.visibleRows ?? 1) * (count ?? 1))
    },
    tile("tiles-window-up", "A window of pages up") { state, count in
      state.moveInGrid(columns: 0, rows: -(state.tiles?.visibleRows ?? 1) * (count ?? 1))
    },
    tile("first-tile", "The first page, or the one a count names") { state, count in
      state.go(inGridTo: count.flatMap { state.document?.page(named: String($0)) } ?? 0)
    },
    tile("last-tile", "The last page, or the one a count names") { state, count in
      state.go(inGridTo: count.flatMap { state.document?.page(named: String($0)) } ?? .max / 2)
    },
    tile("larger-tiles", "Larger pages") { $0.sizeGrid(by: $1 ?? 1) },
    tile("smaller-tiles", "Smaller pages") { $0.sizeGrid(by: -($1 ?? 1)) },
    tile("choose-tile", "Read on at this page") { state, _ in state.chooseInGrid() },
    tile("leave-grid", "Back to where one was") { state, _ in state.grid = nil },
  ]
}
