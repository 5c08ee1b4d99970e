import Canvas
import Interface

/// The manual page, made from the one list of commands and the keys Recto comes with.
enum Manual {
  /// In roff, as `man -l` reads it.
  static func page() -> String {
    var problems: [String] = []
    let keymap = KeySettings.load(problems: &problems)
    var page = head
    for group in Command.Group.allCases {
      let commands = CommandList.all.filter { $0.group == group }
      guard !commands.isEmpty else { continue }
      page += ".SS \(group.rawValue)\n"
      for command in commands {
        let argument = command.argument.map { " " + $0.name } ?? ""
        let keys = keys(of: command, keymap)
        page += ".TP\n" + (keys.isEmpty ? bold(":" + command.name + argument) : keys) + "\n"
        page += "\(escaped(command.title)) (\(escaped(command.name + argument)))\n"
      }
    }
    page += ".SS Signs in the margin of the text\n"
    for (sign, words) in AnnotationStrings.signs {
      page += ".TP\n\(bold(sign))\n\(escaped(words))\n"
    }
    page += ".SS With the mouse\n"
    for (gesture, does) in MouseStrings.all {
      page += ".TP\n\(bold(gesture))\n\(escaped(does))\n"
    }
    page += plain
    page += subcommands
    for subcommand in Subcommand.all {
      page += ".TP\n\\fBrecto \(subcommand.name)\\fR \(escaped(subcommand.usage))\n"
      page += "\(escaped(subcommand.summary))\n"
      page += details(subcommand.details)
    }
    page += ".SH EXAMPLES\n"
    for example in Examples.all {
      page += ".TP\n\(bold(example.line))\n\(escaped(example.words))\n"
    }
    return page + foot
  }

  /// Returns the keys of a command, with their places unless the heading names them.
  private static func keys(of command: Command, _ keymap: Keymap) -> String {
    let all = keymap.keysByMode(for: command.name)
    let plain: Keymap.Mode = all.first?.mode == .all ? .all : command.group.mode
    return all.sorted { $0.mode == plain && $1.mode != plain }.map { mode, keys in
      let words = mode == plain || mode.words.isEmpty ? "" : escaped(mode.words) + " "
      return words + bold(keys.joined(separator: ", "))
    }.joined(separator: "; ")
  }

  /// Formats a table of options for any width: its rows as paragraphs, the text below filled.
  private static func details(_ lines: [String]) -> String {
    guard !lines.isEmpty else { return "" }
    let columns = lines.compactMap { columnBehindGap($0) }
    let counts = Dictionary(columns.map { ($0, 1) }, uniquingKeysWith: +)
    let column = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? .max
    var (page, isBelow) = (".RS\n", false)
    for line in lines {
      let letters = Array(line)
      let isFull = column < letters.count && letters[column] != " "
      if isFull, letters[..<column].allSatisfy({ $0 == " " }) {
        page += escaped(String(letters[column...])) + "\n"
      } else if isFull, letters[column - 1] == " ",
        letters[0] == "-" || columnBehindGap(line) == column
      {
        let term = letters[..<column].split(separator: " ").map { String($0) }
        page +=
          ".TP\n\(bold(term.joined(separator: " ")))\n\(escaped(String(letters[column...])))\n"
        isBelow = false
      } else {
        let ownParagraph = !isBelow || letters.isEmpty || line.hasPrefix("Exit status")
        if ownParagraph { page += ".PP\n" }
        let words = String(line.drop { $0 == " " })
        if !words.isEmpty { page += escaped(words) + "\n" }
        isBelow = true
      }
    }
    return page.replacing(".PP\n.PP\n", with: ".PP\n") + ".RE\n"
  }

  /// Returns the column of a row's text after two blanks or more.
  private static func columnBehindGap(_ line: String) -> Int? {
    guard line.first != " ", let gap = line.firstRange(of: "  ") else { return nil }
    let rest = line[gap.lowerBound...]
    return rest.firstIndex { $0 != " " }.map { line.distance(from: line.startIndex, to: $0) }
  }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  /// The commands of the linear reader.
  private static var plain: String {
    var page = """
      .SH LINE BY LINE
      With \\fB\\-\\-plain\\fR Recto draws nothing: it writes paragraphs and asks for a command, for screen readers, braille and pipes.
      Places, annotations and the last document are those of the screen. Enter reads on; in a document there are

      """
    page += rows(PlainReading.commands.map(\.0))
    page += ".PP\nand in a folder\n"
    return page + rows(PlainFolder.commands)
  }

  private static let subcommands = """
    .SH SUBCOMMANDS
    Where FILE is a document, FILE\\fB#page=\\fRN and \\fBrecto://\\fR addresses are taken too. What is told page by page (text, links, annotations,
    places, pictures) is then told of that page alone, unless an option names others. A page is named by its number in the file, as 12 or \\fB#\\fR12, or by its
    label, as iv or \\fBlabel:\\fR12; where number and label differ, what was taken is told.

    """

  private static func rows(_ commands: [PlainCommand]) -> String {
    commands.map { command in
      ".TP\n\\fB\(escaped(command.typed))\\fR\n\(escaped(command.help))\n"
    }.joined()
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case ".": result += "\\&."
      default: result.append(character)
      }
    }
    return result
  }

  private static let head = """
    .TH RECTO 1 "" "Recto \(Recto.version)" "User commands"
    .SH NAME
    recto \\- read PDFs, Markdown, plain text and pictures in the terminal
    .SH SYNOPSIS
    .B recto
    [\\fIFILE\\fR[\\fB#page=\\fIN\\fR|\\fB#\\fINAME\\fR] | \\fIFILE\\fB:\\fIN\\fR]...
    .br
    .B recto
    \\fIFOLDER\\fR...
    .br
    .B recto \\-\\-reveal
    \\fIFILE\\fR
    .br
    .B recto \\-\\-choose
    [\\fB\\-\\-multiple\\fR] [\\fB\\-0\\fR] [\\fIFOLDER\\fR]
    .br
    .B recto \\-\\-plain
    [\\fIFILE\\fR | \\fIFOLDER\\fR]
    .br
    .B recto
    \\fISUBCOMMAND\\fR \\fIFILE\\fR [\\fIOPTION\\fR]...
    .SH DESCRIPTION
    Recto shows documents as text: paragraphs set for the window, or each word at its place on the page.
    Markdown (by its name: .md, .markdown, .mdown, .mkd) is set with GitHub\\(aqs extensions; any other text is shown line by line,
    however long it is, in the encoding it looks to be in.
    They have no pages: \\fIFILE\\fB:\\fIN\\fR and a number before G mean a line, J and K go by windows, g l breaks or cuts long lines.
    Without a file it goes on with the documents that were open the last time.
    Documents are read by a second program in a sandbox of resource limits, Landlock and seccomp.
    .SH OPTIONS
    .TP
    \\fB\\-\\-password\\-file\\fR \\fIFILE\\fR
    Take the password of an encrypted document from the first line of FILE.
    .TP
    \\fB\\-\\-reveal\\fR \\fIFILE\\fR
    Begin in the browser, in the folder FILE lies in and on FILE.
    .TP
    \\fB\\-\\-choose\\fR
    Pick a document and print its path when the terminal was given back; standard output may be a pipe, as in
    $(recto \\-\\-choose). Enter picks a document, o a folder too, q gives up.
    The exit status is 0, or 1 where nothing was picked.
    .TP
    \\fB\\-\\-multiple\\fR, \\fB\\-0\\fR (\\fB\\-\\-null\\fR)
    Several may be picked; paths end with a NUL in place of a line end.
    .TP
    \\fB\\-\\-plain\\fR
    Line by line, without drawing; see LINE BY LINE.
    .TP
    \\fB\\-\\-require\\-sandbox\\fR
    Refuse to read anything where the kernel lacks a part of the sandbox that documents are read in; taken by all subcommands too.
    Without it that is said at the start and by \\fBrecto doctor\\fR.
    .TP
    \\fB\\-\\-completion\\fR \\fISHELL\\fR
    Print what makes bash, zsh or fish complete Recto\\(aqs words.
    .TP
    \\fB\\-\\-print\\-entry\\fR \\fINAME\\fR
    Print what a desktop is told of Recto: desktop (its entry in the menu) or thumbnailer.
    .TP
    \\fB\\-\\-print\\-defaults\\fR \\fINAME\\fR
    Print what Recto comes with: keys, themes, settings, document\\-types, actions (an example), templates or templates/note.md.
    .TP
    \\fB\\-\\-help\\fR, \\fB\\-\\-version\\fR
    Say what there is, or which version this is.
    .SH KEYS
    A number before a key repeats it, or names a page of the file (of a text, a line); after : a page may be named by its label too,
    as iv or label:12.
    Those of browsing and files hold in the browser, those of selecting and copying while the caret is in the text; in one\\(aqs own keys
    they stand behind \\fBbrowse:\\fR and \\fBselect:\\fR. Of other keys that hold in one place only, the place is named before them.
    While something to look for is typed, Alt with c, w, r, a turns the switches for case, words, regular expression and accents;
    Up and Down call back what was looked for before; Ctrl\\-g and Ctrl\\-t go to the next hit and the one before.
    In the search in all documents the same switches hold; there Alt\\-f looks in the folder one came from, Alt\\-n narrows, Alt\\-s keeps the
    search, and Down, Tab or Enter go to what was found. It understands words, "phrases", AND, OR, NOT, and author:, title:, tag:, in:FOLDER,
    type:, year:, after:, before:, note:. AND, OR and NOT apply to whole documents; near:"two words" finds them in one passage, page:"two words"
    on one page, and page:3\\-10 looks at those pages only. Words are looked for in file names too; e\\-mail also finds e mail and email. A year in
    parentheses is that of the file, where the document says none. Keys for what was found stand behind \\fBfound:\\fR in one\\(aqs own keys.

    """

  private static let foot = """
    .SH ENVIRONMENT
    .TP
    .B RECTO_PASSWORD
    The password of an encrypted document.
    .TP
    .B RECTO_WORKER
    Where recto\\-worker is, if not beside recto or in ../libexec/recto.
    .TP
    .B RECTO_REQUIRE_SANDBOX
    Set to anything but 0, the same as \\-\\-require\\-sandbox.
    .TP
    .B VISUAL, EDITOR
    Edits files; else what the settings say.
    .TP
    .B FZF_PREVIEW_COLUMNS, FZF_PREVIEW_LINES
    How large a preview is, where nothing else says so.
    .TP
    .B NO_COLOR
    Use no colours.
    .TP
    .B BROWSER
    Opens the addresses of links; else xdg\\-open does.
    .SH FILES
    .TP
    .I $XDG_CONFIG_HOME/recto/keys.json5
    Keys of one\\(aqs own: { "key": "command" }.
    .TP
    .I $XDG_CONFIG_HOME/recto/themes.json5
    Themes of one\\(aqs own.
    .TP
    .I $XDG_CONFIG_HOME/recto/settings.json5
    The theme, how lists begin, where new documents go, and more.
    .TP
    .I $XDG_CONFIG_HOME/recto/actions.json5
    Actions of one\\(aqs own.
    .TP
    .I $XDG_CONFIG_HOME/recto/document\\-types.json5
    Kinds of documents of one\\(aqs own, in the form of Recto\\(aqs.
    .TP
    .I $XDG_CONFIG_HOME/recto/templates/
    What new documents begin as.
    .TP
    .I $XDG_DATA_HOME/recto/library.db
    Places, marks and histories of the documents read; tags, favourites and recent documents.
    .TP
    .I $XDG_DATA_HOME/recto/tour/guide.pdf
    One\\(aqs own copy of the sample the tour is given on.
    .TP
    .I $XDG_DATA_HOME/recently\\-used.xbel
    The desktop\\(aqs recent documents.
    .TP
    .I $XDG_CACHE_HOME/recto/index.db
    The text of the documents that are indexed; it may be deleted.
    .TP
    .I $XDG_CACHE_HOME/thumbnails/
    Thumbnails, shared with other programs.
    .SH EXIT STATUS
    0; 1 if nothing was found or picked; 2 if something went wrong.

    """
}
