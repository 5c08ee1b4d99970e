import Glibc

extension Bench {
  /// Opens and closes documents in one process (`--documents`, default 1,000): its memory must not grow with them.
  func leaks() throws(ProgramRun.Failure) -> [Measurement] {
    let count = documents ?? 1_000
    let place = folder + "/shelf"
    guard mkdir(place, 0o700) == 0 else {
      throw ProgramRun.Failure(description: "\(place): no folder")
    }
    let found = try ProgramRun("find", library, "-name", "*.pdf", "-size", "-1000k").output()
    // Documents that ask for something, or are refused, are left out.
    let sound = found.split(separator: "\n").map(String.init).sorted().filter { path in
      (try? ProgramRun("timeout", "20", recto, "info", path).time()) != nil
    }
    guard !sound.isEmpty else {
      throw ProgramRun.Failure(description: "\(library) has no documents")
    }
    for number in 0..<count {
      let name = String(100_000 + number).dropFirst()
      symlink(sound[number % sound.count], "\(place)/\(name).pdf")
    }
    let session = try TerminalSession(recto, [place], folder: folder)
    try session.wait(for: "00001")
    var memory: [Double] = []
    for number in 1...count {
      _ = try session.time(from: "\r", to: "— Recto")
      // The next page, if there is one. Keys that arrive together may produce one frame or none, so wait for text instead.
      session.type("J")
      _ = try session.time(from: "?", to: "╭")
      _ = try session.time(from: "qq", to: "shelf — Recto")
      _ = try session.frameTime(of: "j")
      if number % 100 == 0 || number == count {
        memory.append(TerminalSession.memory(of: session.pid))
      }
    }
    let early = memory.dropLast().first ?? memory.last ?? 0
    let last = memory.last ?? 0
    return [
      Measurement(name: "recto after \(min(100, count)) documents", value: early, unit: "MB"),
      Measurement(name: "recto after \(count) documents", value: last, unit: "MB"),
      Measurement(name: "grown between", value: last - early, unit: "MB", goal: .atMost(20)),
      Measurement(
        name: "workers", value: Double(session.children.count), unit: "", goal: .atMost(5)),
    ]
  }
}
