/// What `recto --help` says.
enum Help {
  static var text: String {
    var text = """
      Recto reads PDFs, Markdown and plain text in the terminal.

        recto [FILE[#page=N|#NAME] | FILE:N]…   read, from a page, a heading or a line on; without a file, go on

      """
    for subcommand in Subcommand.all {
      let usage = "  recto \(subcommand.name) \(subcommand.usage)"
      text +=
        usage + String(repeating: " ", count: max(2, 52 - usage.count)) + subcommand.summary + "\n"
    }
    return text + """

        --password-file FILE   password of an encrypted document (or RECTO_PASSWORD)
        --help, --version, --manual (the manual page in roff)

      In the reader: ? shows all keys, q quits.

      """
  }
}
