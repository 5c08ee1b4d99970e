import Glibc

extension Bench {
  /// Thumbnails of all PDFs in a folder by `recto thumbnail`, cold and from its cache, against pdftoppm run for one after the other.
  ///
  /// Where more are wanted than it has (`--documents`), the long ones are taken apart, and their parts are documents of their own.
  func thumbnails() throws(Command.Failure) -> [Figure] {
    var files = try documents(in: library)
    guard !files.isEmpty else { throw Command.Failure(description: "\(library) has no PDFs") }
    if let documents {
      files = Array(files.prefix(documents))
      files += try DocumentParts(of: files, in: folder + "/parts").first(documents - files.count)
    }
    // One that never ends has no rate; and each has been read once then: how long the system takes for that is not asked.
    let all = files.count
    files = files.filter { thumbnailer($0).timeAtAnyEnd(within: Self.patience) != nil }
    var peer = 0.0
    for file in files { peer += thumbnailer(file).timeAtAnyEnd() }
    let cache = folder + "/thumbnails-cache"
    let cold = try seconds(of: files, in: cache)
    let cached = try seconds(of: files, in: cache)
    let start = try seconds(of: [files[0]], in: cache)
    _ = try Command("rm", "-r", cache).time()
    let count = Double(files.count)
    return [
      Figure(
        name: "documents left out: no end in \(Self.patience) s", value: Double(all - files.count),
        unit: ""),
      Figure(name: "thumbnails, \(files.count) documents", value: count / cold, unit: "/s"),
      Figure(name: "pdftoppm, one by one", value: count / (peer / 1_000), unit: "/s"),
      Figure(
        name: "  recto against it", value: peer / 1_000 / cold, unit: "×", goal: .atLeast(3)),
      Figure(
        name: "from the cache, the program's start taken off",
        value: max(0, cached - start) / count * 1_000, unit: "ms", goal: .atMost(1)),
    ]
  }

  /// Seconds after which pdftoppm is taken for one that never ends.
  private static let patience: UInt32 = 10

  /// What it cannot draw costs it time all the same.
  private func thumbnailer(_ file: String) -> Command {
    Command("pdftoppm", "-png", "-scale-to", "256", "-singlefile", file, folder + "/peer")
  }

  /// Seconds for the thumbnails of files, some hundred a command.
  private func seconds(
    of files: [String], in cache: String
  ) throws(Command.Failure) -> Double {
    setenv("XDG_CACHE_HOME", cache, 1)
    defer { unsetenv("XDG_CACHE_HOME") }
    var total = 0.0
    for start in stride(from: 0, to: files.count, by: 2_000) {
      let part = files[start..<min(files.count, start + 2_000)]
      var command = Command(recto, "thumbnail", "--size", "large", "--")
      command.words += part
      total += command.timeAtAnyEnd() / 1_000
    }
    return total
  }

  /// All PDFs below a folder.
  private func documents(in folder: String) throws(Command.Failure) -> [String] {
    try Command("find", folder, "-name", "*.pdf", "-type", "f").output().split(separator: "\n")
      .map(String.init).sorted()
  }
}
