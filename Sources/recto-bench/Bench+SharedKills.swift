import Glibc
import Library
import TestSupport

extension Bench {
  /// Kills (SIGKILL) the machine that walks a collection's folder, one that only reads, a sandboxed worker of either or a process of the server, at random moments, until
  /// `--faults` have been killed, in several libraries. Each library must have in the end what one machine alone reads, and no file given up.
  func sharedKills() throws(ProgramRun.Failure) -> [Measurement] {
    guard PostgresCluster.isInstalled, geteuid() == 0 else {
      throw ProgramRun.Failure(
        description: "shared-kills needs PostgreSQL, and root, to name its machines (unshare --uts)"
      )
    }
    let count = documents ?? 200
    let place = folder + "/papers"
    _ = try ProgramRun("mkdir", "-p", place).time()
    let files = try ProgramRun("find", library, "-name", "*.pdf", "-type", "f").output()
      .split(separator: "\n").map(String.init).sorted()
    for (number, part) in try DocumentParts(of: files, in: folder + "/parts").first(count)
      .enumerated()
    {
      _ = try ProgramRun("mv", part, "\(place)/\(number).pdf").time()
    }
    // Commits survive a server that is killed, as they do by default; the machine stays.
    let settings = ["fsync=off", "full_page_writes=off", "max_connections=60"]
    let cluster = try ProgramRun.Failure.wrapped { try PostgresCluster(settings: settings) }
    defer { cluster.end() }
    let alone = try KilledLibrary(self, cluster, place, number: 0)
    try alone.read()
    let expected = try alone.contents()
    guard expected.split(separator: "\n").count == count else {
      throw ProgramRun.Failure(description: "one machine alone did not read all documents")
    }
    var (killed, different, givenUp, libraries) = ([String: Int](), 0, 0, 0)
    while killed.values.reduce(0, +) < faults {
      libraries += 1
      let library = try KilledLibrary(self, cluster, place, number: libraries)
      // More would hit the same documents again and again, and one that loses its reader three times is given up.
      try library.read(killing: min(count / 8, faults - killed.values.reduce(0, +)))
      killed.merge(library.killed) { $0 + $1 }
      let contents = try library.contents()
      if contents != expected {
        different += 1
        let lines = Set(contents.split(separator: "\n")).symmetricDifference(
          expected.split(separator: "\n"))
        for line in lines.sorted().prefix(8) { warn("differs: \(line)") }
      }
      givenUp += try library.givenUp()
      warn("\(killed.values.reduce(0, +)) killed, \(different) of \(libraries) libraries differ")
    }
    return killed.sorted { $0.key < $1.key }.map {
      Measurement(name: "\($0.key) killed", value: Double($0.value), unit: "")
    } + [
      Measurement(name: "libraries", value: Double(libraries), unit: ""),
      Measurement(
        name: "libraries that differ in the end", value: Double(different), unit: "",
        goal: .atMost(0)),
      Measurement(
        name: "documents given up", value: Double(givenUp), unit: "", goal: .atMost(0)),
    ]
  }
}

/// A shared library in a database of its own that two machines read, while something kills their processes.
final class KilledLibrary {
  private let cluster: PostgresCluster
  private let database: String
  private let homes: [String]
  private let recto: String
  private let place: String
  private(set) var killed: [String: Int] = [:]
  private var random = SystemRandomNumberGenerator()
  /// The machine that walks, and the one that only reads; nil once it has ended.
  private var machines: [pid_t?] = [nil, nil]

  private static let names = ["walker", "reader"]

  init(
    _ bench: Bench, _ cluster: PostgresCluster, _ place: String, number: Int
  ) throws(ProgramRun.Failure) {
    self.cluster = cluster
    self.place = place
    recto = bench.recto
    database = try ProgramRun.Failure.wrapped { try cluster.makeDatabase() }
    homes = Self.names.map { "\(bench.folder)/killed-\(number)-\($0)" }
    let address = cluster.address(database)
    for (home, words) in zip(
      homes,
      [
        ["init", address, "--collection", "papers"],
        ["join", address, "--root", "papers=\(place)"],
      ])
    {
      _ = try ProgramRun("mkdir", "-p", home).time()
      _ = try ProgramRun(command(home, ["share"] + words + ["--name", "lab"])).time()
    }
  }

  private func command(_ home: String, _ words: [String]) -> [String] {
    ["env", "HOME=\(home)", "XDG_CONFIG_HOME=", "XDG_DATA_HOME=", "XDG_CACHE_HOME=", recto] + words
  }

  private func start(_ machine: Int) throws(ProgramRun.Failure) {
    let words = machine == 0 ? ["index", "--share", "lab", place] : ["index", "--work"]
    machines[machine] = try ProgramRun(
      ["unshare", "--uts", "sh", "-c", "hostname \(Self.names[machine]); exec \"$@\"", "sh"]
        + command(homes[machine], words)
    ).spawn(output: nil, isQuiet: true)
  }

  /// Reads all documents on two machines, while their processes and the server's are killed, so many at most.
  func read(killing most: Int = 0) throws(ProgramRun.Failure) {
    repeat {
      for machine in machines.indices { try start(machine) }
      while machines.contains(where: { $0 != nil }) {
        usleep(UInt32.random(in: 20_000...250_000, using: &random))
        if killed.values.reduce(0, +) < most { try killOne() }
        try reap()
      }
      // A server that was killed at the end has ended both.
    } while try number(
      "SELECT (SELECT count(*) FROM recto.job WHERE state < 2) + (NOT EXISTS (SELECT FROM recto.copy))::int"
    ) > 0
  }

  private func killOne() throws(ProgramRun.Failure) {
    let running = machines.indices.filter { machines[$0] != nil }
    let target: (name: String, pid: pid_t)?
    switch Int.random(in: 0..<4, using: &random) {
    case 0, 1:
      target = running.randomElement(using: &random).flatMap { machine in
        machines[machine].map { (Self.names[machine], $0) }
      }
    case 2:
      target = running.compactMap { machines[$0] }.flatMap { TerminalSession.children(of: $0) }
        .randomElement(using: &random).map { ("sandboxed worker", $0) }
    default:
      target = TerminalSession.children(of: cluster.processIdentifier)
        .filter { TerminalSession.text("/proc/\($0)/cmdline").contains(database) }
        .randomElement(using: &random).map { ("server", $0) }
    }
    guard let target, kill(target.pid, SIGKILL) == 0 else { return }
    killed[target.name, default: 0] += 1
  }

  /// Takes machines that have ended; one that was killed is started again, and its leases end now instead of in two minutes.
  private func reap() throws(ProgramRun.Failure) {
    for machine in machines.indices {
      guard let pid = machines[machine] else { continue }
      var status: Int32 = 0
      guard waitpid(pid, &status, WNOHANG) == pid else { continue }
      machines[machine] = nil
      guard status & 0x7F == SIGKILL else { continue }
      _ = try number(
        "WITH ended AS (UPDATE recto.job SET leased_until = now() - interval '1 s' WHERE machine = '\(Self.names[machine])' RETURNING 1) SELECT count(*) FROM ended"
      )
      try start(machine)
    }
  }

  /// Returns a number that a statement answers; the server may be starting again.
  private func number(_ statement: String) throws(ProgramRun.Failure) -> Int {
    let end = ContinuousClock.now + .seconds(20)
    while true {
      do {
        return Int(try cluster.run(script: statement, in: database)) ?? 0
      } catch {
        guard .now < end else { throw ProgramRun.Failure(description: "\(error)") }
        usleep(100_000)
      }
    }
  }

  func givenUp() throws(ProgramRun.Failure) -> Int {
    try number("SELECT count(*) FROM recto.job WHERE state = 2")
  }

  /// Returns a line for each file: its bytes, what was read of them, and digests of all pages and their grams.
  func contents() throws(ProgramRun.Failure) -> String {
    try ProgramRun.Failure.wrapped {
      try cluster.run(
        script: """
          SELECT c.path, d.hash, d.state, d.title, d.row_count, d.is_counted,
            (SELECT md5(string_agg(p.id & 16777215 || p.label || md5(p.passages), ',' ORDER BY p.id)) FROM recto.page_1 p WHERE p.id >> 24 = d.id),
            (SELECT md5(string_agg(md5(g.grams::text), ',' ORDER BY g.id)) FROM recto.gram_1 g WHERE g.id >> 24 = d.id)
          FROM recto.copy c JOIN recto.document d ON d.id = c.document ORDER BY c.path COLLATE "C"
          """, in: database)
    }
  }
}
