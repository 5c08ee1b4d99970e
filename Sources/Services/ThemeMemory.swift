import FoundationEssentials
package import Library
package import Messages
import Workers

/// Theme and tint as they were chosen in earlier runs.
package enum ThemeMemory {
  private static let name = "looks"

  static func save(_ looks: ThemeChoice, in library: ReadingLibrary) {
    guard let data = try? JSONEncoder().encode(looks) else { return }
    library.setState(named: name, to: String(decoding: data, as: UTF8.self))
  }

  /// The theme chosen before; the inner nil if there is none. Waits for the library until a deadline: a later answer goes to the
  /// mailbox.
  package static func load(
    from library: ReadingLibrary, _ mailbox: Mailbox, until end: ContinuousClock.Instant
  ) -> ThemeChoice?? {
    let found = Answer<ThemeChoice?>()
    library.state(named: name) { text in
      let looks = text.flatMap { try? JSONDecoder().decode(ThemeChoice.self, from: Data($0.utf8)) }
      found.give(looks)
      mailbox.post(.rememberedThemes(looks))
    }
    return found.wait(until: end)
  }
}
