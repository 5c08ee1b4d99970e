import Dispatch
import DocumentModel
import Files
import Glibc
import Library
import Platform

/// Jobs that write journal entries into the file.
extension AnnotationStore {
  /// Sets the file at a session's first edit as the base of all updates.
  func beginBase(_ document: AnnotatedSession) async {
    guard !document.hasBase else { return }
    let isThere = await lookNow(document)
    let opened = !isThere && document.obstacle == .noFile ? document.opened : nil
    guard isThere || opened != nil, let row = document.row,
      let lock = await lock(row, for: 2_000)
    else { return }
    defer { withExtendedLifetime(lock) {} }
    guard let (file, hash) = try? await digested(document, from: opened) else { return }
    // Another Recto may have written meanwhile: then the file is compared again before it is
    // written.
    guard file.stamp == document.stamp, let reading = document.reading, !document.hasBase else {
      return
    }
    let bytes = AnnotatedDocument.Bytes(
      length: file.bytes.count, hash: hash, lastEntry: document.fileEntry)
    // If Recto wrote last, earlier bases are prefixes of the file; otherwise they are not.
    let written = (try? journal.document(row.id))?.written
    let isOurs = written.map { ($0.length, $0.hash) == (bytes.length, bytes.hash) } ?? false
    options.step("base")
    guard (try? journal.begin(bytes, keepsEarlier: isOurs, of: row.id)) != nil,
      (try? journal.wrote(bytes, stamp: Self.text(file.stamp), of: row.id)) != nil
    else { return }
    try? journal.set(made: reading.made, of: row.id)
    (document.hasBase, document.opened) = (true, nil)
    document.inBase = (bytes, document.inFile, document.fieldsInFile)
    document.row = try? journal.document(row.id)
  }

  /// Sends the likely base to the workers, so that they know it when saving starts.
  func prepareWorkers(_ document: AnnotatedSession) async {
    guard options.saving == .afterMoment, let length = document.row?.base?.length,
      length <= Self.mostPrepared, let file = try? await file(document),
      file.bytes.count <= Self.mostPrepared, file.stamp == document.stamp,
      let base = document.row.flatMap({ base(of: document, $0, file) })
    else { return }
    var source = document.source
    source.bytes = file.prefix(base.length)
    let all = wanted(document, after: base)
    var step = AnnotationEdit(document.pending, fields: document.pendingFields)
    // With all changes the update is built ahead; with very many only the base is read.
    if let known = document.inBase, known.bytes == base,
      all.changes.count + all.fields.count <= Self.mostAhead
    {
      step = Self.rebased(all, known.annotations, known.fields)
    }
    await blocking { [worker, source, step] in worker.prepare(source, step) }
  }

  private static let mostAhead = 300

  /// A longer file is not read for this.
  static let mostPrepared = 64 << 20

  /// Writes kept edits; reports failures and retries those that may pass.
  func write(_ document: AnnotatedSession) async {
    guard !document.saveStatus.isSaved else { return reportSaveStatus(document) }
    do throws(SaveBlocker) {
      try await writeNow(document)
      // Parts the document does not accept are reported separately for annotations and fields.
      document.obstacle = nil
      document.failures = 0
      reportSaveStatus(document)
      tryMending(document)
      await makeAnchors(document)
    } catch {
      // A copy can be repaired if the file itself cannot be appended to; check before promising one.
      var blocker = error
      if error == .damaged, let lasting = await lasting(in: document) { blocker = lasting }
      document.obstacle = blocker
      document.failures += 1
      reportSaveStatus(document)
      if Self.passes.contains(blocker), document.failures < 12 {
        saveLater(document, after: min(60_000, options.rest << min(document.failures, 6)))
      }
    }
  }

  /// Blockers that may pass.
  private static let passes: Set<SaveBlocker> = [
    .failed, .diskFull, .noFile, .damaged, .unmendable,
  ]

  /// Writers in parallel may each find a changed file: the number of trials, and the milliseconds in which there may be more.
  private static let trials = 5
  private static let patience = 10_000

  /// Writes everything; edits that do not fit are tried in another update. Throws `.tooManyAnnotations` if they do not fit then
  /// either.
  private func writeNow(_ document: AnnotatedSession) async throws(SaveBlocker) {
    try keep { () throws(LibraryTrouble) in try separate(document) }
    let end = ContinuousClock.now + .milliseconds(Self.patience)
    var trial = 0
    while trial < Self.trials || ContinuousClock.now < end {
      // Pauses differ, so that two writers do not collide again and again.
      if trial > 0 { await blocking { _ = usleep(.random(in: 1_000...40_000)) } }
      trial += 1
      await beginBase(document)
      guard await lookNow(document) else { throw document.obstacle ?? .failed }
      guard document.canWrite, let row = document.row else { return }
      guard let lock = await lock(row, for: 5_000) else { throw .failed }
      defer { withExtendedLifetime(lock) {} }
      let file: WholeFile
      do throws(FilesError) { file = try await self.file(document) } catch {
        throw Self.obstacle(error)
      }
      guard let plan = plan(document, row.id, file) else { continue }
      if try await write(plan, file, of: document) { return }
    }
    throw .failed
  }

  /// Returns whether everything was written; false if the file changed meanwhile, or another update is to be tried.
  private func write(
    _ plan: SavingPlan, _ file: WholeFile, of document: AnnotatedSession
  ) async throws(SaveBlocker) -> Bool {
    let prefix = plan.source.bytes ?? []
    // The bytes must match the journal, or nothing may be appended.
    guard await blocking({ Digest.sha256(prefix) }) == plan.base.hash else {
      guard let last = plan.row.base, last != plan.base else { throw .failed }
      try keep { () throws(LibraryTrouble) in try journal.begin(last, of: plan.row.id) }
      return false
    }
    let whole = try await over(document, plan)
    document.leftOut.keepUnverifiable(of: whole)
    var leftOut = document.leftOut
    let step = leftOut.verifiable(of: whole)
    let fit: (step: AnnotationEdit, section: [UInt8])
    var sight = SectionVerifiers.twice
    do throws(SaveBlocker) {
      fit = try await fitting(step, plan.source, of: document, &leftOut)
      if !fit.step.isEmpty { sight = try await verified(fit, after: plan.source) }
    } catch {
      guard error == .unverified, await isolateOdd(step, plan.source, document) else { throw error }
      return false
    }
    let (mayFitBehind, obstacle) = (leftOut.mayFitBehind, leftOut.blocker ?? .tooManyAnnotations)
    document.leftOut = leftOut
    let waiting = Set(whole.changes.compactMap(\.id))
      .subtracting(fit.step.changes.compactMap(\.id))
    if !waiting.isEmpty {
      let isMore = plan.base.length < file.bytes.count
      if mayFitBehind, isMore, try beginBehindAll(plan, document) { return false }
      // The waiting edits alone are no reason to write.
      guard document.hasMore(than: waiting) else { throw obstacle }
    }
    let section = fit.section
    let hash = await blocking {
      let sum = RunningDigest()
      sum.add(prefix)
      sum.add(section)
      return sum.hex
    }
    let last = try keepWaiting(waiting, of: document, plan)
    let isWhole = plan.parts == [.annotations, .fields]
    let bytes = AnnotatedDocument.Bytes(
      length: prefix.count + section.count, hash: hash, lastEntry: isWhole ? last : plan.lastEntry)
    let isNew =
      bytes.length != file.bytes.count || !file.bytes[prefix.count...].elementsEqual(section)
    if isNew {
      options.step("intend")
      try keep { () throws(LibraryTrouble) in
        try journal.intend(
          bytes, after: plan.base == plan.row.base ? nil : plan.base, of: plan.row.id)
      }
      options.step("write")
      do throws(FilesError) {
        let path = document.path
        let written = try await blocking { [options] () throws(FilesError) in
          let writing = try SafeWrite(path, .replace(expecting: plan.stamp), disk: options.disk)
          try writing.append(prefix)
          try writing.append(section)
          return try writing.finish { options.announce(path, plan.stamp, $0) }
        }
        worker.wrote(path, from: plan.stamp, to: written.stamp)
        options.step("written")
        keep(written, bytes, plan, through: last, of: document, without: waiting, sight)
      } catch  where error.reason == .changedMeanwhile {
        return false
      } catch {
        throw Self.obstacle(error)
      }
    } else {
      try? keep { () throws(LibraryTrouble) in
        try journal.wrote(bytes, stamp: Self.text(plan.stamp), of: plan.row.id)
      }
      document.saved(through: last, plan.parts, without: waiting)
    }
    options.step("saved")
    guard waiting.isEmpty || mayFitBehind else { throw obstacle }
    return waiting.isEmpty
  }

  /// Finds edits that fail verification and excludes them from now on; false if there are none, or nothing else.
  private func isolateOdd(
    _ step: AnnotationEdit, _ base: AnnotationSource, _ document: AnnotatedSession
  ) async -> Bool {
    let odd = await odd(of: step, after: base, isCopy: false)
    guard !odd.isEmpty else { return false }
    document.leftOut.add(unverifiable: odd)
    return odd.count < step.changes.count || !step.fields.isEmpty
  }

  /// Makes the present file the base, so that its annotations take no room in the next update; false if something in it is undone.
  private func beginBehindAll(
    _ plan: SavingPlan, _ document: AnnotatedSession
  ) throws(SaveBlocker) -> Bool {
    guard let written = plan.row.written, plan.parts == [.annotations, .fields],
      document.history.holds(through: written.lastEntry)
    else { return false }
    try keep { () throws(LibraryTrouble) in
      try journal.begin(written, keepsEarlier: true, of: plan.row.id)
      document.leftOut.begin()
    }
    return true
  }

  /// Records that some annotations are not in the next write, which has the base's version of them and everything else up to an entry;
  /// nothing if that is recorded already. Returns the last entry.
  private func keepWaiting(
    _ ids: Set<AnnotationID>, of document: AnnotatedSession, _ plan: SavingPlan
  ) throws(SaveBlocker) -> Int {
    let known = document.history.waiting(at: plan.last)
    // Parts that are not accepted keep waiting.
    let ids = plan.parts.contains(.annotations) ? ids : ids.union(known)
    guard ids != known else { return plan.last }
    options.step("waiting")
    return try keep { () throws(LibraryTrouble) in
      var (history, isLast) = (document.history, true)
      let entry = try journal.add(to: plan.row.id, &history) { history, row in
        // Entries of other Rectos come first. They are not in this write.
        isLast = history.last == plan.last
        document.history = history
        tell(document.takeNew(), of: document)
        // Annotations that wait already are not recorded again.
        let earlier = ids.isSuperset(of: known) ? history.lastWaiting(at: plan.last) : nil
        let changes = (earlier == nil ? ids : ids.subtracting(known)).sorted().map { id in
          AnnotationChange(
            before: document.inBase?.annotations[id], after: document.current[id])
        }
        return AnnotationJournal.Entry(
          .waiting, of: earlier, AnnotationEdit(changes.filter { !$0.isEmpty }),
          version: row.version)
      }
      document.history = history
      tell(document.takeNew(), of: document)
      return isLast ? entry?.number ?? plan.last : plan.last
    }
  }

  private func keep(
    _ written: SafeWrite.Written, _ bytes: AnnotatedDocument.Bytes, _ plan: SavingPlan,
    through last: Int, of document: AnnotatedSession, without leftOut: Set<AnnotationID>,
    _ sight: SectionVerifiers
  ) {
    // If this fails, the next comparison finds the intended bytes in the file.
    try? journal.wrote(bytes, stamp: Self.text(written.stamp), of: plan.row.id)
    document.saved(through: last, plan.parts, without: leftOut)
    document.stamp = written.stamp
    document.isSeenOnce = sight == .once
    document.row = (try? journal.document(plan.row.id)) ?? document.row
  }

  private func keep<Value>(
    _ body: () throws(LibraryTrouble) -> Value
  ) throws(SaveBlocker) -> Value {
    do { return try body() } catch { throw .failed }
  }

  /// Returns the changes rebased on the base's annotations, which include those of other sessions and
  /// programs.
  private func over(
    _ document: AnnotatedSession, _ plan: SavingPlan
  ) async throws(SaveBlocker) -> AnnotationEdit {
    if let known = document.inBase, known.bytes == plan.base {
      return Self.rebased(plan.step, known.annotations, known.fields)
    }
    let base = Self.known(try await read(plan.source))
    document.inBase = (plan.base, base.annotations, base.fields)
    return Self.rebased(plan.step, base.annotations, base.fields)
  }

  static func known(
    _ reading: AnnotationReading
  ) -> (annotations: [AnnotationID: Annotation], fields: [FieldID: FormField]) {
    (
      Dictionary(reading.annotations.map { ($0.id, $0) }) { first, _ in first },
      Dictionary(reading.fields.map { ($0.id, $0) }) { first, _ in first }
    )
  }

  static func rebased(
    _ step: AnnotationEdit, _ annotations: [AnnotationID: Annotation],
    _ fields: [FieldID: FormField]
  ) -> AnnotationEdit {
    AnnotationEdit(
      step.changes.map { change in change.rebased(on: change.id.flatMap { annotations[$0] }) }
        .filter { !$0.isEmpty },
      fields: AnnotatedSession.rebased(step.fields, on: fields))
  }

  static func obstacle(_ error: FilesError) -> SaveBlocker {
    switch error.reason {
    case .noSpace: .diskFull
    case .tooLarge: .tooLarge
    case .notFound, .notAFile, .isFolder: .noFile
    case .readOnly: .readOnlyFile
    case .denied: FileStatus.isWritable(error.path) ? .readOnlyFolder : .readOnlyFile
    default: .failed
    }
  }
}
