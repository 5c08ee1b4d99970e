import Dispatch
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
    let wish = getenv("BROWSER").map { String(cString: $0) } ?? ""
    // Several may be named, parted by colons; the first that can be started is taken.
    let programs = wish.split(separator: ":").map(String.init) + ["xdg-open"]
    guard programs.contains(where: { start($0, address) }) else {
      mailbox.post(
        .notice("\(programs[0]) cannot be started; set BROWSER to a program", isError: true))
      return
    }
    mailbox.post(.notice("Opened \(address)", isError: false))
  }

  /// Starts a program with its arguments; the address stands where it says `%s`, else behind them.
  private static func start(_ command: String, _ address: String) -> Bool {
    var words = command.split(separator: " ").map { $0 == "%s" ? address : String($0) }
    guard let program = words.first else { return false }
    if !command.contains("%s") { words.append(address) }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for descriptor in [1, 2] as [Int32] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
    }
    // In a group of its own, which our suspending does not stop, and with signals as programs expect them.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    var pid = pid_t()
    guard posix_spawnp(&pid, program, &actions, &attributes, &arguments, environ) == 0 else {
      return false
    }
    let started = pid
    DispatchQueue.global(qos: .background).async {
      while waitpid(started, nil, 0) < 0, errno == EINTR {}
    }
    return true
  }
}
