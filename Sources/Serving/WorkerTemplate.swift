internal import CLinux

/// The process that new workers are copies of: it has loaded all they need and sees no document.
package enum WorkerTemplate {
  /// Serves copies until the reader hangs up; returns true in each of them.
  package static func serve() -> Bool { clinux_serve_copies(3) == 0 }
}
