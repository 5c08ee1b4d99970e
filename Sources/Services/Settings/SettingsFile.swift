package import DocumentModel
import Files
import FoundationEssentials
import Glibc
import Platform

/// A file of settings in JSON5, and where in it a mistake is.
package struct SettingsFile {
  private let data: Data
  private let name: String

  /// `name` is the file's name in messages.
  init(_ data: Data, name: String) {
    self.data = data
    self.name = name
  }

  /// The user's folder for settings.
  package static var folder: String {
    Paths.folder("XDG_CONFIG_HOME", else: ".config") + "/recto"
  }

  /// Decodes a file that Recto comes with.
  package static func own<Form: Decodable>(_ bytes: [UInt8], as form: Form.Type) -> Form? {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    return try? decoder.decode(form, from: Data(bytes))
  }

  /// Computed on demand: files without mistakes do not need it.
  private var places: JSON5Syntax.Places { JSON5Syntax.places(in: Array(data)) }

  /// Larger ones are no settings.
  private static let mostBytes = 1 << 20

  /// Returns a file of the user's; nil if there is none, or it cannot be read, which is reported in `problems`.
  package static func users(_ path: String, problems: inout [String]) -> SettingsFile? {
    // Non-blocking: it may be a pipe without a writer.
    let descriptor = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let number = errno
      if number != ENOENT, number != ENOTDIR { problems.append(unreadable(path, number)) }
      return nil
    }
    defer { close(descriptor) }
    var status = stat()
    fstat(descriptor, &status)
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= mostBytes else {
      problems.append("\(path): not a settings file; it was left out")
      return nil
    }
    if let reason = distrust(status) {
      problems.append("\(path): \(reason); it was left out")
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: mostBytes)
    var filled = 0
    while filled < bytes.count {
      let count = bytes[filled...].withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        problems.append(unreadable(path, errno))
        return nil
      }
      if count == 0 { break }
      filled += count
    }
    return SettingsFile(Data(bytes[..<filled]), name: path)
  }

  /// Why a file is not taken for the user's own: there are commands in it that Recto would run.
  private static func distrust(_ status: stat) -> String? {
    guard [geteuid(), 0].contains(status.st_uid) else { return "it belongs to another user" }
    // On most systems a user's own group has no other members.
    let isOthers = status.st_mode & S_IWGRP != 0 && ![getegid(), 0].contains(status.st_gid)
    guard status.st_mode & S_IWOTH == 0, !isOthers else {
      return "others may write to it (chmod go-w fixes that)"
    }
    return nil
  }

  private static func unreadable(_ path: String, _ number: Int32) -> String {
    Sentences.text(DocumentFile.SystemError(number: number), file: path) + "; it was left out"
  }

  /// A mistake, as a sentence with its line.
  struct Mistake: Error {
    var sentence: String
  }

  func decoded<Form: Decodable>(as form: Form.Type) throws(Mistake) -> Form {
    // The decoder does not look, and goes wrong over other bytes.
    guard String(validating: data, as: UTF8.self) != nil else {
      throw Mistake(
        sentence: "\(name): not UTF-8; the whole file is ignored until that is fixed")
    }
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      return try decoder.decode(form, from: data)
    } catch {
      let syntax = JSON5Syntax.mistake(in: Array(data))
      let place = syntax.map { ", line \($0.line)" } ?? ""
      throw Mistake(
        sentence:
          "\(name)\(place): \(syntax?.reason ?? Self.reason(error)); the whole file is ignored until that is fixed"
      )
    }
  }

  /// Returns the entries of a file that is an object, in order; none otherwise.
  package func entries(problems: inout [String]) -> [(key: String, value: JSONValue)] {
    guard let value = value(problems: &problems) else { return [] }
    guard case .object(let object) = value else {
      problems.append("\(name), line 1: expected { with settings in it; it was left out")
      return []
    }
    let places = places
    for double in places.doubles {
      problems.append(
        "\(name), line \(double.line): “\(double.path.last ?? "")” appears twice; only one of them is used"
      )
    }
    func order(_ key: String) -> (Int, String) { (places.lines[[key]] ?? .max, key) }
    return object.sorted { order($0.key) < order($1.key) }.map { (key: $0.key, value: $0.value) }
  }

  /// Returns the entries of a file that is a list; none otherwise.
  package func list(problems: inout [String]) -> [JSONValue] {
    guard let value = value(problems: &problems) else { return [] }
    guard case .list(let list) = value else {
      problems.append("\(name), line 1: expected [ with entries in it; it was left out")
      return []
    }
    return list
  }

  private func value(problems: inout [String]) -> JSONValue? {
    do throws(Mistake) {
      return try decoded(as: JSONValue.self)
    } catch {
      problems.append(error.sentence)
      return nil
    }
  }

  /// Returns the message about an entry that was left out; `path` leads to it from the root.
  package func sentence(_ path: [String], _ reason: String) -> String {
    remark(path, reason + "; it was left out")
  }

  /// Returns a remark about an entry.
  package func remark(_ path: [String], _ words: String) -> String {
    let place = places.lines[path].map { ", line \($0)" } ?? ""
    let isNumber = path.last.map { Int($0) != nil } ?? true
    return "\(name)\(place): " + (isNumber ? "" : "“\(path.last ?? "")”: ") + words
  }

  /// Returns the path to an invalid value.
  package static func path(of error: any Error) -> [String] {
    guard let error = error as? DecodingError else { return [] }
    let context: DecodingError.Context
    switch error {
    case .dataCorrupted(let found), .keyNotFound(_, let found), .typeMismatch(_, let found),
      .valueNotFound(_, let found):
      context = found
    @unknown default: return []
    }
    return context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
  }

  /// Why a text is not of its form.
  package static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "it has the wrong form" }
    switch error {
    case .dataCorrupted(let context):
      return context.codingPath.last.map { "“\($0.stringValue)”: unknown word" }
        ?? "not JSON5"
    case .keyNotFound(let key, _): return "“\(key.stringValue)” is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      let place = context.codingPath.last { $0.intValue == nil }
      return place.map { "“\($0.stringValue)” has the wrong form" }
        ?? "it has the wrong form"
    @unknown default: return "it has the wrong form"
    }
  }
}
