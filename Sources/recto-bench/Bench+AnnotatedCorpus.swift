import DocumentModel
import Glibc
import Program
import Workers

extension Bench {
  /// Each PDF of a folder (`--corpus FOLDER`) gets one annotation of each kind on its first page, is saved, read again, looked through by
  /// `qpdf --check` and saved with all taken back: then it must be what it was, byte for byte.
  func annotatedCorpus(_ corpus: String) throws(Command.Failure) -> [Figure] {
    guard let worker = WorkerPool.locateWorker() else {
      throw Command.Failure(description: "recto-worker is missing")
    }
    let files = try Command("find", corpus, "-iname", "*.pdf", "-type", "f").output()
      .split(separator: "\n").map(String.init).sorted()
    var tally = CorpusTally()
    for (number, file) in files.enumerated() {
      let place = folder + "/corpus-\(number)"
      mkdir(place, 0o700)
      // A document of this one's kind may cost the pool its workers.
      let pool = WorkerPool(WorkerPool.Options(executable: worker))
      do throws(Command.Failure) {
        try tally.take(file, in: place, pool)
      } catch {
        tally.failures.append("\(file): \(error.description)")
      }
      pool.shutdown()
      _ = try? Command("rm", "-rf", place).time()
    }
    for line in tally.failures { warn(line) }
    let refused = tally.refused.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      obstacle, count in
      Figure(name: "refused: \(obstacle.rawValue)", value: Double(count), unit: "")
    }
    return [
      Figure(name: "documents", value: Double(files.count), unit: ""),
      Figure(name: "not opened", value: Double(tally.unopened), unit: ""),
    ] + refused + [
      Figure(name: "refused at saving, left as they are", value: Double(tally.late), unit: ""),
      Figure(
        name: "annotated, saved, the old bytes a prefix", value: Double(tally.saved), unit: ""),
      Figure(name: "read again, all of the eleven kinds", value: Double(tally.read), unit: ""),
      Figure(name: "qpdf --check no worse", value: Double(tally.checked), unit: ""),
      Figure(name: "taken back byte for byte", value: Double(tally.undone), unit: ""),
      Figure(name: "a save, median", value: tally.times.median, unit: "ms"),
      Figure(
        name: "failures", value: Double(tally.failures.count), unit: "", goal: .atMost(0)),
    ]
  }
}

/// What became of the documents of a folder.
private struct CorpusTally {
  var unopened = 0
  var refused: [AnnotationObstacle: Int] = [:]
  var (late, saved, read, checked, undone) = (0, 0, 0, 0, 0)
  var times: [Double] = []
  var failures: [String] = []

  private static let patience = Duration.seconds(60)

  mutating func take(
    _ file: String, in place: String, _ pool: WorkerPool
  ) throws(Command.Failure) {
    let copy = try AnnotatedCopy(of: file, in: place, pool, patience: Self.patience)
    defer { copy.close() }
    if let obstacle = copy.standing.obstacle {
      // What cannot be read at all is no document for any program.
      if copy.loaded.isEmpty, [.failed, .damaged, .format].contains(obstacle), isUnreadable(file) {
        unopened += 1
      } else {
        refused[obstacle, default: 0] += 1
      }
      return
    }
    let made = AnnotationKind.allCases.filter(\.isMade).enumerated().map { Self.one($1, $0) }
    let worse = try check(copy.path)
    try copy.edit(made)
    do throws(Command.Failure) {
      times.append(try copy.save())
    } catch {
      // What is wrong with some is seen only where it is to be written: they are left as they are.
      guard error.description.hasPrefix("not saved"),
        try Command("cmp", "-s", file, copy.path).status() == 0
      else { throw error }
      late += 1
      return
    }
    guard try isPrefix(file, of: copy.path) else {
      throw Command.Failure(description: "the old bytes are no prefix")
    }
    saved += 1
    guard try check(copy.path) <= worse else {
      throw Command.Failure(description: "qpdf --check is worse")
    }
    checked += 1
    // By another reading, of the file as it is.
    let again = try AnnotatedCopy(
      of: copy.path, in: try folder(place), pool, patience: Self.patience)
    let names = Set(again.loaded.map(\.id))
    again.close()
    guard made.allSatisfy({ names.contains($0.id) }) else {
      throw Command.Failure(description: "not all are read again")
    }
    read += 1
    try copy.undo()
    times.append(try copy.save())
    guard try Command("cmp", "-s", file, copy.path).status() == 0 else {
      throw Command.Failure(description: "what was taken back is not as it was")
    }
    undone += 1
  }

  private func folder(_ place: String) throws(Command.Failure) -> String {
    mkdir(place + "/again", 0o700)
    return place + "/again"
  }

  private func isUnreadable(_ file: String) -> Bool {
    (try? Command("timeout", "20", "pdfinfo", file).status()) != 0
  }

  /// 0 where all is well, 3 with warnings, 2 with errors, as a number that grows.
  private func check(_ file: String) throws(Command.Failure) -> Int {
    switch try Command("timeout", "60", "qpdf", "--check", file).status() {
    case 0: 0
    case 3: 1
    default: 2
    }
  }

  private func isPrefix(_ old: String, of new: String) throws(Command.Failure) -> Bool {
    var status = stat()
    guard stat(old, &status) == 0 else { return false }
    return try Command("cmp", "-s", "-n", "\(status.st_size)", old, new).status() == 0
  }

  private static func one(_ kind: AnnotationKind, _ index: Int) -> Annotation {
    let y = Float(20 + index * 14)
    let box = Box(x0: 20, y0: y, x1: 90, y1: y + 12)
    var made = Annotation(
      id: AnnotationID("corpus-\(kind.rawValue)"), page: 0, kind: kind, box: box, color: 0xCC3322,
      contents: "Über „\(kind.rawValue)“\nand more", author: "Recto")
    made.created = 1_700_000_000
    if kind.isMarkup { made.quads = [Quad(box)] }
    if kind == .line || kind == .ink {
      made.strokes = [[Point(x: 22, y: Double(y) + 2), Point(x: 80, y: Double(y) + 9)]]
    }
    if kind == .stamp { made.icon = "Draft" }
    return made
  }
}
