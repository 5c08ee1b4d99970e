import DocumentModel
import Glibc
import Workers

extension Bench {
  /// Annotates each PDF of a folder (`--corpus FOLDER`) with one annotation of each kind on its first page, saves it, reads it again, runs `qpdf --check`,
  /// undoes all and saves it; then it must be the same, byte for byte. Damaged files are read again from their repaired copies, and those that must not be
  /// annotated from the library. Passwords are taken from the folder's `MANIFEST.tsv`, if there is one.
  func annotatedCorpus(_ corpus: String) throws(ProgramRun.Failure) -> [Measurement] {
    guard let worker = WorkerPool.locateWorker() else {
      throw ProgramRun.Failure(description: "recto-worker is missing")
    }
    let files = try ProgramRun("find", corpus, "-iname", "*.pdf", "-type", "f").output()
      .split(separator: "\n").map(String.init).sorted()
    var tally = CorpusTally()
    let passwords = try passwords(of: corpus)
    for (number, file) in files.enumerated() {
      let place = folder + "/corpus-\(number)"
      mkdir(place, 0o700)
      // Such a document may crash the pool's workers.
      let pool = WorkerPool(WorkerPool.Options(executable: worker))
      do throws(ProgramRun.Failure) {
        try tally.take(file, passwords[file] ?? "", in: place, pool)
      } catch {
        tally.failures.append("\(file): \(error.description)")
      }
      pool.shutdown()
      _ = try? ProgramRun("rm", "-rf", place).time()
    }
    for line in tally.failures { warn(line) }
    let refused = tally.refused.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      obstacle, count in
      Measurement(name: "refused: \(obstacle.rawValue)", value: Double(count), unit: "")
    }
    return [
      Measurement(name: "documents", value: Double(files.count), unit: ""),
      Measurement(name: "not opened", value: Double(tally.unopened), unit: ""),
    ] + refused + [
      Measurement(name: "refused at saving, left as they are", value: Double(tally.late), unit: ""),
      Measurement(
        name: "annotated, saved, the old bytes a prefix", value: Double(tally.saved), unit: ""),
      Measurement(name: "read again, all of the eleven kinds", value: Double(tally.read), unit: ""),
      Measurement(name: "qpdf --check no worse", value: Double(tally.checked), unit: ""),
      Measurement(name: "taken back byte for byte", value: Double(tally.undone), unit: ""),
      Measurement(name: "of these with a password", value: Double(tally.unlocked), unit: ""),
      Measurement(
        name: "damaged, all read again from a repaired copy", value: Double(tally.repaired),
        unit: ""),
      Measurement(name: "kept in the library, all read again", value: Double(tally.kept), unit: ""),
      Measurement(name: "a save, median", value: tally.times.median, unit: "ms"),
      Measurement(
        name: "failures", value: Double(tally.failures.count), unit: "", goal: .atMost(0)),
    ]
  }
}

extension Bench {
  /// Reads `user=… owner=…` from the column `encrypted`, by the document's path.
  private func passwords(of corpus: String) throws(ProgramRun.Failure) -> [String: String] {
    guard let table = try? ProgramRun("cat", corpus + "/MANIFEST.tsv").output() else { return [:] }
    let rows = table.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    guard let column = rows.first?.firstIndex(of: "encrypted") else { return [:] }
    var passwords: [String: String] = [:]
    for row in rows.dropFirst() where row.count > column {
      let words = row[column]
      if let user = words.firstRange(of: "user=") {
        let rest = words[user.upperBound...]
        passwords["\(corpus)/\(row[0])"] = String(
          rest[..<(rest.firstRange(of: " owner")?.lowerBound ?? rest.endIndex)])
      } else if !words.contains("user password empty"), let owner = words.firstRange(of: "owner=") {
        passwords["\(corpus)/\(row[0])"] = String(words[owner.upperBound...])
      }
    }
    return passwords
  }
}

/// The results for the documents of a folder.
private struct CorpusTally {
  var unopened = 0
  var refused: [SaveBlocker: Int] = [:]
  var (late, saved, read, checked, undone) = (0, 0, 0, 0, 0)
  var (unlocked, repaired, kept) = (0, 0, 0)
  var times: [Double] = []
  var failures: [String] = []

  private static let patience = Duration.seconds(60)

  mutating func take(
    _ file: String, _ password: String, in place: String, _ pool: WorkerPool
  ) throws(ProgramRun.Failure) {
    let copy = try AnnotatedCopy(
      of: file, password: password, in: place, pool, patience: Self.patience)
    defer { copy.close() }
    let made = AnnotationKind.allCases.filter(\.isMade).enumerated().map { Self.one($1, $0) }
    if let obstacle = copy.saveStatus.obstacle {
      // A file that no program can read is no document.
      if copy.loaded.isEmpty, [.failed, .damaged, .format].contains(obstacle), isUnreadable(file) {
        unopened += 1
      } else {
        refused[obstacle, default: 0] += 1
        switch obstacle {
        case .damaged:
          try copy.edit(made)
          let target = place + "/repaired.pdf"
          try copy.saveCopy(to: target)
          try read(made, of: target, password, in: place, pool)
          repaired += 1
        case .forbidden, .certified:
          try copy.edit(made)
          copy.close()
          let again = try AnnotatedCopy(
            again: place, password: password, pool, patience: Self.patience)
          defer { again.close() }
          try expect(made, in: again)
          kept += 1
        default: break
        }
      }
      return
    }
    let worse = try check(copy.path, password)
    try copy.edit(made)
    do throws(ProgramRun.Failure) {
      times.append(try copy.save())
    } catch {
      // For some files the problem shows only when writing; they stay unchanged.
      guard error.description.hasPrefix("not saved"),
        try ProgramRun("cmp", "-s", file, copy.path).status() == 0
      else { throw error }
      late += 1
      return
    }
    guard try isPrefix(file, of: copy.path) else {
      throw ProgramRun.Failure(description: "the old bytes are no prefix")
    }
    saved += 1
    guard try check(copy.path, password) <= worse else {
      throw ProgramRun.Failure(description: "qpdf --check is worse")
    }
    checked += 1
    // Read by another instance, from the file as it is.
    try read(made, of: copy.path, password, in: place, pool)
    read += 1
    if !password.isEmpty { unlocked += 1 }
    try copy.undo()
    times.append(try copy.save())
    guard try ProgramRun("cmp", "-s", file, copy.path).status() == 0 else {
      throw ProgramRun.Failure(description: "what was taken back is not as it was")
    }
    undone += 1
  }

  /// Reads all annotations by another store that knows only the file.
  private func read(
    _ made: [Annotation], of file: String, _ password: String, in place: String,
    _ pool: WorkerPool
  ) throws(ProgramRun.Failure) {
    let again = try AnnotatedCopy(
      of: file, password: password, in: try folder(place), pool, patience: Self.patience)
    defer { again.close() }
    try expect(made, in: again)
  }

  private func expect(_ made: [Annotation], in copy: AnnotatedCopy) throws(ProgramRun.Failure) {
    let names = Set(copy.loaded.map(\.id))
    guard made.allSatisfy({ names.contains($0.id) }) else {
      throw ProgramRun.Failure(description: "not all are read again")
    }
  }

  private func folder(_ place: String) throws(ProgramRun.Failure) -> String {
    mkdir(place + "/again", 0o700)
    return place + "/again"
  }

  private func isUnreadable(_ file: String) -> Bool {
    (try? ProgramRun("timeout", "20", "pdfinfo", file).status()) != 0
  }

  /// Returns 0 for no problem, 1 for warnings (qpdf's 3), 2 for errors.
  private func check(_ file: String, _ password: String) throws(ProgramRun.Failure) -> Int {
    switch try ProgramRun("timeout", "60", "qpdf", "--password=" + password, "--check", file)
      .status()
    {
    case 0: 0
    case 3: 1
    default: 2
    }
  }

  private func isPrefix(_ old: String, of new: String) throws(ProgramRun.Failure) -> Bool {
    var status = stat()
    guard stat(old, &status) == 0 else { return false }
    return try ProgramRun("cmp", "-s", "-n", "\(status.st_size)", old, new).status() == 0
  }

  private static func one(_ kind: AnnotationKind, _ index: Int) -> Annotation {
    let y = Float(20 + index * 14)
    let box = Box(x0: 20, y0: y, x1: 90, y1: y + 12)
    var made = Annotation(
      id: AnnotationID("corpus-\(kind.rawValue)"), page: 0, kind: kind, box: box, color: 0xCC3322,
      contents: "Über „\(kind.rawValue)“\nand more", author: "Recto")
    made.created = 1_700_000_000
    if kind.marksText { made.quads = [Quad(box)] }
    if kind == .line || kind == .ink {
      made.strokes = [[Point(x: 22, y: Double(y) + 2), Point(x: 80, y: Double(y) + 9)]]
    }
    if kind == .stamp { made.icon = "Draft" }
    return made
  }
}
