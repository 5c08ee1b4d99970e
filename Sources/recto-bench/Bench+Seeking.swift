import Glibc

extension Bench {
  /// Measures from a word's last key to its first hit on the screen, while copies of the searched folder are indexed.
  func seeking() throws(ProgramRun.Failure) -> [Measurement] {
    setenv("HOME", folder, 1)
    setenv("XDG_DATA_HOME", folder, 1)
    setenv("XDG_CONFIG_HOME", folder, 1)
    setenv("XDG_CACHE_HOME", folder + "/.cache", 1)
    _ = try ProgramRun(recto, "index", library).time(watching: { _ in })
    // Enough copies for sufficient searches before all is indexed.
    let copies = (0..<3).map { "\(folder)/copy\($0)" }
    for copy in copies { _ = try ProgramRun("cp", "-r", library, copy).time() }
    guard mkdir(folder + "/recto", 0o700) == 0 || errno == EEXIST,
      let settings = fopen(folder + "/recto/settings.json5", "w")
    else { throw ProgramRun.Failure(description: "no settings can be written") }
    let folders = ([library] + copies).map { "\"\($0)\"" }.joined(separator: ", ")
    fputs("{ indexFolders: [\(folders)] }\n", settings)
    fclose(settings)
    let words = try frequentWords()
    let session = try TerminalSession(recto, [library], folder: folder)
    while try !isIndexing() { usleep(20_000) }
    _ = try session.frameTime(of: "S")
    var times: [Double] = []
    for word in words {
      // A paste is one key, so no results for a part of the word are shown.
      times.append(try session.time(from: "\u{1b}[200~\(word)\u{1b}[201~", to: Self.pageSign))
      guard try isIndexing() else { break }
      // The list is cleared, and its last frame with it.
      _ = try session.frameTime(of: Self.clear)
      usleep(100_000)
    }
    if try !isIndexing() { times = times.dropLast() }
    return [
      Measurement(name: "searches while a folder is read", value: Double(times.count), unit: ""),
      Measurement(
        name: "last key to the first hit, median", of: times, unit: "ms",
        goal: .atMost(100)),
      Measurement(
        name: "  95 of 100", value: times.percentile(0.95), unit: "ms", goal: .atMost(100)),
      Measurement(name: "  the longest", value: times.max() ?? 0, unit: "ms"),
    ]
  }

  /// Ctrl-u deletes the typed text.
  private static let clear = "\u{15}"
  /// Each hit begins with its page.
  private static let pageSign = "p. "

  private func isIndexing() throws(ProgramRun.Failure) -> Bool {
    try ProgramRun(recto, "index", "--status", "--json").output(isQuiet: true).contains(
      "\"isBeingWritten\":true")
  }

  /// Returns words of the folder's documents, at most one for each.
  private func frequentWords() throws(ProgramRun.Failure) -> [String] {
    var words: [String] = []
    for file in try ProgramRun("find", library, "-name", "*.pdf", "-type", "f").output()
      .split(separator: "\n").map(String.init).sorted()
    {
      let text = try ProgramRun("pdftotext", "-q", "-l", "1", file, "-").output(isQuiet: true)
      let word = text.split { !($0.isLetter && $0.isASCII) }.map { $0.lowercased() }
        .first { $0.count >= 5 && !words.contains($0) }
      if let word { words.append(word) }
      if words.count == 100 { break }
    }
    return words
  }
}
