import Canvas
import Interface
import Program
import Services

/// The manual page, generated from the command list and the default keys.
enum Manual {
  /// Returns the page in roff, as `man -l` reads it.
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
    var page = ".RS\n"
    for part in OptionDetails(lines).parts {
      switch part {
      case .option(let term, let text): page += ".TP\n\(bold(term))\n\(escaped(text))\n"
      case .paragraph(let text): page += ".PP\n\(escaped(text))\n"
      }
    }
    return page + ".RE\n"
  }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  /// The commands of the linear reader.
  private static var plain: String {
    var page = """
      .SH LINE BY LINE
      With \\fB\\-\\-plain\\fR Recto draws nothing: it prints paragraphs and asks for a command, for screen readers, braille displays and
      pipes. It shares positions, annotations and the last document with the screen. Commands in a document:

      """
    page += rows(PlainReading.commands.map(\.0))
    page += ".PP\nCommands in a folder:\n"
    return page + rows(PlainFolder.commands)
  }

  private static let subcommands = """
    .SH SUBCOMMANDS
    A document may be given as FILE\\fB#page=\\fRN or as a \\fBrecto://\\fR address. Output by page (text, links, annotations, matches, pictures)
    is then limited to that page, unless an option names others. A page is its number in the file (12, \\fB#\\fR12) or its label (iv,
    \\fBlabel:\\fR12); if number and label differ, Recto reports which it took. Lines of output name a page by its label, if the document
    has labels, else by its number; JSON has both, as page and label; messages count pages in the file.

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
    recto \\- read PDFs, books, office documents, text and pictures in the terminal
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
    Recto shows documents as text: paragraphs reflowed to the window, or words at their places on the page.
    EPUB, FictionBook, HTML, Word, Excel, PowerPoint and OpenDocument files flow into the window, with their images; notes in them are
    kept in the library. Comic books (.cbz, .cbr, .cb7, .cbt) have a page for each image.
    Markdown (.md, .markdown, .mdown, .mkd) is shown with GitHub\\(aqs extensions, any other text line by line, whatever its length,
    in a guessed encoding. Text has no pages: \\fIFILE\\fB:\\fIN\\fR and a number before G are a line, J and K move by windows, g l wraps
    or cuts long lines.
    Without a file Recto continues with the documents that were open last.
    Documents are read by a second program in a sandbox of resource limits, Landlock and seccomp.
    \\fBrecto guide\\fR opens the user guide.
    .SH OPTIONS
    .TP
    \\fB\\-\\-password\\-file\\fR \\fIFILE\\fR
    Read the password of an encrypted document from the first line of FILE.
    .TP
    \\fB\\-\\-reveal\\fR \\fIFILE\\fR
    Start in the browser, with the cursor on FILE in its folder.
    .TP
    \\fB\\-\\-choose\\fR
    Pick a document and print its path; standard output may be a pipe, as in
    $(recto \\-\\-choose). Enter picks a document, o also a folder, q cancels.
    The exit status is 0, or 1 if nothing was picked.
    .TP
    \\fB\\-\\-multiple\\fR, \\fB\\-0\\fR (\\fB\\-\\-null\\fR)
    Pick several; end paths with a NUL instead of a line end.
    .TP
    \\fB\\-\\-comic\\fR \\fIFOLDER\\fR...
    Read the images of a folder as a comic book.
    .TP
    \\fB\\-\\-plain\\fR
    Line by line, without drawing; see LINE BY LINE.
    .TP
    \\fB\\-\\-remote\\fR \\fICOMMAND\\fR [\\fIARGUMENT\\fR | \\fICOUNT\\fR]
    Have a running Recto run a command, but none that starts a program; \\fBrecto guide remote\\fR says more.
    .TP
    \\fB\\-\\-remote\\-expr\\fR \\fIFACT\\fR..., \\fB\\-\\-remote\\-events\\fR \\fIFACT\\fR...
    Print what a running Recto shows, as JSON, once or at each change.
    .TP
    \\fB\\-\\-remote\\-wait\\fR \\fIFILE\\fR
    Open FILE in a running Recto, and wait until it is closed.
    .TP
    \\fB\\-\\-synctex\\-forward\\fR \\fILINE\\fR:\\fICOLUMN\\fR:\\fISOURCE\\fR \\fIPDF\\fR
    Show a line of a LaTeX source, in the Recto that has PDF open, else here.
    .TP
    \\fB\\-\\-server\\fR \\fINAME\\fR
    Name this Recto; with the options above choose a running one by its name, a document it has open, or its folder.
    .TP
    \\fB\\-\\-require\\-sandbox\\fR
    Read nothing if the kernel lacks a part of the sandbox; valid for all subcommands. Without it a missing part is reported at the
    start and by \\fBrecto doctor\\fR.
    .TP
    \\fB\\-\\-completion\\fR \\fISHELL\\fR
    Print completions for bash, zsh or fish.
    .TP
    \\fB\\-\\-cwd\\-file\\fR \\fIFILE\\fR
    Write the folder that the browser was left in to FILE, for a shell function.
    .TP
    \\fB\\-\\-shell\\-function\\fR \\fISHELL\\fR
    Print a shell function rcd for bash, zsh or fish that starts Recto and changes to the folder it was left in.
    .TP
    \\fB\\-\\-print\\-entry\\fR \\fINAME\\fR
    Print a desktop entry: desktop (for the menu) or thumbnailer.
    .TP
    \\fB\\-\\-print\\-defaults\\fR \\fINAME\\fR
    Print default settings: keys, themes, settings, document\\-types, actions (an example), templates or templates/note.md.
    .TP
    \\fB\\-\\-help\\fR, \\fB\\-\\-version\\fR, \\fB\\-\\-manual\\fR
    Print help, the version, or this page in roff.
    .SH KEYS
    A number before a key repeats it, or is a page of the file (in text a line); after : it may also be a label, as iv or label:12.
    Keys of browsing and files work in the browser, those of selecting and copying with the caret in the text; in keys.json5 they have the
    prefixes \\fBbrowse:\\fR and \\fBselect:\\fR. Other keys that work in one place only are listed with that place.
    While you type a search, Alt with c, w, r, a toggles case, whole words, regular expression and accents; Up and Down recall earlier
    searches; Ctrl\\-g and Ctrl\\-t go to the next and previous match.
    The search in all documents has the same options; there Alt\\-f searches this folder, Alt\\-n narrows, Alt\\-s saves the search, and Down, Tab
    or Enter go to the results. It understands words, "phrases", AND, OR, NOT, and author:, title:, tag:, in:FOLDER, type:, year:, after:,
    before:, note:. AND, OR and NOT apply to whole documents; near:"two words" finds them in one passage, page:"two words" on one page, and
    page:3\\-10 searches those pages only. Words also match file names; e\\-mail also finds e mail and email. A year in parentheses is the
    file\\(aqs, if the document states none. Keys for results have the prefix \\fBfound:\\fR in keys.json5.

    """

  private static let foot = """
    .SH ENVIRONMENT
    .TP
    .B RECTO_PASSWORD
    The password of an encrypted document.
    .TP
    .B RECTO_WORKER
    The path of recto\\-worker, if not beside recto or in ../libexec/recto.
    .TP
    .B RECTO_REQUIRE_SANDBOX
    Set to anything but 0, the same as \\-\\-require\\-sandbox.
    .TP
    .B RECTO_SERVER
    The socket of the Recto that started a program, in the environment of that.
    .TP
    .B XDG_RUNTIME_DIR
    Has the folder of the sockets, recto; by default /tmp/recto\\-UID.
    .TP
    .B VISUAL, EDITOR
    The editor; by default that of the settings.
    .TP
    .B FZF_PREVIEW_COLUMNS, FZF_PREVIEW_LINES
    The default size of previews.
    .TP
    .B NO_COLOR
    Use no colours.
    .TP
    .B BROWSER
    Opens web addresses; by default xdg\\-open.
    .SH FILES
    .TP
    .I $XDG_CONFIG_HOME/recto/keys.json5
    Your keys: { "key": "command" }.
    .TP
    .I $XDG_CONFIG_HOME/recto/themes.json5
    Your themes.
    .TP
    .I $XDG_CONFIG_HOME/recto/settings.json5
    Themes, lists, new documents, annotations and more.
    .TP
    .I $XDG_CONFIG_HOME/recto/actions.json5
    Your actions.
    .TP
    .I $XDG_CONFIG_HOME/recto/document\\-types.json5
    Your types of documents.
    .TP
    .I $XDG_CONFIG_HOME/recto/templates/
    Templates of new documents.
    .TP
    .I $XDG_DATA_HOME/recto/library.db
    Positions, marks and histories of documents; annotations, tags, favourites and recent documents.
    .TP
    .I $XDG_DATA_HOME/recto/tour/guide.pdf
    Your copy of the tour\\(aqs sample document.
    .TP
    .I $XDG_DATA_HOME/recently\\-used.xbel
    The desktop\\(aqs recent documents.
    .TP
    .I $XDG_CACHE_HOME/recto/index.db
    The search index; it may be deleted.
    .TP
    .I $XDG_CACHE_HOME/thumbnails/
    Thumbnails, shared with other programs.
    .SH EXIT STATUS
    0; 1 if nothing was found or picked; 2 after an error.

    """
}
