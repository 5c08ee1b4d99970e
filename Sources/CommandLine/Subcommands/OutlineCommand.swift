import DocumentModel
import Services
import Text
import Wire

/// `recto outline`: the outline, or one made from the headings of a document without one, a line each or nested JSON.
enum OutlineCommand {
  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(
      arguments, OutlineEdits.form, edits: (OutlineEdits.options, OutlineEdits.run), draws: false
    ) {
      (document, parsed) throws(CommandDocument.Failure) in
      guard case .outline(let own) = try document.ask(.outline) else { return 2 }
      var failures = 0
      let builds = own.isEmpty && parsed.options["from-headings"] != nil
      let items = builds ? DocumentReferences.all(of: document, &failures).outline : own
      let isGenerated = own.isEmpty && !items.isEmpty
      let lines = try SourceLines(document)
      if parsed.options["json"] != nil {
        Output.write(JSON.array(items.map { json($0, lines, isGenerated) }).text + "\n")
      } else {
        var text = ""
        write(items, depth: 0, lines, to: &text)
        Output.write(text)
        if items.isEmpty {
          Output.complain("\(document.name) has no outline" + (builds ? " and no headings" : ""))
        } else if isGenerated {
          Output.complain("\(document.name) has no outline: this one is made from its headings")
        }
      }
      return failures > 0 ? 2 : items.isEmpty ? 1 : 0
    }
  }

  private static func json(
    _ item: OutlineItem, _ lines: SourceLines, _ isGenerated: Bool
  ) -> JSON {
    var page = JSON.page(nil, label: "")
    var y = JSON.null
    var line = JSON.null
    if case .destination(let destination) = item.target {
      if let number = lines.line(page: destination.page, y: destination.y) {
        line = .count(number)
      } else {
        page = JSON.page(
          destination.page, label: lines.label(destination.page, x: destination.x, y: destination.y)
        )
        y = .number(destination.y ?? 0)
      }
    }
    return .object(
      [("title", .string(item.title))] + page + [
        ("y", y), ("line", line),
        ("children", .array(item.children.map { json($0, lines, isGenerated) })),
      ] + (isGenerated ? [("generated", .bool(true))] : []))
  }

  private static func write(
    _ items: [OutlineItem], depth: Int, _ lines: SourceLines, to text: inout String
  ) {
    for item in items {
      text += String(repeating: "  ", count: depth) + item.title
      if case .destination(let destination) = item.target {
        text += "  " + lines.name(page: destination.page, x: destination.x, y: destination.y)
      }
      text += "\n"
      write(item.children, depth: depth + 1, lines, to: &text)
    }
  }
}
