extension Template {
  /// The values for the placeholders and blocks of a template; inner scopes inherit the outer ones.
  package struct Scope: Sendable, Hashable {
    /// Values that are escaped for the template's text format.
    package var words: [String: String]
    /// Values inserted without escaping: URIs.
    package var literals: [String: String]
    package var lists: [String: [Scope]]

    package init(
      words: [String: String] = [:], literals: [String: String] = [:],
      lists: [String: [Scope]] = [:]
    ) {
      self.words = words
      self.literals = literals
      self.lists = lists
    }
  }

  /// The names a template may use, by block; inner blocks inherit the outer names.
  package struct Vocabulary: Sendable, Hashable {
    package var words: Set<String>
    package var lists: [String: Vocabulary]

    package init(words: some Sequence<String>, lists: [String: Vocabulary] = [:]) {
      self.words = Set(words)
      self.lists = lists
    }
  }

  /// How values are escaped in the target text format.
  package enum Escaping: Sendable, Hashable {
    case none, markdown, org, html

    /// Derives the format from the extension of a template's file name.
    package init(ofFileNamed name: String) {
      self =
        switch NamedFormat(fileName: name) {
        case .markdown: .markdown
        case .org: .org
        case .html, .xml: .html
        default: .none
        }
    }

    func escaped(_ line: String, opensLine: Bool) -> String {
      switch self {
      case .none: return line
      case .markdown: return Values.escaped(line, opensLine: opensLine)
      case .org:
        // Org's manual uses this character to neutralise markup (12.4, Escape Character).
        let isMark = opensLine && line.first.map { "*#:|".contains($0) } ?? false
        let words = line.split(separator: "[[", omittingEmptySubsequences: false)
        return (isMark ? "\u{200B}" : "") + words.joined(separator: "[\u{200B}[")
      case .html:
        return line.reduce(into: "") { $0 += Self.entities[$1] ?? String($1) }
      }
    }

    private static let entities: [Character: String] = [
      "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;",
    ]
  }

  /// Why a template with blocks cannot be filled.
  package enum BlockMistake: Error, Sendable, Hashable {
    case unclosed(String)
    /// An end mark without a beginning.
    case unopened(String)
    /// Blocks are nested deeper than any real template.
    case tooDeep
  }

  /// Returns the filled text: `{{#name}}…{{/name}}` is repeated for each entry of a list, or written once if the value is not empty; `{{^name}}…{{/name}}` is
  /// written if there is none. A line with only a block mark is removed.
  package func filled(
    _ scope: Scope, _ escaping: Escaping
  ) throws(BlockMistake) -> String {
    var parser = BlockParser(tokens: Self.tokens(Self.withoutMarkLines(text)))
    let nodes = try parser.nodes(of: nil)
    var writer = BlockWriter(escaping: escaping, scopes: [scope])
    writer.write(nodes)
    return writer.text
  }

  /// A name that is not defined where it is used.
  package struct UnknownName: Sendable, Hashable {
    package var name: String
    /// The names defined there.
    package var known: [String]
  }

  /// Returns the distinct names in the text that a vocabulary does not define; empty if the blocks are not balanced.
  package func unknownNames(_ vocabulary: Vocabulary) -> [UnknownName] {
    var parser = BlockParser(tokens: Self.tokens(text))
    guard let nodes = try? parser.nodes(of: nil) else { return [] }
    var seen: Set<String> = []
    return BlockNode.unknown(in: nodes, [vocabulary]).filter { seen.insert($0.name).inserted }
  }

  /// Removes the rest of each line that contains only a block mark.
  private static func withoutMarkLines(_ text: String) -> String {
    var result = ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let inner = line.drop { $0 == " " || $0 == "\t" }
      let end = inner.lastIndex { $0 != " " && $0 != "\t" && $0 != "\r" }
      let mark = end.map { inner[...$0] } ?? ""
      let isMark =
        ["{{#", "{{^", "{{/"].contains { mark.hasPrefix($0) } && mark.hasSuffix("}}")
        && !mark.dropLast(2).contains("}}")
      result += isMark ? String(mark) : String(line)
      if !isMark, index + 1 < lines.count { result += "\n" }
    }
    return result
  }

  private static func tokens(_ text: String) -> [Part] {
    var tokens: [Part] = []
    walk(text) { tokens.append($0) }
    return tokens
  }
}

/// A node of a parsed template.
private indirect enum BlockNode {
  case text(Substring)
  case place(String)
  case block(String, isInverted: Bool, [BlockNode])
}

extension BlockNode {
  /// `scopes`: from the outermost.
  static func unknown(
    in nodes: [BlockNode], _ scopes: [Template.Vocabulary]
  ) -> [Template.UnknownName] {
    func trouble(_ name: String) -> [Template.UnknownName] {
      guard !scopes.contains(where: { $0.words.contains(name) }) else { return [] }
      let known = Set(scopes.flatMap { Array($0.words) + $0.lists.keys })
      return [Template.UnknownName(name: name, known: known.sorted())]
    }
    return nodes.flatMap { node -> [Template.UnknownName] in
      switch node {
      case .text: return []
      case .place(let name): return trouble(name)
      case .block(let name, _, let inner):
        let list = scopes.reversed().compactMap { $0.lists[name] }.first
        let own = list == nil ? trouble(name) : []
        return own + unknown(in: inner, scopes + [list].compactMap(\.self))
      }
    }
  }
}

private struct BlockParser {
  var tokens: [Template.Part]
  private var at = 0
  private var depth = 0
  /// The nesting limit: nested lists multiply the output.
  private static let deepest = 8

  init(tokens: [Template.Part]) { self.tokens = tokens }

  /// Returns the nodes up to the end of a block, or of the text.
  mutating func nodes(of block: String?) throws(Template.BlockMistake) -> [BlockNode] {
    var nodes: [BlockNode] = []
    while at < tokens.count {
      let token = tokens[at]
      at += 1
      switch token {
      case .text(let text): nodes.append(.text(text))
      case .place(let place):
        let name = String(place.dropFirst())
        switch place.first {
        case "#", "^":
          guard depth < Self.deepest else { throw .tooDeep }
          depth += 1
          let inner = try self.nodes(of: name)
          depth -= 1
          nodes.append(.block(name, isInverted: place.first == "^", inner))
        case "/":
          guard name == block else { throw .unopened(name) }
          return nodes
        default: nodes.append(.place(place))
        }
      }
    }
    if let block { throw .unclosed(block) }
    return nodes
  }
}

private struct BlockWriter {
  let escaping: Template.Escaping
  var scopes: [Template.Scope]
  private(set) var text = ""
  /// The part of the current line written so far.
  private var line = ""

  init(escaping: Template.Escaping, scopes: [Template.Scope]) {
    self.escaping = escaping
    self.scopes = scopes
  }

  mutating func write(_ nodes: [BlockNode]) {
    for node in nodes {
      switch node {
      case .text(let text): put(String(text))
      case .place(let name): put(value: name)
      case .block(let name, let isInverted, let inner): write(inner, name, isInverted)
      }
    }
  }

  private mutating func write(_ nodes: [BlockNode], _ name: String, _ isInverted: Bool) {
    if let list = scopes.lazy.reversed().compactMap({ $0.lists[name] }).first {
      if isInverted {
        if list.isEmpty { write(nodes) }
        return
      }
      for scope in list {
        scopes.append(scope)
        write(nodes)
        scopes.removeLast()
      }
    } else if (word(name)?.text.isEmpty ?? true) == isInverted {
      write(nodes)
    }
  }

  private func word(_ name: String) -> (text: String, isLiteral: Bool)? {
    for scope in scopes.reversed() {
      if let word = scope.words[name] { return (word, false) }
      if let literal = scope.literals[name] { return (literal, true) }
    }
    return nil
  }

  /// Begins further lines of a multi-line value like its first line: with the same quotation marks or indentation.
  private mutating func put(value name: String) {
    guard let word = word(name) else { return put("{{\(name)}}") }
    guard !word.isLiteral else { return put(word.text) }
    let isHead = line.allSatisfy { " \t>*-+".contains($0) }
    let head = isHead ? String(line.map { $0 == ">" || $0 == "\t" ? $0 : " " }) : ""
    let lines = word.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if index > 0 { put("\n" + head) }
      put(escaping.escaped(String(line), opensLine: index > 0 || isHead))
    }
  }

  private mutating func put(_ more: String) {
    text += more
    if let end = more.lastIndex(of: "\n") {
      line = String(more[more.index(after: end)...])
    } else {
      line += more
    }
  }
}
