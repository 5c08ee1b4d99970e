internal import CLinux
import Foundation
import Glibc
import Sandbox
import TestSupport
import Testing

/// Proofs from inside the sandbox: a program that shuts itself in as a worker does, then tries to get out.
@Suite struct ProcessSandboxTests {
  private static let ending = [
    SandboxAttempt.fork, .execute, .thread, .ptrace, .killParent, .socket, .socketPair, .bpf,
    .performanceEvents, .ioUring, .userFaults, .keyring, .mount, .unshare, .setLimit,
    .readOtherMemory, .anonymousFile, .truncate, .unlink, .makeFolder, .changeMode, .link,
    .writableCode, .makeCodeExecutable, .oldCalls, .connect, .bind, .killOther, .killAll,
    .queueSignal, .traceOther, .processDescriptor, .cloneAnew, .changeRoot, .setUser,
    .openByHandle, .watchFiles, .timer, .loadModule, .dumpable, .terminalInput, .openTree,
    .otherNumbers, .futexPriority, .futexRequeue, .futexWakeOperation, .peek, .outOfBand,
    .sendElsewhere,
  ]
  private static let refused = [
    SandboxAttempt.openOwnMemory, .writeFile, .openForWriting, .temporaryFile,
    .signalParentByDescriptor, .sharedMemory, .growingStack, .lockedMemory, .moveMemory, .openPath,
  ]
  private static let shut = [
    SandboxAttempt.openPasswords, .listRoot, .readOwnMaps, .readOwnEnvironment, .openTerminal,
  ]
  private static let large = [
    SandboxAttempt.allocateTenGigabytes, .mapTenGigabytes, .hugeReadOnly, .manyReadOnly,
  ]

  enum Outcome: Equatable {
    case exited(Int32)
    case killed(Int32)
  }

  /// Starts the probe as the pool starts a worker.
  static func outcome(of attempt: SandboxAttempt, hasThreads: Bool = false) throws -> Outcome {
    let program = Programs.path("sandbox-probe")
    var arguments: [UnsafeMutablePointer<CChar>?] = [
      strdup(program), strdup(attempt.rawValue), hasThreads ? strdup("--threads") : nil, nil,
    ]
    // Else Swift's crash handler dies of the sandbox, and hides what it died of.
    var variables: [UnsafeMutablePointer<CChar>?] = [
      strdup("SWIFT_BACKTRACE=enable=no"), strdup("TZ=UTC0"), nil,
    ]
    defer { for text in arguments + variables { free(text) } }
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let pid = clinux_spawn_worker(program, &arguments, &variables, null, null, -1)
    guard pid > 0 else { throw CocoaError(.executableLoad) }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    let signal = clinux_signal_of(status)
    return signal != 0 ? .killed(signal) : .exited(status >> 8 & 0xFF)
  }

  /// Features that this kernel lacks.
  static let missing: ProcessSandbox.Missing = {
    guard case .exited(let bits) = try? outcome(of: .tellWhatIsMissing) else {
      return [.landlock, .seccomp, .limits, .noNewPrivileges]
    }
    return ProcessSandbox.Missing(rawValue: bits)
  }()

  static let hasFilter = !missing.contains(.seccomp)
  static let hasLandlock = !missing.contains(.landlock)
  static let hasNamespaces = !missing.contains(.namespaces)
  static let hasLimits = !missing.contains(.limits)

  @Test(arguments: [SandboxAttempt.nothing, .readFont, .allocateAMegabyte, .futexWake])
  func requiredCallsAreAllowed(_ attempt: SandboxAttempt) throws {
    #expect(try Self.outcome(of: attempt) == .exited(0))
  }

  @Test(
    .enabled(if: hasFilter, "this kernel has no seccomp"),
    arguments: ending)
  func forbiddenCallsKillTheWorker(_ attempt: SandboxAttempt) throws {
    #expect(try Self.outcome(of: attempt) == .killed(SIGSYS))
  }

  @Test(
    .enabled(if: hasFilter, "this kernel has no seccomp"),
    arguments: ending)
  func rareFormatWorkersMayStartOnlyThreads(_ attempt: SandboxAttempt) throws {
    let outcome = try Self.outcome(of: attempt, hasThreads: true)
    switch attempt {
    case .thread: #expect(outcome == .exited(0))
    case .cloneAnew: #expect(outcome == .exited(ENOSYS))
    default: #expect(outcome == .killed(SIGSYS))
    }
  }

  @Test(
    .enabled(if: hasFilter, "this kernel has no seccomp"),
    arguments: refused + shut)
  func rareFormatWorkersOpenNoOtherFiles(_ attempt: SandboxAttempt) throws {
    let reasons = [EACCES, ENOENT].map { Outcome.exited($0) }
    #expect(reasons.contains(try Self.outcome(of: attempt, hasThreads: true)))
  }

  @Test(
    .enabled(if: hasFilter, "this kernel has no seccomp"),
    arguments: refused)
  func optionalCallsOfLibrariesAreRefused(_ attempt: SandboxAttempt) throws {
    #expect(try Self.outcome(of: attempt) == .exited(EACCES))
  }

  @Test(
    .enabled(if: hasLandlock, "this kernel has no Landlock"),
    arguments: shut)
  func filesOtherThanFontsCannotBeOpened(_ attempt: SandboxAttempt) throws {
    // In namespaces of its own there is no such file.
    let reasons = [EACCES, ENOENT].map { Outcome.exited($0) }
    #expect(reasons.contains(try Self.outcome(of: attempt)))
  }

  @Test(.enabled(if: hasNamespaces, "namespaces are forbidden here"))
  func otherFilesAreNotVisible() throws {
    for attempt in Self.shut + [.statPasswords] where attempt != .listRoot {
      #expect(try Self.outcome(of: attempt) == .exited(ENOENT), "\(attempt)")
    }
  }

  @Test(
    .enabled(if: hasLimits, "limits could not be set"),
    arguments: large)
  func memoryIsLimited(_ attempt: SandboxAttempt) throws {
    #expect(try Self.outcome(of: attempt) == .exited(ENOMEM))
  }

  @Test(.enabled(if: hasLimits, "limits could not be set")) func descriptorsAreLimited() throws {
    #expect(try Self.outcome(of: .manyDescriptors) == .exited(EMFILE))
  }

  @Test(.enabled(if: hasLimits, "limits could not be set")) func processorTimeIsLimited() throws {
    #expect(try Self.outcome(of: .spin) == .killed(SIGXCPU))
    #expect(try Self.outcome(of: .spinDeaf) == .killed(SIGKILL))
  }

  /// No try is left out: each has its answer in one of the tests above.
  @Test func everyAttemptIsTested() {
    let needed: Set<SandboxAttempt> = [
      .tellWhatIsMissing, .nothing, .readFont, .allocateAMegabyte, .futexWake, .abort,
      .overflowStack, .trap, .statPasswords,
    ]
    let tried = Set(Self.ending + Self.refused + Self.shut + Self.large)
    #expect(
      tried.union(needed).union([.manyDescriptors, .spin, .spinDeaf])
        == Set(SandboxAttempt.allCases))
  }

  /// A crash is seen as what it is, not as the sandbox's work.
  @Test func crashesKeepTheirSignal() throws {
    #expect(try Self.outcome(of: .abort) == .killed(SIGABRT))
    #expect(try Self.outcome(of: .overflowStack) == .killed(SIGSEGV))
    #expect([.killed(SIGILL), .killed(SIGTRAP)].contains(try Self.outcome(of: .trap)))
  }
}
