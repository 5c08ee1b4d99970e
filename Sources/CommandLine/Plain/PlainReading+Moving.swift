import DocumentModel
import Interface
import Library
import Platform
import Services
import Text
import Wire

extension PlainReading {
  /// The position for the prompt.
  var place: String {
    guard !document.summary.hasPages else { return "\(page + 1)/\(document.summary.pageCount)" }
    let label = printedPage ?? ""
    return label.isEmpty ? "\(percent) %" : "p. \(label)"
  }

  /// The label of the printed page on which the paragraph begins; empty before the first one, and in books without them.
  private var printedPage: String? {
    guard !printed.isEmpty else { return nil }
    let offset = (try? text.paragraphs(on: page))?[safe: index]?.offset ?? 0
    return document.pageLabel(page, at: offset)
  }

  var percent: Int { Int(document.summary.share(before: page, 1) * 100) }

  /// Prints the current paragraph and stores the position.
  func tell() throws(Failure) -> Next {
    let paragraphs = try text.paragraphs(on: page)
    guard let paragraph = paragraphs[safe: index] else {
      memory.keep(Place(page: page))
      console.say(
        document.summary.hasPages
          ? "Page \(document.pageName(page)) has no text where a paragraph begins; it may be a picture."
          : "There is no text.")
      return .stay
    }
    memory.keep(Place(page: page, offset: paragraph.offset))
    console.say(paragraph.spoken)
    return .stay
  }

  /// Prints the current page, its label before its number, as in the interactive program.
  func tellPage() {
    if document.summary.hasPages {
      console.say(spokenPage(page) + ".")
    } else if let label = printedPage, !label.isEmpty {
      console.say("Page \(label).")
    }
  }

  func spokenPage(_ page: Int) -> String {
    guard document.summary.hasPages else {
      return printedPage.map { "Page \($0)" } ?? "\(percent) %"
    }
    let (number, count) = (String(page + 1), document.summary.pageCount)
    let label = document.pageName(page)
    return label == number
      ? "Page \(number) of \(count)" : "Page \(label), number \(number) of \(count)"
  }

  /// Moves to the next or previous paragraph, skipping pages without any.
  func step(_ step: Int) throws(Failure) -> Next {
    let count = try text.paragraphs(on: page).count
    if (0..<count).contains(index + step) {
      let before = printedPage
      index += step
      if before != printedPage { tellPage() }
      return try tell()
    }
    var next = page + step
    while (0..<document.summary.pageCount).contains(next) {
      let count = try text.paragraphs(on: next).count
      if count > 0 {
        page = next
        index = step > 0 ? 0 : count - 1
        tellPage()
        return try tell()
      }
      next += step
    }
    console.say(step > 0 ? "This is the end." : "This is the beginning.")
    return .stay
  }

  func turn(_ step: Int) throws(Failure) -> Next {
    if !printed.isEmpty { return try turnPrinted(step) }
    guard (0..<document.summary.pageCount).contains(page + step) else {
      console.say(step > 0 ? "This is the last page." : "This is the first page.")
      return .stay
    }
    return try move(to: page + step)
  }

  /// Goes to the next or previous page of the printed edition.
  private func turnPrinted(_ step: Int) throws(Failure) -> Next {
    let offset = try text.paragraphs(on: page)[safe: index]?.offset ?? 0
    let current = printed.lastIndex { ($0.page, $0.character) <= (page, offset) } ?? -1
    guard let next = printed[safe: current + step] else {
      console.say(step > 0 ? "This is the last page." : "This is the first page.")
      return .stay
    }
    return try move(to: next.page, try text.index(of: next.character, on: next.page))
  }

  func move(to page: Int, _ index: Int = 0) throws(Failure) -> Next {
    self.page = page
    self.index = index
    tellPage()
    return try tell()
  }

  /// Prints the rest of the page.
  func goOn() throws(Failure) -> Next {
    let count = try text.paragraphs(on: page).count
    guard index + 1 < count else { return try step(1) }
    while index + 1 < count {
      index += 1
      _ = try tell()
    }
    return .stay
  }

  func go(to name: String) throws(Failure) -> Next {
    guard !name.isEmpty else { throw Failure(sentence: "g needs a page, such as g 12") }
    if document.summary.hasPages { return try move(to: try document.page(name)) }
    if !printed.isEmpty {
      guard let found = PageName.page(labelled: name, printed.map(\.label)) else {
        throw Failure(sentence: "\(document.name) has no printed page “\(name)”")
      }
      let start = printed[found]
      return try move(to: start.page, try text.index(of: start.character, on: start.page))
    }
    guard document.summary.flow?.kind != .formatted else {
      throw Failure(sentence: "\(document.name) has no pages; o lists its outline")
    }
    let infos = try document.pages()
    guard let number = Int(name), number > 0 else {
      throw Failure(sentence: "\(document.name) has no pages; g 12 goes to line 12")
    }
    let page = infos.lastIndex { $0.line > 0 && $0.line <= number } ?? 0
    let paragraphs = try text.paragraphs(on: page)
    let blocks = try text.text(of: page)
    let line = number - max(1, infos[safe: page]?.line ?? 1)
    let index = paragraphs.lastIndex { (blocks.block(at: $0.offset)?.line ?? 0) <= line } ?? 0
    return try move(to: page, index)
  }

  func go(to destination: Destination) throws(Failure) -> Next {
    guard (0..<document.summary.pageCount).contains(destination.page) else {
      throw Failure(sentence: "that link has no target")
    }
    return try move(to: destination.page, try text.index(of: destination))
  }
}
