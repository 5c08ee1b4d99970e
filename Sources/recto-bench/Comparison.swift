import FoundationEssentials
import Glibc

/// The figures of an earlier run (`--json`), for comparison with this one.
struct Comparison {
  private struct Row: Decodable {
    var name: String
    var value: Double
    var spread: Double?
  }

  private let old: [String: Row]

  /// A relative loss below this may be noise if neither run has a spread.
  private static let noise = 0.1

  init(_ path: String) throws(ProgramRun.Failure) {
    guard let content = try? Data(contentsOf: URL(filePath: path)) else {
      throw ProgramRun.Failure(description: "\(path): cannot be read")
    }
    var old: [String: Row] = [:]
    for line in content.split(separator: 0x0A) {
      // The machine's line is no figure.
      if let row = try? JSONDecoder().decode(Row.self, from: line) { old[row.name] = row }
    }
    guard !old.isEmpty else {
      throw ProgramRun.Failure(description: "\(path): holds no figures, as --json writes them")
    }
    self.old = old
  }

  /// Returns a sentence if a figure is worse by more than both runs' spreads and a tenth; else nil.
  func regress(_ figure: Measurement) -> String? {
    guard let row = old[figure.name], let grows = figure.isWorseWhenLarger, row.value > 0,
      !Peer.owns(figure.name)
    else { return nil }
    let loss = grows ? figure.value - row.value : row.value - figure.value
    let noise = max(
      (figure.spread ?? 0) + (row.spread ?? 0), row.value * Self.noise, figure.least)
    guard loss > noise else { return nil }
    return
      "\(figure.name): \(Measurement.text(row.value)) before, \(Measurement.text(figure.value)) \(figure.unit) now"
  }
}
