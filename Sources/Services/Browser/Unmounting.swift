import Dispatch
import DocumentModel
import Platform

/// Unmounts volumes through the desktop or, where there is none, with the system's program.
enum Unmounting {
  /// Unmounts the volume that is mounted at a path; the answer is its name.
  static func unmount(
    _ path: String, _ answer: @escaping @Sendable (Result<String, DesktopVolumes.Failure>) -> Void
  ) {
    DesktopVolumes.shared.unmount(path) { result in
      guard result == .failure(.notOurs) else { return answer(result) }
      DispatchQueue.global(qos: .userInitiated).async {
        answer(run(path).map { .failure($0) } ?? .success(PathParts.name(of: path)))
      }
    }
  }

  /// Runs the system's program; returns why it failed.
  private static func run(_ path: String) -> DesktopVolumes.Failure? {
    // In English, since the message is searched.
    guard let program = LineProgram(["env", "LC_ALL=C", "umount", path]) else { return .notOurs }
    let end = program.run { _ in true }
    guard end.status != 0 else { return nil }
    let isBusy = String(decoding: end.errors, as: UTF8.self).contains("busy")
    return isBusy ? .refused("it is in use") : .notOurs
  }
}
