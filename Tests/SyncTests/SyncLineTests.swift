import Testing

@testable import Sync

@Suite struct SyncLineTests {
  private static let document = String(repeating: "ab", count: 32)
  private static let stamp = SyncStamp(revision: 3, time: 1_700_000_000_000, machine: "desk-00ff")

  private func reading(_ text: String) -> SyncLine.Reading {
    SyncLine.reading(Array(text.utf8)[...])
  }

  @Test func aLineRoundTrips() throws {
    let registers = [
      SyncRegister(
        SyncKey(.position, document: Self.document),
        SyncStamp(revision: 0, time: 5, machine: "desk-00ff"), #"{"offset":7,"page":41}"#),
      SyncRegister(
        SyncKey(.mark, document: Self.document, id: "a"), Self.stamp,
        #"{"offset":0,"page":3,"snippet":"one / two"}"#),
      SyncRegister(SyncKey(.tag, document: Self.document, id: "to read"), Self.stamp, "true"),
      SyncRegister(SyncKey(.tag, document: Self.document, id: "ü"), Self.stamp, nil),
      SyncRegister(SyncKey(.tagColor, id: "ü"), Self.stamp, #""red""#),
      SyncRegister(SyncKey(.favourite, id: "~/Papers"), Self.stamp, #""Papers""#),
      SyncRegister(SyncKey(.setting, id: "columns"), Self.stamp, #"["pages","tags"]"#),
    ]
    for register in registers {
      let line = try #require(SyncLine.text(register))
      #expect(!line.contains("\n"))
      #expect(reading(line) == .register(register))
    }
  }

  @Test(arguments: [
    "", "{", "null", "[]", "{}", #"{"kind":"tag"}"#,
    #"{"kind":"tag","doc":"AB","id":"x","rev":1,"time":1,"by":"m-0000","value":true}"#,
    #"{"kind":"setting","id":"","rev":1,"time":1,"by":"m-0000","value":true}"#,
    #"{"kind":"setting","id":"a","rev":-1,"time":1,"by":"m-0000","value":true}"#,
    #"{"kind":"setting","id":"a","rev":1,"time":9223372036854775807,"by":"m-0000","value":true}"#,
    #"{"kind":"setting","id":"a","rev":1,"time":1,"by":"../m","value":true}"#,
    #"{"kind":"tag-color","id":"a","rev":1,"time":1,"by":"m-0000","value":"loud"}"#,
    "{\"kind\":\"setting\",\"id\":\"a\u{1B}\",\"rev\":1,\"time\":1,\"by\":\"m-0000\",\"value\":1}",
  ])
  func malformedLinesAreDamaged(_ line: String) {
    #expect(reading(line) == .damaged)
  }

  @Test func linesOfLaterVersionsAreKept() {
    let line = #"{"kind":"shelf","id":"a","rev":1,"time":1,"by":"m-0000","value":{}}"#
    let file = SyncFile(Array((line + "\n").utf8))
    #expect(file.unknown == [Array(line.utf8)])
    #expect(file.damagedCount == 0)
    #expect(file.compacted == Array((line + "\n").utf8))
  }

  @Test func textFromAnotherMachineIsCleaned() throws {
    let line =
      #"{"by":"m-0000","doc":"\#(Self.document)","id":"a","kind":"mark","rev":1,"time":1,"value":{"offset":0,"page":3,"snippet":"a\u001b[2Jb\u202e"}}"#
    guard case .register(let register) = reading(line) else {
      Issue.record("not read")
      return
    }
    #expect(register.value == #"{"offset":0,"page":3,"snippet":"a [2Jb"}"#)
  }

  @Test func damagedLinesAreCountedWithTheirNumbers() throws {
    let register = SyncRegister(SyncKey(.setting, id: "theme"), Self.stamp, #""dark""#)
    let line = try #require(SyncLine.text(register))
    let file = SyncFile(Array("\(line)\r\nnonsense\n\n{\n\(line)".utf8))
    #expect(file.replica[register.key] == register)
    #expect(file.damaged == [2, 4])
    #expect(file.lineCount == 2)
    #expect(file.isTorn)
  }

  @Test func aMachineIsNamedAfterItsHost() {
    #expect(MachineName.make(host: "laptop.home", random: 0x7F) == "laptop-007f")
    #expect(MachineName.make(host: "", random: 1) == "machine-0001")
    #expect(MachineName.make(host: "../x", random: 1) == "machine-0001")
    #expect(MachineName.isValid(MachineName.make(host: "Büro PC")))
    #expect(MachineName.shown("my-laptop-007f") == "my-laptop")
  }
}
