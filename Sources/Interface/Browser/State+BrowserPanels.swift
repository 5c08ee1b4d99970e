import Canvas
import DocumentModel
import Widgets

extension State {
  /// Opens the panel that goes to a document by a few letters.
  mutating func askWhereToGo() -> [Effect] {
    browser.found = []
    toggle(.jump)
    panel?.isFiltering = true
    return searchDocuments()
  }

  /// Requests documents that match the typed text; a newer request cancels older ones.
  mutating func searchDocuments() -> [Effect] {
    guard panel?.kind == .jump else { return [] }
    browser.nextRequest += 1
    browser.isFinding = true
    let below = browser.current?.place.folder ?? browser.home
    return [
      .browse(.find(serial: browser.nextRequest, query: panel?.filter.text ?? "", below: below))
    ]
  }

  func jumpRows() -> [Panel.Row] {
    browser.found.map { candidate in
      let path = candidate.path
      var row = Panel.Row(
        text: candidate.title.isEmpty ? PathParts.name(of: path) : candidate.title,
        detail: path.utf8.first == 0x2F ? shortened(PathParts.folder(of: path)) : "",
        action: .goTo(path, isFolder: candidate.isFolder))
      row.isFileName = candidate.title.isEmpty && candidate.author.isEmpty
      if !candidate.author.isEmpty { row.text += " · " + candidate.author }
      if candidate.isFolder { row.text += "/" }
      return row
    }
  }

  /// A path with `~` for the home folder.
  func shortened(_ path: String) -> String {
    PathParts.shortened(outside(path), home: browser.home)
  }

  /// Whether there is a file to do something with.
  var hasFile: Bool {
    guard isBrowsing else { return document.map { !$0.path.isEmpty } ?? false }
    return browser.current?.current != nil || browser.current?.marked.isEmpty == false
  }

  /// Whether a user action applies to the selection.
  func fits(_ action: UserAction) -> Bool {
    guard hasFile else { return false }
    let path =
      isBrowsing ? browser.current?.current?.name ?? "" : document?.path ?? ""
    return action.extensions.isEmpty
      || action.extensions.contains { path.lowercased().hasSuffix("." + $0.lowercased()) }
  }

  /// The files the tag panel is about: the selection, or the open document.
  var taggedPaths: [String] {
    guard isBrowsing else { return [document?.path].compactMap(\.self).filter { !$0.isEmpty } }
    guard let tab = browser.current else { return [] }
    return tab.chosen.map { tab.path(of: $0) }
  }

  /// Returns the user's actions for the selection, followed by the built-in commands.
  func actionRows() -> [Panel.Row] {
    let opening =
      browser.current?.marked.isEmpty == false && isBrowsing ? "open-chosen" : "browse-enter"
    let builtIn = [
      opening, "glance", "open-with", "information-of-file", "reveal", "copy-path",
      "copy-link-to-document", "copy-document-citation", "copy-file", "mail-file", "export", "tag",
      "toggle-favourite", "edit", "rename", "carry", "cut", "paste", "duplicate", "trash", "delete",
    ]
    // Files listed in their own folder are already shown there.
    let isInPlace = isBrowsing && browser.current?.place.folder != nil
    let rows = commandRows(
      builtIn.filter { !isInPlace || $0 != "reveal" }.compactMap { CommandList.byName[$0] }
    ).filter { !$0.isDimmed }
    let fit = browser.actions.filter(fits)
    guard !fit.isEmpty else { return rows }
    return [Panel.Row(text: "Your own", isHeading: true)]
      + fit.map { Panel.Row(text: $0.name, detail: $0.key, action: .userAction($0.index)) }
      + [Panel.Row(text: "Recto's", isHeading: true)] + rows
  }

  func taskRows() -> [Panel.Row] {
    browser.tasks.reversed().map { task in
      Panel.Row(
        text: task.title, detail: words(for: task), isDimmed: task.isOver,
        action: task.isOver ? .none : .cancelTask(task.id))
    }
  }

  /// Describes the progress, speed and remaining time of a task.
  func words(for task: TaskReport) -> String {
    switch task.phase {
    case .waiting: return "waits"
    case .done: return "done"
    case .cancelled: return "stopped"
    case .failed(let reason): return reason
    case .running:
      var parts: [String] = []
      if task.total > 0 {
        parts.append("\(min(100, task.done * 100 / task.total)) %")
        parts.append(
          task.countsFiles ? "of \(task.total) files" : "of \(ByteCount.text(task.total))")
      } else if task.done > 0 {
        parts.append(ByteCount.text(task.done))
      }
      if task.speed > 0 {
        parts.append("\(ByteCount.text(Int64(task.speed)))/s")
        let left = Double(task.total - task.done) / task.speed
        if task.total > 0, left >= 1 { parts.append("\(Int(left.rounded(.up))) s left") }
      }
      return parts.joined(separator: "   ")
    }
  }

  func columnRows() -> [Panel.Row] {
    let shown = browser.current?.options.columns ?? []
    return Column.everywhere.filter { $0 != .name }.map { column in
      Panel.Row(
        text: (shown.contains(column) ? "● " : "○ ") + column.heading, action: .column(column))
    }
  }

  mutating func toggleColumn(_ column: Column) -> [Effect] {
    let effects = changeOptions { options in
      if let index = options.columns.firstIndex(of: column) {
        options.columns.remove(at: index)
      } else {
        let order = Column.allCases
        options.columns.append(column)
        options.columns.sort {
          (order.firstIndex(of: $0) ?? 0) < (order.firstIndex(of: $1) ?? 0)
        }
      }
    }
    fillPanel()
    return effects
  }

  func templateRows() -> [Panel.Row] {
    browser.templates.map { Panel.Row(text: $0.title, action: .template($0.id)) }
  }

  func openerRows() -> [Panel.Row] {
    browser.openers.map {
      Panel.Row(text: $0.name, detail: $0.isDefault ? "default" : "", action: .opener($0.id))
    }
  }

  /// Runs the action of a row of the browser's panels; nil for other rows.
  mutating func chooseInBrowser(_ action: Panel.Action) -> [Effect]? {
    switch action {
    case .goTo(let path, let isFolder):
      closePanel()
      if isFolder { return browse(.folder(path)) }
      return read([path])
    case .tag(let name, let isWorn):
      return chooseTags(isWorn ? [] : [name], taking: isWorn ? [name] : [])
    case .addTags(let names): return chooseTags(names, taking: [])
    case .userAction(let index):
      closePanel()
      return [.browse(.run(action: index, actionContext))]
    case .cancelTask(let id):
      guard let task = browser.tasks.first(where: { $0.id == id && !$0.isOver }) else { return [] }
      ask(
        Question(
          "Stop “\(task.title)”?",
          [
            .init("y", "stop it", .effects([.browse(.cancelTask(id))])),
            .init("n", "go on", .nothing),
          ]))
      return []
    case .column(let column): return toggleColumn(column)
    case .template(let id):
      closePanel()
      guard let folder = newDocumentFolder else { return [] }
      return [.browse(.create(template: id, folder: folder, about: browser.templateSubject))]
    case .opener(let id):
      let paths = taggedPaths
      closePanel()
      if id == Opener.recto.id { return read(paths) }
      return [.browse(.openWith(program: id, paths: paths))]
    default: return nil
    }
  }

  /// The arguments for user actions.
  var actionContext: ActionContext {
    let isReading = !isBrowsing || browser.glance != nil
    return ActionContext(
      paths: taggedPaths, page: isReading ? pane.map { $0.page + 1 } : nil,
      selection: isReading ? selectedText : "",
      title: isReading ? document?.title ?? "" : browser.current?.current?.name ?? "")
  }
}

extension String {
  /// Without blanks at its ends.
  var trimmed: String {
    let inner = drop { $0 == " " }
    return String(inner.reversed().drop { $0 == " " }.reversed())
  }
}

/// Sizes of files as people read them.
package enum ByteCount {
  /// `412 kB`, `1.3 MB`: thousands, as file managers count.
  package static func text(_ bytes: Int64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB"]
    var value = Double(max(0, bytes))
    var unit = 0
    while value >= 999.5, unit < units.count - 1 {
      value /= 1_000
      unit += 1
    }
    guard unit > 1, value < 99.95 else { return "\(Int(value.rounded())) \(units[unit])" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
