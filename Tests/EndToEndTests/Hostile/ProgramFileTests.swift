import Foundation
import TestSupport
import Testing

/// How the programs are linked: the memory a crash in a library could overwrite, and where code may be.
@Suite struct ProgramFileTests {
  /// The parts of an ELF file that say so (elf(5)), of 64 bits, lowest byte first.
  private struct Program {
    private let bytes: [UInt8]

    init(_ path: String) throws {
      bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func number(_ place: Int, _ size: Int) -> Int {
      (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << ($1 * 8) }
    }

    /// 3: it can lie anywhere in memory.
    var kind: Int { number(16, 2) }

    private var segments: [(kind: Int, flags: Int, offset: Int, size: Int)] {
      (0..<number(56, 2)).map { index in
        let place = number(32, 8) + index * number(54, 2)
        return (number(place, 4), number(place + 4, 4), number(place + 8, 8), number(place + 32, 8))
      }
    }

    func flags(of kind: Int) -> Int? { segments.first { $0.kind == kind }?.flags }

    /// The value of an entry of the dynamic section; 0 where there is none.
    func dynamic(_ tag: Int) -> Int {
      guard let section = segments.first(where: { $0.kind == 2 }) else { return 0 }
      return stride(from: section.offset, to: section.offset + section.size, by: 16)
        .first { number($0, 8) == tag }.map { number($0 + 8, 8) } ?? 0
    }
  }

  @Test(arguments: ["recto", "recto-worker"]) func functionTablesAreReadOnly(
    _ name: String
  ) throws {
    let program = try Program(Programs.path(name))
    #expect(program.kind == 3)
    // DT_FLAGS has DF_BIND_NOW, or DT_FLAGS_1 has DF_1_NOW; PT_GNU_RELRO is there.
    #expect(program.dynamic(30) & 8 != 0 || program.dynamic(0x6FFF_FFFB) & 1 != 0)
    #expect(program.flags(of: 0x6474_E552) != nil)
    // PT_GNU_STACK has no PF_X.
    #expect((program.flags(of: 0x6474_E551) ?? 1) & 1 == 0)
  }
}
