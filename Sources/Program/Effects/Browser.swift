import Glibc
import Interface

/// Opens addresses with `$BROWSER`, else with the desktop's program.
enum Browser {
  private static let schemes = ["http://", "https://", "mailto:", "ftp://"]

  static func open(_ address: String, _ mailbox: Mailbox) {
    guard schemes.contains(where: { address.lowercased().hasPrefix($0) }) else {
      mailbox.post(.notice("Recto opens only web and mail addresses", isError: true))
      return
    }
    let program = getenv("BROWSER").map { String(cString: $0) } ?? "xdg-open"
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(address), nil]
    defer { for text in arguments { free(text) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for descriptor in [1, 2] as [Int32] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    var pid = pid_t()
    guard posix_spawnp(&pid, program, &actions, nil, &arguments, environ) == 0 else {
      mailbox.post(.notice("\(program) cannot be started; set BROWSER", isError: true))
      return
    }
    mailbox.post(.notice("Opened \(address)", isError: false))
  }
}
