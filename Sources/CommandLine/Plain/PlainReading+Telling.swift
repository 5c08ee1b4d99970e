import DocumentModel
import Interface
import Library
import Platform
import Text
import Wire

extension PlainReading {
  func tellPlace() throws(Failure) -> Next {
    var parts = [document.summary.hasPages ? spokenPage(page) : place]
    let paragraphs = try text.paragraphs(on: page)
    if !paragraphs.isEmpty { parts.append("paragraph \(index + 1) of \(paragraphs.count)") }
    let entries = try entries()
    let y = paragraphs[safe: index].map { Double($0.box.y1) } ?? 0
    if let section = SectionIndex(entries.map(\.destination)).entry(page: page, y: y) {
      parts.append("in \(entries[section].item.title)")
    }
    if document.summary.hasPages { parts.append("\(percent) percent") }
    console.say(parts.joined(separator: ", ") + ".")
    return .stay
  }

  @discardableResult
  func tellFacts() -> Next {
    let summary = document.summary
    let title = DocumentTitle.telling(summary.title)
    let name = PathParts.name(of: document.name)
    let facts = [
      title.isEmpty ? name : "\(title), \(name)", summary.author,
      summary.hasPages ? summary.pageCount == 1 ? "1 page" : "\(summary.pageCount) pages" : "text",
    ].filter { !$0.isEmpty }
    console.say(facts.joined(separator: ", ") + ". h lists the commands.")
    return .stay
  }

  func help() -> Next {
    for (command, _) in Self.commands { console.say(command.line) }
    return .stay
  }
}
