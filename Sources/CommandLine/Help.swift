import Messages
import Program

/// The text of `recto --help`.
enum Help {
  static var text: String {
    var text = """
      Recto reads PDFs, DjVu, EPUB, FictionBook, HTML, Word, Excel, PowerPoint and OpenDocument files,
      comic books, Markdown, plain text and pictures in the terminal.

        recto [FILE[#page=N|#NAME] | FILE:N]…       read, from a page, a heading or a line; without a file, continue
        recto FOLDER…                               browse
        recto --comic FOLDER…                       read the images of a folder as a comic book
        recto --reveal FILE                         browse, with the cursor on FILE
        recto --choose [--multiple] [-0] [FOLDER]   pick documents; print their paths, one per line or NUL-terminated
        recto --plain [FILE | FOLDER]               line by line, for screen readers and pipes; h lists the commands

      """
    for subcommand in Subcommand.all {
      let name = "  recto \(subcommand.name)"
      text +=
        name + String(repeating: " ", count: max(2, 22 - name.count)) + subcommand.summary + "\n"
    }
    return text + """

        --remote COMMAND [ARGUMENT | COUNT]   have a running Recto run a command; see recto guide remote
        --remote-expr FACT…    print what a running Recto shows, as JSON: \(RemoteFact.names)
        --remote-events FACT…  print these whenever they change, a line of JSON each
        --remote-wait FILE     open FILE in a running Recto, and wait until it is closed
        --synctex-forward LINE:COLUMN:SOURCE PDF   show a line of a LaTeX source, in the Recto that has PDF open
        --server NAME          name this Recto; with the five above: choose one by name, document or folder
        --password-file FILE   read the password of an encrypted document (or RECTO_PASSWORD)
        --require-sandbox      read nothing if the kernel lacks a part of the sandbox; for subcommands, too
        --completion SHELL     print completions for \(CompletionShell.names)
        --cwd-file FILE        write the last folder to FILE, for a shell function
        --shell-function SHELL print a shell function rcd that starts Recto and changes to the last folder
        --print-entry NAME     print a desktop entry: \(DesktopEntry.names)
        --print-defaults NAME  print default settings: \(Defaults.names.joined(separator: ", "))
        --help, --version, --manual (the manual page in roff)

      In the reader and the browser: ? shows all keys, : all commands, q quits. :tour shows ten keys.
      recto help COMMAND shows the options of a command, recto guide the user guide.

      """
  }
}
