import DocumentModel
import Interface
import Services

extension AnnotationReport {
  /// The report as a summary for reading.
  var summary: AnnotationSummary {
    AnnotationSummary(
      title: title.isEmpty ? name : title,
      entries: entries.filter(\.isShown).map { entry in
        AnnotationSummary.Entry(
          section: entry.heading,
          facts: [entry.isDetached ? "" : entry.pageWords, entry.facts].filter { !$0.isEmpty }
            .joined(separator: "  "),
          color: entry.colorValue, quote: entry.quote, note: entry.annotation.contents,
          states: entry.states.map(\.words),
          replies: entry.replies.filter { !$0.reply.flags.contains(.isState) }.map {
            AnnotationSummary.Reply(
              facts: $0.reply.facts, text: $0.reply.contents, depth: $0.depth)
          })
      })
  }
}
