import Messages
import Text
import Testing

@testable import Remote

@Suite struct RemoteLineTests {
  private func request(_ line: String) throws(RemoteLine.Mistake) -> RemoteRequest {
    try RemoteLine.request(Array(line.utf8), from: 3)
  }

  private func mistake(_ line: String) -> String? {
    do throws(RemoteLine.Mistake) {
      _ = try request(line)
      return nil
    } catch {
      return error.id + " " + error.sentence
    }
  }

  @Test func requestsAreRead() throws {
    let origin = RemoteRequest.Origin(connection: 3, id: "\"a\"")
    #expect(
      try request(#"{"id":"a","command":"find","argument":"x\ny"}"#)
        == RemoteRequest(.run("find", argument: "x y", count: nil), from: origin))
    #expect(try request(#"{"id":4,"get":["page","page"]}"#).action == .get([.page]))
    #expect(try request(#"{"subscribe":[]}"#).action == .subscribe([]))
    #expect(
      try request(#"{"open":"/a","until":"closed"}"#).action
        == .open("/a", at: nil, untilClosed: true))
    #expect(
      try request(##"{"open":"/a","at":"#page=3&char=40"}"##).action
        == .open("/a", at: "page=3&char=40", untilClosed: false))
    #expect(throws: RemoteLine.Mistake.self) { try request(##"{"open":"/a","at":"#"}"##) }
    #expect(
      try request(#"{"forward":{"line":2,"source":"/a","document":"/b"}}"#).action
        == .forward(line: 2, source: "/a", document: "/b"))
  }

  @Test(arguments: [
    "", "{", "7", "[]", "{}", #"{"command":"a","get":[]}"#, #"{"get":["no"]}"#,
    #"{"subscribe":["commands"]}"#, #"{"command":"a","count":1e9}"#, #"{"command":"a","count":-3}"#,
    #"{"command":"a","count":0}"#, #"{"command":7}"#,
    #"{"open":"/a","until":"x"}"#, #"{"forward":{"line":0,"source":"","document":""}}"#,
  ]) func malformedRequestsAreMistakes(_ line: String) {
    #expect(mistake(line) != nil)
  }

  @Test func invalidUTF8IsRefused() {
    #expect(throws: RemoteLine.Mistake.self) {
      try RemoteLine.request([0x7B, 0xFF, 0x7D], from: 1)
    }
    let deep = String(repeating: "[", count: 60_000)
    #expect(mistake(deep) != nil)
    #expect(mistake(#"{"id":9,"command":"a","count":99999999}"#)?.hasPrefix("9 ") == true)
    #expect(
      mistake(#"{"id":9,"command":"a","count":1.5}"#)
        == "9 a number in the request is not whole, or too large")
    #expect(mistake(#"{"id":9,"forward":{"line":5}}"#) == "9 “forward” has no “source”")
  }

  @Test func repliesAreOneLine() {
    let text = String(decoding: RemoteLine.bytes(.failure("a\nb\u{1B}"), id: "1"), as: UTF8.self)
    #expect(text == "{\"id\":1,\"error\":\"a b \"}\n" || text.filter { $0 == "\n" }.count == 1)
  }
}
