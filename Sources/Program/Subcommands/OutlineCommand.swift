import DocumentModel
import Wire

/// `recto outline`: the outline, a line each or nested JSON.
enum OutlineCommand {
  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(arguments, flags: ["json"]) {
      (document, parsed) throws(CommandDocument.Failure) in
      guard case .outline(let items) = try document.ask(.outline) else { return 2 }
      let pages = try document.pages()
      if parsed.options["json"] != nil {
        Output.write(JSON.array(items.map { json($0, pages) }).text + "\n")
      } else {
        var text = ""
        write(items, depth: 0, pages, to: &text)
        Output.write(text)
        if items.isEmpty { Output.complain("\(document.name) has no outline") }
      }
      return items.isEmpty ? 1 : 0
    }
  }

  private static func json(_ item: OutlineItem, _ pages: [PageInfo]) -> JSON {
    var page = JSON.null
    var label = JSON.null
    var y = JSON.null
    if case .destination(let destination) = item.target {
      page = .count(destination.page + 1)
      label = .string(name(of: destination.page, pages))
      y = .number(destination.y ?? 0)
    }
    return .object([
      ("title", .string(item.title)), ("page", page), ("label", label), ("y", y),
      ("children", .array(item.children.map { json($0, pages) })),
    ])
  }

  private static func write(
    _ items: [OutlineItem], depth: Int, _ pages: [PageInfo], to text: inout String
  ) {
    for item in items {
      text += String(repeating: "  ", count: depth) + item.title
      if case .destination(let destination) = item.target {
        text += "  " + name(of: destination.page, pages)
      }
      text += "\n"
      write(item.children, depth: depth + 1, pages, to: &text)
    }
  }

  static func name(of page: Int, _ pages: [PageInfo]) -> String {
    guard page < pages.count, !pages[page].label.isEmpty else { return String(page + 1) }
    return pages[page].label
  }
}
