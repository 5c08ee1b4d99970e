import Foundation
import Interface
import Testing

extension Keymap {
  /// The keys that Recto comes with, so that a test fails when one of them does something else.
  static let shipped: Keymap = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Resources/keys.json5")
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    var problems: [String] = []
    do {
      let keys = try decoder.decode([String: String].self, from: Data(contentsOf: file))
      let keymap = Keymap(
        keys.sorted { $0.key < $1.key }.map { (keys: $0.key, command: $0.value) },
        problems: &problems)
      for problem in problems { Issue.record("\(problem)") }
      return keymap
    } catch {
      Issue.record("\(file.path): \(error)")
      return Keymap([], problems: &problems)
    }
  }()
}
