import Glibc

extension Bench {
  /// Measures thumbnails of all PDFs in a folder by `recto thumbnail`, cold and cached, against pdftoppm run for each.
  ///
  /// If `--documents` exceeds the number of PDFs, long ones are split into further documents.
  func thumbnails() throws(ProgramRun.Failure) -> [Measurement] {
    var files = try documents(in: library)
    guard !files.isEmpty else { throw ProgramRun.Failure(description: "\(library) has no PDFs") }
    if let documents {
      files = Array(files.prefix(documents))
      files += try DocumentParts(of: files, in: folder + "/parts").first(documents - files.count)
    }
    // A file that never ends has no rate. This also reads each file once, so that disk time is not measured.
    let all = files.count
    files = files.filter { thumbnailer($0).timeAtAnyEnd(within: Self.patience) != nil }
    var peer = 0.0
    for file in files { peer += thumbnailer(file).timeAtAnyEnd() }
    let cache = folder + "/thumbnails-cache"
    let cold = try seconds(of: files, in: cache)
    let cached = try seconds(of: files, in: cache)
    let start = try seconds(of: [files[0]], in: cache)
    _ = try ProgramRun("rm", "-r", cache).time()
    let count = Double(files.count)
    return [
      Measurement(
        name: "documents left out: no end in \(Self.patience) s", value: Double(all - files.count),
        unit: ""),
      Measurement(name: "thumbnails, \(files.count) documents", value: count / cold, unit: "/s"),
      Measurement(name: "pdftoppm, one by one", value: count / (peer / 1_000), unit: "/s"),
      Measurement(
        name: "  recto against it", value: peer / 1_000 / cold, unit: "×", goal: .atLeast(3)),
      Measurement(
        name: "from the cache, the program's start taken off",
        value: max(0, cached - start) / count * 1_000, unit: "ms", goal: .atMost(1)),
    ]
  }

  /// The seconds after which pdftoppm is assumed never to end.
  private static let patience: UInt32 = 10

  /// Files it cannot draw cost it time too.
  private func thumbnailer(_ file: String) -> ProgramRun {
    ProgramRun("pdftoppm", "-png", "-scale-to", "256", "-singlefile", file, folder + "/peer")
  }

  /// Returns the seconds for the thumbnails of files, some hundred per command.
  private func seconds(
    of files: [String], in cache: String
  ) throws(ProgramRun.Failure) -> Double {
    setenv("XDG_CACHE_HOME", cache, 1)
    defer { unsetenv("XDG_CACHE_HOME") }
    var total = 0.0
    for start in stride(from: 0, to: files.count, by: 2_000) {
      let part = files[start..<min(files.count, start + 2_000)]
      var command = ProgramRun(recto, "thumbnail", "--size", "large", "--")
      command.words += part
      total += command.timeAtAnyEnd() / 1_000
    }
    return total
  }

  /// Returns all PDFs below a folder.
  private func documents(in folder: String) throws(ProgramRun.Failure) -> [String] {
    try ProgramRun("find", folder, "-name", "*.pdf", "-type", "f").output().split(separator: "\n")
      .map(String.init).sorted()
  }
}
