import DocumentModel
import Foundation
import Glibc
import TestSupport
import Testing
import Wire
import Workers

/// The pool with the worker it is made for.
@Suite struct RealWorkerTests {
  private func open(_ file: Data) async throws -> (WorkerPool, WorkerDocument) {
    let (pool, document, _) = try await open(file, name: "", encoding: "")
    return (pool, document)
  }

  private func open(
    _ file: Data, name fileName: String, encoding: String
  ) async throws -> (WorkerPool, WorkerDocument, DocumentSummary) {
    let descriptor = Self.descriptor(of: file)
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    let result = await withCheckedContinuation { continuation in
      pool.open(descriptor: descriptor, password: [], name: fileName, encoding: encoding) {
        continuation.resume(returning: $0)
      }
    }
    do {
      let (document, summary) = try result.get()
      return (pool, document, summary)
    } catch {
      pool.shutdown()
      throw error
    }
  }

  private static func descriptor(of file: Data) -> Int32 {
    var name = Array("/tmp/recto-pool-XXXXXX\0".utf8CString)
    let descriptor = mkstemp(&name)
    unlink(name)
    file.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
    return descriptor
  }

  /// libarchive in the sandbox.
  @Test func archivesAreReadInTheSandbox() async throws {
    var tar = TarArchive()
    for number in 0..<3 { tar.add("\(number).txt", String(repeating: "x", count: 3 << 20)) }
    let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
    defer { pool.shutdown() }
    var name = Array("/tmp/recto-pool-XXXXXX\0".utf8CString)
    let descriptor = mkstemp(&name)
    unlink(name)
    let bytes = tar.whole
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    let service = pool.archiveService()
    var (names, count) = ([[String]](), 0)
    var portion = try await withCheckedContinuation { continuation in
      service.read(descriptor, name: "a.tar", namesOnly: false) {
        continuation.resume(returning: $0)
      }
    }.get()
    while true {
      for piece in portion.pieces {
        if case .file(let parts, _) = piece { names.append(parts) }
        if case .bytes(let bytes) = piece { count += bytes.count }
      }
      if portion.isEnd { break }
      portion = try await withCheckedContinuation { continuation in
        service.readOn { continuation.resume(returning: $0) }
      }.get()
    }
    #expect(names == [["0.txt"], ["1.txt"], ["2.txt"]])
    #expect(count == 9 << 20)
    #expect(!portion.isDamaged)
  }

  /// A worker that a terminal's stop met between its start and its program kept the reader from stopping: the shell waited for ever.
  @Test func terminalsDoNotStopWorkers() async throws {
    let (pool, _, _) = try await open(Data("words".utf8), name: "a.txt", encoding: "")
    defer { pool.shutdown() }
    let workers = Processes.children(of: getpid()).filter { Processes.name($0) == "recto-worker" }
    #expect(!workers.isEmpty)
    for worker in workers {
      let stops = [SIGTSTP, SIGTTIN, SIGTTOU]
      #expect(Processes.blockedSignals(of: worker)?.isSuperset(of: stops) ?? true)
    }
  }

  /// When memory runs out, the kernel ends a worker before the user's programs.
  @Test func workersAreTheFirstToBeKilledWithoutMemory() async throws {
    let (pool, _, _) = try await open(Data("words".utf8), name: "a.txt", encoding: "")
    defer { pool.shutdown() }
    let workers = await withCheckedContinuation { continuation in
      pool.processes { continuation.resume(returning: $0) }
    }
    let scores = workers.compactMap { worker in
      try? String(contentsOfFile: "/proc/\(worker)/oom_score_adj", encoding: .utf8)
    }
    // The spare worker may not be ready yet.
    #expect(scores.contains("500\n"), "\(scores)")
  }

  /// Others than the first are copies of a process that saw no document: children of ours, each with a sandbox of its own.
  @Test func furtherWorkersAreForkedFromATemplate() async throws {
    var options = WorkerPool.Options(executable: Programs.path("recto-worker"))
    options.copiesPerTemplate = 3
    let pool = WorkerPool(options)
    defer { pool.shutdown() }
    func isTemplate(_ pid: Int32) -> Bool { Processes.arguments(pid).contains("--template") }
    var copies: Set<Int32> = []
    let service = pool.indexService()
    for number in 0..<200 where copies.count < 8 {
      let file = Self.descriptor(of: Data("Document \(number)".utf8))
      let portion = await withCheckedContinuation { continuation in
        service.read(
          IndexingRequest(password: [], name: "a.txt"), of: file, isForeign: true
        ) { continuation.resume(returning: $0) }
      }
      #expect(try portion.get().isEnd)
      let workers = await withCheckedContinuation { continuation in
        pool.processes { continuation.resume(returning: $0) }
      }
      let own = Processes.children(of: getpid())
      for worker in workers where isTemplate(worker) {
        #expect(own.contains(worker))
        copies.insert(worker)
      }
    }
    #expect(copies.count >= 8)
    let greeting = await withCheckedContinuation { continuation in
      pool.greeting { continuation.resume(returning: $0) }
    }
    #expect(try greeting.get().missing == [])
  }

  private static let russian: [UInt8] =
    // «Все счастливые семьи похожи друг на друга» in KOI8-R.
    [0xF7, 0xD3, 0xC5, 0x20, 0xD3, 0xDE, 0xC1, 0xD3, 0xD4, 0xCC, 0xC9, 0xD7, 0xD9, 0xC5, 0x20]
    + [0xD3, 0xC5, 0xCD, 0xD8, 0xC9, 0x20, 0xD0, 0xCF, 0xC8, 0xCF, 0xD6, 0xC9, 0x20, 0xC4, 0xD2]
    + [0xD5, 0xC7, 0x20, 0xCE, 0xC1, 0x20, 0xC4, 0xD2, 0xD5, 0xC7, 0xC1, 0x0A]

  /// An encoding needs a worker that loaded converters before its sandbox was closed: the pool finds one, also after a crash.
  @Test func otherEncodingsAreReadInTheSandbox() async throws {
    let (pool, document, summary) = try await open(
      Data(Self.russian), name: "a.txt", encoding: "")
    defer { pool.shutdown() }
    #expect(summary.flow?.encoding == "KOI8-R")
    let words = Array("Все счастливые семьи похожи друг на друга\n".utf8)
    #expect(await document.ask(.plainText(page: 0)) == .success(.plainText(words)))
    let named = try await open(Data(Self.russian), name: "a.txt", encoding: "windows-1251")
    defer { named.0.shutdown() }
    #expect(named.2.flow?.encoding == "windows-1251")
    #expect(named.2.flow?.isGuess == false)
  }

  @Test(arguments: ["no-such-encoding", "UTF-8//TRANSLIT", "../../x"])
  func unknownEncodingsAreRefused(_ name: String) async throws {
    await #expect(throws: WorkerError.engine(.encodingUnknown)) {
      try await open(Data("text".utf8), name: "a.txt", encoding: name)
    }
  }

  /// Excessively nested Markdown is shown as plain text, in the worker's own time.
  @Test func hostileMarkdownIsShownAsPlainText() async throws {
    let text = String(repeating: ">", count: 200_000) + "x\n"
    let (pool, document, summary) = try await open(Data(text.utf8), name: "a.md", encoding: "")
    defer { pool.shutdown() }
    #expect(summary.flow?.kind == .plainText)
    #expect(summary.flow?.shortfall == .tooDeep)
    guard case .success(.plainText(let bytes)) = await document.ask(.plainText(page: 0)) else {
      throw EngineFailure.notFound
    }
    #expect(bytes.first == 0x3E)
  }

  /// Letters of ten million points break cairo's font; pages drawn later have their text all the same.
  @Test func anUndrawablePageDoesNotAffectOthers() async throws {
    var book = PagedPDF()
    book.addPage("Text) Tj /F 10000000 Tf (Huge", at: (72, 700))
    book.addPage("Text")
    let (pool, document) = try await open(book.file())
    defer { pool.shutdown() }
    let first = await document.picture(PageDrawing(page: 0, width: 612, height: 792))
    #expect(first.failure == .engine(.damaged))
    let second = try await document.picture(PageDrawing(page: 1, width: 612, height: 792)).get()
    #expect(!second.facts.isBlank)
  }

  /// Twelve transparent groups in one another, each as large as the picture: more than a worker may have. Drawn small they fit, and
  /// what comes next is drawn as ever.
  @Test func aPageThatNeedsTooMuchMemoryIsReported() async throws {
    var book = PagedPDF()
    let look = book.writer.add("<</Type/ExtGState/ca 0.5/BM/Multiply>>")
    var inner = ""
    for _ in 0..<12 {
      let paint = inner.isEmpty ? "1 0 0 rg 0 0 612 792 re f" : "/G gs /X Do"
      let group = book.writer.add(
        stream: paint,
        "/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Group<</S/Transparency/I true>>"
          + "/Resources<</ExtGState<</G \(look) 0 R>>\(inner)>>")
      inner = "/XObject<</X \(group) 0 R>>"
    }
    let page = book.addPage("")
    let content = book.writer.add(stream: "/G gs /X Do")
    book.writer.set(
      page,
      "<</Type/Page/Parent 1 0 R/MediaBox[0 0 612 792]/Contents \(content) 0 R"
        + "/Resources<</ExtGState<</G \(look) 0 R>>\(inner)>>>>")
    let (pool, document) = try await open(book.file())
    defer { pool.shutdown() }
    let large = PageDrawing(page: 0, width: 6_120, height: 7_920)
    #expect(await document.picture(large, deadline: .seconds(60)).failure == .engine(.outOfMemory))
    let small = PageDrawing(page: 0, width: 61, height: 79)
    #expect(try await document.picture(small).get().facts.isGray == false)
  }

  /// A map of 20,000 pixels a side needs 1.6 GB as poppler decodes it for the screen.
  @Test func anImageLargerThanAWorkersMemoryIsDrawn() async throws {
    var book = PagedPDF()
    let side = 20_000
    let runs = [UInt8](
      repeating: 0, count: (side * side / 8 / 128) * 2
    ).enumerated().map { $0.offset % 2 == 0 ? UInt8(129) : 0 }
    let image = book.writer.add(
      bytes: Array(
        "<</Type/XObject/Subtype/Image/Width \(side)/Height \(side)/ColorSpace/DeviceGray/BitsPerComponent 1/Filter/RunLengthDecode/Length \(runs.count)>>stream\n"
          .utf8) + runs + Array("\nendstream".utf8))
    let form = book.writer.add(
      stream: "/I Do",
      "/Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</XObject<</I \(image) 0 R>>>>")
    let page = book.addPage("")
    let content = book.writer.add(stream: "q 400 0 0 400 100 100 cm /F Do Q")
    book.writer.set(
      page,
      "<</Type/Page/Parent 1 0 R/MediaBox[0 0 612 792]/Contents \(content) 0 R/Resources<</XObject<</F \(form) 0 R>>>>>>"
    )
    let (pool, document) = try await open(book.file())
    defer { pool.shutdown() }
    let picture = try await document.picture(
      PageDrawing(page: 0, width: 61, height: 79), deadline: .seconds(60)
    ).get()
    #expect(!picture.facts.isBlank)
  }

  /// A reply longer than a message travels in shared memory.
  @Test func longTextsArriveComplete() async throws {
    var book = PagedPDF()
    let line = String(repeating: "word ", count: 2_000)
    book.addPage(line, at: (0, 700), box: "/MediaBox[0 0 100000 792]")
    let (pool, document) = try await open(book.file())
    defer { pool.shutdown() }
    guard case .success(.text(let text)) = await document.ask(.text(page: 0)) else {
      throw EngineFailure.notFound
    }
    #expect(text.byteCount > Limit.frame)
    #expect(text.scalars.filter { $0 == 0x77 }.count == 2_000)
  }
}
