/// Merges the candidates of several searches: in turns, so that a slow source holds up no other, or by path.
struct CandidateQueue {
  private struct Lane {
    let search: any CandidateSearch
    var waiting: ArraySlice<Candidate> = []
    var remaining = 0
    var isDone = false
  }

  private var lanes: [Lane]
  private let isByPath: Bool
  /// The lane that gives the next candidate.
  private var turn = 0
  private var given = 0

  init(_ searches: [any CandidateSearch], isByPath: Bool) {
    lanes = searches.map { Lane(search: $0) }
    self.isByPath = isByPath
  }

  /// The number of all documents to be searched, as far as it is known.
  var expected: Int { lanes.reduce(given) { $0 + $1.waiting.count + $1.remaining } }

  /// Whether all of each source was searched.
  var isComplete: Bool { lanes.allSatisfy { $0.search.isComplete } }

  /// Returns the next candidate with its search; nil at the end.
  mutating func next(
    while mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> (candidate: Candidate, search: any CandidateSearch)? {
    guard let lane = isByPath ? try laneOfFirstPath(mayGoOn) : try laneInTurn(mayGoOn) else {
      return nil
    }
    guard let candidate = lanes[lane].waiting.popFirst() else { return nil }
    given += 1
    turn = (lane + 1) % lanes.count
    return (candidate, lanes[lane].search)
  }

  private mutating func laneInTurn(
    _ mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> Int? {
    // A source is waited for only if no source has a candidate.
    for waits in [false, true] {
      for step in lanes.indices {
        let lane = (turn + step) % lanes.count
        try fill(lane, waits: waits, mayGoOn)
        if !lanes[lane].waiting.isEmpty { return lane }
      }
    }
    return nil
  }

  private mutating func laneOfFirstPath(
    _ mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> Int? {
    for lane in lanes.indices { try fill(lane, waits: true, mayGoOn) }
    return lanes.indices.filter { !lanes[$0].waiting.isEmpty }.min {
      (lanes[$0].waiting.first?.entry.path ?? "") < (lanes[$1].waiting.first?.entry.path ?? "")
    }
  }

  /// Asks a search for its next candidates if none of it are left; if it `waits`, until there are some or it ends.
  private mutating func fill(
    _ lane: Int, waits: Bool, _ mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) {
    while lanes[lane].waiting.isEmpty, !lanes[lane].isDone, mayGoOn() {
      let portion = try lanes[lane].search.next(waits: waits, while: mayGoOn)
      lanes[lane].waiting = portion.list[...]
      lanes[lane].remaining = portion.remaining
      lanes[lane].isDone = portion.isLast
      guard waits else { return }
    }
  }
}
