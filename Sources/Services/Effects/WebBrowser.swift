import DocumentModel
import Glibc
import Messages

/// Opens addresses with `$BROWSER`, else with `xdg-open`.
enum WebBrowser {
  static func open(_ address: String, _ mailbox: Mailbox) {
    guard WebAddress.isOpened(address) else {
      mailbox.post(.notice("Recto opens only web and mail addresses", isError: true))
      return
    }
    let request = getenv("BROWSER").map { String(cString: $0) } ?? ""
    // `$BROWSER` is a colon-separated list; the first program that can be started is used.
    let programs = request.split(separator: ":").map(String.init) + ["xdg-open"]
    guard programs.contains(where: { start($0, address) }) else {
      mailbox.post(
        .notice("\(programs[0]) cannot be started; set BROWSER to a program", isError: true))
      return
    }
    mailbox.post(.notice("Opened \(address)", isError: false))
  }

  /// Starts a program with its arguments; the address replaces
  /// `%s`, or is appended if there is none.
  private static func start(_ command: String, _ address: String) -> Bool {
    var words = command.split(separator: " ").map { $0 == "%s" ? address : String($0) }
    guard !words.isEmpty else { return false }
    if !command.contains("%s") { words.append(address) }
    return ChildProgram.start(words)
  }
}
