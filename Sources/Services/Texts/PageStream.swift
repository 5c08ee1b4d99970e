import DocumentModel
package import Wire
package import Workers

/// Requests pages in order, some ahead, so that no worker is idle.
package struct PageStream {
  /// Requests under way at once: enough to keep the workers busy, few enough to keep memory small.
  private static let ahead = 32

  private let document: WorkerDocument
  private let pages: [Int]
  private let request: (Int) -> Request
  private let priority: Priority
  private var waiting: [Answer<Result<Reply, WorkerError>>] = []
  private var asked = 0
  private var given = 0

  package init(
    _ pages: [Int], of document: WorkerDocument, priority: Priority = .normal,
    _ request: @escaping (Int) -> Request
  ) {
    self.priority = priority
    self.pages = pages
    self.document = document
    self.request = request
  }

  /// The next page and its reply; nil after the last.
  package mutating func next() -> (page: Int, reply: Result<Reply, WorkerError>)? {
    guard given < pages.count else { return nil }
    while waiting.count < Self.ahead, asked < pages.count {
      let answer = Answer<Result<Reply, WorkerError>>()
      document.send(request(pages[asked]), priority: priority) { answer.give($0) }
      waiting.append(answer)
      asked += 1
    }
    given += 1
    return (pages[given - 1], waiting.removeFirst().wait())
  }
}
