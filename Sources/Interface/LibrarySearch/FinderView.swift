import Canvas
import DocumentModel
import Text
import Widgets

/// Paints library search: its query, its results and its status.
enum FinderView {
  /// Paints the library search: the query, its results and the status.
  static func paintFinder(_ state: State, into surface: inout Surface) {
    guard let finder = state.librarySearch.finder else { return }
    paintQuery(state, finder, into: &surface)
    surface.put(
      String(repeating: "─", count: state.size.width), x: 0, y: 1, style: state.themes.current.dim)
    var used = 0
    if let doubt = finder.doubt {
      used = surface.put(
        " \(doubt) ".truncated(to: state.size.width - 2), x: 2, y: 1,
        style: state.themes.current.dim)
    }
    if finder.focus == .prompt { paintSwitches(state, finder, beside: used, into: &surface) }
    if finder.found.documents.isEmpty {
      paintEmptyFinder(state, finder, into: &surface)
    } else {
      paintFound(state, finder.found, into: &surface)
    }
  }

  /// Paints the options with their keys at the right of the rule, if there is room beside a doubt.
  private static func paintSwitches(
    _ state: State, _ finder: Finder, beside used: Int, into surface: inout Surface
  ) {
    let parts = SearchSwitch.all.map { item in
      (words: " Alt-\(item.key) \(item.name(finder.options)) ", isOn: item.isOn(finder.options))
    }
    var x = state.size.width - 2 - parts.reduce(0) { $0 + CellWidth.of($1.words) }
    guard finder.related == nil, x >= used + 2 else { return }
    for (words, isOn) in parts {
      let style =
        isOn ? state.themes.current.text.adding([.bold, .underline]) : state.themes.current.dim
      x += surface.put(words, x: x, y: 1, style: style)
    }
  }

  /// Paints the prompt and, at the right, the number of results, the active options and the folder.
  private static func paintQuery(_ state: State, _ finder: Finder, into surface: inout Surface) {
    var right = state.size.width - 1
    let counts = foundWords(finder.found).first { CellWidth.of($0) <= state.size.width / 2 }
    for (words, most) in [(counts ?? "", state.size.width), (waysWords(state, finder), right - 40)]
    {
      let width = CellWidth.of(words)
      // The query takes precedence over these.
      guard width > 0, width <= min(most, right - 20) else { continue }
      right -= width
      surface.put(words, x: right, y: 0, style: state.themes.current.dim)
      right -= 3
    }
    surface.put("⌕", x: 1, y: 0, style: state.themes.current.accent)
    let room = max(8, right - 3)
    if let related = finder.related {
      surface.put(
        "related to “\(related.words)”".truncated(to: room), x: 3, y: 0,
        style: state.themes.current.text
      )
      if finder.focus == .prompt { surface.cursor = .init(x: 3, y: 0) }
      return
    }
    let isTyping = finder.focus == .prompt && state.prompt == nil && state.panel == nil
    let shown = finder.line.shown(in: room)
    surface.put(
      isTyping ? shown.text : finder.line.text.truncated(to: room), x: 3, y: 0,
      style: isTyping ? state.themes.current.text : state.themes.current.heading, limit: room,
      isTyped: isTyping
    )
    if isTyping { surface.cursor = .init(x: min(state.size.width - 1, 3 + shown.cursor), y: 0) }
  }

  /// Returns the active options and the folder to which the search is restricted.
  private static func waysWords(_ state: State, _ finder: Finder) -> String {
    var parts = SearchSwitch.all.filter { $0.isOn(finder.options) }.map { $0.name(finder.options) }
    if finder.isHere {
      parts.append("in " + state.browser.shortened(finder.here).truncated(to: 30))
    }
    return parts.joined(separator: "  ")
  }

  // MARK: no results

  private static func paintEmptyFinder(
    _ state: State, _ finder: Finder, into surface: inout Surface
  ) {
    var y = 3
    for (index, sentence) in emptyFinderSentences(state, finder).enumerated() {
      for line in sentence.wrapped(to: max(8, min(state.size.width - 6, 84))) {
        guard y < state.size.height - 1 else { return }
        surface.put(
          line, x: 3, y: y, style: index == 0 ? state.themes.current.text : state.themes.current.dim
        )
        y += 1
      }
      if index == 0, state.size.height >= 14 { y += 1 }
    }
  }

  static func emptyFinderSentences(_ state: State, _ finder: Finder) -> [String] {
    if let failure = finder.found.totals.failure { return [failure] }
    if state.librarySearch.offersIndexing {
      let folder = state.browser.shortened(
        state.librarySearch.folderToIndex(browser: state.browser))
      var sentences = ["No documents are indexed yet. Enter indexes \(folder)."]
      if !finder.here.isEmpty, !finder.isHere, folder != state.browser.shortened(finder.here) {
        sentences.append("Alt-f: \(state.browser.shortened(finder.here)) instead.")
      }
      return sentences + ["In a shell: recto index FOLDER"]
    }
    if let indexing = state.librarySearch.indexing, indexing.documents == 0,
      state.librarySearch.shared.isEmpty, [.looking, .reading].contains(indexing.phase)
    {
      return [
        "No document is indexed yet: " + state.librarySearch.indexingDetails(room: state.size.width)
      ]
    }
    if finder.found.number > 0, finder.found.totals.isDone, finder.typed != nil {
      return state.librarySearch.nothingFound(finder)
    }
    if finder.isRunning {
      guard finder.found.number == finder.number else { return [] }
      let asked = finder.found.pending.joined(separator: ", ")
      return finder.found.isSearchedHere
        ? ["Nothing was found on this machine. Searching \(asked) …"] + finder.found.troubles
        : ["Searching …"]
    }
    let count =
      state.librarySearch.indexing.map { Wording.count($0.documents, "document") }
      ?? "all documents"
    let all = [count] + state.librarySearch.shared
    var sentences = [
      "Type to search in \(all.dropLast().isEmpty ? count : all.dropLast().joined(separator: ", ") + " and " + all[all.count - 1]).",
      "Words, \"phrases\", AND OR NOT, \(Self.filters)",
      "Alt-c case, Alt-w whole words, Alt-r regular expression, Alt-a accents, Alt-f this folder.",
      "AND, OR and NOT apply to whole documents. near:\"two words\" finds them in one passage, page:\"two words\" on one page; page:3-10 searches those pages only.",
      "Words also match file names; e-mail also finds e mail and email.",
    ]
    if !state.librarySearch.history.entries.isEmpty {
      sentences.append("Up recalls earlier searches.")
    }
    return sentences
  }

  private static let filters = QuerySigns.filters.map { $0 + ":" }.joined(separator: " ")

  // MARK: status line

  /// Paints the status line: keys and progress.
  static func paintFinderStatus(_ state: State, _ rect: Rect, into surface: inout Surface) {
    guard let finder = state.librarySearch.finder else { return }
    let right = finderProgress(state, finder)
    let width = CellWidth.of(right)
    surface.put(
      right, x: max(1, state.size.width - width - 1), y: rect.y, style: state.themes.current.status)
    let room = state.size.width - width - (width > 0 ? 4 : 2)
    var left = ""
    for part in finderKeys(state, finder) {
      let longer = left.isEmpty ? part : left + " · " + part
      guard CellWidth.of(longer) <= room else { break }
      left = longer
    }
    surface.put(left, x: 1, y: rect.y, style: state.themes.current.status)
  }

  private static func finderProgress(_ state: State, _ finder: Finder) -> String {
    let keys =
      (state.keyInput.count.map(String.init) ?? "")
      + state.keyInput.pending.map(KeyNotation.text).joined()
    if !keys.isEmpty { return keys }
    var parts: [String] = []
    let totals = finder.found.totals
    if let waiting = finder.incoming?.totals {
      if waiting.candidates > 0 { parts.append(lookedWords(waiting)) }
    } else if finder.found.number > 0, totals.failure == nil {
      if totals.isDone {
        parts.append("\(totals.milliseconds) ms")
      } else if finder.found.isSearchedHere {
        parts.append("searching " + finder.found.pending.joined(separator: ", "))
      } else if totals.candidates > 0 {
        parts.append(lookedWords(totals))
      }
    }
    let room = state.size.width / 2 - CellWidth.of(parts.first ?? "") - 3
    let words =
      finder.typed == nil
      ? state.librarySearch.indexingDetails(room: room + 20)
      : state.librarySearch.indexingWords(room: room)
    if !words.isEmpty, words.count <= state.size.width - 10 { parts.insert(words, at: 0) }
    return parts.joined(separator: "   ")
  }

  private static func finderKeys(_ state: State, _ finder: Finder) -> [String] {
    func key(_ command: String) -> String {
      state.keyInput.keymap.keys(for: command, in: .finding).first ?? ""
    }
    let hasFound = !finder.found.documents.isEmpty
    if finder.focus == .prompt {
      return hasFound
        ? ["Enter results", "Alt-n narrows", "Alt-f folder", "Alt-s saves", "Esc back"]
        : ["Esc back", "Up history", "Alt-r regex"]
    }
    var keys = ["Enter opens", "Space previews", "Tab narrows"]
    if finder.found.totals.isCapped { keys.insert("more: narrow the search", at: 0) }
    keys += [
      "/ query", key("narrow-by-words") + " adds words", key("save-search") + " keeps", "q back",
    ]
    return keys.filter { !$0.hasPrefix(" ") }
  }
}

extension LibrarySearching {
  /// Returns a message that nothing was found, with suggestions.
  fileprivate func nothingFound(_ finder: Finder) -> [String] {
    let query = QueryText(finder.line.text)
    var sentences = ["Nothing was found" + (self.indexing.map(searched) ?? "") + "."]
    sentences += finder.found.troubles.map { $0 + "." }
    if finder.related == nil, !finder.options.isRegularExpression {
      let filters = query.parts.filter { !$0.filter.isEmpty }
      if let last = filters.last { sentences.append("Removing \(last.text) may find more.") }
      if query.parts.contains(where: { ["and", "or", "not"].contains($0.text) }) {
        sentences.append("AND, OR and NOT are written in capitals.")
      }
      if query.parts.count - filters.count > 1 { sentences.append("Fewer words find more.") }
    }
    if finder.options.isRegularExpression,
      let filter = query.parts.first(where: { !$0.filter.isEmpty })
    {
      sentences.append(
        "A regular expression is one pattern: \(filter.text) is part of it, not a filter.")
    }
    let isOn = SearchSwitch.all.contains { $0.isOn(finder.options) }
    if isOn { sentences.append("Alt-c, Alt-w, Alt-r and Alt-a toggle the options.") }
    if finder.isHere { sentences.append("Alt-f searches everywhere.") }
    if let indexing = self.indexing {
      if indexing.phase == .reading, indexing.total > indexing.done {
        let left = Wording.count(indexing.total - indexing.done, "document")
        sentences.append("\(left) are not indexed yet.")
      }
      if indexing.failures > 0 {
        let count = Wording.count(indexing.failures, "document")
        sentences.append("\(count) could not be read: recto index --status lists them.")
      }
    }
    return sentences
  }
}

/// Returns the number of results, in a long and a short form.
private func foundWords(_ found: FoundList) -> [String] {
  guard found.number > 0, found.totals.failure == nil else { return [] }
  let totals = found.totals
  guard !found.documents.isEmpty else { return [] }
  let more = totals.isDone && !totals.isCapped && totals.isComplete ? "" : "+"
  let documents = Wording.count(max(totals.documentCount, found.documents.count), "document")
  guard totals.hitCount > 0 else { return [documents] }
  let hits = Wording.number(totals.hitCount) + more + (totals.hitCount == 1 ? " hit" : " hits")
  return [hits + " in " + documents, hits]
}

private func searched(_ progress: IndexProgress) -> String {
  " in " + Wording.count(progress.documents, "document")
}

private func lookedWords(_ totals: LibraryFindings) -> String {
  "searched \(Wording.number(totals.looked)) of \(Wording.number(totals.candidates))"
}
