import Canvas
import DocumentModel
import Messages

extension PanelSource {
  package static let file = PanelSource("About this file") { fileRows($0) }

  /// Returns the facts of the file under the cursor as rows.
  private static func fileRows(_ state: State) -> [Panel.Row] {
    guard let tab = state.browser.current, let entry = tab.current else { return [] }
    let facts = tab.facts[entry.key]
    let known = tab.documents[entry.key]
    let trashed = tab.trashed[entry.key]
    var preview: DocumentPreview?
    if case .document(let document) = state.browser.preview.content { preview = document }
    let metadata = preview?.metadata
    let kind = entry.kind == .folder ? "Folder" : state.browser.types[Int(entry.type)].name
    let rows: [(String, String)] = [
      ("Name", entry.name), ("Where", tab.path(of: entry)), ("Kind", kind),
      ("Size", state.browser.sizeWords(of: entry, tab, keyInput: state.keyInput)),
      ("Modified", facts.map { CalendarDate.text($0.modified) } ?? ""),
      ("Deleted", trashed?.deleted.map { CalendarDate.local($0) } ?? ""),
      ("From", trashed?.origin ?? ""),
      ("Title", metadata?.title ?? known?.title ?? ""),
      ("Author", metadata?.author ?? known?.author ?? ""),
      ("Subject", metadata?.subject ?? ""), ("Keywords", metadata?.keywords ?? ""),
      ("Pages", (preview?.pageCount ?? known?.pages).map(String.init) ?? ""),
      ("Read", known?.progress.map { "\(Int(($0 * 100).rounded())) %" } ?? ""),
      ("Tags", (known?.tags ?? []).map(\.name).joined(separator: ", ")),
      ("Created", metadata?.created.map(CalendarDate.text) ?? ""),
      ("Producer", metadata?.producer ?? ""), ("Format", metadata?.format ?? ""),
    ]
    return rows.filter { !$0.1.isEmpty }.flatMap { name, value in
      value.wrapped(to: factWidth(state)).enumerated().map { index, line in
        Panel.Row(text: (index == 0 ? name : "").padded(to: 12) + line)
      }
    }
  }
}
