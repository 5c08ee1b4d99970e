/// What `recto --help` says.
enum Help {
  static var text: String {
    var text = """
      Recto reads PDFs in the terminal.

        recto [FILE[#page=N|#nameddest=NAME] | FILE:N]…   read; without a file, go on where you were

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
