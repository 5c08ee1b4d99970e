package import DocumentModel
import Messages
import Widgets

extension Panel {
  /// The effect of choosing a row; compared by its target and name.
  package struct Action: Sendable, Hashable {
    /// A place that is shown beside the panel while its row is selected.
    package enum Target: Sendable, Hashable {
      case page(Int, Landing)
      /// A hit of the search by its index.
      case hit(Int)
      case annotation(AnnotationID)
      /// An annotation in the document at a path; without a page it has no place there.
      case foundAnnotation(String, AnnotationID, page: Int?)
    }

    package var target: Target?
    /// The typed text that does the same, or the name of what is chosen; empty for actions without one.
    package var name = ""
    var perform: @Sendable (inout State) -> [Effect]

    package static func == (one: Self, other: Self) -> Bool {
      one.target == other.target && one.name == other.name
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(target)
      hasher.combine(name)
    }
  }
}

extension Panel.Action {
  package static let none = Self { _ in [] }

  /// Does something with the panel closed.
  static func closing(
    name: String = "", _ perform: @escaping @Sendable (inout State) -> [Effect]
  ) -> Self {
    Self(name: name) { state in
      state.closePanel()
      return perform(&state)
    }
  }

  static func jump(page: Int, _ landing: Landing) -> Self {
    Self(target: .page(page, landing)) { state in
      state.closePanel(goingBack: true)
      state.jump(to: page, landing)
      return []
    }
  }

  static func goTo(_ mark: Mark) -> Self {
    Self(target: .page(mark.place.page, .offset(mark.place.offset))) { state in
      state.closePanel(goingBack: true)
      state.goToMark(mark.name)
      return []
    }
  }

  /// Goes to a hit of the search by its index.
  static func hit(_ index: Int) -> Self {
    Self(target: .hit(index)) { state in
      state.closePanel(goingBack: true)
      state.pushHistory()
      state.show(hit: index)
      return []
    }
  }

  package static func annotation(_ id: AnnotationID) -> Self {
    Self(target: .annotation(id)) { $0.choose(annotation: id) }
  }

  static func foundAnnotation(_ path: String, _ id: AnnotationID, page: Int?) -> Self {
    Self(target: .foundAnnotation(path, id, page: page)) {
      $0.choose(found: id, in: path, page: page)
    }
  }

  package static func run(_ command: String) -> Self {
    closing(name: command) { $0.run(command) }
  }

  static func run(_ command: String, with argument: String) -> Self {
    closing(name: command + " " + argument) { $0.run(command, with: argument) }
  }

  /// Puts a text at the prompt of the palette, to be typed on.
  static func complete(_ text: String) -> Self {
    Self(name: text) { state in
      state.panel?.filter = .init(text)
      return state.filterChanged()
    }
  }

  /// Goes to a page by a label that may yet be read.
  static func awaitPage(_ name: String) -> Self {
    closing { state in state.go(toPage: name) }
  }
}
