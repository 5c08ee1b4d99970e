import Glibc

extension Bench {
  /// Opens and closes documents in one process (`--documents`, default 1,000): its memory must not grow with them.
  func leaks() throws(Command.Failure) -> [Figure] {
    let count = documents ?? 1_000
    let place = folder + "/shelf"
    guard mkdir(place, 0o700) == 0 else {
      throw Command.Failure(description: "\(place): no folder")
    }
    let found = try Command("find", library, "-name", "*.pdf", "-size", "-1000k").output()
    // Documents that ask for something, or are refused, are left out.
    let sound = found.split(separator: "\n").map(String.init).sorted().filter { path in
      (try? Command("timeout", "20", recto, "info", path).time()) != nil
    }
    guard !sound.isEmpty else { throw Command.Failure(description: "\(library) has no documents") }
    for number in 0..<count {
      let name = String(100_000 + number).dropFirst()
      symlink(sound[number % sound.count], "\(place)/\(name).pdf")
    }
    let session = try Session(recto, [place], folder: folder)
    try session.wait(for: "00001")
    var memory: [Double] = []
    for number in 1...count {
      _ = try session.time(from: "\r", to: "— Recto")
      // The next page, if there is one. Keys that arrive together may produce one frame or none, so wait for text instead.
      session.type("J")
      _ = try session.time(from: "?", to: "╭")
      _ = try session.time(from: "qq", to: "shelf — Recto")
      _ = try session.frameTime(of: "j")
      if number % 100 == 0 || number == count { memory.append(Session.memory(of: session.pid)) }
    }
    let early = memory.dropLast().first ?? memory.last ?? 0
    let last = memory.last ?? 0
    return [
      Figure(name: "recto after \(min(100, count)) documents", value: early, unit: "MB"),
      Figure(name: "recto after \(count) documents", value: last, unit: "MB"),
      Figure(name: "grown between", value: last - early, unit: "MB", goal: .atMost(20)),
      Figure(
        name: "workers", value: Double(session.children.count), unit: "", goal: .atMost(5)),
    ]
  }
}
