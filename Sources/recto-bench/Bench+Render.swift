import DocumentModel
import Glibc
import Wire
import Workers

extension Bench {
  /// Pages that are drawn, and pixels they are wide.
  private static let (mostPages, width) = (40, 1_000)

  /// Pages drawn by a worker into shared memory, against pdftocairo's drawing of the same pages.
  ///
  /// pdftocairo does not tell how long it draws, and PNG takes longer than that. So it writes TIFF without compression, and the same
  /// number of blank pages of the same sizes after it: what they take, start, white paper and writing, is no drawing. So is what
  /// the first page takes, with the document's opening and first fonts: it is drawn before, and taken off again. Ours is the time
  /// from request to answer, with white paper, memory and messages in it.
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
    var (own, dark, ownBlank, peers): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for _ in 0..<rounds {
      peers.append(try peerTime(book, sizes.count) - peerTime(blank, sizes.count))
      own.append(try drawn.time(sizes, Self.width, .normal))
      ownBlank.append(try blankDrawn.time(sizes, Self.width, .normal))
      dark.append(try drawn.time(sizes, Self.width, .dark))
    }
    let pages = Double(sizes.count - 1)
    return [
      Figure(name: "a page drawn, request to answer", value: own.median / pages, unit: "ms"),
      Figure(name: "a blank page, request to answer", value: ownBlank.median / pages, unit: "ms"),
      Figure(name: "a page drawn dark", value: dark.median / pages, unit: "ms"),
      Figure(name: "pdftocairo, drawing alone", value: peers.median / pages, unit: "ms"),
      Figure(
        name: "drawing alone, against pdftocairo",
        value: (own.median - ownBlank.median) / peers.median, unit: "×", goal: .atMost(1.1)),
      Figure(
        name: "with paper, memory and messages, against it", value: own.median / peers.median,
        unit: "×"),
    ]
  }

  private var worker: String { recto + "-worker" }

  /// Milliseconds of all pages but the first.
  private func peerTime(_ path: String, _ count: Int) throws(Command.Failure) -> Double {
    let all = try peerTime(path, last: count)
    return all - (try peerTime(path, last: 1))
  }

  private func peerTime(_ path: String, last: Int) throws(Command.Failure) -> Double {
    // In memory, where there is such a folder: the disk is not measured.
    let place =
      access("/dev/shm", W_OK) == 0 ? "/dev/shm/recto-bench-\(getpid())" : folder + "/tiff"
    guard mkdir(place, 0o700) == 0 || errno == EEXIST else {
      throw Command.Failure(description: "\(place) cannot be made")
    }
    let time = try Command(
      "pdftocairo", "-tiff", "-tiffcompression", "none", "-f", "1", "-l", String(last),
      "-scale-to-x", String(Self.width), "-scale-to-y", "-1", path, place + "/page"
    ).time()
    _ = try Command("rm", "-r", place).time()
    return time
  }
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
