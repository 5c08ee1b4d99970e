import DocumentModel
import Glibc
import Wire
import Workers

extension Bench {
  /// The number of pages rendered and their width in pixels.
  private static let (mostPages, width) = (40, 1_000)
  /// The width in pixels of a page of almost no size.
  private static let tiny = 8

  /// Measures pages rendered by a worker into shared memory, against pdftocairo for the same pages.
  ///
  /// pdftocairo does not report its rendering time, and PNG encoding takes longer than rendering. So it writes uncompressed TIFF, and the cost of white pixels
  /// is subtracted: the difference between blank pages of the same sizes and blank pages 8 pixels wide. That is the cost of paper, memory and writing; costs
  /// per page, such as colour set-up in pdftocairo and messages in Recto, count as rendering. The same is subtracted from Recto's time from request to answer.
  /// The first page is rendered before, with the opening and the first fonts, and does not count.
  func render() throws(ProgramRun.Failure) -> [Measurement] {
    let drawn = try DrawnBook(book, worker: worker)
    defer { drawn.close() }
    let sizes = try drawn.sizes(Self.mostPages)
    guard sizes.count > 1 else {
      throw ProgramRun.Failure(description: "a book of one page tells nothing")
    }
    let blank = folder + "/blank.pdf"
    try BlankBook.write(sizes, to: blank)
    let blankDrawn = try DrawnBook(blank, worker: worker)
    defer { blankDrawn.close() }
    var (own, peer, dark) = (PageTimes(), PageTimes(), [Double]())
    for _ in 0..<rounds {
      peer.add(
        drawn: try peerTime(book, sizes.count, Self.width),
        blank: try peerTime(blank, sizes.count, Self.width),
        tiny: try peerTime(blank, sizes.count, Self.tiny))
      own.add(
        drawn: try drawn.time(sizes, Self.width, .normal),
        blank: try blankDrawn.time(sizes, Self.width, .normal),
        tiny: try blankDrawn.time(sizes, Self.tiny, .normal))
      dark.append(try drawn.time(sizes, Self.width, .dark))
    }
    let pages = Double(sizes.count - 1)
    func figure(_ name: String, _ total: Double) -> Measurement {
      Measurement(name: name, value: total / pages, unit: "ms")
    }
    return [
      figure("a page drawn, request to answer", own.drawn.median),
      figure("  a blank page", own.blank.median),
      figure("  a blank page of 8 pixels", own.tiny.median),
      figure("  drawing alone", own.drawing),
      figure("a page drawn dark, request to answer", dark.median),
      figure("pdftocairo, a page drawn and written", peer.drawn.median),
      figure("  a blank page", peer.blank.median),
      figure("  a blank page of 8 pixels", peer.tiny.median),
      figure("  drawing alone", peer.drawing),
      Measurement(
        name: "drawing alone, against pdftocairo", value: own.drawing / peer.drawing, unit: "×",
        goal: .atMost(1.1)),
      Measurement(
        name: "  what blank pages cost at all taken off from both",
        value: own.content / peer.content, unit: "×"),
    ]
  }

  private var worker: String { recto + "-worker" }

  /// Returns the milliseconds for all pages but the first.
  private func peerTime(
    _ path: String, _ count: Int, _ width: Int
  ) throws(ProgramRun.Failure) -> Double {
    let all = try peerTime(path, last: count, width)
    return all - (try peerTime(path, last: 1, width))
  }

  private func peerTime(
    _ path: String, last: Int, _ width: Int
  ) throws(ProgramRun.Failure) -> Double {
    // In memory if possible, so that the disk is not measured.
    let place =
      access("/dev/shm", W_OK) == 0 ? "/dev/shm/recto-bench-\(getpid())" : folder + "/tiff"
    guard mkdir(place, 0o700) == 0 || errno == EEXIST else {
      throw ProgramRun.Failure(description: "\(place) cannot be made")
    }
    let time = try ProgramRun(
      "pdftocairo", "-tiff", "-tiffcompression", "none", "-f", "1", "-l", String(last),
      "-scale-to-x", String(width), "-scale-to-y", "-1", path, place + "/page"
    ).time()
    _ = try ProgramRun("rm", "-r", place).time()
    return time
  }
}

/// The milliseconds per round: for a book, for blank pages of the same size, and for blank pages of almost no size.
private struct PageTimes {
  private(set) var drawn: [Double] = []
  private(set) var blank: [Double] = []
  private(set) var tiny: [Double] = []

  mutating func add(drawn: Double, blank: Double, tiny: Double) {
    self.drawn.append(drawn)
    self.blank.append(blank)
    self.tiny.append(tiny)
  }

  /// Without the cost of white pixels.
  var drawing: Double { drawn.median - (blank.median - tiny.median) }
  /// Without the cost of blank pages.
  var content: Double { drawn.median - blank.median }
}

/// A document whose pages are rendered by a worker.
private final class DrawnBook {
  private let pool: WorkerPool
  private let document: WorkerDocument
  private let pageCount: Int

  init(_ path: String, worker: String) throws(ProgramRun.Failure) {
    pool = WorkerPool(WorkerPool.Options(executable: worker))
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    let answer = Awaited<Result<(WorkerDocument, DocumentSummary), WorkerError>>()
    pool.open(descriptor: descriptor, password: []) { answer.give($0) }
    guard case .success(let (document, summary)) = answer.wait() else {
      pool.shutdown()
      throw ProgramRun.Failure(description: "\(path) cannot be opened")
    }
    self.document = document
    pageCount = summary.pageCount
  }

  func close() { pool.shutdown() }

  func sizes(_ most: Int) throws(ProgramRun.Failure) -> [PageSize] {
    let answer = Awaited<Result<Reply, WorkerError>>()
    document.send(.pages(0..<min(most, pageCount))) { answer.give($0) }
    guard case .success(.pages(let infos)) = answer.wait() else {
      throw ProgramRun.Failure(description: "no pages")
    }
    return infos.map(\.size)
  }

  /// Returns the milliseconds from request to answer for all pages but the first.
  func time(
    _ sizes: [PageSize], _ width: Int, _ profile: ColorProfile
  ) throws(ProgramRun.Failure) -> Double {
    var total = Duration.zero
    for (page, size) in sizes.enumerated() {
      guard let pixels = PictureScale.width(width).pixels(of: size) else { continue }
      let drawing = PageDrawing(
        page: page, width: pixels.width, height: pixels.height, profile: profile)
      let answer = Awaited<Result<PagePicture, WorkerError>>()
      let begin = ContinuousClock.now
      document.draw(drawing) { answer.give($0) }
      guard case .success = answer.wait() else {
        throw ProgramRun.Failure(description: "page \(page + 1) was not drawn")
      }
      if page > 0 { total += ContinuousClock.now - begin }
    }
    return total / .milliseconds(1)
  }
}

/// Writes a PDF of blank pages.
private enum BlankBook {
  static func write(_ sizes: [PageSize], to path: String) throws(ProgramRun.Failure) {
    var file = "%PDF-1.4\n"
    var offsets: [Int] = []
    func add(_ body: String) {
      offsets.append(file.utf8.count)
      file += "\(offsets.count) 0 obj\n\(body)\nendobj\n"
    }
    let kids = sizes.indices.map { "\($0 + 3) 0 R" }.joined(separator: " ")
    add("<</Type/Catalog/Pages 2 0 R>>")
    add("<</Type/Pages/Kids[\(kids)]/Count \(sizes.count)>>")
    for size in sizes {
      add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(size.width) \(size.height)]>>")
    }
    let start = file.utf8.count
    file += "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    file += "trailer<</Size \(offsets.count + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
    let stream = fopen(path, "we")
    guard let stream else { throw ProgramRun.Failure(description: "\(path) cannot be written") }
    defer { fclose(stream) }
    fputs(file, stream)
  }
}
