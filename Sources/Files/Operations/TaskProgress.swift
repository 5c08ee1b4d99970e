/// The progress of an operation.
package struct TaskProgress: Sendable, Hashable {
  package var filesDone = 0
  package var filesTotal = 0
  package var bytesDone = 0
  package var bytesTotal = 0
  /// Smoothed; 0 until it is known.
  package var bytesPerSecond = 0
}

/// Counts progress and reports it at most ten times a second.
struct ProgressMeter {
  private(set) var progress = TaskProgress()
  private let tell: @Sendable (TaskProgress) -> Void
  private var reportedAt = ContinuousClock.now
  private var bytesWhenReported = 0

  init(_ tell: @escaping @Sendable (TaskProgress) -> Void) { self.tell = tell }

  mutating func expect(files: Int, bytes: Int) {
    progress.filesTotal += files
    progress.bytesTotal = Self.sum(progress.bytesTotal, bytes)
  }

  /// Adds sizes without overflow: a file with holes may claim the largest size there is.
  private static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, isBeyond) = one.addingReportingOverflow(other)
    return isBeyond ? .max : sum
  }

  mutating func add(bytes: Int) {
    progress.bytesDone = Self.sum(progress.bytesDone, bytes)
    reportIfDue()
  }

  mutating func addFile() {
    progress.filesDone += 1
    reportIfDue()
  }

  mutating func finish() { tell(progress) }

  mutating func reportIfDue() {
    let now = ContinuousClock.now
    let passed = now - reportedAt
    guard passed >= .milliseconds(100) else { return }
    let bytes = Double(progress.bytesDone - bytesWhenReported)
    let speed =
      bytes / (Double(passed.components.seconds) + Double(passed.components.attoseconds) / 1e18)
    let before = Double(progress.bytesPerSecond)
    progress.bytesPerSecond = Int(min(before == 0 ? speed : before * 0.7 + speed * 0.3, 1e18))
    reportedAt = now
    bytesWhenReported = progress.bytesDone
    tell(progress)
  }
}
