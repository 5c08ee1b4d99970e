/// Changes that can be undone and redone, newest last, with a budget in bytes.
struct EditHistory<Contents: Sendable>: Sendable {
  struct Entry: Sendable {
    var name: String
    var before: DocumentDraft<Contents>
    var after: DocumentDraft<Contents>

    var size: Int { before.bytes.count + after.bytes.count }
  }

  private(set) var done: [Entry] = []
  private(set) var undone: [Entry] = []
  private let budget: Int

  private static var most: Int { 200 }

  init(budget: Int) { self.budget = budget }

  /// Undone changes can no longer be redone.
  mutating func note(_ entry: Entry) {
    undone = []
    done.append(entry)
    var size = done.reduce(0) { $0 + $1.size }
    while done.count > Self.most || size > budget, done.count > 1 {
      size -= done.removeFirst().size
    }
  }

  /// The newest is taken back.
  mutating func stepBack() {
    if let entry = done.popLast() { undone.append(entry) }
  }

  mutating func stepForth() {
    if let entry = undone.popLast() { done.append(entry) }
  }
}
