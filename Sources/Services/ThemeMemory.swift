import FoundationEssentials
package import Library
package import Messages
import Workers

/// Theme and tint as they were chosen in earlier runs.
package enum ThemeMemory {
  private static let name = "looks"

  static func save(_ choice: ThemeChoice, in library: ReadingLibrary) {
    guard let data = try? JSONEncoder().encode(choice) else { return }
    library.setState(named: name, to: String(decoding: data, as: UTF8.self))
  }

  /// The theme chosen before; the inner nil if there is none. Waits for the library until a deadline: a later answer goes to the
  /// mailbox.
  package static func load(
    from library: ReadingLibrary, _ mailbox: Mailbox, until end: ContinuousClock.Instant
  ) -> ThemeChoice?? {
    let found = Answer<ThemeChoice?>()
    library.state(named: name) { text in
      let choice = text.flatMap { try? JSONDecoder().decode(ThemeChoice.self, from: Data($0.utf8)) }
      found.give(choice)
      mailbox.post(.rememberedThemes(choice))
    }
    return found.wait(until: end)
  }
}
