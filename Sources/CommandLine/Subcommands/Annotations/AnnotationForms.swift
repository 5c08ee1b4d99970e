import DocumentModel
import Interface
import Services

/// Annotations as a table, a row each (RFC 4180).
enum AnnotationTableForm {
  private static let columns: [(name: String, value: @Sendable (Row) -> String)] = [
    ("file", { $0.report.name }),
    ("page", { $0.entry.isDetached ? "" : String($0.annotation.page + 1) }),
    ("label", { $0.entry.label }), ("section", { $0.entry.section }),
    ("type", { $0.isReply ? $0.annotation.kind.rawValue : $0.entry.type }),
    ("color", { $0.isReply ? "" : $0.entry.colorName }),
    ("meaning", { $0.isReply ? "" : $0.entry.meaning }),
    ("quote", { $0.isReply ? "" : $0.entry.quote }), ("note", { $0.annotation.contents }),
    ("author", { $0.annotation.author }), ("created", { $0.annotation.created.map(time) ?? "" }),
    ("modified", { $0.annotation.modified.map(time) ?? "" }), ("id", { $0.annotation.id.name }),
    ("replyTo", { $0.annotation.replyTo?.name ?? "" }),
    ("link", { $0.report.place(of: $0.entry, $0.report.link) ?? "" }),
    ("uri", { $0.report.place(of: $0.entry, $0.report.uri) ?? "" }),
    ("icon", { $0.annotation.icon }),
    ("detached", { $0.entry.isDetached ? "true" : "" }),
    ("state", { $0.isReply ? "" : $0.entry.states.map(\.state.rawValue).joined(separator: " ") }),
    ("tags", { ($0.annotation.tags ?? []).joined(separator: ", ") }),
  ]

  private struct Row {
    var report: AnnotationReport
    var entry: AnnotationReport.Entry
    var annotation: Annotation
    var isReply: Bool
  }

  private static func time(_ seconds: Int64) -> String { CalendarDate.text(seconds) }

  static func text(_ reports: [AnnotationReport]) -> String {
    let rows = reports.flatMap { report in
      report.entries.flatMap { entry in
        [Row(report: report, entry: entry, annotation: entry.annotation, isReply: false)]
          + entry.replies.map {
            Row(report: report, entry: entry, annotation: $0.reply, isReply: true)
          }
      }
    }
    let lines =
      [columns.map(\.name)] + rows.map { row in columns.map { $0.value(row) } }
    return lines.map { $0.map(CSVField.text).joined(separator: ",") + "\r\n" }.joined()
  }
}

/// Annotations as lines for reading, by section.
struct AnnotationListing {
  /// Whether ids are shown, which `recto annotate` takes.
  var showsIDs: Bool
  var showsNames: Bool

  func text(_ report: AnnotationReport) -> String {
    var text = showsNames ? Output.line(report.name) + "\n" : ""
    var section = ""
    for entry in report.entries {
      if entry.heading != section {
        section = entry.heading
        text += (text.isEmpty ? "" : "\n") + section + "\n"
      }
      text += lines(entry).map { $0 + "\n" }.joined()
    }
    return text
  }

  private func lines(_ entry: AnnotationReport.Entry) -> [String] {
    let place = entry.isDetached ? "" : entry.pageWords + "  "
    var head = "  \(place)\(entry.facts)"
    if showsIDs { head += "  " + Output.line(entry.annotation.id.name) }
    var lines = [head]
    if !entry.quote.isEmpty { lines.append("      “\(entry.quote)”") }
    lines += Self.paragraphs(entry.annotation.contents, "      ", "      ")
    lines += entry.states.map { "      " + $0.words }
    for (reply, depth) in entry.replies where !reply.flags.contains(.isState) {
      let blank = String(repeating: "  ", count: depth + 3)
      let facts = reply.facts
      lines += Self.paragraphs(
        (facts.isEmpty ? "" : facts + ": ") + reply.contents, blank + "↳ ", blank + "  ")
      if showsIDs { lines.append(blank + "  " + Output.line(reply.id.name)) }
    }
    return lines
  }

  private static func paragraphs(_ text: String, _ first: String, _ rest: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .map { ($0 == 0 ? first : rest) + Output.line(String($1)) }
  }
}
