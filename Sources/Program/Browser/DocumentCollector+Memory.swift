import FoundationEssentials
import Interface
import Library

/// What the browser was, for the next time.
extension DocumentCollector {
  func save(_ memory: BrowserMemory) {
    guard let data = try? JSONEncoder().encode(memory) else { return }
    library.setState(named: Self.stateName, to: String(decoding: data, as: UTF8.self))
  }

  private static let stateName = "browser"

  /// What the browser was the last time.
  static func memory(
    in library: ReadingLibrary, answer: @escaping @Sendable (BrowserMemory?) -> Void
  ) {
    library.state(named: stateName) { text in
      answer(text.flatMap { try? JSONDecoder().decode(BrowserMemory.self, from: Data($0.utf8)) })
    }
  }
}
