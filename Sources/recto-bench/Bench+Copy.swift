import Glibc

extension Bench {
  /// Measures copying a tree of 5,000 small files and a large one, in the browser and by cp.
  func copy() throws(ProgramRun.Failure) -> [Measurement] {
    let place = folder + "/copying"
    defer { _ = try? ProgramRun("rm", "-r", place).time() }
    try makeTree(in: place)
    var own: [Double] = []
    var peer: [Double] = []
    for round in 0..<rounds {
      let target = "\(place)/z\(round)"
      guard mkdir(target, 0o700) == 0 else {
        throw ProgramRun.Failure(description: "\(target): no folder")
      }
      let session = try TerminalSession(recto, [place], folder: folder)
      try session.wait(for: "a-tree")
      try session.rest()
      session.type("y")
      try session.wait(for: "to be copied")
      session.type("fz\(round)\r")
      try session.wait(for: "This folder is empty")
      try session.rest()
      own.append(try session.time(from: "p", to: "Copied"))
      peer.append(try ProgramRun("cp", "-a", place + "/a-tree", "\(place)/z\(round)/cp").time())
      _ = try ProgramRun("rm", "-r", target).time()
    }
    return [
      Measurement(name: "copy of 5,000 files and 256 MB", of: own, dividedBy: 1_000, unit: "s"),
      Measurement(name: "cp -a", of: peer, dividedBy: 1_000, unit: "s"),
      Measurement(name: "  recto against it", value: own.median / peer.median, unit: "×"),
    ]
  }

  private func makeTree(in place: String) throws(ProgramRun.Failure) {
    for path in [place, place + "/a-tree"] {
      guard mkdir(path, 0o700) == 0 else {
        throw ProgramRun.Failure(description: "\(path): no folder")
      }
    }
    let small = [UInt8](repeating: 0x52, count: 20_000)
    for folder in 0..<100 {
      let path = "\(place)/a-tree/\(folder)"
      guard mkdir(path, 0o700) == 0 else {
        throw ProgramRun.Failure(description: "\(path): no folder")
      }
      for file in 0..<50 { try write(small, times: 1, to: "\(path)/\(file).pdf") }
    }
    try write([UInt8](repeating: 0x53, count: 1 << 20), times: 256, to: place + "/a-tree/large.pdf")
  }

  private func write(_ bytes: [UInt8], times: Int, to path: String) throws(ProgramRun.Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw ProgramRun.Failure(description: "\(path) cannot be made") }
    defer { close(descriptor) }
    for _ in 0..<times {
      guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
        throw ProgramRun.Failure(description: "\(path) cannot be written")
      }
    }
  }
}
