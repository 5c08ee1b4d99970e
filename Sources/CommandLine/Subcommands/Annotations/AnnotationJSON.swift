import DocumentModel
import Interface
import Services

/// Annotations as JSON with all properties, so that `AnnotationRecord` can read them back.
enum AnnotationJSON {
  /// Returns each annotation followed by its replies, one per line.
  static func text(_ reports: [AnnotationReport]) -> String {
    let all = reports.flatMap { report in
      report.entries.flatMap { entry in
        [json(entry, report)]
          + entry.members.map { member, quote, anchor in
            var own = entry
            (own.annotation, own.quote, own.anchor, own.members) = (member, quote, anchor, [])
            return json(own, report)
          }
          + entry.replies.map { reply in
            var answer = entry
            answer.annotation = reply.reply
            (answer.quote, answer.anchor, answer.members) = ("", nil, [])
            answer.color = nil
            return json(answer, report)
          }
      }
    }
    return text(all)
  }

  static func text(_ all: [JSON]) -> String {
    all.isEmpty ? "[]\n" : "[\n" + all.map(\.text).joined(separator: ",\n") + "\n]\n"
  }

  private static func json(_ entry: AnnotationReport.Entry, _ report: AnnotationReport) -> JSON {
    var annotation = entry.annotation
    annotation.anchor = annotation.anchor ?? entry.anchor
    return .object(
      [
        ("file", .string(report.name)), ("link", report.place(of: entry, report.link).json),
        ("uri", report.place(of: entry, report.uri).json),
        ("label", .string(entry.label)), ("section", .text(entry.section)),
        ("quote", .text(entry.quote)), ("colorName", .text(entry.color?.name ?? "")),
        ("meaning", .text(entry.meaning)),
      ] + fields(annotation) + (entry.isDetached ? [("detached", .bool(true))] : []))
  }

  static func json(_ annotation: Annotation) -> JSON { .object(fields(annotation)) }

  /// Returns an annotation as a change has left it, or its ID if the change removed it.
  static func changed(_ change: AnnotationChange) -> JSON? {
    change.after.map(json)
      ?? change.id.map { .object([("id", .string($0.name)), ("removed", .bool(true))]) }
  }

  private static func fields(_ annotation: Annotation) -> [(String, JSON)] {
    let box = annotation.box
    var fields: [(String, JSON)] = [
      ("id", .string(annotation.id.name)), ("page", .count(annotation.page + 1)),
      ("type", .string(annotation.kind.rawValue)),
      ("color", annotation.color.map(AnnotationStyleStrings.hexadecimal).json),
      ("fill", annotation.fill.map(AnnotationStyleStrings.hexadecimal).json),
      ("opacity", .number(annotation.opacity)), ("lineWidth", .number(annotation.lineWidth)),
      ("fontSize", .number(annotation.fontSize)), ("icon", .text(annotation.icon)),
      ("note", .string(annotation.contents)), ("author", .string(annotation.author)),
      ("subject", .string(annotation.subject)),
      ("created", annotation.created.map { .number(Double($0)) } ?? .null),
      ("modified", annotation.modified.map { .number(Double($0)) } ?? .null),
      ("replyTo", (annotation.replyTo?.name).json),
      ("box", numbers([box.x0, box.y0, box.x1, box.y1].map(Double.init))),
      ("quads", .array(annotation.quads.map { numbers($0.corners.flatMap { [$0.x, $0.y] }) })),
      ("strokes", .array(annotation.strokes.map { numbers($0.flatMap { [$0.x, $0.y] }) })),
    ]
    if let endings = annotation.endings {
      fields.append(
        (
          "lineEnds",
          .array([.string(endings.first.rawValue), .string(endings.last.rawValue)])
        ))
    }
    if let state = annotation.state { fields.append(("state", .string(state.rawValue))) }
    if let tags = annotation.tags { fields.append(("tags", .array(tags.map(JSON.string)))) }
    for (name, flag) in flags where annotation.flags.contains(flag) {
      fields.append((name, .bool(true)))
    }
    if let anchor = annotation.anchor { fields.append(("anchor", json(anchor))) }
    return fields
  }

  /// The names of flags that users can set.
  static let flags: [(name: String, flag: Annotation.Flags)] = [
    ("hidden", .hidden), ("locked", .locked), ("contentsLocked", .contentsLocked),
    ("isState", .isState), ("grouped", .isGrouped),
  ]

  private static func json(_ anchor: TextAnchor) -> JSON {
    .object([
      ("quote", .string(anchor.quote)), ("before", .string(anchor.before)),
      ("after", .string(anchor.after)),
      (
        "offset",
        anchor.offset.map { .object([("x", .number($0.x)), ("y", .number($0.y))]) } ?? .null
      ),
    ])
  }

  private static func numbers(_ values: [Double]) -> JSON { .array(values.map(JSON.number)) }
}

extension String? {
  fileprivate var json: JSON { map(JSON.string) ?? .null }
}
