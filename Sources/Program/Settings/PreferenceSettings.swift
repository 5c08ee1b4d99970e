import DocumentModel
import Files
import Glibc
import Interface
import Messages
import Platform
import Services
import Text

/// The user's `settings.json5`: settings other than keys and themes.
enum PreferenceSettings {
  /// One setting: its name, and how it is taken in.
  struct Setting: Sendable {
    let name: String
    /// Gives the reason where the value is none for it.
    let take: @Sendable (JSONValue, Themes, inout Preferences) -> String?
  }

  /// Invalid settings are left out, with a sentence and its line in `problems`. The settings of other machines in `synced` replace the user's own if
  /// these say so.
  static func load(
    _ users: SettingsFile?, synced: SettingsFile? = nil, themes: Themes, problems: inout [String]
  ) -> Preferences {
    var preferences = Preferences()
    guard let users else { return preferences }
    let own = users.entries(problems: &problems)
    take(own, users, themes, &preferences, &problems)
    guard preferences.syncsSettings, let synced else { return preferences }
    let others = synced.entries(problems: &problems).filter { SyncedSettings.isSynced($0.key) }
    let names = Set(others.map(\.key))
    preferences = Preferences()
    var ignored: [String] = []
    take(own.filter { !names.contains($0.key) }, users, themes, &preferences, &ignored)
    take(others.filter { $0.value != .null }, synced, themes, &preferences, &problems)
    return preferences
  }

  private static func take(
    _ entries: [(key: String, value: JSONValue)], _ users: SettingsFile, _ themes: Themes,
    _ preferences: inout Preferences, _ problems: inout [String]
  ) {
    for (name, value) in entries {
      guard let setting = all.first(where: { $0.name == name }) else {
        problems.append(
          users.sentence(
            [name],
            "there is no setting of this name; recto --print-defaults settings shows all there are"
          ))
        continue
      }
      if let reason = setting.take(value, themes, &preferences) {
        problems.append(users.sentence([name], reason))
      }
    }
  }

  static let all: [Setting] = [
    Setting(name: "theme") { value, themes, preferences in
      let names = themes.all.map(\.name) + [Themes.followsTerminal]
      guard let name = value.text, names.contains(name) else {
        return "expected a theme's name: \(names.joined(separator: ", "))"
      }
      preferences.theme = name == Themes.followsTerminal ? "" : name
      return nil
    },
    Setting(name: "tint") { value, _, preferences in
      guard let text = value.text, text == "none" || Tint.color(text) != nil else {
        return
          "expected a colour: #rrggbb, \(Tint.named.map(\.name).joined(separator: ", ")) or none"
      }
      preferences.tint = text == "none" ? "" : text
      return nil
    },
    flag("foldersFirst") { $0.foldersFirst = $1 },
    flag("showHidden") { $0.showsHidden = $1 },
    Setting(name: "columns") { value, _, preferences in
      let names = Column.everywhere.filter { $0 != .name }.map(\.rawValue)
      guard let texts = value.texts else { return "expected a list: [\"pages\", \"tags\"]" }
      if let other = texts.first(where: { !names.contains($0) }) {
        return "there is no column “\(other)”: \(names.joined(separator: ", "))"
      }
      guard Set(texts).count == texts.count else { return "a column appears twice" }
      preferences.columns = texts.compactMap(Column.init(everywhere:))
      return nil
    },
    Setting(name: "sort") { value, _, preferences in
      guard let column = value.text.flatMap(Column.init(everywhere:)) else {
        let names = Column.everywhere.map(\.rawValue)
        return "expected a column's name: \(names.joined(separator: ", "))"
      }
      preferences.sort = column
      return nil
    },
    flag("reverse") { $0.isReversed = $1 },
    Setting(name: "newDocuments") { value, _, preferences in
      guard let text = value.text else { return "expected a folder's path, in quotes" }
      guard !text.isEmpty else { return nil }
      let folder = Paths.typed(text)
      guard PathParts.isAbsolute(folder) else { return "the path must begin with / or ~/" }
      guard let status = SystemPath.status(folder), status.st_mode & S_IFMT == S_IFDIR else {
        return "there is no folder \(text)"
      }
      preferences.newDocuments = DocumentFile.absolute(folder)
      return nil
    },
    choice("droppedFiles") { $0.droppedFiles = $1 },
    flag("confirmTrash") { $0.confirmsTrash = $1 },
    Setting(name: "editor") { value, _, preferences in
      guard let command = value.text else { return "expected a command, in quotes" }
      preferences.editor = command
      return nil
    },
    Setting(name: "synctexEditor") { value, _, preferences in
      guard let command = value.text else { return "expected a command, in quotes" }
      guard !command.isEmpty else { return nil }
      do throws(SourceEditor.Mistake) {
        _ = try SourceEditor.words(command, "/", line: 1, column: 1)
      } catch {
        return error.sentence
      }
      guard command.contains("%{input}") else { return "expected %{input} in the command" }
      preferences.syncTeXEditor = command
      return nil
    },
    Setting(name: "speechRate") { value, _, preferences in
      guard let rate = value.integer, (-100...100).contains(rate) else {
        return "expected a number from -100 to 100"
      }
      preferences.speechRate = rate
      return nil
    },
    flag("remoteControl") { $0.takesRequests = $1 },
    choice("pages") { $0.look = $1 },
    flag("figures") { $0.showsFigures = $1 },
    choice("figurePlace") { $0.figurePlace = $1 },
    choice("hyphenation") { $0.hyphenation = $1 },
    choice("ocr") { $0.ocr = $1 },
    Setting(name: "ocrLanguages") { value, _, preferences in
      guard let names = value.text, names.utf8.count <= 256 else {
        return "expected names of Tesseract's models, such as \"deu+eng\""
      }
      preferences.ocrLanguages = names
      return nil
    },
    flag("dimUncertainWords") { $0.dimsUncertainWords = $1 },
    Setting(name: "pageColors") { value, _, preferences in
      guard let name = value.text, State.profileNames.contains(name) else {
        return "expected one of these: \(State.profileNames.joined(separator: ", "))"
      }
      preferences.profile = name
      return nil
    },
    Setting(name: "pictureMemory") { value, _, preferences in
      guard let megabytes = value.count, (16...65_536).contains(megabytes) else {
        return "expected megabytes, from 16 to 65536"
      }
      preferences.pictureMemory = megabytes << 20
      return nil
    },
    Setting(name: "thumbnailBudget") { value, _, preferences in
      guard let megabytes = value.count, megabytes <= 1 << 20 else {
        return "expected a number of megabytes, such as 256"
      }
      preferences.thumbnailBudget = megabytes
      return nil
    },
    Setting(name: "fetchCommand") { value, _, preferences in
      guard let words = value.texts, words.first?.contains("{") != true, words.first != "" else {
        return "expected the words of a command: [\"rclone\", \"cat\", \"archive:{hash}\"]"
      }
      preferences.fetchCommand = words
      return nil
    },
    Setting(name: "indexFolders") { value, _, preferences in
      guard let texts = value.texts else { return "expected a list: [\"~/Documents\"]" }
      let folders = texts.map { Paths.typed($0) }
      guard folders.allSatisfy({ PathParts.isAbsolute($0) }) else {
        return "each path must begin with / or ~/"
      }
      preferences.indexFolders = folders.map { DocumentFile.absolute($0) }
      return nil
    },
    flag("indexEncrypted") { $0.indexesEncrypted = $1 },
    flag("indexScans") { $0.indexesScans = $1 },
    flag("removableThumbnails") { $0.keepsRemovableThumbnails = $1 },
    Setting(name: "annotationAuthor") { value, _, preferences in
      guard let name = value.text else { return "expected a name, in quotes" }
      preferences.annotationAuthor = name
      return nil
    },
    Setting(name: "syncFolder") { value, _, preferences in
      guard let text = value.text else { return "expected a folder's path, in quotes" }
      guard !text.isEmpty else { return nil }
      // The folder need not exist: its disk may be attached later.
      guard PathParts.isAbsolute(Paths.typed(text)) else {
        return "the path must begin with / or ~/"
      }
      preferences.syncFolder = DocumentFile.absolute(Paths.typed(text))
      return nil
    },
    flag("syncSettings") { $0.syncsSettings = $1 },
    Setting(name: "annotationStyle") { value, _, preferences in
      guard case .object(let fields) = value else {
        return "expected a style: { \"line-width\": \"2\", \"line-ends\": \"arrow\" }"
      }
      let colors = preferences.annotationColors
      var style = AnnotationStyle()
      for (name, value) in fields {
        guard let part = AnnotationStyle.Part(rawValue: name) else {
          let names = AnnotationStyle.Part.allCases.map { "\"\($0.rawValue)\"" }
          return "there is no “\(name)”; there are \(names.joined(separator: ", "))"
        }
        guard let text = value.text else { return "“\(name)” needs a value in quotes" }
        do throws(AnnotationStyleStrings.Mistake) {
          style.add(
            try AnnotationStyleStrings.style(part, text) { name in
              colors.first { $0.name == name || $0.key == name }?.color ?? Tint.color(name)
            })
        } catch {
          return error.reason
        }
      }
      preferences.annotationStyle = style
      return nil
    },
    Setting(name: "stamps") { value, _, preferences in
      guard let texts = value.texts else {
        return "expected a list: [\"Checked\", \"~/stamps/ok.png\"]"
      }
      preferences.stamps = texts.map { CleanText.line($0).trimmed }.filter { !$0.isEmpty }
      return nil
    },
    Setting(name: "citationKey") { value, _, preferences in
      guard let key = value.text.flatMap(CitationKey.init(checked:)) else {
        let names = CitationKey.names.map { "{\($0)}" }.joined(separator: ", ")
        return
          "expected a pattern such as \"{author}{year}\" with \(names), letters, digits and -_:.+/"
      }
      preferences.citationKey = key
      return nil
    },
    Setting(name: "annotationColors") { value, _, preferences in
      switch AnnotationColorSettings.colors(value) {
      case .success(let colors): if !colors.isEmpty { preferences.annotationColors = colors }
      case .failure(let reason): return reason.text
      }
      return nil
    },
    choice("saveAnnotations") { $0.annotationSaving = $1 },
  ]

  /// Returns a setting that is one of the names of an enumeration's cases.
  private static func choice<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ name: String, _ set: @escaping @Sendable (inout Preferences, Choice) -> Void
  ) -> Setting {
    Setting(name: name) { value, _, preferences in
      guard let choice = value.text.flatMap({ Choice(rawValue: $0) }) else {
        let names = Choice.allCases.map(\.rawValue)
        return "expected one of these: \(names.joined(separator: ", "))"
      }
      set(&preferences, choice)
      return nil
    }
  }

  /// A setting that is on or off.
  private static func flag(
    _ name: String, _ set: @escaping @Sendable (inout Preferences, Bool) -> Void
  ) -> Setting {
    Setting(name: name) { value, _, preferences in
      guard let bool = value.bool else { return "expected true or false" }
      set(&preferences, bool)
      return nil
    }
  }
}
