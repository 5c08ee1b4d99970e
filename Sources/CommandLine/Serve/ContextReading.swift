import DocumentModel
import FoundationEssentials
import Text

/// The tools that read documents, mark words in them and speak to a running Recto.
enum ContextReading {
  static let usualMatches = 50

  /// Returns blocks with their addresses.
  static func read(
    _ arguments: ContextArguments, _ call: ContextCall
  ) throws(ContextRefusal) -> String {
    var (path, start) = try call.folders.document(arguments.text("document") ?? "")
    if let from = arguments.text("from") {
      start = try address(from)
    }
    return try blocks(
      of: path, pages: arguments.text("pages"), from: start,
      recognizes: arguments["ocr"]?.bool ?? false, call)
  }

  /// Reads an address of a block, or a page alone.
  private static func address(_ text: String) throws(ContextRefusal) -> BlockAddress {
    let name = text.drop { $0 == "#" }
    guard let address = BlockAddress(name) else {
      throw ContextRefusal("\(text) is not the address of a block, such as #page=3&char=1024")
    }
    return address
  }

  /// Returns the blocks from one on, or only the one at `start` if `isOne`.
  static func blocks(
    of path: String, pages: String?, from start: BlockAddress?, recognizes: Bool = false,
    isOne: Bool = false, _ call: ContextCall
  ) throws(ContextRefusal) -> String {
    var words = ["text", "--json"]
    if let pages {
      words.append("--pages=\(pages)")
    } else if let start, start.hasPages {
      // A block may continue on the next pages.
      words.append("--pages=\(start.page + 1)-" + (isOne ? "\(start.page + 3)" : ""))
    }
    if recognizes { words.append("--ocr") }
    var answer = ContextAnswer()
    var next = ""
    func add(_ blocks: some Sequence<Block>) -> Bool {
      for block in blocks where !answer.add(block.text) {
        next = block.address.written
        return false
      }
      return true
    }
    // Blocks are not in the order of their characters: those of the page are compared.
    var before: [Block]? = start == nil ? nil : []
    func begin() -> Bool {
      guard let blocks = before, let start else { return true }
      before = nil
      let first = start.nearest(among: blocks.map(\.address))
      return add(blocks.dropFirst(first).prefix(isOne ? 1 : .max)) && !isOne
    }
    let complaints = try call.recto(words + ["--", path]) { line in
      guard let block = Block(line) else { return true }
      guard let start, before != nil, block.address.page <= start.page else {
        return begin() && add([block])
      }
      before?.append(block)
      return true
    }
    if next.isEmpty { _ = begin() }
    answer.end(next.isEmpty ? complaints : "more follows; read on from \(next)")
    guard answer.count > 0 || !complaints.isEmpty else { return "(no text)\n" }
    return answer.text
  }

  /// A block as `recto text --json` writes it.
  private struct Block {
    var address: BlockAddress
    var text: String

    init?(_ line: String) {
      guard let members = ContextReading.members(of: line),
        let address = members["address"]?.text.flatMap({ BlockAddress($0.dropFirst()) })
      else { return nil }
      self.address = address
      var kind = members["kind"]?.text ?? ""
      if let level = members["level"]?.count { kind += " \(level)" }
      let words = [members["caption"]?.text, members["text"]?.text].compactMap(\.self)
      text = "[\(address.written)] \(kind): \(words.joined(separator: "\n"))"
    }
  }

  private static func members(of line: String) -> [String: JSONValue]? {
    guard
      case .object(let members)? = try? JSONDecoder().decode(
        JSONValue.self, from: Data(line.utf8))
    else { return nil }
    return members
  }

  static func search(
    _ arguments: ContextArguments, _ call: ContextCall
  ) throws(ContextRefusal) -> String {
    let path = try call.folders.document(arguments.text("document") ?? "").path
    let most = arguments.count("limit") ?? usualMatches
    var words = ["search", "--json", "--max-count=\(most)"]
    if arguments["regex"]?.bool == true { words.append("--regex") }
    if let pages = arguments.text("pages") { words.append("--pages=\(pages)") }
    return try matches(
      words + ["--", arguments.text("text") ?? "", path], of: path, most: most, call)
  }

  static func searchLibrary(
    _ arguments: ContextArguments, _ call: ContextCall
  ) throws(ContextRefusal) -> String {
    let words = ["search", "--json", "--query", "--rank", "--max-count=5", "--"]
    return try matches(
      words + [arguments.text("text") ?? ""] + call.folders.paths,
      most: arguments.count("limit") ?? usualMatches, call)
  }

  /// Returns matches, one a line: the path with the address, and the words around the match, which is in brackets.
  private static func matches(
    _ words: [String], of document: String? = nil, most: Int, _ call: ContextCall
  ) throws(ContextRefusal) -> String {
    var answer = ContextAnswer()
    let complaints = try call.recto(words, ofAll: document) { line in
      guard let hit = members(of: line), let path = hit["path"]?.text, call.folders.offers(path)
      else { return true }
      var place = path
      place += hit["address"]?.text ?? hit["page"]?.count.map { "#page=\($0)" } ?? ""
      if let line = hit["line"]?.count { place += ":\(line)" }
      let section = hit["section"]?.text.map { " (\($0))" } ?? ""
      let (before, after) = (hit["before"]?.text ?? "", hit["after"]?.text ?? "")
      // The command for one document gives no more than that.
      return answer.add("\(place)\(section): \(before)[\(hit["text"]?.text ?? "")]\(after)")
        && (document != nil || answer.count < most)
    }
    let none = [answer.count == 0 ? "no match" : "", complaints].filter {
      $0.contains { !$0.isWhitespace }
    }
    answer.end(
      answer.isCut || answer.count >= most
        ? "there may be more matches" : none.joined(separator: "; "))
    return answer.text
  }

  static func annotate(
    _ arguments: ContextArguments, _ call: ContextCall
  ) throws(ContextRefusal) -> String {
    let path = try call.folders.document(arguments.text("document") ?? "").path
    var words = [
      "annotate", "--\(arguments.text("type") ?? "highlight")=\(arguments.text("text") ?? "")",
    ]
    for name in ["page", "note", "color"] {
      if let value = arguments.text(name) { words.append("--\(name)=\(value)") }
    }
    var answer = ContextAnswer()
    let complaints = try call.recto(words + ["--", path]) { answer.add($0) }
    guard answer.count > 0 else {
      throw ContextRefusal(complaints.isEmpty ? "the words were not found" : complaints)
    }
    answer.end(complaints)
    return answer.text
  }

  static func reader(
    _: ContextArguments, _ call: ContextCall
  ) throws(ContextRefusal) -> String {
    var line = ""
    // The error is hidden, since it could name files outside the offered folders.
    _ = try? call.recto(["--remote-expr", "document", "page", "selection"]) {
      line += $0
      return true
    }
    guard case .object(let document)? = members(of: line)?["document"],
      let path = document["path"]?.text, call.folders.contains(path)
    else { return "(no document of the offered folders is shown)\n" }
    return line + "\n"
  }

  static func show(
    _ arguments: ContextArguments, _ call: ContextCall
  ) throws(ContextRefusal) -> String {
    var (path, start) = try call.folders.document(arguments.text("document") ?? "")
    if let text = arguments.text("address") { start = try address(text) }
    do throws(ContextRefusal) {
      try call.recto(["--remote", "open", path + (start?.written ?? "")]) { _ in true }
    } catch {
      throw ContextRefusal("cannot show it: no Recto or more than one is running, or it refused")
    }
    return "shown\n"
  }
}
