import DocumentModel
import Interface
import Services

/// The default themes, with those of the user's file added or replacing them.
enum ThemeSettings {
  /// Invalid themes are left out, with a sentence and its line in `problems`.
  static func load(_ users: SettingsFile? = nil, problems: inout [String]) -> Themes {
    var themes: [String: Theme] = [:]
    let own = SettingsFile.own(PackageResources.themes_json5, as: [String: [String: String]].self)
    for (name, texts) in own ?? [:] {
      themes[name] = colors(texts.compactMapValues(Tint.hexadecimal)).map {
        Theme(name: name, $0)
      }
    }
    if let users {
      for (name, value) in users.entries(problems: &problems) {
        if value == .null {
          themes[name] = nil
        } else if let theme = theme(name, value, users, &problems) {
          themes[name] = theme
        }
      }
    }
    return Themes(themes.sorted { $0.key < $1.key }.map(\.value))
  }

  private static let wanted = ["dim", "accent", "warning"]
  private static let known = wanted + ["paper", "ink", "raised"]

  private static func theme(
    _ name: String, _ value: JSONValue, _ file: SettingsFile, _ problems: inout [String]
  ) -> Theme? {
    guard case .object(let entries) = value else {
      problems.append(file.sentence([name], "a theme is { \"dim\": \"#rrggbb\", … }"))
      return nil
    }
    var numbers: [String: UInt32] = [:]
    var isWhole = true
    for (key, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard known.contains(key) else {
        problems.append(
          file.sentence(
            [name, key], "themes have \(known.joined(separator: ", ")); unknown property"))
        continue
      }
      guard let color = entry.text.flatMap(Tint.hexadecimal) else {
        problems.append(
          file.remark(
            [name, key],
            "colours are written as \"#rrggbb\"; the theme “\(name)” was left out"))
        isWhole = false
        continue
      }
      numbers[key] = color
    }
    guard isWhole else { return nil }
    guard let colors = colors(numbers) else {
      let missing = wanted.filter { numbers[$0] == nil }.map { "“\($0)”" }
      problems.append(
        file.sentence([name], "\(missing.joined(separator: ", ")) is required in a theme"))
      return nil
    }
    return Theme(name: name, colors)
  }

  /// nil if a required colour is missing.
  private static func colors(_ colors: [String: UInt32]) -> ThemeColors? {
    guard let dim = colors["dim"], let accent = colors["accent"], let warning = colors["warning"]
    else { return nil }
    return ThemeColors(
      paper: colors["paper"], ink: colors["ink"], dim: dim, accent: accent,
      raised: colors["raised"], warning: warning)
  }
}
