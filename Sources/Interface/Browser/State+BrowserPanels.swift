import Canvas
import DocumentModel
import Messages
import Widgets

extension State {
  /// Whether there is a file to do something with.
  var hasFile: Bool {
    guard browser.isShown else { return document.map { !$0.path.isEmpty } ?? false }
    return browser.current?.current != nil || browser.current?.marked.isEmpty == false
  }

  /// Whether a user action applies to the selection.
  func fits(_ action: UserAction) -> Bool {
    guard hasFile else { return false }
    let path =
      browser.isShown ? browser.current?.current?.name ?? "" : document?.path ?? ""
    return action.extensions.isEmpty
      || action.extensions.contains { path.lowercased().hasSuffix("." + $0.lowercased()) }
  }

  /// The files the tag panel is about: the selection, or the open document.
  var taggedPaths: [String] {
    guard browser.isShown else { return [document?.path].compactMap(\.self).filter { !$0.isEmpty } }
    guard let tab = browser.current else { return [] }
    return tab.chosen.map { tab.path(of: $0) }
  }

  /// The arguments for user actions.
  var actionContext: ActionContext {
    let isReading = !browser.isShown || browser.glance != nil
    return ActionContext(
      paths: taggedPaths, page: isReading ? pane.map { $0.page + 1 } : nil,
      selection: isReading ? selectedText : "",
      title: isReading ? document?.title ?? "" : browser.current?.current?.name ?? "")
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

  /// Runs an action of the user for the selection.
  mutating func run(_ action: UserAction) -> [Effect] {
    action.showsCard
      ? lookUp("", by: action) : [.browse(.run(action: action.index, actionContext))]
  }

  /// Opens the panel that goes to a document by a few letters.
  mutating func askWhereToGo() -> [Effect] {
    browser.found = []
    toggle(.jump)
    panel?.isFiltering = true
    return searchDocuments()
  }

  /// Requests documents that match the typed text; a newer request cancels older ones.
  mutating func searchDocuments() -> [Effect] {
    guard panel?.source == .jump else { return [] }
    browser.nextRequest += 1
    browser.mayFindMore = true
    let below = browser.current?.place.folder ?? browser.home
    return [
      .browse(.find(serial: browser.nextRequest, query: panel?.filter.text ?? "", below: below))
    ]
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

extension Browser {
  /// A path with `~` for the home folder.
  func shortened(_ path: String) -> String {
    PathParts.shortened(outside(path), home: self.home)
  }
}
