import Foundation
import TestSupport

/// Runs the commands over documents, two at a time, and notes where the answers are not the manifest's.
struct CorpusReading: Sendable {
  let folder: String
  let environment: [String: String]

  /// By the document's path in the corpus; nothing of those that are as the manifest says.
  func differences(of entries: [Corpus.Entry]) async -> [String: [String]] {
    await withTaskGroup(of: (String, [String]).self) { group in
      var rest = entries[...]
      var found: [String: [String]] = [:]
      func begin() {
        guard let entry = rest.popFirst() else { return }
        group.addTask { (entry.path, await answer(to: entry)) }
      }
      for _ in 0..<2 { begin() }
      for await (path, differences) in group {
        if !differences.isEmpty { found[path] = differences }
        begin()
      }
      return found
    }
  }

  /// Waiting for programs is left to a thread of its own: the other tests need theirs.
  private func answer(to entry: Corpus.Entry) async -> [String] {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: differences(of: entry)) }
    }
  }

  private func differences(of entry: Corpus.Entry) -> [String] {
    let path = folder + "/" + entry.path
    if entry.isText { return differences(ofText: path, entry) }
    if entry.isPicture { return differences(ofPicture: path, entry) }
    if entry.path.hasSuffix(".djvu") { return differences(ofScan: path, entry) }
    var found: [String] = []
    let text = run(["text", path, "--mode", "raw", "--pages", "1-5", "--jobs", "1"], entry)
    found += text.faults(of: "text", file: path, statuses: [0, 1, 2])
    let shouldOpen = entry.isPDF && entry.opens
    if (text.status != 2) != shouldOpen { found.append("text \(text.status)") }
    if !entry.isPDF, !text.errors.contains("unsupported file type") { found.append(text.errors) }

    let info = run(["info", path, "--json"], entry)
    found += info.faults(of: "info", file: path, statuses: [0, 2])
    if (info.status == 0) != shouldOpen { found.append("info \(info.status)") }
    let answer = try? JSONSerialization.jsonObject(with: Data(info.output.utf8)) as? [String: Any]
    if info.status == 0 {
      let isEncrypted = answer?["encrypted"] as? Bool
      if let wanted = entry.isEncrypted, isEncrypted != wanted {
        found.append("encrypted \(isEncrypted.map(String.init) ?? "not said")")
      }
    }

    let outline = run(["outline", path], entry)
    found += outline.faults(of: "outline", file: path, statuses: [0, 1, 2])
    let wanted: Int32 = !shouldOpen ? 2 : entry.hasOutline == true ? 0 : 1
    if outline.status != wanted { found.append("outline \(outline.status)") }
    return found
  }

  /// A text is read, described and outlined, and never taken for anything else.
  private func differences(ofText path: String, _ entry: Corpus.Entry) -> [String] {
    var found: [String] = []
    for (command, statuses) in [("text", [0]), ("info", [0]), ("outline", [0, 1])]
      as [(String, Set<Int32>)]
    {
      let answer = run([command, path], entry)
      // Its own blanks at the beginnings of lines may be tabs.
      let plain = Outcome(
        status: answer.status, wasKilled: answer.wasKilled,
        output: answer.output.replacingOccurrences(of: "\t", with: " "), errors: answer.errors)
      found += plain.faults(of: command, file: path, statuses: statuses)
    }
    return found
  }

  /// A picture is a document of one page without text, of itself and not encrypted.
  private func differences(ofPicture path: String, _ entry: Corpus.Entry) -> [String] {
    [("text", 1), ("info", 0), ("outline", 1)].flatMap { (command: String, status: Int32) in
      run([command, path], entry).faults(of: command, file: path, statuses: [status])
    }
  }

  /// A scan may have hidden text, and an outline.
  private func differences(ofScan path: String, _ entry: Corpus.Entry) -> [String] {
    let commands: [(arguments: [String], statuses: Set<Int32>)] = [
      (["text", path, "--mode", "raw"], [0, 1]), (["info", path], [0]),
      (["outline", path], [0, 1]),
    ]
    return commands.flatMap {
      run($0.arguments, entry).faults(of: $0.arguments[0], file: path, statuses: $0.statuses)
    }
  }

  struct Outcome {
    var status: Int32
    var wasKilled: Bool
    var output: String
    var errors: String

    var summary: String { "\(status) \(errors.prefix(200))" }

    /// Properties that no answer may have, whatever the document.
    func faults(of command: String, file: String, statuses: Set<Int32>) -> [String] {
      var faults: [String] = []
      if wasKilled || !statuses.contains(status) { faults.append("\(command) died: \(summary)") }
      if status == 2, !errors.contains(file) {
        faults.append("\(command) names no file: \(errors)")
      }
      let harmful = (output + errors).unicodeScalars.first {
        ($0.value < 0x20 && !"\n\u{c}".unicodeScalars.contains($0))
          || (0x7F..<0xA0).contains($0.value)
      }
      if let harmful { faults.append("\(command) writes U+\(String(harmful.value, radix: 16))") }
      return faults
    }
  }

  private func run(_ arguments: [String], _ entry: Corpus.Entry) -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Programs.path("recto"))
    process.arguments = arguments
    process.environment = environment.merging(
      entry.password.map { ["RECTO_PASSWORD": $0] } ?? [:]
    ) { $1 }
    let output = Pipe()
    let errors = TemporaryFile()
    process.standardOutput = output
    process.standardError = errors.handle
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch {
      return Outcome(status: -1, wasKilled: true, output: "", errors: "\(error)")
    }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
      output: String(decoding: text, as: UTF8.self), errors: errors.text)
  }
}

/// A file without a name, in which a program's complaints are kept: a pipe would have to be emptied meanwhile.
private final class TemporaryFile {
  let handle: FileHandle

  init() {
    var name = Array("/tmp/recto-errors-XXXXXX\0".utf8CString)
    handle = FileHandle(fileDescriptor: mkstemp(&name), closeOnDealloc: true)
    unlink(name)
  }

  var text: String {
    try? handle.seek(toOffset: 0)
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
