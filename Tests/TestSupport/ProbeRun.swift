import Foundation

/// A program of the tests', run to its end.
package struct ProbeRun {
  package var output: String
  package var errors: String
  /// The signal that ended it; 0 where it exited.
  package var signal: Int32
  package var status: Int32

  package var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Runs a program that was built beside the tests, with these variables beside ours.
  package init(_ program: String, _ arguments: [String], _ environment: [String: String] = [:])
    throws
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Programs.path(program))
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
    let (out, err) = (Pipe(), Pipe())
    process.standardOutput = out
    process.standardError = err
    process.standardInput = FileHandle.nullDevice
    try process.run()
    output = String(decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    errors = String(decoding: err.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    signal = process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0
    status = process.terminationStatus
  }
}
