import TestSupport
import Testing

@testable import Sync

/// Machines that change values and exchange files late, twice, torn and out of order.
@Suite struct SyncConvergenceTests {
  /// A machine with its library, its last compared state, and its own file.
  private struct Machine {
    let name: String
    /// How wrong its clock is, in milliseconds.
    let error: Int64
    var library: [SyncKey: String] = [:]
    var shadows: [SyncKey: String?] = [:]
    var replica = SyncReplica()
    var file: [UInt8] = []
    /// Earlier states of the file, as a slow synchroniser may deliver them.
    var states: [[UInt8]] = [[]]

    mutating func synchronise(_ others: [[UInt8]], at time: Int64) {
      for (key, shadow) in shadows where library[key] != shadow {
        let decision = SyncDecision(
          key, local: library[key], shadow: SyncDecision.Shadow(shadow), known: replica[key],
          time: time + error, machine: name)
        if case .record(let register) = decision { replica.merge(register) }
        shadows[key] = .some(library[key])
      }
      for file in others { replica.merge(SyncFile(file).replica.registers.values) }
      replica.merge(SyncFile(file).replica.registers.values)
      for key in Set(library.keys).union(shadows.keys).union(replica.registers.keys) {
        let decision = SyncDecision(
          key, local: library[key], shadow: shadows[key].map { SyncDecision.Shadow($0) },
          known: replica[key], time: time + error, machine: name)
        switch decision {
        case .agreed: break
        case .record(let register): replica.merge(register)
        case .apply: library[key] = replica[key]?.value
        }
        shadows[key] = .some(library[key])
      }
      let own = SyncFile(file)
      let owed = replica.registers.values.filter { register in
        register.stamp.machine == name && own.replica[register.key] != register
      }
      if own.isTorn { file.append(0x0A) }
      file += SyncFile.bytes(owed)
      if SyncFile(file).isMostlyStale { file = SyncFile(file).compacted }
      states.append(file)
    }
  }

  private static let keys: [SyncKey] = {
    let document = String(repeating: "0c", count: 32)
    return ["a", "b", "c"].map { SyncKey(.tag, document: document, id: $0) }
      + ["theme", "sort"].map { SyncKey(.setting, id: $0) }
      + [SyncKey(.position, document: document)]
  }()

  private static func value(of key: SyncKey, _ number: Int) -> String {
    switch key.kind {
    case .tag: "true"
    case .position: #"{"offset":0,"page":\#(number)}"#
    default: "\(number)"
    }
  }

  @Test(arguments: [2, 3]) func allMachinesConverge(machines count: Int) {
    for seed in 0..<500 {
      var dice = SeededGenerator(seed: UInt64(seed * 4 + count))
      var machines = (0..<count).map { index in
        Machine(
          name: "m\(index)-0000", error: Int64.random(in: -1_000_000...1_000_000, using: &dice))
      }
      var time: Int64 = 1_700_000_000_000
      for step in 0..<24 {
        time += Int64.random(in: 0...5_000, using: &dice)
        let index = Int.random(in: 0..<count, using: &dice)
        switch Int.random(in: 0..<5, using: &dice) {
        case 0, 1:
          let key = Self.keys.randomElement(using: &dice) ?? Self.keys[0]
          let isDeleted = key.kind != .position && Bool.random(using: &dice)
          machines[index].library[key] = isDeleted ? nil : Self.value(of: key, step)
        case 2:
          // Its own file comes back older, or torn.
          machines[index].file =
            Bool.random(using: &dice)
            ? machines[index].states.randomElement(using: &dice) ?? []
            : Array(
              machines[index].file.prefix(
                Int.random(in: 0...machines[index].file.count, using: &dice)))
          fallthrough
        default:
          let seen = machines.indices.filter { $0 != index }.flatMap { other in
            (0..<Int.random(in: 0...2, using: &dice)).map { _ in
              let state = machines[other].states.randomElement(using: &dice) ?? []
              return Array(state.prefix(Int.random(in: 0...state.count, using: &dice)))
            }
          }
          machines[index].synchronise(seen.shuffled(using: &dice), at: time)
        }
      }
      // All files arrive: twice, since the first round may record changes.
      for _ in 0..<2 {
        for index in machines.indices {
          let others = machines.indices.filter { $0 != index }.map { machines[$0].file }
          machines[index].synchronise(others, at: time)
        }
      }
      for machine in machines.dropFirst() {
        #expect(machine.library == machines[0].library, "seed \(seed)")
        #expect(machine.replica == machines[0].replica, "seed \(seed)")
      }
      let files = machines.map(\.file)
      for machine in machines {
        var again = machine
        again.synchronise(files, at: time + 1)
        #expect(again.file == machine.file, "seed \(seed): a machine at rest writes nothing")
      }
    }
  }

  @Test func mergingIsCommutativeAndIdempotent() {
    var dice = SeededGenerator(seed: 7)
    let registers = (0..<200).map { number in
      let key = Self.keys.randomElement(using: &dice) ?? Self.keys[0]
      return SyncRegister(
        key,
        SyncStamp(
          revision: Int.random(in: 0...3, using: &dice),
          time: Int64.random(in: 0...3, using: &dice),
          machine: "m\(Int.random(in: 0...2, using: &dice))-0000"),
        Bool.random(using: &dice) ? nil : Self.value(of: key, number))
    }
    let expected = SyncReplica(registers)
    for _ in 0..<100 {
      let shuffled = registers.shuffled(using: &dice)
      #expect(SyncReplica(shuffled + shuffled.reversed()) == expected)
    }
  }

  @Test func aLaterChangeWinsDespiteWrongClocks() {
    let key = Self.keys[0]
    for error: Int64 in [-400 * 86_400_000, 400 * 86_400_000] {
      var early = Machine(name: "m0-0000", error: error)
      var late = Machine(name: "m1-0000", error: 0)
      early.library[key] = "true"
      early.synchronise([], at: 1_700_000_000_000)
      late.synchronise([early.file], at: 1_700_000_001_000)
      #expect(late.library[key] == "true")
      late.library[key] = nil
      late.synchronise([early.file], at: 1_700_000_002_000)
      early.synchronise([late.file], at: 1_700_000_003_000)
      #expect(early.library[key] == nil)
    }
  }

  @Test func aDeletedValueDoesNotComeBack() {
    let key = Self.keys[0]
    var (one, other) = (Machine(name: "m0-0000", error: 0), Machine(name: "m1-0000", error: 0))
    one.library[key] = "true"
    one.synchronise([], at: 1)
    let old = one.file
    other.synchronise([old], at: 2)
    one.library[key] = nil
    one.synchronise([other.file], at: 3)
    other.synchronise([one.file], at: 4)
    other.synchronise([old], at: 5)
    one.file = old
    one.synchronise([other.file], at: 6)
    #expect(one.library[key] == nil)
    #expect(other.library[key] == nil)
    #expect(SyncFile(one.file).replica[key]?.value == nil)
  }
}
