import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Files

/// A folder that the lanes hold for a mount of a network, and that does not answer until it is woken: each call that would ask
/// it opens a pipe to which nobody writes, as a call into a dead mount waits.
final class DeadMount: Sendable {
  let path: String
  let lanes: DiskLanes
  private let pipe: String
  private let threads: Int
  private let writer = Atomic<Int32>(-1)

  /// All of its lane's threads can be made to wait.
  init(in folder: String, threads: Int = 2) throws {
    path = folder + "/mount"
    pipe = path + "/pipe"
    self.threads = threads
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(mkfifo(pipe, 0o600) == 0)
    lanes = DiskLanes(
      bound: 1, most: threads, patience: .milliseconds(20),
      mounts: MountTable(lines: "1 0 0:1 / / rw - ext4 a rw\n2 1 0:2 / \(path) rw - nfs4 b:/ rw\n"))
  }

  deinit {
    let end = writer.load(ordering: .relaxed)
    if end >= 0 { close(end) }
  }

  /// Fills the lane with calls that hang; returns when all of them do.
  func hang() async throws {
    for _ in 0..<threads {
      await withCheckedContinuation { continuation in
        lanes.add(at: path + "/anything") { [pipe] _ in
          continuation.resume()
          let descriptor = open(pipe, O_RDONLY)
          if descriptor >= 0 { close(descriptor) }
        }
      }
    }
  }

  /// Lets all go on that waits.
  func wake() {
    let end = open(pipe, O_RDWR | O_NONBLOCK)
    // Later opens do not wait either.
    unlink(pipe)
    writer.store(end, ordering: .relaxed)
  }
}

@Suite struct DiskLanesTests {
  private static let table = MountTable(
    lines: """
      1 0 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
      2 1 8:2 / /home rw - ext4 /dev/sda2 rw
      3 2 0:40 / /home/me/My\\040Share rw shared:5 - nfs4 server:/x rw
      4 1 0:41 / /media/phone rw - fuse.jmtpfs jmtpfs rw

      """)

  private func inTime(_ work: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in work { continuation.resume() } }
  }

  @Test func theNewestRequestRunsFirst() async {
    let lanes = DiskLanes(bound: 1, patience: .seconds(60))
    let gate = DispatchSemaphore(value: 0)
    let order = Gathered<Int>()
    lanes.add(at: "/") { _ in gate.wait() }
    await withCheckedContinuation { continuation in
      for number in 1...3 {
        lanes.add(at: "/") { _ in
          order.add([number])
          if number == 1 { continuation.resume() }
        }
      }
      lanes.add(at: "/") { _ in order.add([99]) }.cancel()
      gate.signal()
    }
    #expect(order.all == [3, 2, 1])
  }

  @Test func hangingCallsDoNotBlockOthers() async {
    let lanes = DiskLanes(bound: 2, patience: .milliseconds(10))
    let gate = DispatchSemaphore(value: 0)
    for _ in 0..<6 { lanes.add(at: "/") { _ in gate.wait() } }
    await inTime { done in lanes.add(at: "/") { _ in done() } }
    for _ in 0..<6 { gate.signal() }
  }

  @Test func aDeadMountOccupiesABoundedNumberOfThreads() async throws {
    let bench = try FilesBench()
    let dead = try DeadMount(in: bench.path)
    try await dead.hang()
    let asked = Gathered<Int>()
    let given = (1...50).map { number in
      dead.lanes.add(at: dead.path + "/\(number)") { _ in asked.add([number]) }
    }
    // Everything beside it is as quick as ever, also where a link into it was followed.
    bench.link("way in", to: dead.path)
    for number in 51...60 {
      dead.lanes.add(at: bench.path + "/way in/file") { _ in asked.add([number]) }
    }
    for _ in 0..<20 { await inTime { done in dead.lanes.add(at: bench.path) { _ in done() } } }
    #expect(asked.all.isEmpty)
    // When it answers again, the requests still wanted are made.
    for request in given.dropLast() { request.cancel() }
    dead.wake()
    while asked.all.count < 11 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(Set(asked.all) == Set(50...60))
  }

  @Test func waitingReadsAreBoundedAndWritesAreNot() async throws {
    let bench = try FilesBench()
    let dead = try DeadMount(in: bench.path)
    try await dead.hang()
    let most = DiskLanes.mostWaiting
    let (looks, entries) = (Gathered<Int>(), Gathered<Int>())
    for number in 0..<3 {
      dead.lanes.add(at: dead.path, isKept: true) { _ in entries.add([number]) }
    }
    let token = Cancellation()
    for number in 0..<most + 100 {
      dead.lanes.add(at: dead.path, cancellation: token) { _ in looks.add([number]) }
    }
    dead.wake()
    // The oldest come last: with them all is done that will be.
    while entries.all.count < 3 || looks.all.count < most - 3 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(entries.all.sorted() == [0, 1, 2])
    #expect(looks.all.count == most - 3)
    #expect(looks.all.min() == 103)
    // The other cancelled requests are not reported.
    #expect(!token.isCancelled)
  }

  @Test(arguments: [
    ("ext4", true, false), ("vfat", true, false), ("nfs4", true, true), ("fuse.sshfs", true, true),
    ("fuseblk", true, true), ("proc", false, false), ("sysfs", false, false),
    ("tmpfs", false, false), ("cgroup2", false, false), ("autofs", false, true),
    ("fuse.portal", false, true), ("overlay", false, false),
  ]) func fileSystemsAreClassifiedByType(_ type: String, _ keeps: Bool, _ mayHang: Bool) {
    let table = MountTable(
      lines: "1 0 0:1 / / rw - ext4 a rw\n2 1 0:2 / /x/y rw - \(type) b rw\n")
    let mount = table.mount(of: "/x/y/z")
    #expect(mount.keepsDocuments == keeps && mount.mayHang == mayHang)
    // Beside live mounts, only calls that cannot hang run, or those on the same mount.
    #expect(table.mayAsk("/x/y/z", near: "/x/a") == !mayHang)
    #expect(table.mayAsk("/x/y/z", near: "/x/y/a"))
    #expect(table.mayAsk("/x/a", near: "/x/y/z"))
  }

  @Test func liveMountsAnswerBeforeADeadOne() async throws {
    let bench = try FilesBench()
    let dead = try DeadMount(in: bench.path)
    bench.make("here", "1")
    try await dead.hang()
    let answers = AsyncStream<[Bool?]>.makeStream()
    let paths = [bench.at("here"), dead.path + "/there", bench.at("missing")]
    dead.lanes.each(paths, on: DispatchQueue(label: "answers")) {
      FileStatus(paths[$0]) != nil
    } answer: {
      answers.continuation.yield($0)
    }
    var iterator = answers.stream.makeAsyncIterator()
    // Under load the living disk too may be late.
    while let answer = await iterator.next(), answer != [true, nil, false] {
      #expect(answer[1] == nil)
    }
    dead.wake()
    #expect(await iterator.next() == [true, false, false])
    let none = AsyncStream<[Bool?]>.makeStream()
    dead.lanes.each([], on: DispatchQueue(label: "answers")) { _ in
      true
    } answer: {
      none.continuation.yield($0)
    }
    var empty = none.stream.makeAsyncIterator()
    #expect(await empty.next()?.isEmpty == true)
  }

  @Test(arguments: [
    ("/", "/", false), ("/usr/share", "/", false), ("/home", "/home", false),
    ("/homes/me", "/", false), ("/home/me/My Share", "/home/me/My Share", true),
    ("/home/me/My Share/a/b.pdf", "/home/me/My Share", true),
    ("/home/me/My Shares", "/home", false), ("/media/phone/DCIM/", "/media/phone", true),
    ("relative", "/", false),
  ])
  func aPathBelongsToItsLongestMountPoint(_ path: String, _ mount: String, _ mayHang: Bool) {
    let found = Self.table.mount(of: path)
    #expect(found.path == Array(mount.utf8))
    #expect(found.mayHang == mayHang)
    #expect(Self.table.isMountPoint(path) == (path == mount))
  }

  @Test func linksAreResolvedUpToTheMountOnly() throws {
    let bench = try FilesBench()
    bench.makeFolder("mount")
    let real = try #require(realpath(bench.path, nil))
    defer { free(real) }
    let folder = String(cString: real)
    let table = MountTable(lines: "2 1 0:2 / \(folder)/mount rw - fuse.sshfs b:/ rw\n")
    bench.link("absolute", to: folder + "/mount/deep")
    bench.link("relative", to: "./other/../mount")
    bench.link("loop", to: "loop")
    bench.link("chain", to: "relative/x")
    for name in ["absolute", "relative", "chain", "mount/../mount"] {
      #expect(table.mount(following: folder + "/" + name).mayHang, "\(name)")
    }
    for name in ["loop", "missing"] {
      #expect(!table.mount(following: folder + "/" + name).mayHang, "\(name)")
    }
  }

  @Test func theSystemsMountTableIsRead() {
    #expect(MountTable().mount(of: "/proc/self").path == Array("/proc".utf8))
  }
}
