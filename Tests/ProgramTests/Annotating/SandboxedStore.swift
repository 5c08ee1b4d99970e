import Messages
import DocumentModel
import Foundation
import Interface
import StandIn
import TestSupport
import Testing
import Workers

@testable import Annotating

/// A document with a library beside it, kept with the workers that users have.
final class SandboxedStore {
  let folder: String
  let file: String
  let pool = WorkerPool(WorkerPool.Options(executable: Programs.path("recto-worker")))
  let worker: SandboxedAnnotationWorker
  let listener = KeptListener()
  let store: AnnotationStore

  /// `place` is where the document lies, where that is not beside its library.
  init(
    _ base: Data, password: String = "", at place: String? = nil,
    holding: Duration = .seconds(20), readingPatience: Duration = .seconds(5),
    _ change: (inout AnnotationOptions) -> Void = { _ in }
  ) throws {
    folder =
      FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
      + "/recto-sandboxed-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    file = (place ?? folder) + "/paper.pdf"
    try base.write(to: URL(fileURLWithPath: file))
    worker = SandboxedAnnotationWorker(
      pool, holding: holding, readingPatience: readingPatience)
    var options = AnnotationOptions()
    options.rest = 1_000_000
    change(&options)
    store = AnnotationStore(
      folder: folder + "/library", worker: worker, options: options, tell: listener.tell)
    store.open(file, password: Array(password.utf8))
  }

  deinit {
    store.flush()
    pool.shutdown()
    try? FileManager.default.removeItem(atPath: folder)
  }

  var bytes: Data { (try? Data(contentsOf: URL(fileURLWithPath: file))) ?? Data() }

  func act(_ body: () -> Void) {
    let heard = listener.all.count
    body()
    _ = listener.changed(from: heard)
  }

  func make(_ id: String, page: Int = 0, contents: String = "a note") {
    var made = Annotation(
      id: AnnotationID(id), page: page, kind: .highlight,
      box: Box(x0: 72, y0: 80, x1: 200, y1: 94), color: 0xFFDD4A, contents: contents,
      author: "Ada")
    made.quads = [Quad(made.box)]
    act { store.edit(file, AnnotationEdit([AnnotationChange(before: nil, after: made)])) }
  }

  /// Waits until what was edited has been looked at beside its file.
  func rest() {
    store.rest()
  }

  /// Carries over the annotations of the previous version.
  func carryOver() {
    let done = DispatchSemaphore(value: 0)
    store.tellAll(file)
    store.whenCompared(file) { done.signal() }
    done.wait()
    store.carryOver(file) { _ in done.signal() }
    done.wait()
  }

  func save() -> SaveStatus? {
    let heard = listener.all.count
    store.save(file)
    return listener.saveStatus(from: heard) { $0.isSaved || $0.obstacle != nil }
  }

  func read(password: String = "") throws -> [Annotation] {
    try worker.read(AnnotationSource(path: file, password: Array(password.utf8))).annotations
  }

  /// Fills fields in; returns the reported changes.
  func fill(_ body: (AnnotationStore) -> Void) -> [FieldChange]? {
    let heard = listener.all.count
    body(store)
    return listener.wait(from: heard) {
      if case .filled(let changes, _, _) = $0 { changes } else { nil }
    }
  }

  func value(_ name: String) throws -> [String]? {
    try worker.read(AnnotationSource(path: file)).fields.first { $0.id.name == name }?.value
  }

  static func step(_ name: String, _ value: [String]) -> AnnotationEdit {
    AnnotationEdit(fields: [FieldChange(id: FieldID(name), before: [], after: value)])
  }
}
