import DocumentModel
import Services
import Text
import Wire

/// `recto links`: the links of every page, and the references that its words make.
enum LinksCommand {
  static let details = [
    "FILE                 a PDF or text, or - for standard input",
    PageSelection.help,
    "--own                only the document's own links, without references found by their words",
    "--json               a JSON array: page, label, text, box in points, kind (page, note, line, name, uri, file or other), target; references",
    "                     found by their words have \"inferred\": true, a kind of cite, figure, table, listing, equation, section,",
    "                     theorem, note, page or uri, and \"to\" with page, x and y; \"lines\" has the places of words on several lines",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Exit status: 0, 1 if there are no links, 2 after an error.",
  ]

  static let form = OptionForm.listing(of: "links").with(.pages).with(OptionForm(flags: ["own"]))

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(arguments, form, lanes: CommandDocument.lanesOfAll) {
      (document, parsed) throws(CommandDocument.Failure) in
      let asJSON = parsed.options["json"] != nil
      var rows: [JSON] = []
      var count = 0
      var failures = 0
      let lines = try SourceLines(document)
      let chosen = try document.pageChoice(parsed)
      let pages = chosen?.pages ?? Array(0..<document.summary.pageCount)
      var own = links(of: document, pages, &failures)
      if let chosen, chosen.isPartial {
        for page in pages {
          own[page]?.removeAll { !chosen.contains($0.box.corner, on: page) }
        }
      }
      var words: [Int: [String]] = [:]
      var calls: Set<PlacedBox> = []
      func look(_ text: PageText, _ page: Int) {
        if let links = own[page] { words[page] = links.map { text.words(in: $0.box) } }
        calls.formUnion(text.noteCalls.map { PlacedBox(page: page, box: $0) })
      }
      var references = DocumentReferences()
      if parsed.options["own"] == nil, document.summary.hasPages {
        references = DocumentReferences.all(of: document, &failures, look: look)
      } else {
        var stream = PageStream(own.keys.sorted(), of: document.document) { .text(page: $0) }
        while let (page, reply) = stream.next() {
          if case .success(.text(let text)) = reply { look(text, page) }
        }
      }
      for page in pages {
        let links = own[page] ?? []
        let shown = words[page] ?? links.map { _ in "" }
        let inferred = references.pages[page]?.without(links) ?? []
        count += links.count + inferred.count
        guard !asJSON else {
          rows += zip(links, shown).map { link, shown in
            let isNote = calls.contains(PlacedBox(page: page, box: link.box))
            return json(link, page, shown, lines, noteOf: isNote ? document : nil)
          }
          rows += inferred.map { json($0, lines) }
          continue
        }
        for (link, shown) in zip(links, shown) {
          let isNote = calls.contains(PlacedBox(page: page, box: link.box))
          let target = isNote ? resolved(link.target, in: document) : link.target
          let words = (isNote ? "note, " : "") + Self.words(target, lines)
          guard write(place(of: link.box, page, lines), words, shown) else { return 0 }
        }
        for reference in inferred {
          let target = "\(reference.kind), \(Self.words(reference.target, lines))"
          guard write(place(of: reference.box, page, lines), target, reference.text) else {
            return 0
          }
        }
      }
      if asJSON { Output.write(JSON.array(rows).text + "\n") }
      // Pages that could not be read may have some.
      if count == 0, failures == 0 {
        Output.complain("\(document.name) has no links" + (chosen == nil ? "" : " there"))
      }
      return failures > 0 ? 2 : count == 0 ? 1 : 0
    }
  }

  /// A box on a page.
  private struct PlacedBox: Hashable {
    var page: Int
    var box: Box
  }

  /// Resolves a named target to its place if that is known.
  private static func resolved(_ target: LinkTarget, in document: CommandDocument) -> LinkTarget {
    guard case .named(let name) = target,
      case .destination(let place?) = try? document.ask(.destination(name: name))
    else { return target }
    return .destination(place)
  }

  /// Returns the document's own links of those pages that have any; counts pages that cannot be read.
  private static func links(
    of document: CommandDocument, _ pages: [Int], _ failures: inout Int
  ) -> [Int: [Link]] {
    var found: [Int: [Link]] = [:]
    var stream = PageStream(pages, of: document.document) { .links(page: $0) }
    while let (page, reply) = stream.next() {
      switch reply {
      case .success(.links(let links)) where !links.isEmpty: found[page] = links
      case .success: break
      case .failure(let error):
        failures += 1
        Output.complain(Sentences.text(error, page: page, file: document.name))
      }
    }
    return found
  }

  private static func write(_ place: String, _ target: String, _ shown: String) -> Bool {
    Output.write("\(place): \(target)" + (shown.isEmpty ? "" : "  “\(shown)”") + "\n")
  }

  /// Returns the label of the page, or the line.
  private static func place(of box: Box, _ page: Int, _ lines: SourceLines) -> String {
    lines.name(page: page, x: Double(box.x0), y: Double(box.y0) + 1)
  }

  static func words(_ target: LinkTarget, _ lines: SourceLines) -> String {
    switch target {
    case .destination(let destination):
      lines.line(page: destination.page, y: destination.y).map { "line \($0)" }
        ?? lines.pageWords(destination)
    case .named(let name): "name \(name)"
    case .uri(let address): address
    case .file(let path, let page, let name):
      "file \(path)"
        + (page.map { "#page=\($0 + 1)" } ?? name.map {
          (lines.hasPages ? "#nameddest=" : "#") + $0
        } ?? "")
    case .unsupported(let kind): kind
    }
  }

  private static func json(_ box: Box) -> JSON {
    .array([box.x0, box.y0, box.x1, box.y1].map { .number(Double($0)) })
  }

  private static func json(_ reference: Reference, _ lines: SourceLines) -> JSON {
    var pairs = JSON.page(reference.page, label: lines.label(reference.page))
    pairs += [
      ("text", .string(reference.text)), ("box", json(reference.columnBox)),
      ("kind", .string("\(reference.kind)")), ("inferred", .bool(true)),
    ]
    if !reference.rest.isEmpty {
      let places = reference.lines.map { line in
        JSON.object([("page", .count(line.page + 1)), ("box", json(line.box))])
      }
      pairs.append(("lines", .array(places)))
    }
    switch reference.target {
    case .destination(let place):
      pairs.append(
        (
          "to",
          .object([
            ("page", .count(place.page + 1)), ("x", place.x.map(JSON.number) ?? .null),
            ("y", place.y.map(JSON.number) ?? .null),
          ])
        ))
    default: pairs.append(("target", .string(words(reference.target, lines))))
    }
    return .object(pairs)
  }

  /// `document` is given if the link leads to a note.
  private static func json(
    _ link: Link, _ page: Int, _ shown: String, _ lines: SourceLines,
    noteOf document: CommandDocument?
  ) -> JSON {
    let target = document.map { resolved(link.target, in: $0) } ?? link.target
    let line = lines.line(page: page, y: Double(link.box.y0) + 1)
    var pairs: [(String, JSON)] =
      line.map { [("line", .count($0))] }
      ?? JSON.page(
        page, label: lines.label(page, x: Double(link.box.x0), y: Double(link.box.y0)))
    pairs += [
      ("text", .string(shown)), ("box", json(link.box)),
    ]
    switch target {
    case .destination(let destination) where document != nil:
      pairs.append(("kind", .string("note")))
      pairs += members(of: destination, lines)
      pairs.append(("address", lines.address(of: destination)))
    case .destination(let destination):
      if let line = lines.line(page: destination.page, y: destination.y) {
        pairs.append(("kind", .string("line")))
        pairs.append(("target", .count(line)))
      } else {
        pairs.append(("kind", .string("page")))
        pairs += members(of: destination, lines)
      }
    case .named(let name):
      pairs.append(("kind", .string("name")))
      pairs.append(("target", .string(name)))
    case .uri(let address):
      pairs.append(("kind", .string("uri")))
      pairs.append(("target", .string(address)))
    case .file(let path, let page, let name):
      pairs.append(("kind", .string("file")))
      pairs.append(("target", .string(path)))
      if let page { pairs.append(("targetPage", .count(page + 1))) }
      if let name { pairs.append(("targetName", .string(name))) }
    case .unsupported(let kind):
      pairs.append(("kind", .string("other")))
      pairs.append(("target", .string(kind)))
    }
    return .object(pairs)
  }

  private static func members(
    of destination: Destination, _ lines: SourceLines
  ) -> [(String, JSON)] {
    [
      ("target", .count(destination.page + 1)), ("targetLabel", .string(lines.name(destination))),
      ("x", destination.x.map(JSON.number) ?? .null),
      ("y", destination.y.map(JSON.number) ?? .null),
    ]
  }
}
