import Foundation
import Interface
import Testing

extension Keymap {
  /// The keys that Recto comes with, so that a test fails when one of them does something else.
  static let shipped = shipped([:])

  /// Returns the keys that Recto comes with and changes of a user's file; an empty command removes a key.
  static func shipped(_ changes: [String: String]) -> Keymap {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Resources/keys.json5")
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    var problems: [String] = []
    do {
      let keys = try decoder.decode([String: String].self, from: Data(contentsOf: file))
        .merging(changes) { $1 }.filter { !$0.value.isEmpty }
      let keymap = Keymap(
        keys.sorted { $0.key < $1.key }.map { (keys: $0.key, command: $0.value) },
        problems: &problems)
      for problem in problems { Issue.record("\(problem)") }
      return keymap
    } catch {
      Issue.record("\(file.path): \(error)")
      return Keymap([], problems: &problems)
    }
  }
}
