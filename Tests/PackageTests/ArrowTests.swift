import Foundation
import Testing

/// The rules of the house, read off its files.
@Suite struct ArrowTests {
  private static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What each room may import of the house; the rest of the world is checked by `outside`.
  private static let arrows: [String: Set<String>] = [
    "DocumentModel": [], "Text": ["DocumentModel"], "Wire": ["DocumentModel"],
    "Engine": [
      "DocumentModel", "Text", "Wire", "CPoppler", "CQPDF", "CCmark", "CRaster", "CNettle",
    ],
    "Sandbox": ["CLinux"],
    "Workers": ["DocumentModel", "Wire", "CLinux"], "Store": ["CSQLite"],
    "Platform": ["DocumentModel", "Text", "CGLib", "CNettle"],
    "Files": ["DocumentModel", "Platform", "CLinux"],
    "Library": ["DocumentModel", "Text", "Platform", "Store", "CLinux"], "Canvas": [],
    "Widgets": ["Canvas"],
    "Pictures": ["DocumentModel", "Canvas", "CChafa", "CPNG", "CZlib"],
    "Thumbnails": ["DocumentModel", "Platform", "Files", "Pictures"],
    "Terminal": ["Canvas", "Pictures", "CNcurses", "CLinux"],
    "Interface": ["DocumentModel", "Text", "Canvas", "Widgets"],
    "Program": [
      "DocumentModel", "Text", "Wire", "Interface", "Canvas", "Terminal", "Library", "Workers",
      "Pictures", "Platform", "Files", "Thumbnails", "CLinux",
    ],
    "recto": ["Program"], "recto-worker": ["Engine", "Wire", "Sandbox", "CLinux"],
    "recto-bench": ["DocumentModel", "Text", "Wire", "Workers", "Library", "Program"],
    "recto-samples": ["CPango"],
  ]

  /// Rooms that are pure values: no library but Swift's own.
  private static let pure = ["DocumentModel", "Text", "Wire", "Canvas", "Widgets", "Interface"]

  /// Rooms that have threads, queues and locks.
  private static let busy: Set = [
    "Program", "Workers", "Library", "Files", "Platform", "recto-bench",
  ]

  private static func files(in room: String) -> [(name: String, text: String)] {
    let folder = top.appendingPathComponent("Sources/" + room)
    let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String] ?? []
    return names.filter { $0.hasSuffix(".swift") }.map { name in
      let text = try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      return (room + "/" + name, text ?? "")
    }
  }

  private static func imports(_ text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), place <= 1, place + 1 < words.count else {
        return nil
      }
      return String(words[place + 1])
    }
  }

  @Test(arguments: arrows.keys.sorted()) func roomsImportOnlyWhatTheyMay(_ room: String) {
    let files = Self.files(in: room)
    #expect(!files.isEmpty)
    var outside: Set = ["Glibc", "FoundationEssentials"]
    if Self.busy.contains(room) { outside.formUnion(["Dispatch", "Synchronization"]) }
    if Self.pure.contains(room) { outside = [] }
    for file in files {
      for module in Self.imports(file.text) {
        #expect(
          Self.arrows[room]?.contains(module) == true || outside.contains(module),
          "\(file.name) imports \(module)")
      }
    }
  }

  @Test func wordsStayInTheirRooms() {
    let homes: [(word: String, room: String)] = [
      ("chafa_", "Pictures"), ("compress2", "Pictures"), ("cpng_", "Pictures"),
      ("poppler_", "Engine"), ("qpdf_", "Engine"), ("craster_", "Engine"), ("hb_", "Engine"),
      ("cmark_", "Engine"),
      ("iconv_", "Engine"), ("sqlite3_", "Store"),
      ("\\u{1b}", "Terminal"),
      ("CREATE TABLE", "Library"), ("g_regex_", "Platform"), ("g_bookmark_", "Platform"),
      ("g_file_", "Platform"), ("g_content_type_", "Platform"), ("g_app_info_", "Platform"),
      ("g_desktop_app_info_", "Platform"), ("g_unix_mount", "Platform"),
    ]
    // The benchmark is a terminal itself.
    for room in Self.arrows.keys where room != "recto-bench" {
      for file in Self.files(in: room) {
        for home in homes where home.room != room {
          // Pictures are sequences too; what is done with text stays with the terminal.
          if home.room == "Terminal", room == "Pictures" { continue }
          // The reader asks by name alone, in Platform; what looks at bytes is in a worker.
          if home.word == "g_content_type_", room == "Engine" { continue }
          #expect(!file.text.contains(home.word), "\(home.word) in \(file.name)")
        }
      }
    }
  }

  @Test func theTopLevelIsWhatItIs() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.top.path)
      .filter { !$0.hasPrefix(".") }
    #expect(
      Set(names).subtracting(["Package.resolved"])
        == ["Package.swift", "Sources", "Tests", "Resources", "README.md"])
  }
}
