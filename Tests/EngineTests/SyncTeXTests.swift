import DocumentModel
import Engine
import Foundation
import Glibc
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct SyncTeXTests {
    /// Two pages of a book of two sources: a unit is a point of 1/72 inch, and a line of type 100 points wide.
    private static let book = """
      SyncTeX Version:1
      Input:1:/home/ada/book/./main.tex
      Input:2:/home/ada/book/./chapters/one.tex
      Output:pdf
      Magnification:1000
      Unit:65782
      X Offset:0
      Y Offset:0
      Content:
      !100
      {1
      [1,40:50,700:400,600,0
      (1,5:50,100:100,10,2
      x1,4:50,100
      g1,4:80,100
      g1,4:100,=
      k1,5:120,100:10
      g1,5:150,100
      )
      (1,9:50,140:100,10,2
      g1,8:60,140
      g1,8:100,140
      )
      ]
      }1
      {2
      [1,40:50,700:400,600,0
      (2,3:50,100:100,10,2
      g2,3:60,100
      g2,3:100,100
      )
      ]
      }2
      Postamble:
      Count:20
      Post scriptum:
      """

    /// Asks about a file of these bytes, as the reader gets the answer.
    private static func ask(
      _ question: SyncTeXQuestion, _ bytes: Data
    ) throws -> Result<SyncTeXAnswer, EngineFailure> {
      let folder = try TemporaryFolder()
      let path = folder.path + "/main.synctex"
      try bytes.write(to: URL(fileURLWithPath: path))
      let request = try Request(decoding: Request.syncTeX(question).encoded())
      let reply = Engine().answer(request, descriptor: open(path, O_RDONLY))
      switch try Reply(decoding: reply.encoded(), pageCount: 0) {
      case .syncTeX(let answer): return .success(answer)
      case .failed(let failure): return .failure(failure)
      default: throw WireError.truncated
      }
    }

    private static func place(
      _ line: Int, _ source: String = "/home/ada/book/main.tex", in text: String = book
    ) throws -> SyncTeXPlace? {
      let question = SyncTeXQuestion.place(line: line, source: source, folder: "/home/ada/book")
      guard case .success(.place(let place)) = try ask(question, Data(text.utf8)) else {
        return nil
      }
      return place
    }

    private static func line(
      _ page: Int, _ x: Double, _ y: Double, in text: String = book
    ) throws -> SyncTeXSource? {
      let question = SyncTeXQuestion.source(page: page, Point(x: x, y: y))
      guard case .success(.source(let source)) = try ask(question, Data(text.utf8)) else {
        return nil
      }
      return source
    }

    @Test func aLineMapsToItsLargestPart() throws {
      let place = try #require(try Self.place(8))
      #expect(place.page == 0)
      #expect(abs(place.box.y1 - 142) < 0.1 && abs(place.box.y0 - 130) < 0.1)
      #expect(abs(place.box.x0 - 50) < 0.1 && abs(place.box.x1 - 150) < 0.1)
      // Nothing is known of line 7: the next one is tried first.
      #expect(try Self.place(7) == place)
      // Beyond the last line it is the last.
      #expect(try Self.place(900) != nil)
    }

    @Test func sourcesMatchByPathSuffix() throws {
      #expect(try Self.place(3, "/home/ada/book/chapters/one.tex")?.page == 1)
      #expect(try Self.place(3, "/mnt/moved/book/chapters/one.tex")?.page == 1)
      #expect(try Self.place(3, "/home/ada/book/chapters/../chapters/one.tex")?.page == 1)
      let other = SyncTeXQuestion.place(line: 3, source: "/x/two.tex", folder: "/")
      #expect(try Self.ask(other, Data(Self.book.utf8)) == .success(.unknownSource))
    }

    @Test func aPointMapsToTheNearestPart() throws {
      #expect(try Self.line(0, 70, 98)?.line == 4)
      // The kern and the glue that end a paragraph belong to the part before them.
      #expect(try Self.line(0, 149, 98)?.line == 4)
      #expect(try Self.line(0, 90, 138)?.line == 8)
      #expect(try Self.line(1, 90, 98)?.path == "/home/ada/book/./chapters/one.tex")
      // Between lines of type the nearest counts, and beyond the pages nothing.
      #expect(try Self.line(0, 90, 145)?.line == 8)
      #expect(try Self.line(7, 90, 98) == nil)
    }

    @Test func formContentsAreAtTheirReferences() throws {
      let text = Self.book.replacingOccurrences(
        of: "g1,8:100,140\n)", with: "f3:60,300\n)"
      ).replacingOccurrences(
        of: "}2\n", with: "}2\n<3\n(2,30:0,0:80,10,2\ng2,31:10,0\ng2,31:40,0\n)\n>\n")
      let place = try #require(
        try Self.place(31, "/home/ada/book/chapters/one.tex", in: text))
      // The top of the form's box is at the reference.
      #expect(place.page == 0 && abs(place.point.x - 60) < 0.1 && abs(place.point.y - 290) < 0.1)
      #expect(try Self.line(0, 75, 286, in: text)?.line == 31)
    }

    @Test func recursiveFormsEnd() throws {
      let text = Self.book.replacingOccurrences(
        of: "g1,8:100,140\n)", with: "f3:60,300\n)"
      ).replacingOccurrences(of: "}2\n", with: "}2\n<3\n(2,30:0,0:80,10,2\nf3:10,0\n)\n>\n")
      let question = SyncTeXQuestion.source(page: 0, Point(x: 1, y: 1))
      #expect(try Self.ask(question, Data(text.utf8)) == .failure(.damaged))
    }

    @Test func otherFilesAreNotSyncTeX() throws {
      let question = SyncTeXQuestion.source(page: 0, Point(x: 70, y: 98))
      #expect(try Self.ask(question, Data()) == .failure(.empty))
      #expect(try Self.ask(question, Data("%PDF-1.7\n".utf8)) == .failure(.notADocument))
      #expect(try Self.ask(question, Data([0x1F, 0x8B, 8, 0, 1, 2])) == .failure(.damaged))
      let deep =
        "SyncTeX Version:1\nContent:\n{1\n" + String(repeating: "[1,1:0,0:1,1,1\n", count: 300)
      #expect(try Self.ask(question, Data(deep.utf8)) == .failure(.tooLarge))
    }

    /// As the synctex program reads them, which packages that write records of their own rely on.
    @Test func malformedRecordsAreSkipped() throws {
      let wrong = Self.book.replacingOccurrences(of: "g1,4:80,100", with: "g1,4:80\n(1,5:50\n{3")
      #expect(try Self.line(0, 70, 98, in: wrong)?.line == 4)
      #expect(try Self.place(8, in: wrong)?.page == 0)
      let colons = Self.book.replacingOccurrences(
        of: "(1,9:50,140:100,10,2", with: "(1,9:50:140:100:10,2")
      #expect(try Self.place(8, in: colons) == Self.place(8))
    }

    /// The kern and the glue that end a paragraph have the line after it, which must not match there.
    @Test func paragraphEndsDoNotMatchTheNextLine() throws {
      let next = Self.book.replacingOccurrences(of: "g1,8:60,140", with: "g1,5:60,140")
      let place = try #require(try Self.place(5, in: next))
      #expect(abs(place.point.y - 140) < 0.1)
    }

    /// An empty line of type is found by its edge.
    @Test func anEmptyBoxIsFound() throws {
      let text = Self.book.replacingOccurrences(
        of: "]\n}1", with: "(1,30:50,200:100,10,2\n)\n]\n}1")
      let place = try #require(try Self.place(30, in: text))
      #expect(place.page == 0 && abs(place.box.y1 - 202) < 0.1)
    }

    /// A line on two pages is shown on the first of them, at the last of its parts there if they tie.
    @Test func aLineOnTwoPagesMapsToTheFirst() throws {
      let text = Self.book.replacingOccurrences(
        of: "]\n}1",
        with: "(2,3:50,300:100,10,2\ng2,3:60,300\n)\n(2,3:50,400:100,10,2\ng2,3:70,400\n)\n]\n}1")
      let place = try #require(try Self.place(3, "/home/ada/book/chapters/one.tex", in: text))
      #expect(place.page == 0 && abs(place.point.y - 400) < 0.1)
    }

    /// Of the parts on both sides of a point, the one with the smaller line counts, of whichever source.
    @Test func theSmallerLineOfTwoSourcesWins() throws {
      let text = Self.book.replacingOccurrences(of: "g1,8:60,140", with: "g2,12:60,140")
      #expect(try Self.line(0, 62, 138, in: text)?.line == 8)
    }

    /// Forward and back leads to the same line at the ends of kerns, where half a unit decides.
    @Test func placesMapBackToTheirLine() throws {
      let text = Self.book.replacingOccurrences(
        of: "(1,9:50,140:100,10,2\ng1,8:60,140",
        with: "(1,9:46789,140:100,10,2\nk1,7:46800,140:11\ng1,8:46801,140"
      ).replacingOccurrences(of: "Unit:65782", with: "Unit:37")
      for line in [7, 8] {
        let place = try #require(try Self.place(line, in: text))
        #expect(
          try abs((Self.line(0, place.point.x, place.point.y, in: text)?.line ?? 0) - line) <= 1)
      }
    }

    /// TeX was stopped: the records written until then are used.
    @Test func truncatedSyncTeXFilesAreUsed() throws {
      let half = String(
        Self.book.prefix(upTo: try #require(Self.book.range(of: "(1,9:")).lowerBound))
      #expect(try Self.line(0, 70, 98, in: half)?.line == 4)
      #expect(try Self.line(0, 70, 98, in: half + "(1,9:50,1")?.line == 4)
      let open = half + "(1,9:50,140:100,10,2\ng1,9:60,140\n"
      #expect(try Self.line(0, 62, 138, in: open)?.line == 9)
    }

    /// The end of a damaged box ends no other one.
    @Test func damagedBoxesAreClosed() throws {
      let text = Self.book.replacingOccurrences(
        of: "(1,9:", with: "(1,9;damaged\ng1,9:60,120\n)\n(1,9:")
      #expect(try Self.line(0, 70, 98, in: text)?.line == 4)
      #expect(try Self.place(8, in: text) == Self.place(8))
    }

    /// A file cut or changed anywhere gives an answer or an error, and never more.
    @Test func mutatedFilesAreHandled() throws {
      var generator = SeededGenerator(seed: 7)
      let question = SyncTeXQuestion.source(page: 0, Point(x: 70, y: 98))
      let other = SyncTeXQuestion.place(line: 4, source: "main.tex", folder: "/home/ada/book")
      for _ in 0..<150 {
        var bytes = Array(Self.book.utf8)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
          let at = Int.random(in: 0..<bytes.count, using: &generator)
          bytes[at] = UInt8(
            "0123456789-,:=()[]{}<>fkgx\n".utf8.randomElement(using: &generator) ?? 0)
        }
        _ = try Self.ask(question, Data(bytes))
        _ = try Self.ask(other, Data(bytes))
      }
    }
  }
}
