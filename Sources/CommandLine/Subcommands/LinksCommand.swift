import DocumentModel
import Services
import Wire

/// `recto links`: every link of every page.
enum LinksCommand {
  static let form = OptionForm.listing(of: "links").with(.pages)

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(arguments, form) {
      (document, parsed) throws(CommandDocument.Failure) in
      let asJSON = parsed.options["json"] != nil
      var rows: [JSON] = []
      var count = 0
      var failures = 0
      let lines = try SourceLines(document)
      let pages = try document.selectedPages(parsed)
      for page in pages ?? Array(0..<document.summary.pageCount) {
        guard case .links(let links) = document.tryAsk(.links(page: page), page, &failures),
          !links.isEmpty
        else { continue }
        var text = PageText()
        if case .text(let read) = document.tryAsk(.text(page: page), page, &failures) {
          text = read
        }
        for link in links {
          count += 1
          let shown = text.words(in: link.box)
          if asJSON {
            rows.append(json(link, page, shown, lines))
          } else {
            let line =
              "\(place(of: link, page, lines)): \(words(link.target, lines))"
              + (shown.isEmpty ? "" : "  “\(shown)”")
            guard Output.write(line + "\n") else { return 0 }
          }
        }
      }
      if asJSON { Output.write(JSON.array(rows).text + "\n") }
      // Pages that could not be read may have some.
      if count == 0, failures == 0 {
        Output.complain("\(document.name) has no links" + (pages == nil ? "" : " there"))
      }
      return failures > 0 ? 2 : count == 0 ? 1 : 0
    }
  }

  /// Returns the label of the page, or the line.
  private static func place(of link: Link, _ page: Int, _ lines: SourceLines) -> String {
    lines.name(page: page, y: Double(link.box.y0) + 1)
  }

  static func words(_ target: LinkTarget, _ lines: SourceLines) -> String {
    switch target {
    case .destination(let destination):
      lines.line(page: destination.page, y: destination.y).map { "line \($0)" }
        ?? "page " + lines.name(page: destination.page, y: nil)
    case .named(let name): "name \(name)"
    case .uri(let address): address
    case .file(let path, let page, let name):
      "file \(path)" + (page.map { "#page=\($0 + 1)" } ?? name.map { "#nameddest=\($0)" } ?? "")
    case .unsupported(let kind): kind
    }
  }

  private static func json(_ link: Link, _ page: Int, _ shown: String, _ lines: SourceLines) -> JSON
  {
    let line = lines.line(page: page, y: Double(link.box.y0) + 1)
    var pairs: [(String, JSON)] =
      line.map { [("line", .count($0))] } ?? JSON.page(page, label: lines.label(page))
    pairs += [
      ("text", .string(shown)),
      (
        "box",
        .array([link.box.x0, link.box.y0, link.box.x1, link.box.y1].map { .number(Double($0)) })
      ),
    ]
    switch link.target {
    case .destination(let destination):
      if let line = lines.line(page: destination.page, y: destination.y) {
        pairs.append(("kind", .string("line")))
        pairs.append(("target", .count(line)))
      } else {
        pairs.append(("kind", .string("page")))
        pairs.append(("target", .count(destination.page + 1)))
        pairs.append(("targetLabel", .string(lines.name(page: destination.page, y: nil))))
        pairs.append(("y", destination.y.map(JSON.number) ?? .null))
      }
    case .named(let name):
      pairs.append(("kind", .string("name")))
      pairs.append(("target", .string(name)))
    case .uri(let address):
      pairs.append(("kind", .string("uri")))
      pairs.append(("target", .string(address)))
    case .file:
      pairs.append(("kind", .string("file")))
      pairs.append(("target", .string(words(link.target, lines))))
    case .unsupported(let kind):
      pairs.append(("kind", .string("other")))
      pairs.append(("target", .string(kind)))
    }
    return .object(pairs)
  }
}
