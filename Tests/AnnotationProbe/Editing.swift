import Annotating
import DocumentModel
import Files
import Foundation
import Messages
import Platform
import Annotating
import StandIn
import Synchronization
import TestSupport

/// One process at work on one document.
struct Editing {
  let file: String
  let library: String
  let seed: UInt64
  let format: any ProbedFormat

  /// Does so many things, tells each that is kept, and saves.
  func run(_ count: Int) {
    let killAt = Int(ProcessInfo.processInfo.environment["PROBE_KILL"] ?? "") ?? 0
    let calls = Atomic<Int>(0)
    @Sendable func pass(_ what: String) {
      if calls.add(1, ordering: .relaxed).newValue == killAt { kill(getpid(), SIGKILL) }
    }
    var options = AnnotationOptions()
    options.rest = 5
    options.step = { pass($0) }
    options.disk = Disk { call, _ in
      pass(call.rawValue)
      return nil
    }
    let listener = KeptListener()
    let store = AnnotationStore(
      folder: library, worker: format.worker, options: options, tell: listener.tell)
    store.open(file)
    guard let annotations = listener.loaded() else { return }
    var current = Dictionary(annotations.map { ($0.id, $0) }) { first, _ in first }
    var random = SeededGenerator(seed: seed)
    for number in 0..<count {
      let heard = listener.all.count
      act(number, store, current, &random)
      guard let changes = answer(listener, from: heard) else { continue }
      for change in changes {
        if let id = change.id { current[id] = change.after }
      }
      print("kept \(changes.count)")
      fflush(nil)
      // Now and then the saving comes between.
      if Int.random(in: 0..<3, using: &random) == 0 {
        _ = listener.saveStatus(from: heard, seconds: 0.2) { $0.isSaved }
      }
    }
    store.flush()
    print("end \(calls.load(ordering: .relaxed))")
  }

  /// The edits that were stored, or nil if there were none.
  private func answer(_ listener: KeptListener, from start: Int) -> [AnnotationChange]? {
    listener.wait(from: start) { reported -> [AnnotationChange]?? in
      switch reported {
      case .changed(let changes, _, _): .some(changes)
      case .saveStatus(let saveStatus) where !saveStatus.canUndo || !saveStatus.canRedo: .some(nil)
      case .refused: .some(nil)
      default: nil
      }
    }.flatMap(\.self)
  }

  private func act(
    _ number: Int, _ store: AnnotationStore, _ current: [AnnotationID: Annotation],
    _ random: inout SeededGenerator
  ) {
    let ids = current.keys.sorted()
    let some = ids.randomElement(using: &random).flatMap { current[$0] }
    switch (Int.random(in: 0..<10, using: &random), some) {
    case (0..<2, _): store.undo(file)
    case (2, _): store.redo(file)
    case (3..<5, let some?):
      var changed = some
      changed.contents = "edit \(number) of \(seed)"
      store.edit(file, AnnotationEdit([AnnotationChange(before: some, after: changed)]))
    case (5, let some?):
      store.edit(file, AnnotationEdit([AnnotationChange(before: some, after: nil)]))
    default:
      guard let bytes = FileManager.default.contents(atPath: file),
        let made = format.mark(
          in: Array(bytes), id: "n\(seed)-\(number)", contents: "note \(number)", &random)
      else { return store.undo(file) }
      store.edit(file, AnnotationEdit([AnnotationChange(before: nil, after: made)]))
    }
  }
}
