import Canvas
import FoundationEssentials
import Glibc
import Interface

/// What the user can set: keys and themes, as Recto comes with them and as the user's own files add to them.
struct Settings {
  var keymap: Keymap
  var themes: Themes

  /// Files that are not of their form are left out, with a sentence in `problems`.
  static func load(problems: inout [String]) -> Settings {
    Settings(keymap: keymap(problems: &problems), themes: themes(problems: &problems))
  }

  static var folder: String { Paths.folder("XDG_CONFIG_HOME", else: ".config") + "/recto" }

  /// The keys Recto comes with.
  static func ownKeymap(problems: inout [String]) -> Keymap {
    keymap(
      of: decode(Data(PackageResources.keys_json5), as: String.self) ?? [:], problems: &problems)
  }

  private static func keymap(problems: inout [String]) -> Keymap {
    let bindings = merged(
      PackageResources.keys_json5, with: "keys.json5", form: "{ \"key\": \"command\" }",
      as: String.self, problems: &problems)
    return keymap(of: bindings, problems: &problems)
  }

  private static func keymap(of given: [String: String], problems: inout [String]) -> Keymap {
    var bindings = given
    for (key, command) in bindings where CommandList.byName[command] == nil {
      // An empty command takes a key away.
      if !command.isEmpty { problems.append("“\(key)”: there is no command “\(command)”") }
      bindings[key] = nil
    }
    let ordered = bindings.sorted { $0.key < $1.key }.map { (keys: $0.key, command: $0.value) }
    return Keymap(ordered, problems: &problems)
  }

  /// A theme's colours as they stand in the file.
  private struct Colors: Decodable {
    var paper: String?
    var ink: String?
    var dim: String
    var accent: String
    var raised: String?
    var warning: String
  }

  private static func themes(problems: inout [String]) -> Themes {
    let named = merged(
      PackageResources.themes_json5, with: "themes.json5",
      form: "{ \"name\": { \"dim\": \"#rrggbb\", … } }", as: Colors.self, problems: &problems)
    var themes: [Theme] = []
    for (name, colors) in named.sorted(by: { $0.key < $1.key }) {
      func optional(_ text: String?) -> UInt32?? { text.map { Self.color($0) } ?? .some(nil) }
      guard let dim = color(colors.dim), let accent = color(colors.accent),
        let warning = color(colors.warning), let paper = optional(colors.paper),
        let ink = optional(colors.ink), let raised = optional(colors.raised)
      else {
        problems.append("theme “\(name)”: colours are written as #rrggbb; it was left out")
        continue
      }
      themes.append(
        Theme(
          name: name, paper: paper, ink: ink, dim: dim, accent: accent, raised: raised,
          warning: warning))
    }
    return Themes(themes)
  }

  private static func color(_ text: String) -> UInt32? {
    guard text.hasPrefix("#"), text.count == 7 else { return nil }
    return UInt32(text.dropFirst(), radix: 16)
  }

  /// Recto's own entries with those of the user's file over them.
  private static func merged<Value: Decodable>(
    _ own: [UInt8], with name: String, form: String, as type: Value.Type,
    problems: inout [String]
  ) -> [String: Value] {
    var values = decode(Data(own), as: type) ?? [:]
    let file = folder + "/" + name
    guard access(file, F_OK) == 0 else { return values }
    if let data = try? Data(contentsOf: URL(filePath: file)),
      let users = decode(data, as: Lenient<Value>.self)
    {
      for (key, entry) in users {
        if let value = entry.value {
          values[key] = value
        } else {
          problems.append("\(file): “\(key)” is not of the form \(form): left out")
        }
      }
    } else {
      problems.append("\(file) is not JSON5 of the form \(form): left out")
    }
    return values
  }

  /// The entries of a list in the user's file of that name; those that are wrong are left out, with a sentence.
  static func list<Value: Decodable>(
    _ name: String, of type: Value.Type, problems: inout [String]
  ) -> [Value] {
    let file = folder + "/" + name
    guard access(file, F_OK) == 0 else { return [] }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    guard let data = try? Data(contentsOf: URL(filePath: file)),
      let entries = try? decoder.decode([Lenient<Value>].self, from: data)
    else {
      problems.append("\(file) is not JSON5 of the form [ { … }, … ]: left out")
      return []
    }
    for (index, entry) in entries.enumerated() where entry.value == nil {
      problems.append("\(file): entry \(index + 1) is not of its form: left out")
    }
    return entries.compactMap(\.value)
  }

  /// A value of a file in which others may be right where it is not.
  private struct Lenient<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) {
      value = try? decoder.singleValueContainer().decode(Value.self)
    }
  }

  private static func decode<Value: Decodable>(
    _ data: Data, as type: Value.Type
  ) -> [String: Value]? {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    return try? decoder.decode([String: Value].self, from: data)
  }
}
