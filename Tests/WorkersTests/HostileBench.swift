internal import CLinux
import DocumentModel
import Foundation
import Glibc
import TestSupport
import Wire
import Workers

/// A pool whose first worker is hostile; the next ones are honest unless all are wanted so.
final class HostileBench: Sendable {
  let pool: WorkerPool
  private let folder: String

  /// No deadline but one that is requested for comes: beside all other tests a process may wait long for a processor.
  init(
    _ act: HostileAct, every: Bool = false, deadline: Duration = .seconds(300),
    _ change: (inout WorkerPool.Options) -> Void = { _ in }
  ) throws {
    folder = FileManager.default.temporaryDirectory.path + "/recto-hostile-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var options = WorkerPool.Options(
      executable: Programs.path("hostile-worker"),
      environment: [
        "\(HostileAct.variable)=\(act.rawValue)", "\(HostileAct.logVariable)=\(folder)/log",
      ] + (every ? ["\(HostileAct.everyVariable)=1"] : []))
    options.deadline = deadline
    options.startDeadline = .seconds(300)
    change(&options)
    pool = WorkerPool(options)
  }

  deinit {
    pool.shutdown()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The process numbers of the workers started so far.
  var workers: [pid_t] { numbers(in: "log") }

  /// That of the worker that did the act.
  var hostile: pid_t? { numbers(in: "log.hostile").first }

  private func numbers(in file: String) -> [pid_t] {
    let text = (try? String(contentsOfFile: folder + "/" + file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { pid_t($0) }
  }

  func open(lanes: LanePlan = .equal(1)) async throws -> (WorkerDocument, DocumentSummary) {
    let descriptor = Glibc.open("/dev/null", O_RDONLY | O_CLOEXEC)
    return try await withCheckedContinuation { continuation in
      pool.open(descriptor: descriptor, password: [], lanes: lanes) {
        continuation.resume(returning: $0)
      }
    }.get()
  }

  /// Waits for a process to end; false where it has not after a while.
  func hasEnded(_ pid: pid_t) -> Bool {
    let process = clinux_process_descriptor(pid)
    // Reaped already, or never there.
    guard process >= 0 else { return true }
    defer { close(process) }
    var window = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
    return poll(&window, 1, 5_000) == 1
  }

  /// Whether nothing of a process is left, not even its exit status.
  static func isReaped(_ pid: pid_t) -> Bool { kill(pid, 0) == -1 && errno == ESRCH }
}

extension WorkerDocument {
  /// Asks for the pages of the hostile worker's document.
  func askPages(deadline: Duration? = nil) async -> Result<Reply, WorkerError> {
    await ask(.pages(0..<3), deadline: deadline)
  }

  func ask(
    _ request: Request, priority: Priority = .normal, deadline: Duration? = nil
  ) async -> Result<Reply, WorkerError> {
    await withCheckedContinuation { continuation in
      send(request, priority: priority, deadline: deadline) { continuation.resume(returning: $0) }
    }
  }
}

extension WorkerDocument {
  func picture(
    _ drawing: PageDrawing, _ priority: Priority = .visible, deadline: Duration? = nil
  ) async -> Result<PagePicture, WorkerError> {
    await withCheckedContinuation { continuation in
      draw(drawing, priority: priority, deadline: deadline) { continuation.resume(returning: $0) }
    }
  }
}

extension Result where Success == PagePicture, Failure == WorkerError {
  var failure: WorkerError? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}

extension Result where Success == Reply, Failure == WorkerError {
  var pageCount: Int? {
    guard case .success(.pages(let infos)) = self else { return nil }
    return infos.count
  }

  var error: WorkerError? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}
