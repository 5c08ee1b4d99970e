import DocumentModel
import Engine
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct BadInputTests {
    static func failure(_ file: Data) -> EngineFailure? {
      do {
        _ = try EngineBench(file)
        return nil
      } catch {
        return error as? EngineFailure
      }
    }

    static var whole: Data {
      var document = PagedPDF()
      document.addPage("Whole")
      return document.file()
    }

    @Test func otherFilesAreRefused() {
      #expect(Self.failure(Data()) == .empty)
      #expect(Self.failure(Data([0x7F, 0x45, 0x4C, 0x46] + Array(1...31))) == .notADocument)
      #expect(Self.failure(Data(repeating: 0, count: 100_000)) == .notADocument)
      #expect(Self.failure(Data("%PDF-1.7\n".utf8)) == .damaged)
    }

    /// Poppler finds the parts of a document without its first line: so it opens.
    @Test func aMissingHeaderIsTolerated() throws {
      let blanks = Data(repeating: 0x20, count: 2_000)
      #expect(try EngineBench(blanks + Self.whole.dropFirst(9)).text().string == "Whole")
      #expect(try EngineBench(blanks + Self.whole).text().string == "Whole")
    }

    /// A file cut anywhere is refused or read, and never kills the engine.
    @Test func truncatedFilesAreHandled() {
      let whole = Self.whole
      for count in stride(from: 0, to: whole.count, by: 7) {
        guard let bench = try? EngineBench(whole.prefix(count)) else { continue }
        _ = try? bench.text()
        _ = try? bench.outline()
        _ = try? bench.metadata()
      }
    }

    @Test func documentsWithoutPagesAreReported() {
      #expect(Self.failure(PagedPDF().file()) == .noPages)
    }

    @Test func irregularFilesAreRefused() {
      for path in ["/dev/zero", "/dev/null", "/tmp"] {
        let reply = Engine().answer(
          .open(password: []), descriptor: open(path, O_RDONLY | O_CLOEXEC))
        #expect(reply == .failed(.unreadable))
      }
      #expect(Engine().answer(.open(password: []), descriptor: -1) == .failed(.unreadable))
      #expect(Engine().answer(.outline, descriptor: -1) == .failed(.notFound))
    }

    /// A tree that counts its pages wrong, and one that holds itself.
    @Test func malformedPageTreesAreHandled() {
      for tree in ["/Kids[3 0 R]/Count 2147483647", "/Kids[2 0 R 3 0 R]/Count 5", "/Count -7"] {
        var writer = PDFWriter()
        let root = writer.add("<</Type/Catalog/Pages 2 0 R>>")
        _ = writer.add("<</Type/Pages\(tree)>>")
        _ = writer.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>")
        guard let bench = try? EngineBench(writer.file(root: root)) else { continue }
        _ = try? bench.ask(.pages(0..<10))
        _ = try? bench.ask(.text(page: bench.summary.pageCount - 1))
      }
    }

    @Test(.enabled(if: !Sanitizer.isOn), .timeLimit(.minutes(1)))
    func aHundredThousandPagesOpenQuickly() throws {
      let pages = 100_000
      let fan = 500
      var writer = PDFWriter()
      let top = writer.reserve()
      var nodes: [Int] = []
      for _ in 0..<pages / fan {
        let node = writer.reserve()
        let leaves = (0..<fan).map { _ in
          writer.add("<</Type/Page/Parent \(node) 0 R/MediaBox[0 0 612 792]>>")
        }
        let kids = leaves.map { "\($0) 0 R" }.joined(separator: " ")
        writer.set(node, "<</Type/Pages/Parent \(top) 0 R/Kids[\(kids)]/Count \(fan)>>")
        nodes.append(node)
      }
      let kids = nodes.map { "\($0) 0 R" }.joined(separator: " ")
      writer.set(top, "<</Type/Pages/Kids[\(kids)]/Count \(pages)>>")
      let root = writer.add("<</Type/Catalog/Pages \(top) 0 R>>")
      let file = writer.file(root: root)
      let memory = residentBytes()
      let bench = try EngineBench(file)
      #expect(bench.summary.pageCount == pages)
      #expect(try bench.text(page: pages - 1).scalars.isEmpty)
      #expect(try bench.ask(.pages(pages - 1..<pages)) != .pages([]))
      // Poppler is opened twice, and other tests of this process allocate meanwhile.
      #expect(residentBytes() - memory < 256 << 20)
    }

    private func residentBytes() -> Int {
      let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
      let numbers = text.split(separator: " ").compactMap { Int($0) }
      return numbers.count > 1 ? numbers[1] * Int(getpagesize()) : 0
    }

    /// Opening and closing leaks no descriptor, whether it succeeds or not.
    @Test func descriptorsAreClosed() throws {
      let files = [Self.whole, Data("%PDF-1.7\n".utf8), Data("text".utf8), PagedPDF().file()]
      func used() -> Int {
        // Links name what is open: other tests of this process open pipes and sockets meanwhile.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.filter { name in
          let target = try? FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/" + name)
          return target?.contains("recto-engine-") == true
        }.count
      }
      let before = used()
      for _ in 0..<20 {
        for file in files {
          _ = try? EngineBench(file).metadata()
          _ = try? EngineBench(file, password: "wrong")
        }
      }
      #expect(used() <= before)
    }
  }
}
