/// A summary of a document's annotations: each with its place, words, note, review states and replies.
package struct AnnotationSummary: Sendable, Hashable {
  package struct Entry: Sendable, Hashable {
    /// The heading it is under; empty for none.
    package var section: String
    /// Its place, kind, colour, author, date and tags, on one line.
    package var facts: String
    /// 0xRRGGBB.
    package var color: UInt32?
    package var quote: String
    package var note: String
    /// The review states, each as one line.
    package var states: [String]
    package var replies: [Reply]

    package init(
      section: String, facts: String, color: UInt32?, quote: String, note: String,
      states: [String], replies: [Reply]
    ) {
      self.section = section
      self.facts = facts
      self.color = color
      self.quote = quote
      self.note = note
      self.states = states
      self.replies = replies
    }
  }

  package struct Reply: Sendable, Hashable {
    package var facts: String
    package var text: String
    /// 0 for a reply to the annotation, one more for each reply between them.
    package var depth: Int

    package init(facts: String, text: String, depth: Int) {
      self.facts = facts
      self.text = text
      self.depth = depth
    }
  }

  package var title: String
  package var entries: [Entry]

  package init(title: String, entries: [Entry]) {
    self.title = title
    self.entries = entries
  }

  /// The summary as paragraphs.
  package var lines: [SheetLine] {
    var lines = [SheetLine(CleanText.line(title), .title)]
    var section = ""
    for entry in entries {
      if entry.section != section {
        section = entry.section
        lines.append(SheetLine(CleanText.line(section), .heading))
      }
      lines.append(SheetLine(CleanText.line(entry.facts), .entry, depth: 1, color: entry.color))
      if !entry.quote.isEmpty {
        lines.append(SheetLine("“\(CleanText.line(entry.quote))”", .quote, depth: 2))
      }
      lines += Self.paragraphs(entry.note, depth: 2)
      lines += entry.states.map { SheetLine(CleanText.line($0), .entry, depth: 2) }
      for reply in entry.replies {
        lines.append(SheetLine(CleanText.line(reply.facts), .entry, depth: 2 + reply.depth))
        lines += Self.paragraphs(reply.text, depth: 3 + reply.depth)
      }
    }
    return lines
  }

  private static func paragraphs(_ text: String, depth: Int) -> [SheetLine] {
    guard !text.isEmpty else { return [] }
    return text.split(whereSeparator: \.isNewline).map {
      SheetLine(CleanText.line(String($0)), .note, depth: depth)
    }
  }

  /// Returns paragraphs as Markdown: headings, and a list with an item for each annotation.
  package static func markdown(_ lines: [SheetLine]) -> String {
    var text = ""
    for line in lines {
      let words = escaped(line.text)
      let indent = String(repeating: "  ", count: max(0, line.depth - 1))
      switch line.style {
      case .title: text += "# \(words)\n\n"
      case .heading: text += "\n## \(words)\n\n"
      case .entry: text += "\(indent)- \(words)\n"
      case .quote: text += "\(indent)> \(words)\n"
      case .note: text += "\n\(indent)\(words)\n\n"
      }
    }
    return text
  }

  /// Signs at the beginning of a line, or that begin emphasis, code and links anywhere.
  private static func escaped(_ text: String) -> String {
    text.indices.reduce(into: "") { escaped, at in
      if "\\`*_[]<>#".contains(text[at]) || beginsReference(text[at...]) { escaped.append("\\") }
      escaped.append(text[at])
    }
  }

  /// Whether a text begins with a character reference, such as `&amp;`.
  private static func beginsReference(_ text: Substring) -> Bool {
    guard text.first == "&" else { return false }
    let name = text.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
    return !name.isEmpty && text[name.endIndex...].first == ";"
  }
}
