import Foundation
import TestSupport
import Testing

/// Documents offered by the built program to another, by the Model Context Protocol.
@Suite struct ServeCommandTests {
  private typealias Members = [String: Any]

  /// Sends lines to the server of the bench's folder and returns what it answers, by ID as JSON.
  private func replies(
    _ bench: borrowing Workbench, _ lines: [String], _ options: [String] = []
  ) throws -> [String: Members] {
    let requests = try bench.write(
      Data((lines.joined(separator: "\n") + "\n").utf8), "requests.jsonl")
    let answer = try Workbench.run(
      [
        "-c", "exec \"$0\" serve --stdio \"$@\" <'\(requests)'", Workbench.recto,
        bench.folder + "/books",
      ] + options, program: "/bin/sh", environment: bench.environment)
    #expect(answer.status == 0 && answer.errors.isEmpty, "\(answer.errors)")
    var replies: [String: Members] = [:]
    for line in answer.output.split(separator: "\n") {
      let reply = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Members)
      #expect(reply["jsonrpc"] as? String == "2.0")
      replies[reply["id"].map { "\($0)" } ?? "none"] = reply
    }
    return replies
  }

  private func bench() throws -> Workbench {
    let bench = try Workbench()
    try FileManager.default.createDirectory(
      atPath: bench.folder + "/books", withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: bench.document, toPath: bench.folder + "/books/book.pdf")
    return bench
  }

  private func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }

  /// The text of a tool's result; an error's after `!`.
  private func text(_ reply: Members?) throws -> String {
    let result = try #require(reply?["result"] as? Members)
    let content = try #require((result["content"] as? [Members])?.first)
    let isError = try #require(result["isError"] as? Bool)
    return (isError ? "!" : "") + (content["text"] as? String ?? "")
  }

  @Test func documentsAreReadAndSearched() throws {
    let bench = try bench()
    let replies = try replies(
      bench,
      [
        #"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{}}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
        call(2, "list_documents", "{}"),
        call(3, "read_document", ##"{"document":"book.pdf","from":"#page=3"}"##),
        call(4, "search_document", #"{"document":"book.pdf","text":"stands on page 7"}"#),
        call(5, "outline", #"{"document":"book.pdf"}"#),
        #"{"jsonrpc":"2.0","id":6,"method":"resources/list"}"#,
      ])
    let greeting = try #require(replies["hello"]?["result"] as? Members)
    #expect(greeting["protocolVersion"] as? String == "2025-03-26")
    let tools = try #require((replies["1"]?["result"] as? Members)?["tools"] as? [Members])
    let names = tools.compactMap { $0["name"] as? String }
    #expect(names.contains("read_document") && !names.contains("annotate"), "\(names)")
    #expect(try text(replies["2"]).contains("/books/book.pdf"))
    let third = try text(replies["3"])
    #expect(third.hasPrefix("[#page=3&char=") && third.contains("[#page=12&char="), "\(third)")
    #expect(third.contains("sentence 5 stands on page 3.") && !third.contains("on page 2."))
    #expect(try text(replies["4"]).contains("/books/book.pdf#page=7&char="))
    #expect(try text(replies["5"]).contains("Chapter 7"))
    let resources = try #require(
      (replies["6"]?["result"] as? Members)?["resources"] as? [Members])
    #expect((resources.first?["uri"] as? String)?.hasPrefix("recto:///") == true)
  }

  @Test func aDocumentStaysOpenForTheNextSearch() throws {
    let bench = try bench()
    let server = Process()
    let (input, output) = (Pipe(), Pipe())
    server.executableURL = URL(fileURLWithPath: Workbench.recto)
    server.arguments = ["serve", "--stdio", bench.folder + "/books"]
    server.environment = bench.environment
    (server.standardInput, server.standardOutput) = (input, output)
    try server.run()
    /// Searches for the first sentence of a page; returns the processes that the server keeps after its answer.
    func search(page: Int, in document: String = "book.pdf") throws -> [pid_t] {
      let line = call(
        page, "search_document", #"{"document":"\#(document)","text":"stands on page \#(page)."}"#)
      try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
      var reply = Data()
      while reply.last != 0x0A { reply += output.fileHandleForReading.availableData }
      let found = try text(try JSONSerialization.jsonObject(with: reply) as? Members)
      #expect(found.contains("/\(document)#page=\(page)&char="), "\(found)")
      return Processes.children(of: server.processIdentifier)
    }
    let first = try search(page: 7)
    #expect(first.count == 1)
    #expect(try search(page: 9) == first)
    // A new version of the file is read again, and few documents stay open.
    try SmallDocument.bytes(pages: 20).write(
      to: URL(fileURLWithPath: bench.folder + "/books/book.pdf"))
    let second = try search(page: 17)
    #expect(Set(second).isDisjoint(with: first), "\(first) \(second)")
    for name in ["a.pdf", "b.pdf", "c.pdf"] {
      try FileManager.default.copyItem(
        atPath: bench.folder + "/books/book.pdf", toPath: bench.folder + "/books/" + name)
      #expect(try !search(page: 3, in: name).isEmpty)
    }
    let deadline = ContinuousClock.now + .seconds(20)
    while Processes.children(of: server.processIdentifier).count > 3, .now < deadline {
      usleep(20_000)
    }
    #expect(Processes.children(of: server.processIdentifier).count == 3)
    try input.fileHandleForWriting.close()
    server.waitUntilExit()
    #expect(server.terminationStatus == 0)
  }

  @Test func aURIReadsTheSameBlock() throws {
    let bench = try bench()
    let all = try bench.run(["text", "--json", bench.folder + "/books/book.pdf"]).output
    let blocks = try all.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? Members)
    }
    let block = try #require(blocks.last { $0["page"] as? Int == 5 })
    let address = try #require(block["address"] as? String)
    let uri = "recto://\(bench.folder)/books/book.pdf\(address)"
    let replies = try replies(
      bench,
      [#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"\#(uri)"}}"#])
    let contents = (replies["1"]?["result"] as? Members)?["contents"] as? [Members]
    let text = try #require(contents?.first?["text"] as? String)
    #expect(text.hasPrefix("[\(address)] ") && text.split(separator: "\n").count == 1, "\(text)")
    #expect(text.contains(try #require(block["text"] as? String)))
  }

  /// Its line ends in the block in which it becomes too long.
  @Test func aMessageALittleTooLongGetsARefusal() throws {
    let blanks = String(repeating: " ", count: (1 << 20) - 20)
    let replies = try replies(
      bench(),
      [
        #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":"# + blanks + "{}}",
        #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
      ])
    let refusal = try #require(replies["<null>"]?["error"] as? Members)
    #expect(refusal["message"] as? String == "a message has at most 1 MB")
    #expect(replies["2"] != nil && replies["1"] == nil)
  }

  @Test func theServerStaysInItsFolder() throws {
    let bench = try bench()
    let outside = try bench.write(SmallDocument.bytes(pages: 1), "outside.pdf")
    try FileManager.default.createSymbolicLink(
      atPath: bench.folder + "/books/link.pdf", withDestinationPath: outside)
    let before = try Data(contentsOf: URL(fileURLWithPath: bench.folder + "/books/book.pdf"))
    let replies = try replies(
      bench,
      [
        call(1, "read_document", #"{"document":"\#(outside)"}"#),
        call(2, "read_document", #"{"document":"../outside.pdf"}"#),
        call(3, "read_document", #"{"document":"link.pdf"}"#),
        call(4, "read_document", #"{"document":"recto://\#(outside)"}"#),
        call(5, "annotate", #"{"document":"book.pdf","text":"sentence 1"}"#),
        call(6, "read_document", #"{"document":"book.pdf","pages":"1 --help"}"#),
        call(7, "search_document", #"{"document":"book.pdf","text":"--help"}"#),
        call(8, "read_document", #"{"document":"book.pdf","x":1}"#),
        call(9, "search_library", #"{"text":"sentence"}"#),
      ])
    for id in 1...4 {
      #expect(try text(replies["\(id)"]).hasPrefix("!there is no document"), "\(id)")
    }
    #expect(try text(replies["5"]).hasPrefix("!there is no tool"))
    #expect(try text(replies["6"]).hasPrefix("!"))
    #expect(try text(replies["7"]).hasPrefix("(no match"))
    #expect(try text(replies["8"]).hasPrefix("!read_document has no argument"))
    let found = try text(replies["9"])
    #expect(found.contains("book.pdf") && !found.contains("link.pdf"), "\(found)")
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: bench.folder + "/books/book.pdf")) == before)
  }

  @Test func annotatingNeedsPermission() throws {
    let bench = try bench()
    let replies = try replies(
      bench,
      [
        call(1, "annotate", #"{"document":"book.pdf","text":"sentence 1","page":"2","note":"see"}"#)
      ],
      ["--allow", "annotate"])
    let id = try text(replies["1"]).trimmingCharacters(in: .whitespacesAndNewlines)
    let listed = try bench.run(["annotations", "--ids", bench.folder + "/books/book.pdf"]).output
    #expect(!id.isEmpty && listed.contains(id) && listed.contains("see"), "\(listed)")
  }

  @Test func badMessagesAreRefused() throws {
    let bench = try bench()
    let replies = try replies(
      bench,
      [
        "{", "[1]", #"{"jsonrpc":"2.0","id":1,"method":"nothing"}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}"#,
        "{\"id\":3,\"method\":\"ping\",\"params\":{\"x\":\""
          + String(repeating: "x", count: 2 << 20)
          + "\"}}",
        #"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":[]}"#,
        #"{"jsonrpc":"2.0","id":5,"method":"ping"}"#,
      ])
    func code(_ id: String) -> Int? { (replies[id]?["error"] as? Members)?["code"] as? Int }
    #expect(code("1") == -32601 && code("2") == -32002)
    #expect(code("<null>") != nil && replies["3"] == nil)
    #expect(try text(replies["4"]).hasPrefix("!there is no tool"))
    #expect(replies["5"]?["result"] != nil)
  }

  @Test func aCancelledRequestGetsNoReply() throws {
    let bench = try bench()
    let calls = (1...12).map { call($0, "document_info", #"{"document":"book.pdf"}"#) }
    let replies = try replies(
      bench,
      calls + [
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12}}"#
      ])
    #expect(replies.keys.sorted() == (1...11).map(String.init).sorted())
  }
}
