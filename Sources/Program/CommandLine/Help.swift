/// What `recto --help` says.
enum Help {
  static var text: String {
    var text = """
      Recto reads PDFs, Markdown, plain text and pictures in the terminal.

        recto [FILE[#page=N|#NAME] | FILE:N]…       read, from a page, a heading or a line on; without a file, go on
        recto FOLDER…                               browse
        recto --reveal FILE                         browse, standing on FILE
        recto --choose [--multiple] [-0] [FOLDER]   pick documents; print their paths, one a line or each with a NUL
        recto --plain [FILE | FOLDER]               line by line, for screen readers and pipes: h tells the commands

      """
    for subcommand in Subcommand.all {
      let usage = "  recto \(subcommand.name) \(subcommand.usage)"
      text +=
        usage + String(repeating: " ", count: max(2, 52 - usage.count)) + subcommand.summary + "\n"
    }
    return text + """

        --password-file FILE   password of an encrypted document (or RECTO_PASSWORD)
        --require-sandbox      refuse to read where the kernel lacks a part of the cage; with any subcommand too
        --completion SHELL     words completed by \(CompletionShell.names), to be read by it
        --cwd-file FILE        write the folder shown last to FILE, for a shell function
        --shell-function SHELL such a function, rcd: starts Recto and goes to the folder it is left in
        --print-entry NAME     what a desktop is told of Recto: \(DesktopEntry.names)
        --print-defaults NAME  the settings yours add to: \(Defaults.names.joined(separator: ", "))
        --help, --version, --manual (the manual page in roff)

      In the reader and the browser: ? shows all keys, : all commands, q quits. :tour shows ten keys.

      """
  }
}
