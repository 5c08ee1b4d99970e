import Glibc

/// The settings of a run: documents, rounds and limits.
struct Bench {
  var recto: String
  var book: String
  /// A folder of documents.
  var library: String
  /// Opened second.
  var other: String
  var rounds: Int
  /// The number of documents to use; nil for all in the folder.
  var documents: Int?
  /// The number of pages the index must have; nil for those of the folder.
  var pages: Int?
  /// How often an annotating process is killed.
  var faults: Int
  /// Whether the real workers are used.
  var isReal: Bool
  /// A folder whose PDFs are all annotated.
  var corpus: String?
  /// The folder for the data that `recto` stores.
  var folder: String

  /// The input a measure needs, given on the command line.
  enum Need {
    case nothing
    case book
    case library
  }

  struct Measure: Sendable {
    var name: String
    var needs = Need.book
    /// Whether it runs only if named, because it takes long or kills the process it measures.
    var isNamedOnly = false
    /// The programs it is compared with, if installed.
    var peers: [String] = []
    var run: @Sendable (Bench) throws(ProgramRun.Failure) -> [Measurement]
  }

  static let measures = [
    Measure(name: "start", peers: ["pdftotext", "mutool"]) { bench throws(ProgramRun.Failure) in
      try bench.start()
    },
    Measure(name: "keys") { bench throws(ProgramRun.Failure) in try bench.keys() },
    Measure(name: "memory") { bench throws(ProgramRun.Failure) in try bench.memory() },
    Measure(name: "text", peers: ["pdftotext"]) { bench throws(ProgramRun.Failure) in
      try bench.text()
    },
    Measure(name: "search", peers: ["pdfgrep"]) { bench throws(ProgramRun.Failure) in
      try bench.search()
    },
    Measure(name: "preview", peers: ["pdftotext"]) { bench throws(ProgramRun.Failure) in
      try bench.preview()
    },
    Measure(name: "render", peers: ["pdftocairo"]) { bench throws(ProgramRun.Failure) in
      try bench.render()
    },
    Measure(name: "pictures") { bench throws(ProgramRun.Failure) in try bench.pictures() },
    Measure(name: "growth") { bench throws(ProgramRun.Failure) in
      try bench.growth()
    },
    Measure(name: "picture-memory") { bench throws(ProgramRun.Failure) in
      try bench.pictureMemory()
    },
    Measure(name: "thumbnails", needs: .library, peers: ["pdftoppm"]) {
      bench throws(ProgramRun.Failure) in
      try bench.thumbnails()
    },
    Measure(name: "index", needs: .library, peers: ["pdftotext", "recollindex"]) {
      bench throws(ProgramRun.Failure) in
      try bench.index()
    },
    Measure(name: "kills", needs: .library, isNamedOnly: true) { bench throws(ProgramRun.Failure) in
      try bench.kills()
    },
    Measure(name: "leaks", needs: .library, isNamedOnly: true) {
      bench throws(ProgramRun.Failure) in try bench.leaks()
    },
    Measure(name: "queries", needs: .library, peers: ["pdfgrep", "recollq"]) {
      bench throws(ProgramRun.Failure) in
      try bench.queries()
    },
    Measure(name: "shared", needs: .library, isNamedOnly: true) {
      bench throws(ProgramRun.Failure) in try bench.shared()
    },
    Measure(name: "shared-databases", needs: .library, isNamedOnly: true) {
      bench throws(ProgramRun.Failure) in try bench.sharedDatabases()
    },
    Measure(name: "shared-kills", needs: .library, isNamedOnly: true) {
      bench throws(ProgramRun.Failure) in try bench.sharedKills()
    },
    Measure(name: "seeking", needs: .library) { bench throws(ProgramRun.Failure) in
      try bench.seeking()
    },
    Measure(name: "serve", isNamedOnly: true) { bench throws(ProgramRun.Failure) in
      try bench.serving()
    },
    Measure(name: "look-ups", isNamedOnly: true) { bench throws(ProgramRun.Failure) in
      try bench.lookups()
    },
    Measure(name: "annotating", isNamedOnly: true) { bench throws(ProgramRun.Failure) in
      try bench.annotating()
    },
    Measure(name: "annotations", needs: .nothing, isNamedOnly: true) {
      bench throws(ProgramRun.Failure) in try bench.annotations()
    },
    Measure(name: "browse", needs: .nothing, peers: ["nnn", "ranger"]) {
      bench throws(ProgramRun.Failure) in
      try bench.browse()
    },
    Measure(name: "copy", needs: .nothing) { bench throws(ProgramRun.Failure) in
      try bench.copy()
    },
  ]

  /// Returns a word on a document's first page that is not in `text`, to detect when the page is painted.
  func firstWord(
    of document: String, butNotIn text: String = ""
  ) throws(ProgramRun.Failure) -> String {
    let page = try firstPage(of: document)
    let words = page.split { !($0.isLetter && $0.isASCII) }.map(String.init)
    guard let word = words.first(where: { $0.count >= 5 && !text.contains($0) }) else {
      throw ProgramRun.Failure(description: "\(document) has no word on its first page to wait for")
    }
    return word
  }

  private func firstPage(of document: String) throws(ProgramRun.Failure) -> String {
    guard document.hasSuffix(".pdf") else {
      return String(try ProgramRun(recto, "text", document).output().prefix(2_000))
    }
    return try ProgramRun(recto, "text", "--mode", "raw", "--pages", "1", document).output()
  }

  private func open() throws(ProgramRun.Failure) -> TerminalSession {
    let session = try TerminalSession(recto, [beginning], folder: folder)
    try session.wait(for: try firstWord(of: book))
    return session
  }

  /// The book at its beginning, which it may have been left elsewhere.
  var beginning: String { book.hasSuffix(".pdf") ? book + "#page=1" : book }

  /// Measures from process start to the first page's text on the screen, against pdftotext on that page.
  private func start() throws(ProgramRun.Failure) -> [Measurement] {
    let word = try firstWord(of: book)
    let otherWord =
      other == book ? nil : try firstWord(of: other, butNotIn: try firstPage(of: book))
    var starts: [Double] = []
    var seconds: [Double] = []
    var (peers, mutool): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds * 5 {
      peers.append(ProgramRun("pdftotext", "-l", "1", book, "-").timeAtAnyEnd())
      mutool.append(ProgramRun("mutool", "draw", "-q", "-F", "txt", book, "1").timeAtAnyEnd())
      let begin = ContinuousClock.now
      let session = try TerminalSession(recto, [beginning], folder: folder)
      try session.wait(for: word)
      starts.append((ContinuousClock.now - begin) / .milliseconds(1))
      guard let otherWord else { continue }
      // Wait until the first document is complete and the process is idle.
      usleep(500_000)
      _ = try session.frameTime(of: "j")
      session.forget()
      let again = ContinuousClock.now
      session.type("\u{1b}[200~\(other)\u{1b}[201~")
      try session.wait(for: otherWord)
      seconds.append((ContinuousClock.now - again) / .milliseconds(1))
    }
    var figures = [
      Measurement(
        name: "start to the first page's text", of: starts, unit: "ms", goal: .below(60)),
      Measurement(name: "pdftotext -l 1", of: peers, unit: "ms"),
      Measurement(name: "mutool draw -F txt", of: mutool, unit: "ms"),
      Measurement(name: "ratio", value: starts.median / peers.median, unit: "×", goal: .atMost(3)),
      Measurement(name: "ratio to mutool", value: starts.median / mutool.median, unit: "×"),
    ]
    if otherWord != nil {
      figures.append(
        Measurement(
          name: "a second document's first text", of: seconds, unit: "ms", goal: .below(20)))
    }
    return figures
  }

  /// Measures from a key to the end of its frame, paging through the book.
  private func keys() throws(ProgramRun.Failure) -> [Measurement] {
    let session = try open()
    var times: [Double] = []
    for _ in 0..<rounds * 100 {
      times.append(try session.frameTime(of: " "))
      // A short pause, as a user makes, in which pages ahead are fetched.
      usleep(20_000)
    }
    return [
      Measurement(name: "key to frame, median", of: times, unit: "ms"),
      Measurement(
        name: "key to frame, 99th percentile", value: times.percentile(0.99), unit: "ms",
        goal: .below(16)),
      Measurement(name: "key to frame, longest", value: times.max() ?? 0, unit: "ms"),
    ]
  }

  /// Measures memory after paging through the whole book.
  private func memory() throws(ProgramRun.Failure) -> [Measurement] {
    let session = try open()
    let pages =
      try ProgramRun(recto, "text", "--mode", "raw", book).output().split(
        separator: "\u{c}", omittingEmptySubsequences: false
      ).count - 1
    for _ in 1..<pages { _ = try session.frameTime(of: "J") }
    // At the end already, G alone would paint nothing.
    for key in ["gg", "G"] { _ = try session.frameTime(of: key) }
    let workers = session.children.map { TerminalSession.memory(of: $0) }.sorted()
    return [
      Measurement(
        name: "recto after \(pages) pages", value: TerminalSession.memory(of: session.pid),
        unit: "MB",
        goal: .below(60)),
      Measurement(name: "its worker", value: workers.last ?? 0, unit: "MB", goal: .below(250)),
      Measurement(name: "the spare worker", value: workers.first ?? 0, unit: "MB"),
    ]
  }

  /// Measures `recto preview`, against pdftotext, which other file managers use for previews.
  private func preview() throws(ProgramRun.Failure) -> [Measurement] {
    var own: [Double] = []
    var peers: [Double] = []
    for _ in 0..<rounds * 5 {
      own.append(
        try ProgramRun(recto, "preview", book, "--columns", "80", "--lines", "40").time())
      peers.append(ProgramRun("pdftotext", "-l", "1", book, "-").timeAtAnyEnd())
    }
    return [
      Measurement(name: "recto preview", of: own, unit: "ms"),
      Measurement(name: "pdftotext -l 1", of: peers, unit: "ms"),
      Measurement(name: "ratio", value: own.median / peers.median, unit: "×"),
    ]
  }

  /// Measures extracting the text of the whole book, against pdftotext.
  private func text() throws(ProgramRun.Failure) -> [Measurement] {
    let commands: [(String, ProgramRun)] = [
      ("pdftotext", ProgramRun("pdftotext", book, "-")),
      (
        "recto text --mode raw --jobs 1",
        ProgramRun(recto, "text", "--mode", "raw", "--jobs", "1", book)
      ),
      (
        "recto text --mode raw --jobs 2",
        ProgramRun(recto, "text", "--mode", "raw", "--jobs", "2", book)
      ),
      ("recto text --jobs 1", ProgramRun(recto, "text", "--jobs", "1", book)),
      ("recto text --jobs 2", ProgramRun(recto, "text", "--jobs", "2", book)),
    ]
    var times = [[Double]](repeating: [], count: commands.count)
    for _ in 0..<rounds {
      times[0].append(commands[0].1.timeAtAnyEnd())
      for index in commands.indices.dropFirst() {
        times[index].append(try commands[index].1.time())
      }
    }
    let medians = times.map(\.median)
    var figures = commands.indices.map {
      Measurement(name: commands[$0].0, value: medians[$0] / 1_000, unit: "s")
    }
    figures += [
      Measurement(
        name: "raw, one worker, against pdftotext", value: medians[1] / medians[0], unit: "×",
        goal: .atMost(1)),
      Measurement(
        name: "raw, two workers, faster than pdftotext", value: medians[0] / medians[2], unit: "×",
        goal: .atLeast(1.6)),
      Measurement(
        name: "paragraphs, two workers, faster than pdftotext", value: medians[0] / medians[4],
        unit: "×"),
      Measurement(
        name: "paragraphs against raw, one worker", value: medians[3] / medians[1], unit: "×",
        goal: .atMost(1.25)),
    ]
    return figures
  }
}
