import DocumentModel
import Canvas
import Foundation
import Interface
import Messages
import TestSupport
import Testing

@testable import Program
@testable import Services

/// The user's files of settings, and the mistakes that can be in them.
@Suite struct SettingsTests {
  private func load(_ name: String, _ text: String) throws -> (Settings, [String]) {
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    var problems: [String] = []
    let settings = Settings.load(from: folder.path, problems: &problems)
    return (settings, problems)
  }

  private func actions(_ text: String) -> (OwnActions, [String]) {
    var problems: [String] = []
    let keymap = KeySettings.load(problems: &problems)
    let actions = ActionSettings.load(
      SettingsFile(Data(text.utf8), name: "actions.json5"), keymap: keymap, problems: &problems)
    return (actions, problems)
  }

  // MARK: built-in settings

  @Test func theBuiltInSettingsAreValid() {
    var problems: [String] = []
    let keymap = KeySettings.load(problems: &problems)
    let themes = ThemeSettings.load(problems: &problems)
    #expect(problems == [])
    #expect(keymap.lookup([Key("j")]) == .command("scroll-down"))
    #expect(themes.all.map(\.name) == ["dark", "light", "sepia", "terminal", "white"])
    #expect(themes.base.name == "dark")
    #expect(themes.named("white")?.text.background == .rgb(0xFF_FFFF))
  }

  /// The default keys pass the checks that a user's file has to pass: known commands, no key twice.
  @Test func everyDefaultKeyRunsACommandAndIsListedOnce() throws {
    var problems: [String] = []
    let file = SettingsFile(Data(PackageResources.keys_json5), name: "keys.json5")
    _ = KeySettings.load(file, problems: &problems)
    #expect(problems == [])
    // Each key that starts longer ones has a name for its group.
    let keys = try #require(
      SettingsFile.own(PackageResources.keys_json5, as: [String: String].self))
    let keymap = KeySettings.load(problems: &problems)
    for key in keys.keys {
      guard let (mode, sequence) = Keymap.parse(key), sequence.count > 1 else { continue }
      #expect(keymap.label(of: Array(sequence.dropLast()), in: mode) != nil, "\(key)")
    }
    let wrong = #"{"j": "scroll-dwon", "k": "scroll-up", "k": "scroll-down"}"#
    _ = KeySettings.load(SettingsFile(Data(wrong.utf8), name: "keys.json5"), problems: &problems)
    #expect(problems.count == 2)
  }

  @Test func theDefaultsFileMatchesTheDefaults() {
    var problems: [String] = []
    let themes = ThemeSettings.load(problems: &problems)
    let file = SettingsFile(Data(PackageResources.settings_json5), name: "settings.json5")
    var preferences = PreferenceSettings.load(file, themes: themes, problems: &problems)
    #expect(problems == [])
    #expect(preferences.applied(to: ListOptions()) == ListOptions())
    #expect(preferences.columns == ListOptions().columns, "the lists are said")
    preferences.foldersFirst = nil
    preferences.showsHidden = nil
    preferences.columns = nil
    preferences.sort = nil
    preferences.isReversed = nil
    #expect(preferences == Preferences())
    let said = file.entries(problems: &problems).map(\.key).sorted()
    #expect(said == PreferenceSettings.all.map(\.name).sorted(), "all settings are in the defaults")
  }

  @Test func theDefaultsArePrintedUnchanged() {
    for name in Defaults.names { #expect(Defaults.bytes(of: name)?.isEmpty == false, "\(name)") }
    #expect(Defaults.bytes(of: "keys.json5") == PackageResources.keys_json5)
    #expect(Defaults.bytes(of: "templates/note.md") == PackageResources.note_md)
    #expect(Defaults.bytes(of: "templates/other.md") == nil)
    let (own, problems) = actions(String(decoding: PackageResources.actions_json5, as: UTF8.self))
    #expect(own.all.allSatisfy(\.showsCard) && problems == [])
  }

  @Test func theExamplesOfActionsAreValid() {
    let text = String(decoding: PackageResources.actions_json5, as: UTF8.self)
    let (own, problems) = actions(
      text.split(separator: "\n").map { $0.replacing("  // {", with: "  {") }
        .joined(separator: "\n"))
    #expect(problems == [])
    #expect(
      own.all.map(\.name) == [
        "Print", "Open in Evince here", "Compare", "Thesaurus", "Camera", "Dictionary",
        "Dictionary (StarDict)", "Translation", "Spelling",
      ])
    #expect(own.shown[0].key == "ctrl+x" && own.shown[0].extensions == ["pdf"])
  }

  // MARK: mistakes

  @Test(arguments: [
    ("keys.json5", "{\n \"j\": \"no-such\" }", 2, "there is no command “no-such”"),
    ("keys.json5", "{\n\n \"qq\": \"quit\" }", 3, "not a key:"),
    ("keys.json5", "{\n \"g\": \"quit\" }", 2, "both a key and the beginning"),
    ("keys.json5", "{\n \"q q\": \"quit\" }", 2, "both a key and the beginning"),
    ("keys.json5", "{\n \"j\": 7 }", 2, "expected a command's name"),
    ("keys.json5", "{\n \"\\\\\": \"no-such\" }", 2, "“\\”: there is no command"),
    ("keys.json5", "{\n \"j\": \"quit\"\n \"k\": \"quit\" }", 3, "a comma is missing"),
    ("keys.json5", "[ \"quit\" ]", 1, "expected {"),
    ("keys.json5", "{ F: \"quit\",\n F: \"help\" }", 2, "“F” appears twice"),
    (
      "themes.json5", "{ a: {\n dim: \"#aaaaaa\", accent: \"#bbbbbb\" } }", 1,
      "“warning” is required"
    ),
    (
      "themes.json5", "{ a: { dim: \"#aaaaaa\",\n accent: \"blue\", warning: \"#cccccc\" } }", 2,
      "“accent”: colours are written"
    ),
    (
      "themes.json5",
      "{ a: { dim: \"#aaaaaa\", accent: \"#+12345\", warning: \"#cccccc\" } }", 1,
      "the theme “a” was left out"
    ),
    (
      "themes.json5",
      "{ a: { dim: \"#aaaaaa\", accent: \"#bbbbbb\", warning: \"#cccccc\",\n\n link: \"#dddddd\" } }",
      3, "“link”: themes have"
    ),
    ("themes.json5", "{\n a: \"#aaaaaa\" }", 2, "a theme is {"),
    ("settings.json5", "{\n them: \"white\" }", 2, "“them”: there is no setting of this name"),
    ("settings.json5", "{\n theme: \"pink\" }", 2, "dark, light, sepia, terminal, white, auto"),
    ("settings.json5", "{\n tint: \"#12345\" }", 2, "expected a colour"),
    ("settings.json5", "{\n foldersFirst: \"yes\" }", 2, "expected true or false"),
    ("settings.json5", "{\n columns: \"pages\" }", 2, "expected a list"),
    ("settings.json5", "{\n columns: [\"pages\", \"colour\"] }", 2, "there is no column “colour”"),
    ("settings.json5", "{\n columns: [\"pages\", \"pages\"] }", 2, "appears twice"),
    ("settings.json5", "{\n sort: \"weight\" }", 2, "expected a column's name"),
    ("settings.json5", "{\n newDocuments: \"/no/such\" }", 2, "there is no folder /no/such"),
    ("settings.json5", "{\n newDocuments: \"notes\" }", 2, "must begin with / or ~/"),
    ("settings.json5", "{\n droppedFiles: \"eat\" }", 2, "ask, open, copy, move"),
    ("settings.json5", "{\n editor: null }", 2, "expected a command"),
    ("settings.json5", "{\n annotationAuthor: 7 }", 2, "expected a name"),
    ("settings.json5", "{\n saveAnnotations: \"soon\" }", 2, "after a moment, on quit, never"),
    ("settings.json5", "{\n annotationColors: [{ letter: \"y\" }] }", 2, "colour 1 has no name"),
    (
      "settings.json5",
      "{\n annotationColors: [{ name: \"ink\", letter: \"ii\", color: \"red\" }] }",
      2, "“ink” needs one letter"
    ),
    (
      "settings.json5",
      "{\n annotationColors: [{ name: \"ink\", letter: \"i\", color: \"#12\" }] }",
      2, "“ink” needs a colour"
    ),
    ("settings.json5", "{ confirmTrash: true,\n theme: }", 2, "out of place"),
    ("settings.json5", "", 1, "something is missing before the end"),
  ]) func mistakesAreToldWithTheirLine(
    _ name: String, _ text: String, _ line: Int, _ words: String
  ) throws {
    let (settings, problems) = try load(name, text)
    #expect(problems.count == 1, "\(problems)")
    let problem = problems.first ?? ""
    #expect(problem.contains("\(name), line \(line): "), "\(problem)")
    #expect(problem.contains(words), "\(problem)")
    #expect(settings.keymap.lookup([Key("k")]) == .command("scroll-up"), "the rest works")
    #expect(settings.themes.named("dark") != nil)
  }

  @Test func coloursOfAnnotationsHaveLettersAndMeanings() throws {
    let (settings, problems) = try load(
      "settings.json5",
      """
      { annotationColors: [
          { name: "ochre", letter: "o", color: "#cc7722", meaning: "important" },
          { name: "red", letter: "r", color: "red" } ],
        annotationAuthor: "Ada", saveAnnotations: "on quit" }
      """)
    #expect(problems == [])
    let colors = settings.preferences.annotationColors
    #expect(colors.map(\.key) == ["o", "r"])
    #expect(colors.first?.color == 0xCC7722)
    #expect(colors.first?.meaning == "important")
    #expect(settings.preferences.annotationAuthor == "Ada")
    #expect(settings.preferences.annotationSaving == .onQuit)
  }

  /// The decoder would end the program over them.
  @Test(arguments: ["keys", "themes", "settings", "actions", "document-types"])
  func invalidUTF8IsReported(_ name: String) throws {
    let folder = try TemporaryFolder()
    for bytes: [UInt8] in [[0x7B, 0xFF, 0xFF, 0x7D], [0x7B, 0x22, 0xC3, 0x22, 0x3A, 0x31, 0x7D]] {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(name).json5"))
      let problems = Settings.problems(in: folder.path)
      #expect(problems.count == 1 && problems[0].contains("UTF-8"), "\(problems)")
    }
  }

  @Test func mistakesAreReportedAndTheRestApplies() throws {
    let (settings, problems) = try load(
      "settings.json5",
      "{ theme: \"white\", sort: 7,\n tint: \"teal\",\n colums: [], showHidden: true,\n foldersFirst: false }"
    )
    #expect(problems.count == 2)
    #expect(problems.first?.contains("line 1") == true, "\(problems)")
    let preferences = settings.preferences
    #expect(preferences.theme == "white" && preferences.tint == "teal")
    let options = preferences.applied(to: ListOptions())
    #expect(options.showsHidden && !options.foldersFirst && options.sort == .name)
  }

  @Test func figurePlaceIsConfigurable() throws {
    let (set, problems) = try load("settings.json5", "{ figurePlace: \"first-mention\" }")
    #expect(problems == [] && set.preferences.figurePlace == .firstMention)
    let (other, reasons) = try load("settings.json5", "{ figurePlace: \"below\" }")
    #expect(other.preferences.figurePlace == .original)
    #expect(reasons.count == 1 && reasons[0].contains("original, first-mention"), "\(reasons)")
  }

  @Test func keysAreAddedChangedAndRemoved() throws {
    let (settings, problems) = try load(
      "keys.json5",
      "{ \"j\": \"help\", \"g c\": \"\", \"browse:x\": \"trash\", \"F5\": \"redraw\", \"f5\": \"redraw\" }"
    )
    #expect(problems.count == 1 && problems[0].contains("F5"), "\(problems)")
    let keymap = settings.keymap
    #expect(keymap.lookup([Key("j")]) == .command("help"))
    #expect(keymap.lookup([Key("x")], in: .browsing) == .command("trash"))
    #expect(keymap.lookup([Key("g"), Key("c")]) == .unbound)
    #expect(keymap.lookup([Key("g"), Key("g")]) == .command("first-page"))
    #expect(keymap.lookup([Key(.function(5))]) == .command("redraw"))
  }

  @Test func themesAreAddedReplacedAndRemoved() throws {
    let (settings, problems) = try load(
      "themes.json5",
      """
      { aaa: { paper: "#102030", dim: "#aaaaaa", accent: "#BBBBBB", warning: "#cccccc" },
        light: { paper: "#eeeeee", dim: "#777777", accent: "#333333", warning: "#cc0000" },
        sepia: null }
      """)
    #expect(problems == [])
    #expect(settings.themes.all.map(\.name) == ["aaa", "dark", "light", "terminal", "white"])
    #expect(settings.themes.base.name == "dark", "the user's own theme applies when it is chosen")
    #expect(settings.themes.named("light")?.text.background == .rgb(0xEE_EEEE))
  }

  @Test(arguments: [
    ("{}", 1, "expected ["), ("[\n 7 ]", 2, "an action is {"),
    ("[\n { name: \"A\" } ]", 2, "an action needs"),
    (
      "[ { name: \"A\", command: \"a\" },\n { name: \"B\",\n command: \"\" } ]", 3,
      "“command”: expected a command line"
    ),
    (
      "[ { name: \"A\", command: \"a\",\n keys: \"x\" } ]", 2,
      "“keys”: unknown property; actions have name"
    ),
    ("[ { name: \"A\", command: \"a\",\n key: \"xx\" } ]", 2, "“key”: this is not a key"),
    ("[ { name: \"A\", command: \"a\",\n key: \"j\" } ]", 2, "j is Recto's own key for row-down"),
    ("[ { name: \"A\", command: \"a\",\n key: \"g\" } ]", 2, "g starts longer keys of Recto"),
    ("[ { name: \"A\", command: \"a\",\n key: \", x\" } ]", 2, "starts with ,"),
    ("[ { name: \"A\", command: \"a\",\n types: \"pdf\" } ]", 2, "a list of file name"),
    ("[ { name: \"A\", command: \"a\",\n terminal: 1 } ]", 2, "true or false"),
    ("[\n { name: \"A\" command: 1 } ]", 2, "a comma is missing"),
  ]) func mistakesInActionsAreReported(_ text: String, _ line: Int, _ words: String) {
    let (own, problems) = actions(text)
    #expect(problems.count == 1, "\(problems)")
    #expect(problems.first?.contains("actions.json5, line \(line): ") == true, "\(problems)")
    #expect(problems.first?.contains(words) == true, "\(problems)")
    #expect(own.shown.allSatisfy { $0.key == "" })
  }

  @Test func settingsThatAreNoFilesAreIgnored() throws {
    let folder = try TemporaryFolder()
    mkfifo(folder.path + "/keys.json5", 0o600)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/themes.json5", withIntermediateDirectories: true)
    try Data(repeating: 0x20, count: 2 << 20).write(
      to: URL(fileURLWithPath: folder.path + "/settings.json5"))
    var problems: [String] = []
    let settings = Settings.load(from: folder.path, problems: &problems)
    #expect(problems.count == 3)
    #expect(problems.allSatisfy { $0.contains("not a settings file") }, "\(problems)")
    #expect(settings.preferences == Preferences())
    problems = []
    _ = Settings.load(from: folder.path + "/nowhere", problems: &problems)
    #expect(problems == [])
  }

  @Test func linesOfKeysAreFound() {
    let text = "{ 'a b': 1,\n \"q\\\"\": [ {},\n { x: 2 } ],\n /* x: 3,\n */ x: 4, x: 5 }"
    let places = JSON5Syntax.places(in: Array(text.utf8))
    #expect(places.lines[["a b"]] == 1)
    #expect(places.lines[["q\""]] == 2)
    #expect(places.lines[["q\"", "1", "x"]] == 3)
    #expect(places.lines[["x"]] == 5)
    #expect(places.doubles.map(\.path) == [["x"]])
  }
}
