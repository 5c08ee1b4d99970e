import Canvas
import Glibc
import Pictures

/// The negotiation with the terminal about pictures: pending questions, and whether tmux shows our
/// pane.
struct GraphicsNegotiation {
  /// How long answers are awaited; a dumb terminal gives none.
  static let patience = Duration.milliseconds(250)

  private var around: Surroundings
  /// Changes the terminal's input mode until it has answered.
  private var questions: TerminalQuestions?
  private var deadline: ContinuousClock.Instant?
  /// Whether the decision was made without all answers; they may still come, as over a slow line.
  private var awaitsMore = false
  /// Whether tmux shows something else where our pane was: a picture would lie over it.
  private(set) var isAway = false
  var awaitsPainting = false
  /// Whether the terminals that show our pane are not those that had the pictures.
  var isSeenElsewhere = false
  /// When pictures are sent again: tmux drops what comes while it draws the window in its new size, and says nothing.
  private var resends: [ContinuousClock.Instant] = []

  mutating func resendLater() {
    resends = [.milliseconds(300), .milliseconds(1_500)].map { .now + $0 }
  }

  /// Whether it is time to send pictures again.
  mutating func takesResend() -> Bool {
    guard let first = resends.first, first <= .now else { return false }
    resends.removeFirst()
    return true
  }

  init(around: Surroundings = Surroundings()) { self.around = around }

  /// Looks around and gives the questions.
  mutating func begin(depth: ColorDepth, name: String) -> [UInt8] {
    measure(depth: depth)
    let questions = TerminalQuestions(around, name: name)
    self.questions = questions
    isBehindTmux = questions.areBehindTmux
    deadline = .now + Self.patience
    isAway = false
    return questions.text
  }

  mutating func measure(depth: ColorDepth) { around = Surroundings(depth: depth) }

  /// Whether the answers come from the terminal outside tmux.
  private(set) var isBehindTmux = false

  /// The terminals that tmux shows us on.
  var clients: [String] {
    guard case .present(let facts) = around.tmux else { return [] }
    return facts.clients
  }

  var isWaiting: Bool { deadline != nil }

  /// Milliseconds until no answer is waited for any more.
  var patience: Int32? {
    [deadline, resends.first].compactMap(\.self).min().map {
      Int32(max(0, ($0 - .now) / .milliseconds(1)) + 1)
    }
  }

  var isOverdue: Bool { deadline.map { $0 <= .now } ?? false }

  func isDecided(by answers: TerminalAnswers) -> Bool {
    (isWaiting || awaitsMore) && answers.areComplete(behindTmux: isBehindTmux)
  }

  /// Decides when the questions are answered or have timed out: the picture they use stays on the screen until then.
  mutating func decide(isComplete: Bool) -> Surroundings {
    if isWaiting || isComplete { awaitsMore = !isComplete }
    deadline = nil
    if isComplete { questions = nil }
    awaitsPainting = true
    return around
  }

  /// Takes tmux's present facts about our pane; returns whether it moved, or is seen by other terminals.
  mutating func attend(_ facts: TmuxFacts) -> Bool {
    guard let pane = around.pane else { return false }
    isSeenElsewhere = isSeenElsewhere || clients != facts.clients
    if isAway == facts.isSeen { awaitsPainting = true }
    isAway = !facts.isSeen
    around.tmux = .present(facts)
    return facts.pane != pane
  }
}
