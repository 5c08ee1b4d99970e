import Dispatch
import DocumentModel
import Glibc
import Synchronization
import Workers

extension Bench {
  /// Measures storing and saving highlights in a book, and keys in a copy with ten thousand
  /// highlights.
  func annotating() throws(ProgramRun.Failure) -> [Measurement] {
    guard let worker = WorkerPool.locateWorker() else {
      throw ProgramRun.Failure(description: "recto-worker is missing")
    }
    let pool = WorkerPool(WorkerPool.Options(executable: worker))
    defer { pool.shutdown() }
    let copy = try AnnotatedCopy(of: book, in: folder, pool)
    defer { copy.close() }
    let pageCount = try BenchPages.count(of: book)
    var kept: [Double] = []
    var saved: [Double] = []
    var first = 0.0
    for number in 0..<rounds * 10 {
      kept.append(try copy.editAndRest([BenchPages.highlight(number, page: number % pageCount)]))
      let time = try copy.save()
      // The preceding edit has just started the workers for it.
      if number == 0 { first = time } else { saved.append(time) }
    }
    let held = Self.own(of: pool)
    let many = (0..<10_000).map { BenchPages.highlight(100_000 + $0, page: $0 % pageCount) }
    let keptMany = try copy.edit(many)
    let savedMany = try copy.save()
    let session = try TerminalSession(recto, [copy.path + "#page=1"], folder: folder)
    try session.rest()
    // The annotations arrive in batches after the first page is shown.
    usleep(3_000_000)
    var shown: [Double] = []
    var keys: [Double] = []
    for _ in 0..<rounds * 10 {
      keys.append(try session.frameTime(of: "j"))
      keys.append(try session.frameTime(of: "J"))
      session.type("vwve")
      try session.rest()
      session.type("a")
      try session.rest()
      shown.append(try session.time(from: "y", to: "•"))
      usleep(100_000)
    }
    return [
      Measurement(name: "an edit is kept, median", of: kept, unit: "ms"),
      Measurement(name: "an edit is kept, the longest", value: kept.max() ?? 0, unit: "ms"),
      Measurement(name: "the first save, right after the first edit", value: first, unit: "ms"),
      Measurement(
        name: "the book is saved, all in, median", of: saved, unit: "ms",
        goal: .atMost(70)),
      Measurement(
        name: "the book is saved, all in, the longest", value: saved.max() ?? 0, unit: "ms"),
      Measurement(name: "all workers' own memory meanwhile", value: held, unit: "MB"),
      Measurement(name: "10,000 at once: kept", value: keptMany, unit: "ms"),
      Measurement(name: "10,000 at once: saved", value: savedMany, unit: "ms"),
      Measurement(
        name: "with 10,000: key to highlight shown, median", of: shown, unit: "ms",
        goal: .atMost(16)),
      Measurement(name: "with 10,000: … the longest", value: shown.max() ?? 0, unit: "ms"),
      Measurement(
        name: "with 10,000: j and J to frame, 99th percentile", value: keys.percentile(0.99),
        unit: "ms", goal: .atMost(16)),
    ]
  }
}

extension Bench {
  /// Returns the private memory of the workers in megabytes.
  private static func own(of pool: WorkerPool) -> Double {
    let done = DispatchSemaphore(value: 0)
    let kilobytes = Mutex(0)
    pool.processes { pids in
      for pid in pids {
        let lines = TerminalSession.text("/proc/\(pid)/smaps_rollup").split(separator: "\n")
        for line in lines where line.hasPrefix("Private_") {
          let number = line.split(separator: " ").dropLast().last.flatMap { Int($0) } ?? 0
          kilobytes.withLock { $0 += number }
        }
      }
      done.signal()
    }
    done.wait()
    return Double(kilobytes.withLock { $0 }) / 1_024
  }
}

private enum BenchPages {
  static func count(of book: String) throws(ProgramRun.Failure) -> Int {
    let line = try ProgramRun("pdfinfo", book).output().split(separator: "\n").first {
      $0.hasPrefix("Pages:")
    }
    return line.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 1
  }

  static func highlight(_ number: Int, page: Int) -> Annotation {
    let y = Float(60 + number * 37 % 600)
    let box = Box(x0: 80, y0: y, x1: 260, y1: y + 11)
    var made = Annotation(
      id: AnnotationID("bench-\(number)"), page: page, kind: .highlight, box: box,
      quads: [Quad(box)], color: 0xFFDD4A, contents: number % 3 == 0 ? "a note" : "")
    made.created = 1_700_000_000
    return made
  }
}
