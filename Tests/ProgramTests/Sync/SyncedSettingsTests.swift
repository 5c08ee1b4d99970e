import Foundation
import Messages
import Sync
import TestSupport
import Testing

@testable import Program
@testable import Services

/// Settings of other machines beside the user's own.
@Suite struct SyncedSettingsTests {
  private func register(_ name: String, _ value: String?, by machine: String) -> SyncRegister {
    SyncRegister(
      SyncKey(.setting, id: name), SyncStamp(revision: 1, time: 1, machine: machine), value)
  }

  @Test func machineSettingsAreNotSynced() throws {
    let folder = try TemporaryFolder()
    let text = #"{ syncSettings: true, hyphenation: "never", confirmTrash: true, editor: "ed" }"#
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/settings.json5"))
    let own = try #require(SyncedSettings.own(in: folder.path))
    #expect(own == ["hyphenation": #""never""#, "confirmTrash": "true"])
    let replica = SyncReplica([
      register("hyphenation", #""always""#, by: "b-0000"),
      register("confirmTrash", nil, by: "b-0000"), register("figures", "false", by: "a-0000"),
      register("editor", #""rm""#, by: "b-0000"), register("remoteControl", "true", by: "b-0000"),
      register("nonsense", "1", by: "b-0000"),
    ])
    #expect(try SyncedSettings.write(replica, own: own, machine: "a-0000", in: folder.path))
    #expect(try !SyncedSettings.write(replica, own: own, machine: "a-0000", in: folder.path))
    var problems: [String] = []
    let preferences = Settings.load(from: folder.path, problems: &problems).preferences
    #expect(preferences.hyphenation == .always)
    #expect(!preferences.confirmsTrash && preferences.editor == "ed" && preferences.showsFigures)
    #expect(problems.count == 1 && problems[0].contains("nonsense"))
    #expect(problems.allSatisfy { $0.contains(SyncedSettings.fileName) })
    // The user's own file was not written.
    #expect(try String(contentsOfFile: folder.path + "/settings.json5", encoding: .utf8) == text)
  }

  @Test func anInvalidSettingsFileIsIgnored() throws {
    let folder = try TemporaryFolder()
    #expect(SyncedSettings.own(in: folder.path) == nil)
    try Data("{ oops".utf8).write(to: URL(fileURLWithPath: folder.path + "/settings.json5"))
    #expect(SyncedSettings.own(in: folder.path) == nil)
  }
}
