import DocumentModel
import Files
import Glibc
import Platform
import Services
import Synchronization
import Thumbnails
import Workers

/// `recto thumbnail`: small pictures of files, where file managers find them.
enum ThumbnailCommand {
  static let details = [
    "FILE…                documents and pictures",
    "-s, --size SIZE      normal (128 pixels, the default), large (256), x-large (512) or xx-large (1024)",
    "-o, --output OUT     the picture of one FILE into a file, replaced where it is there, and not among the shared ones; SIZE may be a number",
    "                     of pixels then (what a desktop's thumbnailer is asked for)",
    "--again              retries files that failed before",
    "--clean              removes thumbnails of changed or missing files, and those over the budget",
    "--json               a JSON line per file",
    "",
    "Prints the path of each file's thumbnail, created if missing. Thumbnails are shared with file managers.",
    "Exit status: 0, 1 if a file has no thumbnail, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "thumbnail", flags: ["json", "clean", "again"],
    valued: ["size": .oneOf(ThumbnailSize.allCases.map(\.name)), "output": .file],
    short: ["s": "size", "o": "output"])

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let settings = ThumbnailSettings.load()
      let isClean = parsed.options["clean"] != nil
      guard isClean || !parsed.words.isEmpty else {
        throw Arguments.Mistake(sentence: "name files, or use --clean")
      }
      if parsed.options["output"] != nil { return try ThumbnailFile(parsed).write() }
      guard !parsed.words.contains("-") else {
        throw Arguments.Mistake(
          sentence: "thumbnails are those of files; recto render - draws standard input")
      }
      let size = try size(parsed)
      var status: Int32 = 0
      if !parsed.words.isEmpty { status = try make(parsed, size, settings) }
      if isClean { clean(settings, asJSON: parsed.options["json"] != nil) }
      return Output.status(status)
    }
  }

  static func size(_ parsed: Arguments) throws(Arguments.Mistake) -> ThumbnailSize {
    guard let name = parsed.options["size"] else { return .normal }
    guard let size = ThumbnailSize(rawValue: name) else {
      let names = ThumbnailSize.allCases.map(\.name).joined(separator: ", ")
      throw Arguments.Mistake(sentence: "there is no size “\(name)”; there are \(names)")
    }
    return size
  }

  private static func make(
    _ parsed: Arguments, _ size: ThumbnailSize, _ settings: ThumbnailSettings
  ) throws(CommandDocument.Failure) -> Int32 {
    // No worker is needed if all thumbnails exist.
    let pool = try CommandDocument.workers(warmUpAfter: .seconds(86_400))
    defer { pool.shutdown() }
    let workers = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    let maker = ThumbnailMaker(cache: settings.cache, pool: pool, workers: workers)
    let row = ThumbnailRow(maker, parsed.words, size, triesAgain: parsed.options["again"] != nil)
    var status: Int32 = 0
    for name in parsed.words {
      // Other thumbnails are made while this one is awaited.
      let result = row.next()
      if !tell(name, result, asJSON: parsed.options["json"] != nil, &status) { break }
    }
    if case let cleaning = settings.cache.evict(to: settings.budget), cleaning.removed > 0,
      parsed.options["json"] == nil
    {
      Output.complain("\(cleaning.removed) least recently used thumbnails removed")
    }
    return status
  }

  /// Reports a result; returns false when standard output is closed.
  private static func tell(
    _ name: String, _ result: Result<ThumbnailMaker.Made, ThumbnailMaker.Failure>, asJSON: Bool,
    _ status: inout Int32
  ) -> Bool {
    var file: String?
    var sentence = ""
    switch result {
    case .success(let made):
      file = made.file
      if let unkept = made.unkept {
        sentence = Sentences.text(unkept, file: name)
        status = 2
      }
    case .failure(let failure):
      sentence = failure == .unreadable ? reason(name) : Sentences.text(failure, file: name)
      status = max(status, failure.isError ? 2 : 1)
    }
    if !sentence.isEmpty, !asJSON { Output.complain(sentence) }
    if asJSON {
      let row = JSON.object([
        ("path", .string(name)), ("thumbnail", file.map(JSON.string) ?? .null),
        ("error", .text(sentence)),
      ])
      return Output.write(row.text + "\n")
    }
    return file.map { Output.write(Output.name($0) + "\n") } ?? true
  }

  /// Returns why a file cannot be opened.
  private static func reason(_ name: String) -> String {
    switch DocumentFile.open(name, takesPipes: false) {
    case .failure(let error): return Sentences.text(error, file: name)
    case .success(let descriptor):
      close(descriptor)
      return Sentences.text(ThumbnailMaker.Failure.unreadable, file: name)
    }
  }

  private static func clean(_ settings: ThumbnailSettings, asJSON: Bool) {
    let cleaning = settings.cache.clean(to: settings.budget)
    guard asJSON else {
      Output.write(
        "\(cleaning.removed) removed, \(cleaning.kept) kept (\(cleaning.keptBytes >> 20) MB)\n")
      return
    }
    Output.write(
      JSON.object([
        ("removed", .count(cleaning.removed)),
        ("removedBytes", .count(Int(cleaning.removedBytes))), ("kept", .count(cleaning.kept)),
        ("keptBytes", .count(Int(cleaning.keptBytes))),
      ]).text + "\n")
  }
}

/// Thumbnails of many files, some in progress at a time, reported in the given order.
private final class ThumbnailRow: Sendable {
  typealias Pending = Answer<Result<ThumbnailMaker.Made, ThumbnailMaker.Failure>>

  private let maker: ThumbnailMaker
  private let paths: [String]
  private let size: ThumbnailSize
  private let triesAgain: Bool
  private let answers: [Pending]
  private let state = Mutex(State())

  private struct State {
    var begun = 0
    var underWay = 0
    var taken = 0
    /// Whether more are being started.
    var isFilling = false
  }

  /// The number of pending requests: enough that no worker waits for the disk; each has an open file.
  private static let most = 200

  init(_ maker: ThumbnailMaker, _ paths: [String], _ size: ThumbnailSize, triesAgain: Bool) {
    self.maker = maker
    self.paths = paths
    self.size = size
    self.triesAgain = triesAgain
    answers = paths.map { _ in Pending() }
  }

  /// Waits for the next.
  func next() -> Result<ThumbnailMaker.Made, ThumbnailMaker.Failure> {
    fill()
    let place = state.withLock { state in
      defer { state.taken += 1 }
      return state.taken
    }
    return answers[place].wait()
  }

  /// Starts more as others end: a slow one delays output, not work.
  private func fill() {
    let isOurs = state.withLock { state in
      defer { state.isFilling = true }
      return !state.isFilling
    }
    guard isOurs else { return }
    while let place = takePlace() {
      maker.make(paths[place], size, needsPixels: false, triesAgain: triesAgain) { [self] result in
        answers[place].give(result.map(\.withoutPixels))
        state.withLock { $0.underWay -= 1 }
        fill()
      }
    }
  }

  /// Returns the next to start; nil if enough are running or all have started.
  private func takePlace() -> Int? {
    state.withLock { state in
      guard state.underWay < Self.most, state.begun < paths.count else {
        state.isFilling = false
        return nil
      }
      state.underWay += 1
      state.begun += 1
      return state.begun - 1
    }
  }
}

extension ThumbnailMaker.Made {
  /// The result without its pixels, while it waits to be reported.
  fileprivate var withoutPixels: Self {
    var same = self
    same.bitmap = nil
    return same
  }
}
