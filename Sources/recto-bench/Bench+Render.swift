import DocumentModel
import Glibc
import Wire
import Workers

extension Bench {
  /// Pages that are drawn, and pixels they are wide.
  private static let (mostPages, width) = (40, 1_000)
  /// Pixels across a page that is hardly there.
  private static let tiny = 8

  /// Pages drawn by a worker into shared memory, against pdftocairo's drawing of the same pages.
  ///
  /// pdftocairo does not tell how long it draws, and PNG takes longer than that. So it writes TIFF without compression, and what white
  /// pixels cost is taken off: what as many blank pages of the same sizes take longer than blank pages of 8 pixels. That is
  /// paper, memory and writing; what any page costs however small, as the set-up of its colours by pdftocairo and messages by us,
  /// is drawing and stays. The same is taken off from ours, which is the time from request to answer. The first page comes
  /// before, with the document's opening and first fonts, and is not counted.
  func render() throws(Command.Failure) -> [Figure] {
    let drawn = try DrawnBook(book, worker: worker)
    defer { drawn.close() }
    let sizes = try drawn.sizes(Self.mostPages)
    guard sizes.count > 1 else {
      throw Command.Failure(description: "a book of one page tells nothing")
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
    func figure(_ name: String, _ total: Double) -> Figure {
      Figure(name: name, value: total / pages, unit: "ms")
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
      Figure(
        name: "drawing alone, against pdftocairo", value: own.drawing / peer.drawing, unit: "×",
        goal: .atMost(1.1)),
      Figure(
        name: "  what blank pages cost at all taken off from both",
        value: own.content / peer.content, unit: "×"),
    ]
  }

  private var worker: String { recto + "-worker" }

  /// Milliseconds of all pages but the first.
  private func peerTime(
    _ path: String, _ count: Int, _ width: Int
  ) throws(Command.Failure) -> Double {
    let all = try peerTime(path, last: count, width)
    return all - (try peerTime(path, last: 1, width))
  }

  private func peerTime(
    _ path: String, last: Int, _ width: Int
  ) throws(Command.Failure) -> Double {
    // In memory, where there is such a folder: the disk is not measured.
    let place =
      access("/dev/shm", W_OK) == 0 ? "/dev/shm/recto-bench-\(getpid())" : folder + "/tiff"
    guard mkdir(place, 0o700) == 0 || errno == EEXIST else {
      throw Command.Failure(description: "\(place) cannot be made")
    }
    let time = try Command(
      "pdftocairo", "-tiff", "-tiffcompression", "none", "-f", "1", "-l", String(last),
      "-scale-to-x", String(width), "-scale-to-y", "-1", path, place + "/page"
    ).time()
    _ = try Command("rm", "-r", place).time()
    return time
  }
}

/// What pages took in each round, in milliseconds: of a book, blank ones of the same size, and blank ones of next to no size.
private struct PageTimes {
  private(set) var drawn: [Double] = []
  private(set) var blank: [Double] = []
  private(set) var tiny: [Double] = []

  mutating func add(drawn: Double, blank: Double, tiny: Double) {
    self.drawn.append(drawn)
    self.blank.append(blank)
    self.tiny.append(tiny)
  }

  /// Without what white pixels cost.
  var drawing: Double { drawn.median - (blank.median - tiny.median) }
  /// Without what blank pages cost.
  var content: Double { drawn.median - blank.median }
}

/// A document whose pages are drawn by a worker.
private final class DrawnBook {
  private let pool: WorkerPool
  private let document: WorkerDocument
  private let pageCount: Int

  init(_ path: String, worker: String) throws(Command.Failure) {
    pool = WorkerPool(WorkerPool.Options(executable: worker))
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    let answer = Awaited<Result<(WorkerDocument, DocumentSummary), WorkerError>>()
    pool.open(descriptor: descriptor, password: []) { answer.give($0) }
    guard case .success(let (document, summary)) = answer.wait() else {
      pool.shutdown()
      throw Command.Failure(description: "\(path) cannot be opened")
    }
    self.document = document
    pageCount = summary.pageCount
  }

  func close() { pool.shutdown() }

  func sizes(_ most: Int) throws(Command.Failure) -> [PageSize] {
    let answer = Awaited<Result<Reply, WorkerError>>()
    document.send(.pages(0..<min(most, pageCount))) { answer.give($0) }
    guard case .success(.pages(let infos)) = answer.wait() else {
      throw Command.Failure(description: "no pages")
    }
    return infos.map(\.size)
  }

  /// Milliseconds from request to answer, of all pages but the first.
  func time(
    _ sizes: [PageSize], _ width: Int, _ profile: ColorProfile
  ) throws(Command.Failure) -> Double {
    var total = Duration.zero
    for (page, size) in sizes.enumerated() {
      guard let pixels = PictureScale.width(width).pixels(of: size) else { continue }
      let drawing = PageDrawing(
        page: page, width: pixels.width, height: pixels.height, profile: profile)
      let answer = Awaited<Result<PagePicture, WorkerError>>()
      let begin = ContinuousClock.now
      document.draw(drawing) { answer.give($0) }
      guard case .success = answer.wait() else {
        throw Command.Failure(description: "page \(page + 1) was not drawn")
      }
      if page > 0 { total += ContinuousClock.now - begin }
    }
    return total / .milliseconds(1)
  }
}

/// A PDF of blank pages.
private enum BlankBook {
  static func write(_ sizes: [PageSize], to path: String) throws(Command.Failure) {
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
    guard let stream else { throw Command.Failure(description: "\(path) cannot be written") }
    defer { fclose(stream) }
    fputs(file, stream)
  }
}
