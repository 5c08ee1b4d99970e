import Glibc

/// The machine on which the measurement runs.
struct Machine {
  var processor: String
  var cores: Int
  /// In GiB.
  var memory: Int
  var kernel: String
  var load: String

  static var this: Machine {
    let model = TerminalSession.text("/proc/cpuinfo").split(separator: "\n")
      .first { $0.hasPrefix("model name") }?.split(separator: ":").last
    let memory = TerminalSession.text("/proc/meminfo").split(separator: "\n")
      .first { $0.hasPrefix("MemTotal") }?.split(separator: " ").dropFirst().first
    var names = utsname()
    uname(&names)
    let kernel = withUnsafeBytes(of: names.release) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return Machine(
      processor: model.map { String($0.drop { $0 == " " }) } ?? "unknown processor",
      cores: max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))),
      memory: (memory.flatMap { Int($0) } ?? 0) >> 20,
      kernel: kernel,
      load: TerminalSession.text("/proc/loadavg").split(separator: " ").first.map(String.init)
        ?? "?")
  }

  var json: String {
    "{\"machine\": \"\(row)\"}"
  }

  var row: String {
    "\(processor), \(cores) cores, \(memory) GiB, Linux \(kernel), load \(load) at the beginning"
  }
}
