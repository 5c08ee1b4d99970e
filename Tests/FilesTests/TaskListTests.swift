import Dispatch
import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import Files

@Suite(.timeLimit(.minutes(1))) struct TaskListTests {
  /// A list with a stream of its reports.
  private static func list(
    _ bench: borrowing FilesBench, bound: Int = 2, disk: Disk = Disk()
  ) -> (TaskList, AsyncStream<FileTask>) {
    let (stream, notices) = AsyncStream.makeStream(of: FileTask.self)
    let trash = bench.trash
    let list = TaskList(
      bound: bound, trash: { trash }, disk: disk, queue: DispatchQueue(label: "tasks")
    ) { notices.yield($0) }
    return (list, stream)
  }

  private func outcome(of id: Int, _ stream: AsyncStream<FileTask>) async -> Outcome? {
    for await task in stream where task.id == id {
      if case .finished(let outcome) = task.state { return outcome }
    }
    return nil
  }

  @Test func aJobIsRunAndUndone() async throws {
    let bench = try FilesBench()
    bench.make("a", "x")
    let (list, stream) = Self.list(bench)
    let done = await outcome(of: list.add(.rename(bench.at("a"), to: "b")), stream)
    #expect(bench.names() == ["b"])
    #expect(list.tasks.map(\.firstName) == ["a"])
    var journal = UndoJournal<Undo>()
    journal.note(try #require(done?.undo))
    let taken = journal.takeUndo()
    let undo = try #require(taken)
    let undone = await outcome(of: list.add(undo), stream)
    journal.noteUndone(try #require(undone?.undo))
    #expect(bench.names() == ["a"])
    #expect(journal.nextUndo == nil)
    #expect(journal.nextRedo?.kind == .rename)
    list.forgetFinished()
    #expect(list.tasks.isEmpty)
  }

  @Test func aTaskAsksAndContinues() async throws {
    let bench = try FilesBench()
    bench.makeFolder("to")
    for name in ["a", "b", "to/a", "to/b"] { bench.make(name, name) }
    let (list, stream) = Self.list(bench, bound: 1)
    let first = list.add(.copy([bench.at("a"), bench.at("b")], into: bench.at("to")))
    // One that asks holds up no other.
    let second = list.add(.newFolder(bench.at("made")))
    var asked: [String] = []
    var isOtherDone = false
    for await task in stream {
      if task.id == second, task.isFinished { isOtherDone = true }
      if task.id == first, case .asking(let clash) = task.state {
        asked.append(clash.target)
        list.answer(first, ClashAnswer(.keepBoth))
        // An answered question is no longer shown.
        let state = list.tasks.first { $0.id == first }?.state
        if case .asking(let next) = state { #expect(next != clash) }
      }
      if task.id == first, task.isFinished { break }
    }
    #expect(asked == [bench.at("to/a"), bench.at("to/b")])
    #expect(bench.names("to") == ["a", "b", "a 2", "b 2"])
    if !isOtherDone { #expect(await outcome(of: second, stream)?.failures == []) }
  }

  @Test func aTaskThatAsksCanBeCancelled() async throws {
    let bench = try FilesBench()
    bench.makeFolder("to")
    for name in ["a", "to/a"] { bench.make(name, name) }
    let (list, stream) = Self.list(bench)
    let id = list.add(.move([bench.at("a")], into: bench.at("to")))
    for await task in stream {
      if case .asking = task.state { list.cancel(id) }
      if case .finished(let outcome) = task.state {
        #expect(outcome.wasCancelled)
        #expect(outcome.done.isEmpty)
        break
      }
    }
    #expect(bench.text("a") == "a")
    #expect(bench.text("to/a") == "to/a")
  }

  @Test func theNumberOfRunningTasksIsBounded() async throws {
    let bench = try FilesBench()
    let gate = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    let disk = Disk { call, _ in
      if call == .makeFolder {
        begun.signal()
        gate.wait()
      }
      return nil
    }
    let (list, stream) = Self.list(bench, bound: 2, disk: disk)
    let ids = (0..<4).map { list.add(.newFolder(bench.at("\($0)"))) }
    for _ in 0..<2 {
      await withCheckedContinuation { next in
        DispatchQueue.global().async {
          begun.wait()
          next.resume()
        }
      }
    }
    let running = list.tasks.filter { if case .running = $0.state { true } else { false } }
    #expect(running.map(\.id) == Array(ids[..<2]))
    list.cancel(ids[2])
    for _ in 0..<4 { gate.signal() }
    var finished: Set<Int> = []
    for await task in stream where task.isFinished {
      finished.insert(task.id)
      if finished.count == ids.count { break }
    }
    #expect(bench.names() == ["0", "1", "3"])
  }
}
