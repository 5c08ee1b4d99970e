import FoundationEssentials
import Library
import Messages

/// Browser state for the next session.
extension DocumentCollector {
  func save(_ memory: BrowserMemory) {
    guard let data = try? JSONEncoder().encode(memory) else { return }
    library.setState(named: Self.stateName, to: String(decoding: data, as: UTF8.self))
  }

  private static let stateName = "browser"

  /// Browser state of the last session.
  static func memory(
    in library: ReadingLibrary, answer: @escaping @Sendable (BrowserMemory?) -> Void
  ) {
    library.state(named: stateName) { text in
      answer(text.flatMap { try? JSONDecoder().decode(BrowserMemory.self, from: Data($0.utf8)) })
    }
  }
}
