import FoundationEssentials
import Interface
import Library

/// Theme and tint as they were chosen in earlier runs.
enum RememberedLooks {
  private static let name = "looks"

  static func save(_ looks: Looks, in library: ReadingLibrary) {
    guard let data = try? JSONEncoder().encode(looks) else { return }
    library.setState(named: name, to: String(decoding: data, as: UTF8.self))
  }

  /// nil where none were chosen; waits for the library, but no longer than until then.
  static func load(from library: ReadingLibrary, until end: ContinuousClock.Instant) -> Looks? {
    let found = Answer<String?>()
    library.state(named: name) { found.give($0) }
    return found.wait(until: end).flatMap(\.self).flatMap {
      try? JSONDecoder().decode(Looks.self, from: Data($0.utf8))
    }
  }
}
