import DocumentModel
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct OutlineTests {
    /// A document of four pages with the given outline items; `$1` is the first page, `%1` the first item, `%0` the outline.
    static func document(items: [String], catalogue: String = "") -> PagedPDF {
      var document = PagedPDF()
      for page in 1...4 { document.addPage("Page \(page)") }
      let root = document.writer.reserve()
      let numbers = items.map { _ in document.writer.reserve() }
      func resolved(_ text: String) -> String {
        var text = text
        for (index, page) in document.pages.enumerated() {
          text = text.replacing("$\(index + 1)", with: "\(page) 0 R")
        }
        for (index, number) in ([root] + numbers).enumerated().reversed() {
          text = text.replacing("%\(index)", with: "\(number) 0 R")
        }
        return text
      }
      document.writer.set(root, resolved("<</Type/Outlines/First %1/Last %\(items.count)>>"))
      for (number, item) in zip(numbers, items) { document.writer.set(number, resolved(item)) }
      document.catalogue = resolved("/Outlines %0" + catalogue)
      return document
    }

    @Test func threeLevelsHaveTheirTargets() throws {
      let document = Self.document(
        items: [
          "<</Title(One)/Parent %0/First %2/Last %2/Count 2/Next %4/Dest[$1/XYZ 72 592 0]>>",
          "<</Title(One.One)/Parent %1/First %3/Last %3/Count -1/Dest(named)>>",
          "<</Title(One.One.One)/Parent %2/A<</S/GoTo/D[$3/FitH 700]>>>>",
          "<</Title(Two)/Parent %0/Prev %1/Next %5/Dest[$4/Fit]>>",
          "<</Title(Three)/Parent %0/Prev %4/Dest[$4/FitR 10 20 300 692]>>",
        ],
        catalogue: "/Names<</Dests<</Names[(named)[$2/XYZ null 92 0]]>>>>")
      let bench = try EngineBench(document)
      #expect(bench.summary.hasOutline)
      func place(_ page: Int, x: Double? = nil, y: Double? = nil) -> LinkTarget {
        .destination(Destination(page: page, x: x, y: y))
      }
      let deepest = OutlineItem(title: "One.One.One", target: place(2, y: 92))
      let middle = OutlineItem(title: "One.One", target: place(1, y: 700), children: [deepest])
      let outline = try bench.outline()
      #expect(
        outline == [
          OutlineItem(
            title: "One", target: place(0, x: 72, y: 200), isOpen: true, children: [middle]),
          OutlineItem(title: "Two", target: place(3)),
          OutlineItem(title: "Three", target: place(3, x: 10, y: 100)),
        ])
    }

    @Test("a place beyond the largest page leads to its end") func farPlaces() throws {
      var document = PagedPDF()
      let page = document.addPage("Page", box: "/MediaBox[0 0 612 3000000]")
      let outline = document.writer.reserve()
      let item = document.writer.add(
        "<</Title(End)/Parent \(outline) 0 R/Dest[\(page) 0 R/XYZ 0 0 0]>>")
      document.writer.set(outline, "<</First \(item) 0 R/Last \(item) 0 R/Count 1>>")
      document.catalogue = "/Outlines \(outline) 0 R"
      let found = try EngineBench(document).outline()
      guard case .destination(let place) = found.first?.target else {
        Issue.record("\(found)")
        return
      }
      #expect(place.y == Limit.pageSide)
    }

    /// Names as PDF 1.1 had them, in a dictionary of the catalogue.
    @Test func pdf11NamedDestinationsAreFound() throws {
      let document = Self.document(
        items: ["<</Title(Old)/Parent %0/Dest/old>>"], catalogue: "/Dests<</old[$2/Fit]>>")
      #expect(
        try EngineBench(document).outline().first?.target == .destination(Destination(page: 1)))
    }

    @Test func destinationsPastTheEndHaveNoTarget() throws {
      let bench = try EngineBench(
        Self.document(items: [
          "<</Title(Far)/Parent %0/Next %2/Dest[9999/XYZ 0 0 0]>>",
          "<</Title(Gone)/Parent %0/Next %3/Prev %1/Dest(nowhere)>>",
          "<</Title(Below)/Parent %0/Prev %2/Dest[$1/XYZ -50 -1000000000 0]>>",
        ]))
      let targets = try bench.outline().map(\.target)
      #expect(
        targets == [
          nil, .named("nowhere"), .destination(Destination(page: 0, x: 0, y: 792)),
        ])
    }

    /// An item that follows itself, and a child that is its own ancestor.
    @Test func cyclicOutlinesEnd() throws {
      let bench = try EngineBench(
        Self.document(items: [
          "<</Title(A)/Parent %0/Next %2/First %2/Last %2/Dest[$1/Fit]>>",
          "<</Title(B)/Parent %0/Next %1/First %1/Last %1/Dest[$2/Fit]>>",
        ]))
      #expect(try bench.outline().first?.title == "A")
    }

    /// A chain of a thousand levels is cut, a list of ten thousand is not.
    @Test func depthAndLengthAreBounded() throws {
      var document = PagedPDF()
      document.addPage()
      let root = document.writer.reserve()
      let numbers = (0..<1_000).map { _ in document.writer.reserve() }
      for (index, number) in numbers.enumerated() {
        let child = index + 1 < numbers.count ? "/First \(numbers[index + 1]) 0 R" : ""
        document.writer.set(number, "<</Title(\(index))\(child)>>")
      }
      document.writer.set(root, "<</First \(numbers[0]) 0 R>>")
      document.catalogue = "/Outlines \(root) 0 R"
      var depth = 0
      var items = try EngineBench(document).outline()
      while let first = items.first {
        depth += 1
        items = first.children
      }
      #expect(depth == Limit.outlineDepth)

      var long = PagedPDF()
      long.addPage()
      let list = long.writer.reserve()
      let entries = (0..<10_000).map { _ in long.writer.reserve() }
      for (index, number) in entries.enumerated() {
        let next = index + 1 < entries.count ? "/Next \(entries[index + 1]) 0 R" : ""
        long.writer.set(number, "<</Title(\(index))\(next)>>")
      }
      long.writer.set(list, "<</First \(entries[0]) 0 R>>")
      long.catalogue = "/Outlines \(list) 0 R"
      #expect(try EngineBench(long).outline().count == 10_000)
    }

    /// Escape sequences, half a surrogate pair, bytes that are no UTF-8, and a mark that turns the writing round.
    @Test func titlesAreCleaned() throws {
      let bench = try EngineBench(
        Self.document(items: [
          "<</Title<FEFF0061001B005B00330031006D00620007 0063>/Parent %0/Next %2>>",
          "<</Title<FEFFD800>/Parent %0/Prev %1/Next %3>>",
          "<</Title<FEFF0041202E0042>/Parent %0/Prev %2/Next %4>>",
          "<</Title<EFBBBF41FF42>/Parent %0/Prev %3>>",
        ]))
      let titles = try bench.outline().map(\.title)
      #expect(titles.count == 4)
      #expect(titles.first == "a [31mb c")
      #expect(titles.dropFirst(2).first == "AB")
      for scalar in titles.joined().unicodeScalars {
        #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
      }
    }

    @Test func aMissingOutlineIsNotAnError() throws {
      var document = PagedPDF()
      document.addPage()
      let bench = try EngineBench(document)
      #expect(!bench.summary.hasOutline)
      #expect(try bench.outline().isEmpty)
    }
  }
}
