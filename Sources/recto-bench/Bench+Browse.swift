import Glibc

extension Bench {
  private static let sizes = [1_000, 10_000, 100_000]

  /// The times of one program in one folder in milliseconds; memory in MB.
  struct Times {
    var start: [Double] = []
    var last: [Double] = []
    var down: [Double] = []
    var window: [Double] = []
    var filter: [Double] = []
    var memory: [Double] = []
  }

  /// Measures folders of 1,000, 10,000 and 100,000 files; Recto and its peers take turns in each.
  func browse() throws(ProgramRun.Failure) -> [Measurement] {
    let own = Listing(name: "recto", path: recto, marksFrames: true)
    let peers = Listing.peers
    var figures: [Measurement] = []
    for size in Self.sizes {
      let files = try ManyFiles(size, in: folder)
      // A warm-up, so that first-start files exist and the folder is cached.
      for program in [own] + peers { _ = try? time(program, in: files, scrolls: false) }
      var times = Times()
      var others = [Times?](repeating: Times(), count: peers.count)
      for _ in 0..<rounds {
        times.add(try time(own, in: files, scrolls: true))
        for (index, peer) in peers.enumerated() {
          do throws(ProgramRun.Failure) {
            let more = try time(peer, in: files, scrolls: true)
            others[index]?.add(more)
          } catch {
            if others[index] != nil { warn("\(peer.name), \(size) files: \(error.description)") }
            others[index] = nil
          }
        }
      }
      figures += Self.figures(times, size)
      for (peer, times) in zip(peers, others) where times?.start.isEmpty == false {
        figures += Self.figures(of: times ?? Times(), peer, beside: figures, size)
      }
    }
    return figures
  }

  private func time(
    _ program: Listing, in files: borrowing ManyFiles, scrolls: Bool
  ) throws(ProgramRun.Failure) -> Times {
    var times = Times()
    let begin = ContinuousClock.now
    let session = try program.start(in: files.path, remembering: folder)
    try session.wait(for: ManyFiles.firstRows)
    times.start = [(ContinuousClock.now - begin) / .milliseconds(1)]
    // Wait until work after the first frame has finished.
    try session.rest()
    guard scrolls else { return times }
    for _ in 0..<100 {
      times.down.append(try program.frameTime(of: Listing.down, in: session))
    }
    for _ in 0..<min(50, files.count / 50) {
      times.window.append(try program.frameTime(of: Listing.windowDown, in: session))
    }
    try session.rest()
    times.last = [try session.time(from: Listing.last, to: ManyFiles.last)]
    try session.rest()
    let typed = program.filter.before + ManyFiles.needle.typed + program.filter.after
    times.filter = [try session.time(from: typed, to: ManyFiles.needle.painted)]
    try session.rest()
    times.memory = [TerminalSession.memory(of: session.pid)]
    return times
  }

  private static func name(_ what: String, _ size: Int) -> String {
    "\(size / 1_000),000 files: \(what)"
  }

  private static func figures(_ times: Times, _ size: Int) -> [Measurement] {
    [
      Measurement(
        name: name("start to the first rows", size), of: times.start, unit: "ms",
        goal: .below(100)),
      Measurement(name: name("G to the last row", size), of: times.last, unit: "ms"),
      Measurement(name: name("j to frame, median", size), of: times.down, unit: "ms"),
      Measurement(
        name: name("j to frame, 99th percentile", size), value: times.down.percentile(0.99),
        unit: "ms", goal: .below(16)),
      Measurement(
        name: name("page down to frame, median", size), of: times.window, unit: "ms"),
      Measurement(
        name: name("page down to frame, 99th percentile", size),
        value: times.window.percentile(0.99), unit: "ms", goal: .below(16)),
      Measurement(name: name("filter typed to its row", size), of: times.filter, unit: "ms"),
      Measurement(name: name("memory afterwards", size), of: times.memory, unit: "MB"),
    ]
  }

  /// Returns a peer's figures, each with the ratio to Recto's.
  private static func figures(
    of times: Times, _ peer: Listing, beside own: [Measurement], _ size: Int
  ) -> [Measurement] {
    figures(times, size).flatMap { figure in
      var other = figure
      other.name = peer.name + ", " + figure.name
      other.goal = .none
      guard let mine = own.last(where: { $0.name == figure.name }), other.value > 0 else {
        return [other]
      }
      let isGoal = size == sizes.last && figure.name == name("start to the first rows", size)
      let ratio = Measurement(
        name: "  recto against it", value: mine.value / other.value, unit: "×",
        goal: isGoal && peer.name == "nnn" ? .atMost(1) : .none)
      return [other, ratio]
    }
  }
}

extension Bench.Times {
  fileprivate mutating func add(_ more: Self) {
    start += more.start
    last += more.last
    down += more.down
    window += more.window
    filter += more.filter
    memory += more.memory
  }
}
