/// Actions that the sandbox probe tries inside the sandbox; it exits with the error number, or 0 on success.
package enum SandboxAttempt: String, Sendable, CaseIterable {
  /// Exits with the bits of `ProcessSandbox.Missing`.
  case tellWhatIsMissing
  // Needed by a worker.
  case nothing, readFont, allocateAMegabyte, abort, futexWake
  // Files.
  case openPasswords, listRoot, openOwnMemory, readOwnMaps, readOwnEnvironment, openTerminal
  case writeFile, openForWriting, temporaryFile, truncate
  case unlink, makeFolder, changeMode, link
  // Processes and the rest of the machine.
  case fork, execute, thread, ptrace, killParent, signalParentByDescriptor, socket, socketPair, bpf
  case performanceEvents, ioUring, userFaults, keyring, mount, unshare, setLimit, readOtherMemory
  case anonymousFile, connect, bind, killOther, killAll, queueSignal, traceOther, processDescriptor
  case cloneAnew, changeRoot, setUser, openByHandle, watchFiles, timer, loadModule, dumpable
  case terminalInput, openTree, otherNumbers
  // Code.
  case writableCode, makeCodeExecutable, oldCalls
  // Amounts.
  case sharedMemory, growingStack, lockedMemory, hugeReadOnly, manyReadOnly, moveMemory
  // Calls that workers make, made otherwise.
  case futexPriority, futexRequeue, futexWakeOperation, peek, outOfBand, sendElsewhere
  case openPath, statPasswords
  case allocateTenGigabytes, mapTenGigabytes, manyDescriptors, spin, spinDeaf, overflowStack, trap
}
