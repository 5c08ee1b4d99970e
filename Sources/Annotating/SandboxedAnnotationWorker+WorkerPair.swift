import Dispatch
package import DocumentModel
import Synchronization
import Wire
import Workers

/// Builds and verifies updates with a pair of workers that hold the base.
extension SandboxedAnnotationWorker {
  /// The size in bytes up to which a base is read ahead and held; a larger base is released after a second.
  private static let mostHeld = 64 << 20

  package func prepare(_ base: AnnotationSource, _ step: AnnotationEdit) {
    guard let bytes = base.bytes, bytes.count <= Self.mostHeld else { return }
    let edits = SectionEdits(step)
    // If no pair is available, the actual work will report it.
    try? withPair(for: base) { pair throws(SaveBlocker) in
      guard !step.isEmpty else { return }
      pair.prepareSection(edits)
      readAhead(bytes, for: edits, at: pair)
    }
  }

  package func section(
    for base: AnnotationSource, _ step: AnnotationEdit, isCopy: Bool
  ) throws(SaveBlocker) -> [UInt8] {
    let edits = SectionEdits(step)
    let bytes = try answer(for: base) { pair, done in
      pair.section(edits, isCopy: isCopy, completion: done)
      // Meanwhile the verifier reads the pages of the base, which does not need the update.
      readAhead(base.bytes ?? [], for: edits, at: pair)
    }
    // The worker may be compromised: check at least that the update has an end mark.
    guard bytes.suffix(16).contains(0x25),
      String(decoding: bytes.suffix(8), as: UTF8.self).contains("%%EOF")
    else { throw .unverified }
    return bytes
  }

  package func verify(
    _ section: [UInt8], after base: AnnotationSource, _ step: AnnotationEdit
  ) throws(SaveBlocker) -> SectionVerifiers {
    let edits = SectionEdits(step)
    let looksTwice = try withPair(for: base) { pair throws(SaveBlocker) in
      comesToAnEnd(with: edits, base.bytes ?? [], at: pair)
    }
    let isSeenTwice = try answer(for: base) { pair, done in
      pair.verify(section, edits, looksTwice: looksTwice, completion: done)
    }
    return looksTwice && isSeenTwice ? .twice : .once
  }

  package func repaired(_ source: AnnotationSource) throws(SaveBlocker) -> [UInt8] {
    // Nothing will be appended to these bytes: they get a pair of their own, and the held pair stays.
    let pair = try self.pair(for: source)
    return try answer(at: pair) { pair, done in pair.repair(completion: done) }
  }

  // MARK: poppler's part

  /// Returns whether poppler can read the base's own pages. If not, the update is not the cause, and poppler does not verify it.
  private func comesToAnEnd(
    with edits: SectionEdits, _ bytes: [UInt8], at pair: AnnotationWorkerPair
  ) -> Bool {
    let begun = held.withLock { $0.pair === pair ? $0.reading : nil }
    let isEnd = begun?.isEnd.wait(until: .now + Self.patience)
    if let isEnd, begun?.edits == edits { return isEnd }
    guard !held.withLock({ $0.pair === pair && $0.isEndless }) else { return false }
    let answer = read(bytes, for: edits, at: pair)
    if let isEnd = withExtendedLifetime(pair, { answer.wait(until: .now + Self.patience) }) {
      return isEnd
    }
    giveUp(pair)
    return false
  }

  private func readAhead(_ bytes: [UInt8], for edits: SectionEdits, at pair: AnnotationWorkerPair) {
    let isIdle = held.withLock { held in
      guard held.pair === pair, !held.isEndless else { return false }
      // If poppler does not finish this document, each reading costs a worker: wait for the last reading before the next one.
      return held.reading.map { $0.edits != edits && $0.isEnd.wait(until: .now) != nil } ?? true
    }
    if isIdle { _ = read(bytes, for: edits, at: pair) }
  }

  private func read(
    _ bytes: [UInt8], for edits: SectionEdits, at pair: AnnotationWorkerPair
  ) -> Answer<Bool> {
    let answer = Answer<Bool>()
    held.withLock { held in if held.pair === pair { held.reading = (edits, answer) } }
    pair.readBase(for: edits, deadline: readingPatience) { [self] result in
      let isEnd = Self.isRead(result)
      if !isEnd {
        held.withLock { held in if held.pair === pair { held.isEndless = true } }
        // Hashing the bytes takes a while, and this is the pool's thread.
        DispatchQueue.global(qos: .utility).async { [self] in endless.withLock { $0.add(bytes) } }
      }
      answer.give(isEnd)
    }
    return answer
  }

  /// Returns whether poppler read the pages. False if it ran out of time or memory, or crashed and crashed again in another worker.
  private static func isRead(_ result: Result<Void, AnnotationTrouble>) -> Bool {
    switch result {
    case .failure(.worker(.timedOut)), .failure(.worker(.crashed)),
      .failure(.worker(.engine(.outOfMemory))):
      false
    default: true
    }
  }

  // MARK: the pair

  /// Runs work on the pair that holds a base. The pair is released some time after its last use, and at once after a failure.
  private func withPair<Value>(
    for base: AnnotationSource, _ work: (AnnotationWorkerPair) throws(SaveBlocker) -> Value
  ) throws(SaveBlocker) -> Value {
    let bytes = base.bytes ?? []
    let (known, serial) = held.withLock { held in
      held.serial += 1
      let isSame = held.holds(base)
      // The next call mostly passes the same array, which needs no comparison.
      if isSame { held.bytes = bytes }
      return (isSame ? held.pair : nil, held.serial)
    }
    defer { release(serial, after: bytes.count <= Self.mostHeld ? holding : .seconds(1)) }
    if let known { return try work(known) }
    let pair = try pair(for: base)
    let isEndless = endless.withLock(\.self).has(bytes)
    held.withLock { held in
      held = HeldWorkerPair(
        pair: pair, bytes: bytes, password: base.password, isEndless: isEndless,
        serial: held.serial)
    }
    return try work(pair)
  }

  private func pair(for base: AnnotationSource) throws(SaveBlocker) -> AnnotationWorkerPair {
    do throws(AnnotationTrouble) {
      return try pool.annotationWorkerPair(
        after: AnnotationBase(base.bytes ?? [], password: base.password))
    } catch {
      throw error.obstacle
    }
  }

  /// Releases the pair after `time` unless it is used in between; pending requests keep it alive.
  private func release(_ serial: Int, after time: Duration) {
    let milliseconds = Int(time / .milliseconds(1))
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      [weak self] in
      self?.held.withLock { held in
        if held.serial == serial { held = HeldWorkerPair(serial: serial) }
      }
    }
  }

  /// Releases a pair whose workers ended or did not answer; the next edit starts another pair.
  private func giveUp(_ pair: AnnotationWorkerPair) {
    held.withLock { held in
      if held.pair === pair { held = HeldWorkerPair(serial: held.serial) }
    }
  }

  /// Returns the answer of the pair that holds a base, and waits for it.
  private func answer<Value: Sendable>(
    for base: AnnotationSource,
    _ ask: (AnnotationWorkerPair, @escaping @Sendable (Result<Value, AnnotationTrouble>) -> Void) ->
      Void
  ) throws(SaveBlocker) -> Value {
    try withPair(for: base) { pair throws(SaveBlocker) in try answer(at: pair, ask) }
  }

  private func answer<Value: Sendable>(
    at pair: AnnotationWorkerPair,
    _ ask: (AnnotationWorkerPair, @escaping @Sendable (Result<Value, AnnotationTrouble>) -> Void) ->
      Void
  ) throws(SaveBlocker) -> Value {
    let answer = Answer<Result<Value, AnnotationTrouble>>()
    ask(pair) { answer.give($0) }
    switch withExtendedLifetime(pair, { answer.wait(until: .now + Self.patience) }) {
    case .success(let value): return value
    case .failure(let trouble):
      if case .worker = trouble { giveUp(pair) }
      throw trouble.obstacle
    case nil:
      giveUp(pair)
      throw .failed
    }
  }
}
