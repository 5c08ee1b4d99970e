import DocumentModel
import Glibc
import Library
import Text
import Workers

extension Bench {
  /// Runs 200 searches over an index of a folder's documents, and over a larger index with `--pages`, filled by the same documents under other names.
  ///
  /// Measures the time until a screen is filled and until all is found. pdfgrep and recoll, if installed, answer some of the same queries.
  func queries() throws(ProgramRun.Failure) -> [Measurement] {
    let library = try QueryLibrary(self)
    var figures: [Measurement] = []
    for pages in [0] + (pages.map { [$0] } ?? []) {
      let count = try library.grow(to: pages)
      warn("\(count) pages are in the index")
      let times = try library.times()
      figures.append(
        Measurement(name: "\(count) pages, \(times.count) searches", value: 0, unit: ""))
      for (name, list) in library.byKind(times) {
        let first = list.map(\.first)
        figures += [
          Measurement(
            name: "  \(name): first screen, p50", value: first.percentile(0.5), unit: "ms"),
          Measurement(
            name: "  \(name): first screen, p95", value: first.percentile(0.95), unit: "ms",
            goal: name == "all" && pages <= 100_000 ? .atMost(50) : .none),
          Measurement(
            name: "  \(name): first screen, p99", value: first.percentile(0.99), unit: "ms"),
          Measurement(
            name: "  \(name): all hits, p50 and p95", value: list.map(\.all).percentile(0.5),
            unit: "ms"),
          Measurement(
            name: "  \(name): … p95", value: list.map(\.all).percentile(0.95), unit: "ms"),
        ]
      }
    }
    return figures + peers(library)
  }

  private func peers(_ library: QueryLibrary) -> [Measurement] {
    var figures: [Measurement] = []
    let words = library.queries.filter { $0.kind == "rare" || $0.kind == "common" }.map(\.text)
    var times: [Double] = []
    for word in words.prefix(2) {
      if let time = ProgramRun("pdfgrep", "-r", "-i", "-F", "-c", word, folder).timeAtAnyEnd(
        within: 300)
      {
        times.append(time)
      }
    }
    figures.append(
      Measurement(name: "pdfgrep -r, \(times.count) words, median", of: times, unit: "ms"))
    let settings = folder + "/recoll"
    guard mkdir(settings, 0o700) == 0, let file = fopen(settings + "/recoll.conf", "w") else {
      return figures
    }
    fputs("topdirs = \(library)\n", file)
    fclose(file)
    guard ProgramRun("recollindex", "-c", settings, "-z").timeAtAnyEnd() > 0 else { return figures }
    let answers = words.map {
      ProgramRun("recollq", "-c", settings, "-n", "10", "-q", $0).timeAtAnyEnd()
    }
    figures += [
      Measurement(name: "recoll -t -q, \(answers.count) words, p50", of: answers, unit: "ms"),
      Measurement(name: "recoll -t -q, p95", value: answers.percentile(0.95), unit: "ms"),
    ]
    return figures
  }
}

/// An index of a folder's documents that can be enlarged, and the queries for it.
final class QueryLibrary {
  struct Query {
    var kind: String
    var text: String
    var isExpression = false

    var parsed: LibraryQuery? {
      try? LibraryQuery(text, options: SearchQuery("", isRegularExpression: isExpression))
    }
  }

  struct Time {
    var kind: String
    /// The milliseconds until a screen is filled, and to the end.
    var first: Double
    var all: Double
  }

  let kinds = ["rare", "common", "phrase", "japanese", "expression"]
  private(set) var queries: [Query] = []
  private let place: String
  private let index: LibraryIndex
  private(set) var documents: [IndexedDocument] = []
  private var copies = 0
  private var random: UInt64 = 88_172_645_463_325_252

  private static let each = 40

  init(_ bench: Bench) throws(ProgramRun.Failure) {
    place = bench.folder + "/queries"
    do throws(LibraryIndex.Failure) {
      index = try LibraryIndex(folder: place)
    } catch {
      throw ProgramRun.Failure(description: error.message)
    }
    documents = try Self.read(bench.library, bench)
    makeQueries()
  }

  /// Xorshift: the same sequence in each run.
  private func next(_ count: Int) -> Int {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Int(random % UInt64(max(1, count)))
  }

  private static func read(_ folder: String, _ bench: Bench) throws(ProgramRun.Failure)
    -> [IndexedDocument]
  {
    guard let worker = WorkerPool.locateWorker() else {
      throw ProgramRun.Failure(description: "recto-worker is missing")
    }
    let pool = WorkerPool(WorkerPool.Options(executable: worker))
    defer { pool.shutdown() }
    let service = pool.indexService()
    var documents: [IndexedDocument] = []
    for path in try ProgramRun("find", folder, "-name", "*.pdf", "-type", "f").output()
      .split(separator: "\n").map(String.init).sorted()
    {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      var portion: IndexedPortion? = wait {
        service.read(IndexingRequest(name: path), of: descriptor, isForeign: false, completion: $0)
      }
      var document = IndexedDocument(
        FileSighting(path: path, device: 0, inode: 0, size: 0, modified: 0), reader: "",
        type: "com.adobe.pdf")
      while let now = portion {
        if let card = now.card { document.card = card }
        document.pages += now.pages
        document.sections += now.sections
        portion = now.isEnd ? nil : wait { service.readOn(completion: $0) }
      }
      documents.append(document)
    }
    return documents
  }

  private static func wait(_ ask: (@escaping IndexService.Handler) -> Void) -> IndexedPortion? {
    let answer = Awaited<Result<IndexedPortion, WorkerError>>()
    ask { answer.give($0) }
    return try? answer.wait().get()
  }

  /// Adds all documents, and repeats them under other names until there are enough pages; returns the number of pages.
  func grow(to pages: Int) throws(ProgramRun.Failure) -> Int {
    let own = documents.reduce(0) { $0 + $1.pages.count }
    do throws(LibraryIndex.Failure) {
      repeat {
        for document in documents {
          var copy = document
          copy.sighting.path = "/library\(copies)" + document.sighting.path
          try index.put([copy])
        }
        copies += 1
      } while copies * own < pages
      try index.settle()
    } catch {
      throw ProgramRun.Failure(description: error.message)
    }
    return copies * own
  }

  /// Makes queries from the documents: words by frequency, phrases that occur, and expressions made of words.
  private func makeQueries() {
    var counts: [String: Int] = [:]
    var phrases: [String] = []
    var ideographs: [String] = []
    for document in documents {
      for page in document.pages {
        var flat = FlatText()
        page.passages.withUnsafeBytes { _ = flat.add(packed: $0, page: page.number) }
        let text = flat.text
        var last: [Substring] = []
        for word in text.split(whereSeparator: { !$0.isLetter }) {
          if word.unicodeScalars.allSatisfy({ (0x4E00...0x9FFF).contains($0.value) }),
            word.count >= 2
          {
            if next(20) == 0 { ideographs.append(String(word.prefix(2))) }
            continue
          }
          guard word.utf8.allSatisfy({ $0 < 0x80 }) else { continue }
          if word.count >= 4 { counts[word.lowercased(), default: 0] += 1 }
          last = last.suffix(2) + [word]
          if last.count == 3, next(3_000) == 0, text.contains(last.joined(separator: " ")) {
            phrases.append(last.joined(separator: " "))
          }
        }
      }
    }
    let ranked = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    let rare = ranked.suffix(ranked.count / 2)
    func some(_ kind: String, _ pick: () -> String?, isExpression: Bool = false) {
      for _ in 0..<Self.each {
        if let text = pick() {
          queries.append(Query(kind: kind, text: text, isExpression: isExpression))
        }
      }
    }
    some("rare", { rare.isEmpty ? nil : rare[rare.startIndex + self.next(rare.count)] })
    some("common", { ranked.isEmpty ? nil : ranked[self.next(min(200, ranked.count))] })
    some("phrase", { phrases.isEmpty ? nil : "\"" + phrases[self.next(phrases.count)] + "\"" })
    some("japanese", { ideographs.isEmpty ? nil : ideographs[self.next(ideographs.count)] })
    some(
      "expression",
      {
        guard !ranked.isEmpty else { return nil }
        let word = ranked[self.next(min(5_000, ranked.count))]
        return self.next(2) == 0
          ? word.prefix(4) + "\\w*(s|ed|ing)\\b" : "\\b\(word)(s|es)?\\s+\\w+"
      }, isExpression: true)
  }

  /// Returns the times of all queries, and of those of each kind, by name.
  func byKind(_ times: [Time]) -> [(name: String, times: [Time])] {
    ([("all", times)] + kinds.map { kind in (kind, times.filter { $0.kind == kind }) })
      .filter { !$0.1.isEmpty }
  }

  func times() throws(ProgramRun.Failure) -> [Time] {
    let searcher: LibrarySearcher
    do throws(LibraryIndex.Failure) {
      searcher = try LibrarySearcher(folder: place, library: place)
      _ = try searcher.documents()
    } catch {
      throw ProgramRun.Failure(description: error.message)
    }
    return try times { query, tell in
      try searcher.find(query) { _ in tell() }
    }
  }

  /// Runs all queries by a search that tells each portion of results.
  func times(
    _ search: (LibraryQuery, _ tell: () -> Void) throws -> Void
  ) throws(ProgramRun.Failure) -> [Time] {
    var times: [Time] = []
    for query in queries {
      guard let wanted = query.parsed else { continue }
      let begin = ContinuousClock.now
      var first: Double?
      do {
        try search(wanted) {
          first = first ?? (ContinuousClock.now - begin) / .milliseconds(1)
        }
      } catch {
        throw ProgramRun.Failure(description: "\(query.text): \(error)")
      }
      let all = (ContinuousClock.now - begin) / .milliseconds(1)
      times.append(Time(kind: query.kind, first: first ?? all, all: all))
    }
    return times
  }
}
