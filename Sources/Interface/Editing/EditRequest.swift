package import DocumentModel
import Messages

/// An edit of the document itself, in terms of its pages at the time of the request.
package struct EditRequest: Sendable, Hashable {
  package enum Change: Sendable, Hashable {
    case cut([Int])
    case turn([Int], by: Int)
    /// Paste the copied pages beside a page.
    case put(beside: Int, isBefore: Bool)
    /// All pages of a file, by the path that was typed.
    case insert(String, beside: Int, isBefore: Bool)
    case extract([Int], path: String)
    /// Entries are named as the edits before have left them.
    case outline([DocumentEdit])
    /// Words that were recognised are added to their pages.
    case addText([DocumentEdit])
    case undo, redo

    /// Whether the document's own file is written as a whole, other than as it was before.
    var rewritesFile: Bool {
      switch self {
      case .extract, .undo, .redo: false
      case .cut, .turn, .put, .insert, .outline, .addText: true
      }
    }
  }

  package var change: Change
  /// Into a new file: the path that was typed.
  package var path: String?
  /// Whether the user agreed to invalid signatures.
  package var isWarned = false

  package init(_ change: Change, path: String? = nil) {
    self.change = change
    self.path = path
  }

  /// Returns the request for rearranged pages; nil if none of them exists any more.
  func moved(by rearrangement: PageRearrangement) -> EditRequest? {
    func there(_ pages: [Int]) -> [Int]? {
      let left = pages.compactMap { rearrangement.place(of: $0) }.sorted()
      return left.isEmpty ? nil : left
    }
    var request = self
    switch change {
    case .cut(let pages):
      guard let pages = there(pages) else { return nil }
      request.change = .cut(pages)
    case .turn(let pages, let degrees):
      guard let pages = there(pages) else { return nil }
      request.change = .turn(pages, by: degrees)
    case .extract(let pages, let path):
      guard let pages = there(pages) else { return nil }
      request.change = .extract(pages, path: path)
    case .put(let page, let isBefore):
      request.change = .put(beside: rearrangement.nearest(to: page), isBefore: isBefore)
    case .insert(let path, let page, let isBefore):
      request.change = .insert(path, beside: rearrangement.nearest(to: page), isBefore: isBefore)
    case .outline(let edits):
      request.change = .outline(
        edits.compactMap { edit in
          guard case .addEntry(let title, let page, let place) = edit else { return edit }
          return .addEntry(title: title, page: rearrangement.nearest(to: page), place)
        })
    case .addText(let edits):
      let moved = edits.compactMap { edit -> DocumentEdit? in
        guard case .addText(let page, let words) = edit else { return nil }
        return rearrangement.place(of: page).map { .addText(page: $0, words) }
      }
      if moved.isEmpty { return nil }
      request.change = .addText(moved)
    case .undo, .redo: break
    }
    return request
  }

  /// The edit to run.
  var work: EditCommand {
    switch change {
    case .cut(let pages): .cut(pages)
    case .turn(let pages, let degrees): .edits([.rotate(pages, by: degrees)])
    case .put(let page, let isBefore): .put(at: isBefore ? page : page + 1)
    case .insert(let path, let page, let isBefore): .insert(path, at: isBefore ? page : page + 1)
    case .extract(let pages, _): .edits([.keep(pages)])
    case .outline(let edits), .addText(let edits): .edits(edits)
    case .undo: .undo
    case .redo: .redo
    }
  }

  /// The new file that is to be written, if any.
  var target: String? { if case .extract(_, let path) = change { path } else { path } }

  /// While it is being done, and when it is.
  func words(_ pagesAtHand: Int) -> (doing: String, done: String) {
    func pages(_ count: Int) -> String { count == 1 ? "1 page" : "\(count) pages" }
    switch change {
    case .cut(let list):
      return ("Cutting \(pages(list.count))", "\(pages(list.count)) cut: p pastes, u undoes")
    case .turn(let list, _):
      return ("Rotating \(pages(list.count))", "\(pages(list.count)) rotated: u undoes")
    case .put:
      return (
        "Inserting \(pages(pagesAtHand))", "\(pages(pagesAtHand)) inserted: u undoes"
      )
    case .insert(let path, _, _):
      let name = PathParts.name(of: path)
      return ("Inserting \(name)", "\(name) inserted: u undoes")
    case .extract(let list, let path):
      return ("Writing \(path)", "\(pages(list.count)) written to \(path)")
    case .outline: return ("Changing the outline", "Outline changed: U undoes")
    case .addText(let edits):
      return (
        "Saving the words",
        "Words of \(pages(edits.count)) saved in the document; :undo-edit undoes"
      )
    case .undo: return ("Undoing", "Undone; Ctrl-r redoes")
    case .redo: return ("Redoing", "Redone")
    }
  }
}
