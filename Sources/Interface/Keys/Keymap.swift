package import Canvas

/// Maps key sequences to commands: a trie, so that a pending key can show its continuations.
package struct Keymap: Sendable {
  package indirect enum Node: Sendable {
    case command(String)
    case branch([Key: Node])
  }

  /// The result of a key sequence.
  package enum Lookup: Sendable, Equatable {
    case command(String)
    /// More keys must follow: what each would do, in a stable order.
    case pending([Continuation])
    case unbound
  }

  package struct Continuation: Sendable, Hashable {
    package var key: Key
    /// Empty where more keys must follow still.
    package var command: String
    /// The continuations of those keys.
    package var below: [Continuation] = []
  }

  /// The place where keys work.
  package enum Mode: String, Sendable, Hashable, CaseIterable {
    /// Everywhere, unless another mode has the key for itself.
    case all = ""
    /// While the caret is in the text.
    case selecting = "select:"
    /// In the document browser.
    case browsing = "browse:"
    /// In the browser's gallery; other keys are the browser's.
    case gallery = "gallery:"
    /// In a preview opened from the browser.
    case glancing = "glance:"
    /// In the results of a library search.
    case finding = "found:"
    /// While pages are shown as pictures.
    case picturing = "picture:"
    /// In the grid of all pages.
    case grid = "grid:"
    /// In the outline.
    case outline = "outline:"
    /// In the list of annotations.
    case annotations = "list:"
    /// On an annotation.
    case annotation = "note:"
    /// On a form field.
    case field = "field:"
    /// On a figure or table.
    case figure = "figure:"
    /// In the card with a link's target.
    case peek = "peek:"
    /// In the card with the output of a program.
    case answer = "answer:"
    /// In the card of an annotation.
    case card = "card:"

    /// The mode whose keys work if it has none of its own.
    var base: Mode? {
      switch self {
      case .all: nil
      case .gallery: .browsing
      case .selecting, .browsing, .finding, .glancing, .picturing, .grid, .outline, .annotations,
        .annotation, .field, .figure, .peek, .answer, .card:
        .all
      }
    }

    /// Where its keys work, as a prefix for help; empty if everywhere.
    package var words: String {
      switch self {
      case .all: ""
      case .selecting: "with the caret"
      case .browsing: "in the browser"
      case .gallery: "in the gallery"
      case .glancing: "in a preview"
      case .finding: "in search results"
      case .picturing: "on pictures"
      case .grid: "in page thumbnails"
      case .outline: "in the outline"
      case .annotations: "in the list of annotations"
      case .annotation: "on an annotation"
      case .field: "on a field"
      case .figure: "on a figure"
      case .peek: "in a link's preview"
      case .answer: "in a lookup's card"
      case .card: "in an annotation's card"
      }
    }
  }

  private var roots: [Mode: [Key: Node]] = [:]
  /// The key sequences of each command, which each frame looks up.
  private var sequences: [Mode: [String: Set<String>]] = [:]
  /// Names of key groups by their first keys, such as “annotate” for `a`.
  private var labels: [Mode: [[Key]: String]] = [:]

  package init() {}

  /// A keymap from pairs of key sequence and command; pairs that are no keys or clash with a longer one come back as `problems`.
  package init(_ bindings: [(keys: String, command: String)], problems: inout [String]) {
    for (keys, command) in bindings {
      if let reason = bind(keys, to: command) { problems.append("“\(keys)”: \(reason)") }
    }
  }

  /// The start of a command that names a group of keys instead of running something: `+annotate`.
  package static let labelPrefix = "+"

  /// Adds a key or the name of a group; returns why it cannot be a key.
  package mutating func bind(_ keys: String, to command: String) -> String? {
    guard let (mode, sequence) = Keymap.parse(keys) else { return "this is not a key" }
    if command.hasPrefix(Self.labelPrefix) {
      labels[mode, default: [:]][sequence] = String(command.dropFirst(Self.labelPrefix.count))
      return nil
    }
    let before = Keymap.lookup(sequence, in: roots[mode] ?? [:])
    guard Keymap.insert(command, at: sequence[...], in: &roots[mode, default: [:]]) else {
      return "this is both a key and the beginning of a longer one"
    }
    let path = sequence.map(KeyNotation.text).joined(separator: " ")
    if case .command(let old) = before { sequences[mode]?[old]?.remove(path) }
    sequences[mode, default: [:]][command, default: []].insert(path)
    return nil
  }

  /// Parses a mode prefix and keys; nil if there is none.
  package static func parse(_ text: String) -> (mode: Mode, keys: [Key])? {
    let mode = Mode.allCases.first { $0 != .all && text.hasPrefix($0.rawValue) } ?? .all
    return KeyNotation.parse(String(text.dropFirst(mode.rawValue.count))).map { (mode, $0) }
  }

  private static func insert(
    _ command: String, at keys: ArraySlice<Key>, in nodes: inout [Key: Node]
  ) -> Bool {
    guard let first = keys.first else { return false }
    if keys.count == 1 {
      if case .branch = nodes[first] { return false }
      nodes[first] = .command(command)
      return true
    }
    var below: [Key: Node] = [:]
    switch nodes[first] {
    case .command: return false
    case .branch(let existing): below = existing
    case nil: break
    }
    guard insert(command, at: keys.dropFirst(), in: &below) else { return false }
    nodes[first] = .branch(below)
    return true
  }

  /// Looks up keys; those of the mode take precedence.
  package func lookup(_ keys: [Key], in mode: Mode = .all) -> Lookup {
    resolve(keys, in: mode).found
  }

  /// Looks up keys; returns the mode that has them, too.
  func resolve(_ keys: [Key], in mode: Mode) -> (mode: Mode, found: Lookup) {
    var next: Mode? = mode
    while let mode = next {
      let found = ownLookup(keys, in: mode)
      if found != .unbound { return (mode, found) }
      next = mode.base
    }
    return (mode, .unbound)
  }

  /// Returns the name of the group of keys that starts with these; nil if it has none.
  package func label(of keys: [Key], in mode: Mode) -> String? {
    var next: Mode? = mode
    while let mode = next {
      if let label = labels[mode]?[keys] { return label }
      next = mode.base
    }
    return nil
  }

  /// Looks up keys of a mode alone.
  package func ownLookup(_ keys: [Key], in mode: Mode) -> Lookup {
    Keymap.lookup(keys, in: roots[mode] ?? [:])
  }

  private static func lookup(_ keys: [Key], in root: [Key: Node]) -> Lookup {
    var nodes = root
    for (index, key) in keys.enumerated() {
      switch nodes[key] {
      case .command(let name): return index == keys.count - 1 ? .command(name) : .unbound
      case .branch(let below): nodes = below
      case nil: return .unbound
      }
    }
    return .pending(Keymap.continuations(of: nodes))
  }

  private static func continuations(of nodes: [Key: Node]) -> [Continuation] {
    nodes.map { key, node in
      switch node {
      case .command(let name): Continuation(key: key, command: name)
      case .branch(let below):
        Continuation(key: key, command: "", below: continuations(of: below))
      }
    }.sorted { KeyNotation.text($0.key) < KeyNotation.text($1.key) }
  }

  /// Returns the key sequences that run a command in a mode, else those of other modes.
  package func keys(for command: String, in mode: Mode) -> [String] {
    let all = keys(for: command)
    let own = keysHolding(for: command, in: mode, among: [command: all])
    return own.isEmpty ? all : own
  }

  /// Returns those of all keys that run a command in a mode.
  func keysHolding(
    for command: String, in mode: Mode, among known: [String: [String]]
  ) -> [String] {
    (known[command] ?? []).filter {
      KeyNotation.parse($0).map { lookup($0, in: mode) == .command(command) } ?? false
    }
  }

  /// The key sequences that run a command by the modes they hold in, those that hold everywhere first; shortest first in each.
  package func keysByMode(for command: String) -> [(mode: Mode, keys: [String])] {
    Mode.allCases.compactMap { mode in
      let keys = Self.sorted(sequences[mode]?[command] ?? [])
      return keys.isEmpty ? nil : (mode, keys)
    }
  }

  /// All key sequences that run a command, shortest first; the modes they hold in are not marked.
  package func keys(for command: String) -> [String] {
    Self.sorted(Mode.allCases.reduce(into: []) { $0.formUnion(sequences[$1]?[command] ?? []) })
  }

  /// Returns the key sequences of all commands that have keys.
  package func keysOfCommands(in modes: [Mode] = Mode.allCases) -> [String: [String]] {
    var found: [String: Set<String>] = [:]
    for mode in modes { found.merge(sequences[mode] ?? [:]) { $0.union($1) } }
    return found.filter { !$0.value.isEmpty }.mapValues(Self.sorted)
  }

  /// Returns the key of a command in a mode as hints name it: the usual one if it runs the command, else the shortest; nil if there is none.
  func hintKey(for command: String, in mode: Mode, usually usual: String) -> String? {
    let keys = Self.sorted(sequences[mode]?[command] ?? [])
    guard let key = keys.contains(usual) ? usual : keys.first else { return nil }
    if key == "escape" { return "Esc" }
    let isNamed = key.prefix { !" +".contains($0) }.count > 1
    return isNamed ? key.prefix(1).uppercased() + key.dropFirst() : key
  }

  private static func sorted(_ keys: Set<String>) -> [String] {
    keys.sorted { ($0.count, $0) < ($1.count, $1) }
  }
}
