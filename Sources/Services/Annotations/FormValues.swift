import Annotating
import DocumentModel
import Messages
import Synchronization

/// The current form values of open documents, for laying out pages.
final class FormValues: Sendable {
  private struct Form {
    var fields: [FieldID: FormField] = [:]
    var pages: [Int: [FieldID]] = [:]
  }

  private let forms = Mutex<[FilePath: Form]>([:])

  /// Takes the store's reports about a path.
  func take(_ news: AnnotationNews, of path: String) {
    switch news {
    case .form(let fields):
      var form = Form()
      for field in fields {
        form.fields[field.id] = field
        for page in Set(field.widgets.map(\.page)) {
          form.pages[page, default: []].append(field.id)
        }
      }
      forms.withLock { $0[FilePath(path)] = fields.isEmpty ? nil : form }
    case .filled(let changes, _, _):
      forms.withLock { forms in
        for change in changes { forms[FilePath(path)]?.fields[change.id]?.value = change.after }
      }
    default: break
    }
  }

  func forget(_ path: String) {
    forms.withLock { $0[FilePath(path)] = nil }
  }

  /// In the order of the file.
  func fields(at path: String, page: Int) -> [FormField] {
    forms.withLock { forms in
      guard let form = forms[FilePath(path)] else { return [] }
      return (form.pages[page] ?? []).compactMap { form.fields[$0] }
    }
  }
}
