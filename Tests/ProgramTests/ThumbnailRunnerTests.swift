import DocumentModel
import Files
import Foundation
import Interface
import Messages
import Pictures
import TestSupport
import Testing
import Thumbnails
import Workers

@testable import Services

/// A runner over a folder of files, with a real worker, that tells a mailbox.
private struct RunnerBench: ~Copyable {
  let folder: TemporaryFolder
  let pool: WorkerPool
  let mailbox = Mailbox()
  let desk: PageImageLoader
  let runner: ThumbnailRunner
  static let fit = ThumbnailFit(columns: 10, rows: 8, cell: .init(width: 10, height: 20))

  init() throws {
    let made = try TemporaryFolder()
    pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    desk = PageImageLoader(opened: OpenDocuments(), mailbox: mailbox, budget: 1 << 20)
    var settings = ThumbnailSettings(Preferences())
    settings.cache = ThumbnailCache(in: made.path + "/cache")
    runner = ThumbnailRunner(
      desk, pool: pool, lanes: DiskLanes(), mailbox: mailbox, settings: settings,
      memory: PictureBudget(16 << 20))
    folder = made
  }

  deinit { pool.shutdown() }

  func file(_ name: String, _ data: Data = SmallDocument.bytes(pages: 1)) throws -> String {
    let path = folder.path + "/" + name
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  typealias Reported = (path: String, answer: ThumbnailAnswer, use: ThumbnailUse)
  struct Late: Error {}

  /// Returns the next reported thumbnails, in order.
  func reported(_ count: Int) throws -> [Reported] {
    var reported: [Reported] = []
    while reported.count < count {
      var window = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&window, 1, 60_000) > 0 else { throw Late() }
      for case .browser(.thumbnail(let path, let answer, let use)) in mailbox.take() {
        reported.append((path, answer, use))
      }
    }
    return reported
  }
}

@Suite struct ThumbnailRunnerTests {
  @Test func reportedPicturesFitTheirTile() throws {
    let bench = try RunnerBench()
    let path = try bench.file("a.pdf")
    bench.runner.want(ThumbnailOrder(visible: [path], fit: RunnerBench.fit))
    let reported = try bench.reported(1)
    #expect(reported[0].path == path && reported[0].use == .tile)
    // Letter paper in a square of 100 × 160 pixels, in whole cells.
    guard case .picture(let facts) = reported[0].answer else { throw RunnerBench.Late() }
    #expect((facts.width, facts.height) == (100, 120) && !facts.isSmall)
    #expect(bench.desk.has(.thumbnail(FilePath(path), version: facts.version)))
  }

  @Test func missingThumbnailsHaveAReason() throws {
    let bench = try RunnerBench()
    let broken = try bench.file("b.pdf", Data("%PDF-1.7 nothing".utf8))
    let gone = bench.folder.path + "/gone.pdf"
    bench.runner.want(ThumbnailOrder(visible: [broken, gone], fit: RunnerBench.fit))
    let answers = try bench.reported(2).reduce(into: [String: ThumbnailAnswer]()) {
      $0[$1.path] = $1.answer
    }
    #expect(answers == [broken: .none(.broken), gone: .none(.unreadable)])
  }

  /// The preview of before the gallery is requested again after it.
  @Test func aRepeatedPreviewIsReportedAgain() throws {
    let bench = try RunnerBench()
    let path = try bench.file("a.pdf")
    for _ in 0..<2 {
      bench.runner.preview(path, RunnerBench.fit)
      let reported = try bench.reported(1)
      #expect(reported[0].path == path && reported[0].use == .preview)
    }
  }

  /// A cursor that runs over files wants the last of them only.
  @Test func onlyTheLastPreviewIsRendered() throws {
    let bench = try RunnerBench()
    let paths = try (0..<5).map { try bench.file("\($0).pdf") }
    for path in paths { bench.runner.preview(path, RunnerBench.fit) }
    let reported = try bench.reported(1)
    #expect(reported.map(\.path) == [paths[4]] && reported[0].use == .preview)
  }

  /// In another room the same file has another picture, and both uses have rooms of their own.
  @Test func anotherSizeIsAnotherPicture() throws {
    let bench = try RunnerBench()
    let path = try bench.file("a.pdf")
    var wide = RunnerBench.fit
    (wide.columns, wide.rows) = (20, 16)
    bench.runner.want(ThumbnailOrder(visible: [path], fit: RunnerBench.fit))
    let first = try bench.reported(1)[0].answer
    bench.runner.want(ThumbnailOrder(visible: [path], fit: wide))
    let second = try bench.reported(1)[0].answer
    bench.runner.preview(path, RunnerBench.fit)
    let preview = try bench.reported(1)[0].answer
    guard case .picture(let small) = first, case .picture(let large) = second else {
      throw RunnerBench.Late()
    }
    #expect(small.width == 100 && large.width == 200 && small.version != large.version)
    #expect(preview == first)
  }

  @Test func withoutAGalleryNothingIsStarted() throws {
    let bench = try RunnerBench()
    bench.runner.want(ThumbnailOrder())
    bench.runner.look(at: [bench.folder.path + "/a.pdf"])
    let path = try bench.file("a.pdf")
    bench.runner.preview(path, RunnerBench.fit)
    #expect(try bench.reported(1).map(\.use) == [.preview])
  }
}

/// The settings' sum.
@Suite struct PictureBudgetTests {
  @Test(arguments: [16, 64, 256, 4_096]) func partsOfTheBudgetAddUp(_ megabytes: Int) {
    let budget = PictureBudget(megabytes << 20)
    #expect(
      budget.pages + budget.thumbnails + budget.previews + PictureSurface.mostPainted
        == megabytes << 20)
    #expect(budget.pages > budget.thumbnails && budget.previews > 0)
  }

  @Test func tinyBudgetsHaveNoPages() {
    #expect(PictureBudget(1) == PictureBudget(0) && PictureBudget(0).pages == 0)
  }
}
