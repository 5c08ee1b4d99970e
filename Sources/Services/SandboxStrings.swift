package import Wire
package import Workers

/// Descriptions of sandbox features that old kernels lack.
package enum SandboxStrings {
  /// A part's name, the Linux that has it first, and what holds without it.
  private static func facts(
    of part: SandboxFeature
  ) -> (name: String, since: String, without: String) {
    switch part {
    case .landlock:
      (
        "Landlock", "5.13, switched on",
        "a malicious document could read your files"
      )
    case .seccomp:
      (
        "seccomp", "3.5",
        "a malicious document could start programs and use the network"
      )
    case .noNewPrivileges: ("no_new_privs", "3.5", "the rest of the sandbox may not hold")
    case .limits:
      ("resource limits", "any", "a document could take all memory and processor time")
    }
  }

  /// For `recto doctor`: a part with the kernel it comes with.
  package static func missing(_ parts: [SandboxFeature]) -> String {
    parts.map { part in
      let (name, since, _) = facts(of: part)
      return "\(name) (Linux \(since))"
    }.joined(separator: ", ")
  }

  /// For `recto doctor`: whether workers see no file but fonts.
  package static func namespaces(isGiven: Bool) -> String {
    isGiven
      ? "user, mount and IPC: a worker sees no files but fonts"
      : "none: this system forbids them to users; a malicious document could learn which files exist, not read them"
  }

  /// Said at the start.
  package static func warning(_ parts: [SandboxFeature]) -> String {
    let names = parts.map { facts(of: $0).name }.joined(separator: ", ")
    let without = parts.first.map { facts(of: $0).without } ?? ""
    return "This kernel lacks \(names): \(without). recto doctor says more"
  }

  package static func refusal(_ parts: [SandboxFeature]) -> String {
    let names = parts.map { facts(of: $0).name }.joined(separator: ", ")
    return
      "nothing is read: this kernel lacks \(names), and --require-sandbox needs the complete sandbox"
  }
}

extension WorkerPool {
  /// Why no worker may read anything; nil if one may. Waits for the first worker.
  package var refusal: String? {
    let answer = Answer<Result<Greeting, WorkerError>>()
    greeting { answer.give($0) }
    guard case .failure(let error) = answer.wait() else { return nil }
    return Sentences.text(error, file: "recto-worker")
  }
}
