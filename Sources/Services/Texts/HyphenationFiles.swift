import Files
import Platform
import Synchronization
import Text

/// The hyphenation patterns that are installed, each file read once: Debian's packages `hyphen-*`.
enum HyphenationFiles {
  private static let folder = "/usr/share/hyphen"
  private static let mostBytes = 16 << 20
  /// By file, those used last at the end; a file has a megabyte.
  private static let loaded = Mutex<[(file: String, patterns: Hyphenation?)]>([])
  private static let mostLoaded = 4

  /// Returns the patterns for a tag's language (BCP 47), of its region if there are some; nil if none are installed.
  static func patterns(for language: String) -> Hyphenation? {
    guard !language.isEmpty, let file = file(for: language) else { return nil }
    return loaded.withLock { loaded in
      if let place = loaded.firstIndex(where: { $0.file == file }) {
        loaded.append(loaded.remove(at: place))
      } else {
        let patterns = SystemPath.read(file, most: mostBytes).flatMap(utf8).flatMap {
          Hyphenation(language: language, file: $0)
        }
        loaded.append((file, patterns))
        if loaded.count > mostLoaded { loaded.removeFirst() }
      }
      return loaded[loaded.count - 1].patterns
    }
  }

  /// Files by language, which composing asks for at each page.
  private static let found = Mutex<[String: String?]>([:])
  private static let mostFound = 64

  private static func file(for language: String) -> String? {
    found.withLock { found in
      if let known = found[language] { return known }
      if found.count >= mostFound { found = [:] }
      // Regions without patterns of their own are links.
      let file = path(for: language).map { SystemPath.resolved($0) ?? $0 }
      found[language] = .some(file)
      return file
    }
  }

  /// The file of a language and region, else of the language, else of its first region.
  private static func path(for language: String) -> String? {
    let parts = language.split(separator: "-").map(String.init)
    let name = "hyph_" + parts[0].lowercased()
    let region = parts.dropFirst().first { $0.utf8.count == 2 }.map { "_" + $0.uppercased() }
    let exact = [region.map { name + $0 }, name].compactMap(\.self).map { "\(folder)/\($0).dic" }
    if let path = exact.first(where: { SystemPath.isThere($0) }) { return path }
    let others = (try? FolderReader.names(in: folder)) ?? []
    return others.map(\.name).filter { $0.hasPrefix(name + "_") && $0.hasSuffix(".dic") }.min()
      .map { "\(folder)/\($0)" }
  }

  /// The file in UTF-8; its first line names its encoding.
  private static func utf8(_ file: [UInt8]) -> [UInt8]? {
    let name = String(decoding: file.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    return name == "UTF-8" ? file : EncodedText.utf8(file, in: name)
  }
}
