import Glibc

extension Bench {
  /// Measures `recto serve --stdio`: its start, searches in the book for words that it lacks, and the memory of all its processes after them.
  func serving() throws(ProgramRun.Failure) -> [Measurement] {
    let place = folder + "/served"
    guard mkdir(place, 0o700) == 0 || errno == EEXIST else {
      throw ProgramRun.Failure(description: "no folder can be made in \(folder)")
    }
    _ = try ProgramRun("cp", "--no-preserve=mode", book, place + "/book.pdf").time()
    var (starts, firsts, later, memory): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for _ in 0..<rounds {
      let begin = ContinuousClock.now
      let session = try TerminalSession(recto, ["serve", "--stdio", place], folder: folder)
      _ = try session.time(from: Self.greeting, to: Self.answer)
      starts.append((ContinuousClock.now - begin) / .milliseconds(1))
      var times: [Double] = []
      for number in 0..<5 {
        times.append(try session.time(from: search(place, number), to: Self.answer))
      }
      firsts.append(times[0])
      later += times.dropFirst()
      var all = [session.pid]
      var next = 0
      while next < all.count {
        all += TerminalSession.children(of: all[next])
        next += 1
      }
      memory.append(all.reduce(0) { $0 + TerminalSession.memory(of: $1, "Pss") })
    }
    return [
      Measurement(name: "serve: start", of: starts, unit: "ms"),
      Measurement(name: "  first search in the book", of: firsts, unit: "ms"),
      Measurement(name: "  a later search", of: later, unit: "ms"),
      Measurement(name: "  memory of all processes afterwards", of: memory, unit: "MB"),
    ]
  }

  /// Only answers have it; the terminal shows requests, too.
  private static let answer = "\"result\""
  private static let greeting = """
    {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},\
    "clientInfo":{"name":"recto-bench","version":"1"}}}

    """

  private func search(_ place: String, _ number: Int) -> String {
    """
    {"jsonrpc":"2.0","id":\(number + 1),"method":"tools/call","params":{"name":"search_document",\
    "arguments":{"document":"\(place)/book.pdf","text":"zqxj\(number)"}}}

    """
  }
}
