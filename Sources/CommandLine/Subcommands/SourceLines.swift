import DocumentModel
import Interface
import Services
import Text
import Wire

/// Names places of a document for a command: by the page, or by the line of a text.
final class SourceLines {
  private let document: CommandDocument
  private let infos: [PageInfo]
  private var last: (page: Int, text: PageText)?

  init(_ document: CommandDocument) throws(CommandDocument.Failure) {
    self.document = document
    infos = try document.pages()
  }

  /// Whether the document has pages of its own.
  var hasPages: Bool { document.summary.hasPages }

  /// The line of the source at a height of a page, from 1; nil in a document of pages.
  func line(page: Int, y: Double?) -> Int? {
    guard !document.summary.hasPages, let first = infos[safe: page]?.line, first > 0 else {
      return nil
    }
    guard let text = text(page) else { return first }
    return max(1, first + (text.block(at: text.offset(atY: y ?? 0))?.line ?? 0))
  }

  /// Page label, page number or line.
  func name(page: Int, x: Double? = nil, y: Double?) -> String {
    if let line = line(page: page, y: y) { return String(line) }
    let label = label(page, x: x, y: y)
    guard label.isEmpty, hasPrintedPages else {
      return Output.line(PageName.shown(page: page, label: label))
    }
    return document.summary.percent(portion: page)
  }

  /// The name of a destination: in a document of pages that of the page.
  func name(_ destination: Destination) -> String {
    name(
      page: destination.page, x: destination.x,
      y: document.summary.hasPages ? nil : destination.y)
  }

  /// Returns the name of a destination after the word “page”, unless it is a percentage.
  func pageWords(_ destination: Destination) -> String {
    let name = name(destination)
    return name.hasSuffix("%") ? name : "page " + name
  }

  /// The address of a destination's first character.
  func address(of destination: Destination) -> JSON {
    let start = text(destination.page)?.offset(atY: destination.y ?? 0, x: destination.x) ?? 0
    return .string(
      BlockAddress(
        page: destination.page, character: start, hasPages: document.summary.hasPages
      ).written)
  }

  /// The label of the page with a place, empty if it has none.
  func label(_ page: Int, x: Double? = nil, y: Double? = nil) -> String {
    infos[safe: page]?.labels.label(x: x, y: y) ?? ""
  }

  /// Whether it is a book with pages of a printed edition.
  private(set) lazy var hasPrintedPages =
    !document.summary.hasPages && infos.contains { !$0.labels.isEmpty }

  /// The number of source lines of a text; nil if its format has none.
  var count: Int? {
    guard let last = infos.last, last.line > 0, let text = text(infos.count - 1) else { return nil }
    return last.line + (text.blocks?.last?.line ?? -1)
  }

  private func text(_ page: Int) -> PageText? {
    if let last, last.page == page { return last.text }
    guard case .text(let text) = try? document.ask(.text(page: page)) else { return nil }
    last = (page, text)
    return text
  }
}
