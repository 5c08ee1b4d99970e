import Messages
import Widgets

extension CommandList {
  private static let needsGallery: @Sendable (State) -> Command.Availability = { state in
    state.browser.isGallery ? .available : .unavailable("Only in the browser's gallery: i shows it")
  }

  /// A command of the gallery alone.
  private static func tile(
    _ name: String, _ title: String, _ body: @escaping @Sendable (inout State, Int) -> [Effect]
  ) -> Command {
    Command(name, title, .browsing, when: needsGallery) { body(&$0, $1 ?? 1) }
  }

  private static func sections(
    _ name: String, _ title: String, _ grouping: Grouping?
  ) -> Command {
    Command(name, title, .browsing, when: Command.needsBrowser) { state, _ in
      state.browser.group(by: grouping, environment: state.environment, &state.notices)
    }
  }

  static let gallery: [Command] =
    [
      Command(
        "gallery", "Show documents as thumbnails, or as a list", .browsing,
        when: Command.needsBrowser
      ) { state, _ in state.browser.toggleGallery(environment: state.environment) }.also(
        "grid covers icons tiles"),
      tile("gallery-left", "Previous thumbnail") { state, count in
        state.browser.moveInGallery(
          columns: -count, rows: 0, pictures: state.pictures, size: state.size)
        return []
      },
      tile("gallery-right", "Next thumbnail") { state, count in
        state.browser.moveInGallery(
          columns: count, rows: 0, pictures: state.pictures, size: state.size)
        return []
      },
      tile("larger-thumbnails", "Larger thumbnails") { state, count in
        state.browser.changeGallery(environment: state.environment) { $0.resize(by: count) }
      }.also("zoom bigger"),
      tile("smaller-thumbnails", "Smaller thumbnails") { state, count in
        state.browser.changeGallery(environment: state.environment) { $0.resize(by: -count) }
      }.also("zoom"),
      sections("sections-none", "Gallery without sections", nil),
    ]
    + Grouping.allCases.map { grouping in
      sections(
        "sections-by-\(grouping.rawValue)", "Gallery with sections by \(grouping.words)", grouping)
    }
}
