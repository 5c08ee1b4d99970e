/// Something long that is done with files.
package struct TaskReport: Sendable, Hashable {
  package enum Phase: Sendable, Hashable {
    case waiting, running, done, cancelled
    case failed(String)
  }

  package var id: Int
  /// As `Copy 12 documents to Papers`.
  package var title: String
  package var phase: Phase
  /// Bytes, or files if no bytes have to be moved; a total of 0 is unknown.
  package var done: Int64
  package var total: Int64
  package var countsFiles: Bool
  /// In bytes a second.
  package var speed: Double

  package init(
    id: Int, title: String, phase: Phase, done: Int64, total: Int64, countsFiles: Bool = false,
    speed: Double = 0
  ) {
    self.id = id
    self.title = title
    self.phase = phase
    self.done = done
    self.total = total
    self.countsFiles = countsFiles
    self.speed = speed
  }

  package var isOver: Bool { phase != .waiting && phase != .running }
}
