import Canvas
import DocumentModel
import Messages
import Text

extension PanelSource {
  /// The works a document cites, each with its mentions as a branch.
  static let references = PanelSource(
    title: "References",
    rows: { state, filter in
      filter.isEmpty ? referenceRows(state) : entryRows(state, with: filter)
    },
    emptyText: { state, isFiltered in isFiltered ? nil : referenceWords(state) },
    hints: { _, _, _ in ["l mentions", "o opens", "y copies"] },
    key: { takeInReferences(&$0, $1) },
    fold: { state, row, opens in
      if opens {
        state.panel?.openPaths.insert(row.path)
      } else {
        state.panel?.openPaths.remove(row.path)
      }
    }, opensBeside: true, mostWidthBeside: 60, namesPages: true)

  private static func entryRows(_ state: State) -> [Panel.Row] {
    guard let document = state.document, let entries = document.references?.entries else {
      return []
    }
    return entries.enumerated().map { index, entry in
      let count = document.citations[entry.place]?.count ?? 0
      var row = Panel.Row(
        text: entry.text, detail: count == 0 ? "not cited" : "\(count)×", path: String(index),
        hasChildren: count > 0, isOpen: state.panel?.openPaths.contains(String(index)) == true)
      row.isDimmed = count == 0
      row.action = .jump(page: entry.place.page, entry.place.landing)
      return row
    }
  }

  /// Returns the entries that contain all words of a filter; letters in order, as in other lists, would match nearly every text this long.
  private static func entryRows(_ state: State, with filter: String) -> [Panel.Row] {
    let folding = Folding(ignoresCase: true, ignoresAccents: true)
    let words = filter.split(separator: " ").map { folding.text(String($0)) }
    return entryRows(state).filter { row in
      let text = folding.text(row.text)
      return words.allSatisfy { text.contains($0) }
    }
  }

  private static func referenceRows(_ state: State) -> [Panel.Row] {
    guard let document = state.document, let entries = document.references?.entries else {
      return []
    }
    return zip(entries, entryRows(state)).flatMap { entry, row in
      guard row.isOpen else { return [row] }
      let mentions = document.citations[entry.place] ?? []
      return [row]
        + mentions.enumerated().map { number, mention in
          Panel.Row(
            text: mention.context.isEmpty ? mention.text : mention.context,
            detail: document.pageName(mention.page), depth: 1, path: "\(row.path).\(number)",
            action: Panel.Action(
              target: .page(
                mention.page, .point(x: Double(mention.box.x0), y: Double(mention.box.y0)))
            ) { state in
              state.closePanel(goingBack: true)
              if let index = state.documents.index(of: document.id) {
                state.show(mention: number, of: entry.place, index)
              }
              return []
            })
        }
    }
  }

  private static func referenceWords(_ state: State) -> String {
    guard let document = state.document, document.hasPages else {
      return "A text has no bibliography"
    }
    guard document.references == nil else { return "No bibliography found" }
    return "Looking for references: \(document.pagesRead) of \(document.pageCount) pages read"
  }

  /// Handles o, which opens the entry's work, and y, which copies its text; nil for other keys.
  private static func takeInReferences(_ state: inout State, _ key: Key) -> [Effect]? {
    guard let panel = state.panel, !panel.isFiltering, key == Key("o") || key == Key("y"),
      let row = panel.rows[safe: panel.selected],
      let entry = row.path.split(separator: ".").first.flatMap({ Int($0) }).flatMap({
        state.document?.references?.entries[safe: $0]
      })
    else { return nil }
    if key == Key("y") {
      state.say("Copied")
      return [.copy(entry.text)]
    }
    return [.findWork(ListedWork(entry))]
  }

  /// Shows the list of references, or closes it.
  static func toggleReferences(_ state: inout State) -> [Effect] {
    state.toggle(.references)
    guard state.panel?.source == .references, let document = state.document, document.hasPages,
      document.references == nil
    else { return [] }
    return [.findReferences(document.id, generation: document.generation)]
  }
}

extension ListedWork {
  init(_ entry: BibliographyEntry) {
    self.init(
      title: entry.title, author: entry.authors.first ?? "",
      address: entry.doi.map { "https://doi.org/" + $0 } ?? entry.address)
  }
}

extension Destination {
  /// How a jump to it lands.
  var landing: Landing { y.map { .point(x: x, y: $0) } ?? .top }
}
