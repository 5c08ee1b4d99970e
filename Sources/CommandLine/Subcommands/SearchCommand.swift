import DocumentModel
import Glibc
import Interface
import Platform
import Program
import Services
import Text
import Wire
import Workers

/// `recto search`: finds text in documents, across lines, hyphens, columns and pages.
enum SearchCommand {
  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      guard let pattern = parsed.words.first else {
        throw Arguments.Mistake(sentence: "search needs a pattern, and documents to search")
      }
      let places = Array(parsed.words.dropFirst())
      let isOfLibrary = isOfLibrary(places, parsed)
      let status: Int32
      if isOfLibrary {
        status = try library(parsed, pattern, places).run(places)
      } else {
        let request = try Options(parsed, pattern)
        status = try CommandDocument.withWorkers { try search(places, request, parsed, $0) }
      }
      if status == 1, let hint = hint(pattern, parsed, isOfLibrary: isOfLibrary) {
        Output.complain(hint)
      }
      return status
    }
  }

  /// Returns what may be wrong with a pattern that was not found.
  private static func hint(
    _ pattern: String, _ parsed: Arguments, isOfLibrary: Bool
  ) -> String? {
    guard parsed.options["query"] == nil, parsed.options["regex"] == nil else { return nil }
    if LibraryQuery.hasSigns(pattern) {
      return
        "nothing was found; the pattern is searched as it is: AND, OR, NOT, - and filters such as near: need --query (-Q)"
    }
    return isOfLibrary && pattern.split(separator: " ").count > 1
      ? "nothing was found; the words are searched as a phrase: --query (-Q) finds documents that have each of them"
      : nil
  }

  static let form = OptionForm(
    command: "search",
    flags: [
      "regex", "word", "case-sensitive", "ignore-case", "ignore-accents", "count", "files", "query",
      "json", "keep-headers", "section", "rank", "no-index",
    ],
    valued: ["max-count": .text, "password-file": .file, "share": .text],
    short: [
      "E": "regex", "w": "word", "s": "case-sensitive", "i": "ignore-case", "a": "ignore-accents",
      "c": "count", "l": "files", "m": "max-count", "Q": "query",
    ], alternatives: [["count", "files", "json"], ["no-index", "share"]]
  ).with(.pages).with(.recognition)

  /// The query and the form of the output.
  private struct Options {
    var query: SearchQuery
    var matcher: any PatternMatcher
    var form = SearchForm.lines
    var most = Int.max
    var keepsHeads = false

    init(_ parsed: Arguments, _ pattern: String) throws(Arguments.Mistake) {
      func has(_ name: String) -> Bool { parsed.options[name] != nil }
      query = SearchQuery(pattern, parsed)
      guard !pattern.isEmpty else {
        throw Arguments.Mistake(sentence: "nothing to search for")
      }
      do throws(PatternError) {
        matcher = try query.matcher()
      } catch {
        throw Arguments.Mistake(sentence: Sentences.text(error))
      }
      if let text = parsed.options["max-count"] {
        guard let number = Int(text), number > 0 else {
          throw Arguments.Mistake(sentence: "--max-count needs a number from 1")
        }
        most = number
      }
      keepsHeads = has("keep-headers")
      if has("json") {
        form = .json
      } else if has("files") {
        form = .names
      } else if has("count") {
        form = .counts
      }
    }
  }

  /// The options that also make a search of named files one of a library.
  private static let libraryOptions = ["query", "rank", "section", "share"]

  /// Whether it is about more than the files that are named, or said in the language of searches.
  private static func isOfLibrary(_ places: [String], _ parsed: Arguments) -> Bool {
    places.isEmpty
      || libraryOptions.contains { parsed.options[$0] != nil }
      || places.contains { SystemPath.status($0).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }
  }

  private static func library(
    _ parsed: Arguments, _ pattern: String, _ places: [String]
  ) throws -> LibrarySearch {
    let request = try Options(parsed, pattern)
    for option in ["keep-headers", "pages", "page", "ocr"] where parsed.options[option] != nil {
      if let other = libraryOptions.first(where: { parsed.options[$0] != nil }) {
        throw Arguments.Mistake(sentence: "--\(option) and --\(other) do not go together; give one")
      }
      throw Arguments.Mistake(
        sentence: places.isEmpty
          ? "--\(option) is for single documents; name files"
          : "--\(option) is for single documents; name files instead of folders")
    }
    var query = LibraryQuery(request.query)
    if parsed.options["query"] != nil {
      do throws(QueryMistake) {
        query = try LibraryQuery(pattern, options: request.query)
        if !request.query.isRegularExpression {
          for doubt in LibraryQuery.doubts(about: pattern) {
            Output.complain(QueryStrings.sentence(doubt))
          }
        }
      } catch {
        throw Arguments.Mistake(sentence: Sentences.text(error))
      }
    }
    return LibrarySearch(
      query: query, form: request.form, most: request.most, isRanked: parsed.options["rank"] != nil,
      showsSections: parsed.options["section"] != nil,
      usesIndex: parsed.options["no-index"] == nil, share: parsed.options["share"],
      password: try parsed.password())
  }

  private static func search(
    _ paths: [String], _ request: Options, _ parsed: Arguments, _ pool: WorkerPool
  ) throws -> Int32 {
    let password = try parsed.password()
    var isFound = false
    var hasFailed = false
    let lanes = min(8, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    for path in paths {
      do throws(CommandDocument.Failure) {
        let document = try CommandDocument(
          DocumentArgument(path), password: password, lanes: lanes, pool: pool)
        defer { document.close() }
        var teller = MatchPrinter(
          path: paths.count > 1 ? document.name : nil, document, asJSON: request.form == .json)
        var (count, textless) = (0, 0)
        let chosen = try document.pageChoice(parsed)
        try document.recognizePages(parsed, chosen?.pages, workers: lanes)
        let pages = chosen?.pages ?? Array(0..<document.summary.pageCount)
        let parts = PageNeighbourhood.parts(
          pages, of: document.summary.pageCount, reach: PageFeed.neighbours)
        let most = request.form == .names ? 1 : request.most
        for part in parts where count < most {
          var places = try DocumentPlaces(
            document, request.matcher, keepsHeads: request.keepsHeads, on: part)
          while count < most, let hit = try places.next() {
            guard chosen?.contains(Int(hit.spans[0].start), on: hit.page) ?? true else { continue }
            count += 1
            switch request.form {
            case .lines, .json:
              guard try teller.tell(hit, places) else { return 0 }
            case .counts: break
            case .names:
              guard Output.write(Output.name(document.name) + "\n") else { return 0 }
            }
          }
          textless += places.textless
          hasFailed = hasFailed || places.failures > 0
        }
        if request.form == .counts {
          let name = paths.count > 1 ? Output.name(document.name) + ":" : ""
          guard Output.write("\(name)\(count)\n") else { return 0 }
        }
        isFound = isFound || count > 0
        if textless > 0 {
          Output.complain("\(document.name): \(Wording.count(textless, "page")) without text")
        }
      } catch {
        hasFailed = true
        Output.complain(error.sentence)
      }
    }
    return hasFailed ? 2 : isFound ? 0 : 1
  }
}
