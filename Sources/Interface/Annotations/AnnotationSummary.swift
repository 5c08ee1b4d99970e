import Widgets
import Canvas
import DocumentModel
import Messages
import Text

extension Environment {
  func summary(of document: Document, preferences: Preferences) -> AnnotationSummary {
    let list = document.annotations
    let all = list.inOrder + list.mainDetached
    let entries = all.filter { !$0.flags.contains(.hidden) }.map { annotation in
      let isDetached = list.isDetached(annotation.id)
      let color = list.color(of: annotation)
      let name = list.name(of: annotation)
      let colored = [name, preferences.colorWords(color)].filter { !$0.isEmpty }.joined(
        separator: ", ")
      let facts = [
        isDetached ? "" : document.pageWords(annotation), colored,
        authorWords(annotation),
        AnnotationStrings.tagWords(annotation),
      ]
      return AnnotationSummary.Entry(
        section: isDetached
          ? AnnotationStrings.withoutPlace : document.section(of: annotation)?.item.title ?? "",
        facts: facts.filter { !$0.isEmpty }.joined(separator: " · "), color: color,
        quote: list.quote(of: annotation) ?? "", note: annotation.contents,
        states: list.states(of: annotation.id).isEmpty
          ? [] : [stateWords(of: annotation.id, in: list, withTime: true)],
        replies: list.thread(of: annotation.id).filter { !$0.reply.flags.contains(.isState) }.map {
          AnnotationSummary.Reply(
            facts: authorWords($0.reply), text: $0.reply.contents, depth: $0.depth)
        })
    }
    let title = DocumentTitle.telling(document.summary.title)
    return AnnotationSummary(title: title.isEmpty ? document.fileName : title, entries: entries)
  }
}
