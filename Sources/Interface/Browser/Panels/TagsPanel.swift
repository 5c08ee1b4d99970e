import Canvas
import DocumentModel
import Messages
import Widgets

extension PanelSource {
  package static let tags = PanelSource(
    title: "Tags", fullTitle: { $0.browser.tagTitle }, rows: { tagRows($0, $1) },
    emptyText: { $1 ? nil : "No tags yet: type a name to create one" },
    typingHints: { tagHints($0) }, key: { isTagKey($1) ? takeTagKey(&$0, $1) : nil },
    isTyped: true, filtersAtOnce: true, sign: "›")

  private static let onAll = "●"

  /// The panel's own keys, with their hints and commands.
  private static let tagKeys: [(key: Key, name: String, command: String?)] = [
    (Key(.tab), "Tab completes", nil), (Key("c", .alt), "Alt-c colour", "color-tag"),
    (Key("r", .alt), "Alt-r name", "rename-tag"), (Key("d", .alt), "Alt-d delete", "delete-tag"),
  ]

  // MARK: changing tags

  static func askTags(_ state: inout State) -> [Effect] {
    guard !state.browser.taggedPaths(document: state.document).isEmpty else { return [] }
    state.toggle(.tags)
    state.panel?.isFiltering = true
    state.browser.readTags = []
    var effects: [Effect] = state.browser.sidebar.items.isEmpty ? [.browse(.loadSidebar)] : []
    if !state.browser.isShown, let path = state.browser.taggedPaths(document: state.document).first
    {
      effects.append(.browse(.loadTags(path)))
    }
    return effects
  }

  fileprivate static func toggleTag(_ name: String, isOnAll: Bool) -> Panel.Action {
    .init(name: name) { chooseTags(&$0, isOnAll ? [] : [name], taking: isOnAll ? [name] : []) }
  }

  /// Returns a row for each existing tag, marked if the selection has it, and a row that creates a new tag.
  static func tagRows(_ state: State, _ typed: String) -> [Panel.Row] {
    let items = state.browser.sidebar.items[.tags] ?? []
    let (whole, last) = tokens(typed)
    let all = state.browser.isShown ? state.browser.current?.chosen.count ?? 0 : 1
    var rows = Panel.matching(
      items.map { item in
        let count = state.browser.count(of: item.title)
        let mark = count == 0 ? "○" : count == all ? Self.onAll : "◐"
        var row = Panel.Row(
          text: "\(mark) \(item.title)", detail: item.count.map(String.init) ?? "",
          also: item.title, action: Self.toggleTag(item.title, isOnAll: count > 0 && count == all))
        row.color = item.color
        return row
      }, last)
    // A tag whose whole name is typed comes first.
    if let exact = rows.firstIndex(where: { $0.also == last }) {
      rows.insert(rows.remove(at: exact), at: 0)
    } else if !last.isEmpty {
      // The new tag comes first unless a word of an existing tag begins with the typed text.
      rows = Panel.matching(rows, last) { $0.also }
      func begins(_ row: Panel.Row) -> Bool {
        let name = row.also.lowercased()
        return name.hasPrefix(last.lowercased()) || name.contains(" " + last.lowercased())
      }
      let (begun, others) = (rows.filter(begins), rows.filter { !begins($0) })
      let new = Panel.Row(
        text: "New tag “\(last)”", detail: "Enter", action: Self.toggleTag(last, isOnAll: false))
      rows = begun + [new] + others
    }
    guard !whole.isEmpty else { return rows }
    if last.isEmpty {
      return [
        Panel.Row(
          text: "All of these", detail: "Enter",
          action: .init { chooseTags(&$0, whole, taking: []) })
      ] + rows
    }
    return rows.map { row in
      let name = row.action.name
      var row = row
      row.action = .init(name: name) { chooseTags(&$0, whole + [name], taking: []) }
      return row
    }
  }

  /// The hints for the effect of Enter and for the panel's own keys.
  static func tagHints(_ state: State) -> [String] {
    guard let panel = state.panel else { return [] }
    let isOnAll = panel.rows[safe: panel.selected]?.text.hasPrefix(Self.onAll) == true
    let enter = panel.rows.isEmpty ? [] : [isOnAll ? "Enter takes" : "Enter gives"]
    let isTyped = !panel.filter.isEmpty
    return enter + (isTyped ? [] : ["Esc ends"])
      + Self.tagKeys.filter { isTyped || $0.command != nil }.map(\.name)
  }

  static func isTagKey(_ key: Key) -> Bool { Self.tagKeys.contains { $0.key == key } }

  /// Completes the typed letters to the selected tag, or begins a command for that tag.
  static func takeTagKey(_ state: inout State, _ key: Key) -> [Effect] {
    guard let known = Self.tagKeys.first(where: { $0.key == key }), let panel = state.panel,
      let row = panel.rows[safe: panel.selected]
    else { return [] }
    let whole = tokens(panel.filter.text).whole
    let name = row.action.name
    // The row of completely typed names has no tag of its own.
    guard !name.isEmpty else { return [] }
    guard let command = known.command else {
      // A new name needs no completion; otherwise the nearest tag is used.
      let near =
        state.browser.tagNames.contains(name) ? name : panel.rows.map(\.also).first { !$0.isEmpty }
      let name = near ?? name
      state.panel?.filter = LineEditor((whole + [name]).joined(separator: ", "))
      return state.filterChanged()
    }
    // Apply the typed names first, or they would be lost when the panel closes.
    let typed = state.browser.tagNames.contains(name) ? whole : whole + [name]
    let effects = typed.isEmpty ? [] : give(&state, typed, taking: [])
    return effects + state.ask(for: command, command == "delete-tag" ? name : name + " ")
  }

  /// Applies the effect of Enter: adds `names` and removes `removed`. If names were typed, the panel closes; otherwise it stays open.
  static func chooseTags(_ state: inout State, _ names: [String], taking removed: [String])
    -> [Effect]
  {
    let isTyped = state.panel?.filter.isEmpty == false
    let effects = give(&state, names, taking: removed)
    if isTyped { state.closePanel(goingBack: true) }
    sayTagged(&state, names, removed: removed)
    return effects
  }

  fileprivate static func sayTagged(_ state: inout State, _ names: [String], removed: [String]) {
    let paths = state.browser.taggedPaths(document: state.document)
    guard let first = paths.first else { return }
    let what =
      paths.count == 1
      ? PathParts.name(of: first).cutInTheMiddle(to: 40) : "\(paths.count) documents"
    func quoted(_ names: [String]) -> String {
      names.map { "“\($0)”" }.joined(separator: ", ")
    }
    state.say(
      removed.isEmpty
        ? "\(what) tagged \(quoted(names))" : "\(quoted(removed)) taken off \(what)")
  }

  /// Adds the tags `names` to the selection and removes the tags `removed`.
  static func give(_ state: inout State, _ names: [String], taking removed: [String]) -> [Effect] {
    let paths = state.browser.taggedPaths(document: state.document)
    var seen: Set<String> = []
    let names = names.filter { seen.insert($0).inserted }
    // A tag chosen from the whole list stays selected; with typed text the list was another one.
    if state.panel?.filter.isEmpty == false { state.panel?.selected = 0 }
    state.panel?.filter = LineEditor()
    state.browser.readTags.formUnion(names)
    state.browser.readTags.subtract(removed)
    if state.browser.isShown { state.browser.change(adding: names, removing: removed) }
    state.fillPanel()
    return [.browse(.tag(paths: paths, add: names, remove: removed))]
  }
}

extension String {
  /// The text without the quotation marks around words, which users type around names with blanks as in a shell; an apostrophe stays.
  var unquoted: String {
    var (shown, rest) = ("", self[...])
    while let mark = rest.first {
      rest.removeFirst()
      let isOpening = "\"'".contains(mark) && shown.last ?? " " == " "
      let end =
        !isOpening
        ? nil
        : rest.indices.first {
          let next = rest.index(after: $0)
          return rest[$0] == mark && (next == rest.endIndex || rest[next] == " ")
        }
      if let end {
        shown += rest[..<end]
        rest = rest[rest.index(after: end)...]
      } else {
        shown.append(mark)
      }
    }
    return shown
  }
}

extension Browser {
  /// Completes a tag's name, then the word that follows it.
  func completions(ofTag typed: String, with words: [String]) -> [String] {
    guard let (tag, rest) = self.tag(beginning: typed) else {
      return Panel.matchingTexts(tagNames, typed).map { $0 + " " }
    }
    let others = words.filter { $0 != tag && $0 != rest && $0 != "#rrggbb" }
    let known = rest.isEmpty ? [] : [tag + " " + rest]
    return known + Panel.matchingTexts(others, rest).map { tag + " " + $0 }
  }

  /// The colours a tag can have, as the user types them.
  static let tagColors = TagColor.Name.allCases.map(\.rawValue) + ["#rrggbb", "none"]

  /// Renames a tag; the text is the old and the new name, separated by a blank.
  mutating func renameTag(
    _ text: String, _ notices: inout Notices, _ questions: inout Questions
  ) -> [Effect] {
    guard let (old, new) = tag(beginning: text.unquoted) else {
      notices.say("Name a tag and its new name: :rename-tag OLD NEW", isError: true)
      return []
    }
    return renameTag(old, to: new, &questions)
  }

  /// Renames a tag, and merges it into an existing one after a question.
  mutating func renameTag(_ old: String, to new: String, _ questions: inout Questions) -> [Effect] {
    guard !new.isEmpty, new != old else { return [] }
    let effects: [Effect] = [.browse(.renameTag(old, to: new))]
    guard tagNames.contains(new) else { return effects }
    questions.ask(
      Question(
        "The tag “\(new)” exists. Merge “\(old)” into it? This cannot be undone.",
        [.init("y", "merge them", .effects(effects)), .init("n", "keep both", .nothing)]))
    return []
  }

  /// Colours a tag; the text is the tag and a colour, separated by a blank.
  mutating func colorTag(_ text: String, _ notices: inout Notices) -> [Effect] {
    let text = text.unquoted.trimmed
    guard let blank = text.lastIndex(of: " ") else {
      notices.say("Name a tag and a colour: :color-tag TAG COLOUR", isError: true)
      return []
    }
    let name = String(text[..<blank]).trimmed
    let color = String(text[text.index(after: blank)...])
    if color == "none" { return [.browse(.colorTag(name, nil))] }
    guard let known = TagColor(color) else {
      notices.say(
        "“\(color)” is not a colour: use \(Self.tagColors.joined(separator: ", "))", isError: true)
      return []
    }
    return [.browse(.colorTag(name, known))]
  }

  fileprivate var tagTitle: String? {
    guard isShown, let chosen = current?.chosen else { return nil }
    return chosen.count == 1
      ? "Tags of \(chosen[0].name.cutInTheMiddle(to: 50))" : "Tags of \(chosen.count)"
  }

  fileprivate func count(of name: String) -> Int {
    guard isShown, let tab = current else {
      return readTags.contains(name) ? 1 : 0
    }
    return tab.chosen.count { entry in
      tab.documents[entry.key]?.tags.contains { $0.name == name } == true
    }
  }

  /// Shows tag changes of the selection at once; the library confirms them later.
  fileprivate mutating func change(adding names: [String], removing removed: [String]) {
    guard let tab = current else { return }
    let items = sidebar.items[.tags] ?? []
    for entry in tab.chosen {
      var known = tab.documents[entry.key] ?? DocumentFacts()
      known.tags.removeAll { removed.contains($0.name) || names.contains($0.name) }
      known.tags += names.map { name in
        TagLabel(name: name, color: items.first { $0.title == name }?.color)
      }
      tabs[self.tab].documents[entry.key] = known
    }
  }

  /// The names of all existing tags.
  var tagNames: [String] { (sidebar.items[.tags] ?? []).map(\.title) }

  /// Returns the longest existing tag that the text begins with, and the rest of the text; nil if there is no such tag.
  fileprivate func tag(beginning text: String) -> (tag: String, rest: String)? {
    tagNames.filter { text.hasPrefix($0 + " ") }.max { $0.count < $1.count }.map {
      ($0, String(text.dropFirst($0.count)).trimmed)
    }
  }
}

/// Splits the typed text into the complete names, each followed by a comma, and the name being typed.
private func tokens(_ typed: String) -> (whole: [String], last: String) {
  let parts = typed.split(separator: ",", omittingEmptySubsequences: false).map {
    String($0).trimmed
  }
  return (parts.dropLast().filter { !$0.isEmpty }, parts.last ?? "")
}
