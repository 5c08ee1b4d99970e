package import Messages

/// An action that keys, the palette and the prompt can run.
package struct Command: Sendable {
  package enum Group: String, Sendable, CaseIterable {
    case moving = "Moving"
    case jumping = "Jumping"
    case searching = "Searching"
    case library = "Searching all documents"
    case selecting = "Selecting and copying"
    case annotations = "Annotations"
    case links = "Links"
    case cards = "Cards"
    case documents = "Documents and views"
    case browsing = "Browsing"
    case files = "Files"
    case showing = "Showing"
    case pictures = "Pictures of pages"
    case editing = "Editing pages and outline"
    case program = "Program"

    /// Where its keys work by default.
    package var mode: Keymap.Mode {
      switch self {
      case .browsing, .files: .browsing
      case .library: .finding
      case .selecting: .selecting
      case .pictures: .picturing
      case .moving, .jumping, .searching, .annotations, .links, .cards, .documents, .showing,
        .editing, .program:
        .all
      }
    }
  }

  /// Whether it can be done now, and if not, why.
  package enum Availability: Sendable, Equatable {
    case available
    case unavailable(String)
  }

  /// The argument after the command's name in the palette.
  package struct Argument: Sendable {
    package enum Choices: Sendable {
      /// Files and folders.
      case paths
      /// Folders; the typed one counts until another is chosen.
      case folders
      case listed(@Sendable (State) -> [String])
      /// Any text; these suggestions are offered below it.
      case suggested(@Sendable (State) -> [String])
      /// All complete values for the typed text; one that ends in a blank continues.
      case completed(@Sendable (State, String) -> [String])
    }

    var isFolder: Bool { if case .folders = choices { true } else { false } }

    /// Whether the file system provides its completions.
    package var isPath: Bool { if case .paths = choices { true } else { isFolder } }

    /// The name of the argument in help and manual, such as `FILE`.
    package let name: String
    package let choices: Choices
    package let run: @Sendable (inout State, String) -> [Effect]
  }

  /// Unique, as `scroll-down`.
  package let name: String
  /// A few words for help and palette.
  package let title: String
  package let group: Group
  package let availability: @Sendable (State) -> Availability
  package let argument: Argument?
  /// Search words in addition to those of its name and title.
  package private(set) var synonyms = ""
  package let run: @Sendable (inout State, Int?) -> [Effect]

  package init(
    _ name: String, _ title: String, _ group: Group,
    when availability: @escaping @Sendable (State) -> Availability = { _ in .available },
    argument: Argument? = nil, run: @escaping @Sendable (inout State, Int?) -> [Effect]
  ) {
    self.name = name
    self.title = title
    self.group = group
    self.availability = availability
    self.argument = argument
    self.run = run
  }

  /// Makes a command that needs an argument; its key opens the prompt with its name.
  package init(
    _ name: String, _ title: String, _ group: Group, argument: Argument
  ) {
    self.init(name, title, group, argument: argument) { state, _ in state.ask(for: name) }
  }

  /// Returns the command, which is found by other words, too.
  func also(_ words: String) -> Command {
    var command = self
    command.synonyms = words
    return command
  }

  /// Available while the caret is in the text.
  package static let needsCaret: @Sendable (State) -> Availability = { state in
    state.selection == nil ? .unavailable("No caret: v places one") : .available
  }

  /// Available with a document on the screen.
  package static let needsDocument: @Sendable (State) -> Availability = { state in
    state.document?.phase == .open ? .available : .unavailable("No document is open")
  }
}
