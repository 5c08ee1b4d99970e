import Canvas
import Glibc
import Pictures
import Testing

@testable import Terminal

/// Facts that tmux reports about our pane, and which clients are notified when it is hidden.
@Suite struct TmuxTests {
  private func facts(
    window: Int = 1, pane: Int = 1, zoomed: Int = 0, mode: String = "0",
    clients: String = "/dev/pts/3"
  ) throws -> TmuxFacts {
    try #require(
      TmuxFacts("on|\(window)|60|3|on|top|7|17|\(pane)|\(zoomed)|\(mode)|\(clients)"))
  }

  @Test func aPaneIsVisibleInTheCurrentUncoveredWindow() throws {
    #expect(try facts().isSeen && facts(pane: 0).isSeen && facts(zoomed: 1).isSeen)
    #expect(try !facts(window: 0).isSeen, "another window")
    #expect(try !facts(pane: 0, zoomed: 1).isSeen, "another pane fills the window")
    #expect(try !facts(mode: "1").isSeen, "tmux shows what was there before")
    #expect(try !facts(clients: "").isSeen, "nobody is there")
  }

  @Test func clientsAreListedByTheirTerminalPaths() throws {
    #expect(
      try facts(clients: "/dev/pts/3,client-77,/dev/pts/4").clients == ["/dev/pts/3", "/dev/pts/4"])
    #expect(try facts(clients: "client-77").isSeen)
    #expect(TmuxFacts("on|1|0|0|on|top|7|17") == nil)
    // Numbers whose sums would not fit.
    let most = String(Int.max)
    #expect(TmuxFacts("on|1|\(most)|\(most)|\(most)|top|\(most)|17|1|0|0|/dev/pts/3") == nil)
  }

  @Test func hiddenPanesRepaintWhenVisibleAgain() throws {
    var talk = GraphicsNegotiation()
    #expect(try !talk.attend(facts(window: 0)) && !talk.isAway, "not through tmux")
    talk = GraphicsNegotiation(around: Surroundings(behind: try facts()))
    #expect(talk.clients == ["/dev/pts/3"])
    #expect(try !talk.attend(facts(window: 0)) && talk.isAway && talk.awaitsPainting)
    talk.awaitsPainting = false
    #expect(try !talk.attend(facts(clients: "/dev/pts/9")) && !talk.isAway && talk.awaitsPainting)
    #expect(talk.clients == ["/dev/pts/9"])
  }

  @Test func picturesAreSentAgainAfterAResize() async throws {
    var talk = GraphicsNegotiation()
    #expect(talk.patience == nil && !talk.takesResend())
    talk.resendLater()
    let patience = try #require(talk.patience)
    #expect(patience > 0 && patience <= 301)
    var count = 0
    while let left = talk.patience {
      try await Task.sleep(for: .milliseconds(Int(left)))
      if talk.takesResend() { count += 1 }
    }
    #expect(count == 2)
  }

  /// A deletion while tmux blocks output is repeated before anything else, sent to the terminal without tmux's wrapping.
  @Test func deletionsThatMayBeLostAreRepeated() throws {
    var ability = PictureAbility(.kitty(.stream), cell: PixelSize(width: 8, height: 16))
    ability.pane = TmuxPane(left: 0, top: 0)
    var surface = PictureSurface(ability, screen: Size(width: 80, height: 24), firstID: 7)
    let made = Bitmap(
      width: 8, height: 16, layout: .rgb24, bytes: [UInt8](repeating: 9, count: 384))
    let bitmap = try #require(made)
    surface.show(Picture(key: 1, bitmap: bitmap), in: Rect(x: 0, y: 0, width: 1, height: 1))
    _ = surface.update()
    let taken = surface.withdraw(mayBeLost: true)
    #expect(String(decoding: taken, as: UTF8.self) == "\u{1b}_Ga=d,d=I,i=7,q=2\u{1b}\\")
    let back = surface.update()
    #expect(back.before == TmuxPane.wrap(taken))
    #expect(String(decoding: back.after, as: UTF8.self).contains("i=8"), "its number is used up")
    let later = surface.withdraw()
    #expect(!later.isEmpty && surface.update().before.isEmpty)
  }

  @Test func bytesAreSentToTerminalsOnly() throws {
    var (master, slave): (Int32, Int32) = (-1, -1)
    try #require(openpty(&master, &slave, nil, nil, nil) == 0)
    defer {
      close(master)
      close(slave)
    }
    let path = String(cString: try #require(ttyname(slave)))
    let bytes = Array("\u{1b}_Ga=d,d=I,i=7,q=2\u{1b}\\".utf8)
    #expect(TmuxClient.tell(bytes, path))
    var buffer = [UInt8](repeating: 0, count: 200)
    let count = read(master, &buffer, buffer.count)
    #expect(Array(buffer.prefix(max(0, count))) == bytes)
    #expect(!TmuxClient.tell(bytes, "/dev/null") && !TmuxClient.tell(bytes, "/etc/passwd"))
    #expect(!TmuxClient.tell(bytes, "/dev/there-is-no-such") && !TmuxClient.tell(bytes, ""))
    #expect(!TmuxClient.tell([UInt8](repeating: 0, count: TmuxClient.most + 1), path))
  }
}
