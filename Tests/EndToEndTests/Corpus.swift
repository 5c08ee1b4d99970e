import Foundation
import TestSupport

/// The collection of real and hostile documents, where it is there: `RECTO_CORPUS`, else `../shared/corpus` beside the package.
enum Corpus {
  static let folder: String? = {
    let top = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let beside = top.deletingLastPathComponent().appendingPathComponent("shared/corpus").path
    let given = ProcessInfo.processInfo.environment["RECTO_CORPUS"]
    return [given, beside].compactMap { $0 }.first {
      FileManager.default.fileExists(atPath: $0 + "/MANIFEST.tsv")
    }
  }()

  static let isThere = folder != nil

  /// One line of the manifest.
  struct Entry: Sendable {
    var path: String
    /// nil where nobody could tell.
    var isEncrypted: Bool?
    var password: String?
    var hasOutline: Bool?
    /// Whether `pdftotext` of the same poppler ended without a complaint.
    var opens: Bool
    var isPDF: Bool
    /// By its name: one that Recto shows.
    var isPicture: Bool {
      ["png", "jpg", "jpeg", "webp", "gif", "heic", "svg", "tiff", "cbz"].contains(
        (path as NSString).pathExtension.lowercased())
    }
    /// Whether it is text that flows: characters, in marks or not, or a book.
    var isText: Bool {
      ["md", "txt", "org", "fb2", "epub"].contains { path.hasSuffix("." + $0) }
    }

    init?(_ line: Substring) {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count >= 12 else { return nil }
      path = fields[0]
      isEncrypted = fields[5].first == "y" ? true : fields[5] == "n" ? false : nil
      password = Entry.password(in: fields[5])
      hasOutline = fields[6] == "-" ? nil : fields[6] == "y"
      opens = fields[8] == "y rc=0"
      isPDF = !fields[8].contains("not PDF")
    }

    /// The user's password of `y user=… owner=…`, else the owner's; a blank may be part of it.
    private static func password(in text: String) -> String? {
      let parts = text.components(separatedBy: "owner=")
      if let user = parts[0].components(separatedBy: "user=").dropFirst().first {
        // An entry without an equals sign has an empty owner password.
        return user.components(separatedBy: " owner")[0].trimmingCharacters(in: .whitespaces)
      }
      return text.contains("password empty") ? nil : parts.dropFirst().first
    }
  }

  static func entries() throws -> [Entry] {
    let text = try String(contentsOfFile: (folder ?? "") + "/MANIFEST.tsv", encoding: .utf8)
    return text.split(separator: "\n").dropFirst().compactMap(Entry.init)
  }
}
