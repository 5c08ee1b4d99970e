import DocumentModel
import Messages

extension PanelSource {
  package static let tasks = PanelSource(
    title: "Tasks", rows: { Panel.matching(taskRows($0), $1) },
    emptyText: { $1 ? nil : "No running tasks" }, hints: { state, _, _ in taskHints(state) },
    typingHints: { taskHints($0) })

  private static func taskHints(_ state: State) -> [String] {
    state.browser.tasks.contains { !$0.isOver } || !state.documents.recognizing.isEmpty
      ? ["Enter stops one"] : []
  }

  private static func taskRows(_ state: State) -> [Panel.Row] {
    state.documents.recognizing.map { document in
      Panel.Row(
        text: "Recognise the words of \(document.fileName)",
        detail: "\(document.recognition.pagesRead ?? 0) of \(document.pageCount) pages",
        action: .init { $0.questions.askToStopRecognizing(document.id, document.fileName) })
    }
      + state.browser.tasks.reversed().map { task in
        Panel.Row(
          text: task.title, detail: words(for: task), isDimmed: task.isOver,
          action: task.isOver ? .none : .init { askToStop(&$0, task.id) })
      }
  }

  /// Describes the progress, speed and remaining time of a task.
  static func words(for task: TaskReport) -> String {
    switch task.phase {
    case .waiting: return "waits"
    case .done: return "done"
    case .cancelled: return "stopped"
    case .failed(let reason): return reason
    case .running:
      var parts: [String] = []
      if task.total > 0 {
        parts.append("\(min(100, task.done * 100 / task.total)) %")
        parts.append(
          task.countsFiles ? "of \(task.total) files" : "of \(ByteCount.text(task.total))")
      } else if task.done > 0 {
        parts.append(ByteCount.text(task.done))
      }
      if task.speed > 0 {
        parts.append("\(ByteCount.text(Int64(task.speed)))/s")
        let left = Double(task.total - task.done) / task.speed
        if task.total > 0, left >= 1 { parts.append("\(Int(left.rounded(.up))) s left") }
      }
      return parts.joined(separator: "   ")
    }
  }

  private static func askToStop(_ state: inout State, _ id: Int) -> [Effect] {
    guard let task = state.browser.tasks.first(where: { $0.id == id && !$0.isOver }) else {
      return []
    }
    state.questions.ask("Stop “\(task.title)”?", .effects([.browse(.cancelTask(id))]))
    return []
  }
}

extension Documents {
  /// The documents all of whose pages are being recognised.
  fileprivate var recognizing: [Document] { filter { $0.recognition.pagesRead != nil } }
}

extension Questions {
  fileprivate mutating func askToStopRecognizing(_ id: DocumentID, _ name: String) -> [Effect] {
    ask("Stop recognising \(name)? The pages read so far are kept", .stopRecognizing(id))
    return []
  }

  fileprivate mutating func ask(_ question: String, _ stop: Question.Reply) {
    ask(Question(question, [.init("y", "stop it", stop), .init("n", "go on", .nothing)]))
  }
}
