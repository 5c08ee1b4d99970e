package import Glibc

/// Process facts from the system.
package enum Processes {
  package struct Facts {
    /// As proc(5) has it: S sleeps, Z is dead and not yet reaped.
    package var state: Character
    /// In bytes.
    package var resident: Int
  }

  /// nil where there is no such process.
  package static func facts(of pid: pid_t) -> Facts? {
    let text = read("/proc/\(pid)/stat")
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 21, let state = fields[0].first, let pages = Int(fields[21]) else {
      return nil
    }
    return Facts(state: state, resident: pages * Int(getpagesize()))
  }

  package static func children(of pid: pid_t) -> [pid_t] {
    names(in: "/proc/\(pid)/task").flatMap { thread in
      read("/proc/\(pid)/task/\(thread)/children").split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Whether none of its threads runs, wants a processor or waits for a disk.
  package static func isAtRest(_ pid: pid_t) -> Bool {
    names(in: "/proc/\(pid)/task").allSatisfy { thread in
      let text = read("/proc/\(pid)/task/\(thread)/stat")
      guard let end = text.lastIndex(of: ")") else { return true }
      return !"RD".contains(text[text.index(after: end)...].first { $0 != " " } ?? "S")
    }
  }

  /// Numbers of the signals it does not take now; nil where there is no such process.
  package static func blockedSignals(of pid: pid_t) -> Set<Int32>? {
    let line = read("/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
    return line.flatMap { UInt64($0.dropFirst(7).drop { $0.isWhitespace }, radix: 16) }.map {
      mask in
      Set((1...64).filter { mask & 1 << UInt64($0 - 1) != 0 }.map(Int32.init))
    }
  }

  package static func name(_ pid: pid_t) -> String {
    String(read("/proc/\(pid)/comm").dropLast())
  }

  package static func arguments(_ pid: pid_t) -> [String] {
    read("/proc/\(pid)/cmdline").split(separator: "\0").map(String.init)
  }

  /// Bytes resident now; 0 where there is no such process.
  package static func memory(_ pid: pid_t) -> Int { facts(of: pid)?.resident ?? 0 }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func read(_ path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 8_192)
    let count = Glibc.read(file, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : ""
  }
}
