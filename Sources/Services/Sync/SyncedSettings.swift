import DocumentModel
import Files
import Sync

/// The settings that other machines have changed later than this one, in a file beside the user's own.
///
/// The user's own file is never written.
package enum SyncedSettings {
  package static let fileName = "settings.synced.json5"
  /// Settings that hold for one machine, or that let its programs be started or steered: these are neither sent nor taken.
  private static let staying: Set<String> = [
    "syncFolder", "syncSettings", "newDocuments", "indexFolders", "editor", "synctexEditor",
    "remoteControl", "fetchCommand", "pictureMemory", "thumbnailBudget",
  ]

  package static func isSynced(_ name: String) -> Bool { !staying.contains(name) }

  /// Returns the user's own values as JSON by name; nil if the file does not exist or has mistakes, so that nothing counts as deleted.
  static func own(in folder: String = SettingsFile.folder) -> [String: String]? {
    var problems: [String] = []
    let path = folder + "/settings.json5"
    guard let file = SettingsFile.users(path, problems: &problems) else { return nil }
    let entries = file.entries(problems: &problems).filter { isSynced($0.key) }
    guard problems.isEmpty else { return nil }
    var values: [String: String] = [:]
    for (name, value) in entries { values[name] = SyncValue.text(value) }
    return values
  }

  private static let heading = """
    // Settings that another of your machines has changed later than this one; Recto writes this file while syncSettings is true.
    // To have another value here, change it in settings.json5; null means the default.

    """

  /// Writes the values that replace the user's own; returns false if the file had them already.
  static func write(
    _ replica: SyncReplica, own: [String: String], machine: String,
    in folder: String = SettingsFile.folder
  ) throws(FilesError) -> Bool {
    let others = replica.registers.values.filter { register in
      register.key.kind == .setting && register.stamp.machine != machine
        && isSynced(register.key.id) && own[register.key.id] != register.value
    }.sorted { $0.key < $1.key }
    let lines = others.map { "  \(JSON.string($0.key.id).text): \($0.value ?? "null"),\n" }
    let bytes = Array((heading + "{\n" + lines.joined() + "}\n").utf8)
    let path = folder + "/" + fileName
    guard let known = try? WholeFile(path, atMost: 1 << 20) else {
      guard !lines.isEmpty else { return false }
      _ = try SafeWrite.write(bytes, to: path, .replace(expecting: nil))
      return true
    }
    guard known.bytes != bytes else { return false }
    _ = try SafeWrite.write(bytes, to: path, .replace(expecting: known.stamp))
    return true
  }
}
