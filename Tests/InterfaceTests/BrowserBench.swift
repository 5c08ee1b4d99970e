import Canvas
import DocumentModel
import Interface
import Messages
import TestSupport

/// A browser on made folders, whose requests are answered at once; file operations are recorded.
struct BrowserBench {
  var state: State
  /// Names by folder: with a slash a folder, with `@` a link that leads nowhere.
  var folders: [String: [String]]
  var facts: [FilePath: FileFacts] = [:]
  var documents: [FilePath: DocumentFacts] = [:]
  /// Effects that the browser does not answer itself.
  var requests: [Effect] = []
  /// Answers are held back while this is set.
  var isSlow = false
  var held: [Message] = []

  static let types = [
    EntryType.unknown, EntryType(name: "PDF document", glyph: "▤", isDocument: true),
    EntryType(name: "Picture", glyph: "▦", isDocument: false),
    EntryType(name: "Archive", glyph: "▦", isDocument: false, isArchive: true),
  ]

  init(
    _ folders: [String: [String]], at place: String = "/home/me",
    size: Size = Size(width: 80, height: 24)
  ) {
    self.folders = folders
    state = State(size: size, themes: Themes([]), keymap: .shipped)
    state.browser.home = "/home/me"
    state.browser.types = Self.types
    state.environment.now = 1_700_000_000
    answer(state.browse(.folder(place)))
  }

  /// Does what the browser asks for, as long as it asks.
  mutating func answer(_ effects: [Effect]) {
    var waiting = effects
    while !waiting.isEmpty {
      let effect = waiting.removeFirst()
      guard let message = reply(to: effect) else { continue }
      if isSlow { held.append(message) } else { waiting += state.update(message) }
    }
  }

  mutating func release() {
    isSlow = false
    let messages = held
    held = []
    for message in messages { answer(state.update(message)) }
  }

  private mutating func reply(to effect: Effect) -> Message? {
    guard case .browse(let request) = effect else {
      if case .remind(.question(let serial), _) = effect {
        return .reminded(.question(serial: serial))
      }
      if case .remind = effect { return nil }
      requests.append(effect)
      return nil
    }
    switch request {
    case .read(let tab, let generation, let place):
      guard let names = place.folder.flatMap({ folders[$0] }) else {
        return .browser(.unreadable(tab: tab, generation: generation, "it is not there"))
      }
      return .browser(
        .listed(
          tab: tab, generation: generation, names.map(Self.entry), rows: nil, isWhole: true))
    case .order(let tab, let generation, let serial, let order):
      return .browser(
        .ordered(
          tab: tab, generation: generation, serial: serial, order.rows() ?? [],
          sections: order.sections(of: order.rows() ?? [])))
    case .facts(let tab, let generation, _, let keys, let scope):
      let keys = Set(keys)
      return .browser(
        .facts(
          tab: tab, generation: generation, facts.filter { keys.contains($0.key) },
          documents.filter { keys.contains($0.key) }, areAll: scope != .inSight))
    case .watch, .loadSidebar, .save, .preview: return nil
    default:
      requests.append(effect)
      return nil
    }
  }

  static func entry(_ name: String) -> FolderEntry {
    if name.hasSuffix("/") { return FolderEntry(name: String(name.dropLast()), kind: .folder) }
    if name.hasSuffix("@") {
      return FolderEntry(name: String(name.dropLast()), kind: .brokenLink, isLink: true)
    }
    let types: [Substring: UInt16] = ["pdf": 1, "png": 2, "zip": 3]
    let type = name.split(separator: ".").last.flatMap { types[$0] } ?? 0
    return FolderEntry(name: name, kind: .file, type: type)
  }

  mutating func press(_ keys: String...) {
    for key in keys.flatMap({ KeyNotation.parse($0) ?? [] }) {
      answer(state.update(.input(.key(key))))
    }
  }

  /// Types letters one by one.
  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { answer(state.update(.input(.key(Key(scalar))))) }
  }

  mutating func mouse(_ action: Mouse.Action, x: Int, y: Int, _ held: Key.Modifiers = []) {
    answer(state.update(.input(.mouse(Mouse(action, x: x, y: y, modifiers: held)))))
  }

  mutating func click(x: Int, y: Int, _ held: Key.Modifiers = []) {
    mouse(.press(button: 1), x: x, y: y, held)
    mouse(.release(button: 1), x: x, y: y, held)
  }

  var tab: BrowserTab { state.browser.tabs[state.browser.tab] }

  /// The names of the rows in their order.
  var names: [String] { tab.rows.map { tab.entries[Int($0)].name } }

  var current: String? { tab.current?.name }

  var screen: [String] { state.view().rows() }

  var fileRequests: [FileRequest] {
    requests.compactMap { if case .browse(.files(let request)) = $0 { request } else { nil } }
  }
}
