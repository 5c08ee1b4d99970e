import Testing
import Text

@Suite struct QueryTests {
  /// A clause as text, with the patterns of its terms.
  private func shape(_ text: String) throws -> String {
    let query = try LibraryQuery(text)
    func shape(_ clause: LibraryQuery.Clause) -> String {
      switch clause {
      case .term(let index):
        let term = query.terms[index]
        let mark = term.query.isRegularExpression ? "/" : ""
        let sign = term.extent == .page ? "^" : "~"
        guard term.companions.isEmpty else {
          return term.queries.map(\.text).joined(separator: sign)
        }
        return (term.scope == .notes ? "note:" : "") + mark + term.query.text + mark
      case .filter(let filter):
        return switch filter {
        case .author(let query): "author:" + query.text
        case .title(let query): "title:" + query.text
        case .tag(let name): "tag:" + name
        case .folder(let name): "in:" + name
        case .type(let name): "type:" + name
        case .made(let from, let to): "made:\(from ?? 0)-\(to ?? 0)"
        }
      case .all(let parts): return "(" + parts.map(shape).joined(separator: " & ") + ")"
      case .any(let parts): return "(" + parts.map(shape).joined(separator: " | ") + ")"
      case .not(let inner): return "!" + shape(inner)
      }
    }
    return shape(query.clause)
  }

  @Test(arguments: [
    ("word", "word"), ("two words", "(two & words)"), ("\"as it is\"", "as it is"),
    ("“curved quotes” x", "(curved quotes & x)"), ("a OR b", "(a | b)"),
    ("a b OR c", "((a & b) | c)"), ("a AND b", "(a & b)"), ("a NOT b", "(a & !b)"),
    ("a -b", "(a & !b)"), ("well-known", "well-known"), ("(a OR b) c", "((a | b) & c)"),
    ("author:gray log", "(author:gray & log)"), ("author:\"Jim Gray\"", "author:Jim Gray"),
    ("/colou?r/ x", "(/colou?r/ & x)"), ("/a\\/b/", "/a\\/b/"), ("either/or", "either/or"),
    ("/usr/share", "/usr/share"), ("note:check", "note:check"),
    ("after:2020 x", "(made:2020-0 & x)"),
    ("year:1999 x", "(made:1999-1999 & x)"), ("year:2002-2006 x", "(made:2002-2006 & x)"),
    ("year:2002-03 x", "(made:200203-200203 & x)"), ("before:2020-03 x", "(made:0-202003 & x)"),
    ("year:2002..2006 x", "(made:2002-2006 & x)"), ("year:2002.. x", "(made:2002-0 & x)"),
    ("year:..2006 x", "(made:0-2006 & x)"), ("year:2002-03..2004 x", "(made:200203-2004 & x)"),
    ("type:PDF x", "(type:pdf & x)"), ("in:~/Papers x", "(in:~/Papers & x)"),
    ("http://x", "http://x"), ("near:\"a b\" c", "(a~b & c)"), ("near:a", "a"),
    ("page:\"a b\"", "a^b"), ("-near:\"a b\" c", "(!a~b & c)"),
    // Incomplete queries while typing.
    ("\"not closed", "not closed"), ("a AND", "a"), ("a OR", "a"), ("OR a", "a"), ("(a", "a"),
    ("a)", "a"), ("a NOT", "a"), ("a author:", "a"), ("AND and", "and"), ("日本 語", "(日本 & 語)"),
  ]) func queriesAreParsed(_ text: String, _ expected: String) throws {
    #expect(try shape(text) == expected)
  }

  @Test(arguments: [
    ("a NOT b", true), ("a AND b", true), ("a OR b", true), ("near:\"a b\"", true), ("a -b", true),
    ("a not b", false), ("ANDROID", false), ("see: a", false), ("well-known", false),
  ]) func queryOperatorsAreDetected(_ text: String, _ has: Bool) {
    #expect(LibraryQuery.hasSigns(text) == has)
  }

  @Test(arguments: [
    ("", QueryMistake.empty), ("   ", .empty), ("AND OR NOT", .empty), ("((((", .empty),
    ("\"\"", .empty),
    ("page:2", .onlyPages), ("NOT a", .onlyUnwanted), ("-a -b", .onlyUnwanted),
    ("after:soon x", .value(filter: "after", "soon")),
    ("page:0 x", .value(filter: "page", "0")), ("page:9-3 x", .value(filter: "page", "9-3")),
    ("x (page:3 y)", .pagesInside), (String(repeating: "a", count: 10_001), .tooLong(most: 10_000)),
    (String(repeating: "a ", count: 100), .tooMany(most: 64)),
    (String(repeating: "é ", count: 4_990), .tooMany(most: 64)),
    (String(repeating: "(", count: 100) + "a", .tooDeep(most: 32)),
  ]) func queryErrorsAreReported(_ text: String, _ mistake: QueryMistake) {
    #expect(throws: mistake) { try LibraryQuery(text) }
  }

  @Test(arguments: [
    ("foo:bar x", [QueryDoubt.unknownFilter("foo")]), ("(paxos", [.unclosedParenthesis]),
    ("gray \"write ahead", [.unclosedQuote]), ("author:\"jim gray", [.unclosedQuote]),
    ("(a OR b) author:gray http://x std::sort 12:30 foo: \"foo:bar\"", []),
  ]) func doubtfulPartsAreReported(_ text: String, _ doubts: [QueryDoubt]) {
    #expect(LibraryQuery.doubts(about: text) == doubts)
  }

  @Test func pageRangesAreParsed() throws {
    #expect(try LibraryQuery("x page:3").pages == 3...3)
    #expect(try LibraryQuery("page:3-10 x").pages == 3...10)
    #expect(try LibraryQuery("page:-4 x").pages == 1...4)
    #expect(try LibraryQuery("page:7- x").pages == 7...Int.max)
  }

  @Test func adjacentWordsAreAlsoAPhrase() throws {
    #expect(try LibraryQuery("write ahead log").phrases.map(\.text) == ["write ahead log"])
    #expect(try LibraryQuery("write AND ahead").phrases.isEmpty)
    #expect(try LibraryQuery("a b OR c d").phrases.map(\.text) == ["a b", "c d"])
  }

  @Test func theReaderHighlightsWantedTerms() throws {
    let query = try LibraryQuery("write log -draft note:x author:gray").readerQuery
    #expect(query?.text == "write log")
    #expect(query?.others.map(\.text) == ["write", "log"])
    #expect(try LibraryQuery("author:gray").readerQuery == nil)
  }

  @Test func anExpressionIsOneTerm() throws {
    let query = try LibraryQuery("a (b|c) NOT", options: SearchQuery("", isRegularExpression: true))
    #expect(query.terms.map(\.query.text) == ["a (b|c) NOT"])
    #expect(query.terms[0].query.isRegularExpression)
  }
}
