import Messages
import DocumentModel
import Foundation
import Interface
import StandIn
import TestSupport
import Testing
import Workers

@testable import Annotating

/// Values of form fields, saved with the worker that users have.
@Suite(.timeLimit(.minutes(2)))
struct SandboxedFieldTests {
  @Test func fieldValuesAreSavedAndUndoneInARealDocument() throws {
    let desk = try SandboxedStore(FormPDF().file()) { $0.saving = .onQuit }
    let (base, file) = (desk.bytes, desk.file)
    let reported = desk.listener.wait { if case .form(let fields) = $0 { fields } else { nil } }
    #expect(reported?.count == 13)
    _ = desk.listener.loaded()
    let first = desk.fill { $0.edit(file, SandboxedStore.step("person.name", ["Grace"])) }
    #expect(first == [FieldChange(id: FieldID("person.name"), before: ["Ada"], after: ["Grace"])])
    #expect(desk.bytes == base, "kept, and not in the file yet")
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes.starts(with: base) && desk.bytes.count > base.count)
    #expect(try desk.value("person.name") == ["Grace"])
    // One section a session, whatever is done.
    let size = desk.bytes.count
    _ = desk.fill { $0.edit(file, SandboxedStore.step("person.name", ["Joan!"])) }
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes.count == size)
    _ = desk.fill { $0.undo(file) }
    _ = desk.fill { $0.undo(file) }
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes == base, "undone byte for byte")
    let again = desk.fill { $0.redo(file) }
    #expect(again?.first?.after == ["Grace"])
    #expect(desk.save()?.isSaved == true)
    #expect(try desk.value("person.name") == ["Grace"])
  }

  /// A document certified for filling in alone: annotations stay in the library, and block nothing.
  @Test func fieldsAreSavedInDocumentsCertifiedForFillingIn() throws {
    var form = FormPDF()
    let signature = form.document.writer.add(
      "<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P 2>>>>]>>")
    form.catalogue = "/Perms<</DocMDP \(signature) 0 R>>"
    let desk = try SandboxedStore(form.file()) { $0.saving = .onQuit }
    let (base, file) = (desk.bytes, desk.file)
    _ = desk.listener.loaded()
    let made = Annotation(
      id: AnnotationID("one"), page: 0, kind: .box, box: Box(x0: 1, y0: 1, x1: 20, y1: 20),
      color: 0xFF0000)
    let heard = desk.listener.all.count
    desk.store.edit(file, AnnotationEdit([AnnotationChange(before: nil, after: made)]))
    _ = desk.listener.changed(from: heard)
    _ = desk.fill { $0.edit(file, SandboxedStore.step("code", ["123"])) }
    let saveStatus = try #require(desk.save())
    #expect(!saveStatus.isSaved && saveStatus.isFormSaved && saveStatus.obstacle == .certified)
    #expect(saveStatus.formObstacle == nil)
    #expect(try desk.value("code") == ["123"])
    // Another field after it, in the same section; another program reads all of it.
    _ = desk.fill { $0.edit(file, SandboxedStore.step("notes", ["more"])) }
    #expect(desk.save()?.isFormSaved == true)
    #expect(desk.bytes.starts(with: base))
    #expect(try desk.value("notes") == ["more"] && desk.value("code") == ["123"])
    let listener = KeptListener()
    let later = AnnotationStore(
      folder: desk.folder + "/library", worker: desk.worker, tell: listener.tell)
    later.open(file)
    #expect(listener.loaded()?.map(\.id.name) == ["one"])
    let known = listener.saveStatus { _ in true }
    #expect(known?.isFormSaved == true && known?.isSaved == false)
    later.undo(file)
    later.undo(file)
    later.save(file)
    _ = listener.saveStatus { $0.canRedo && $0.isFormSaved }
    later.flush()
    #expect(try desk.value("code") == [] && desk.value("notes") == [])
  }

  /// A version of the form in which the field `code` has another name.
  private func withoutField(_ whole: Data) -> Data {
    var without = whole
    while let place = without.range(of: Data("/T(code)".utf8)) {
      without.replaceSubrange(place, with: Data("/T(edoc)".utf8))
    }
    return without
  }

  /// Another program writes a version without the field while what was typed waits.
  @Test func valuesOfAMissingFieldAreKeptAndReported() throws {
    let whole = FormPDF().file()
    let desk = try SandboxedStore(whole) { $0.saving = .onQuit }
    let file = desk.file
    _ = desk.listener.loaded()
    _ = desk.fill { $0.edit(file, SandboxedStore.step("code", ["123"])) }
    _ = desk.fill { $0.edit(file, SandboxedStore.step("notes", ["stays"])) }
    desk.rest()
    try withoutField(whole).write(to: URL(fileURLWithPath: file), options: .atomic)
    desk.carryOver()
    let saveStatus = try #require(desk.save())
    #expect(saveStatus.isSaved)
    #expect(saveStatus.missingFields == [FieldEdit(id: FieldID("code"), value: ["123"])])
    #expect(try desk.value("notes") == ["stays"])
    // Later values do not make it forgotten, nor does another start.
    _ = desk.fill { $0.edit(file, SandboxedStore.step("own", ["this"])) }
    #expect(desk.save()?.missingFields.count == 1)
    let listener = KeptListener()
    let later = AnnotationStore(
      folder: desk.folder + "/library", worker: desk.worker, tell: listener.tell)
    later.open(file)
    _ = listener.loaded()
    #expect(listener.saveStatus { $0.missingFields.count == 1 } != nil)
    // The field was restored.
    try whole.write(to: URL(fileURLWithPath: file), options: .atomic)
    let heard = desk.listener.all.count
    desk.carryOver()
    desk.store.tellAll(file)
    #expect(desk.listener.saveStatus(from: heard) { $0.missingFields.isEmpty } != nil)
    #expect(desk.save()?.isSaved == true)
    #expect(try desk.value("code") == ["123"])
  }

  @Test func valuesOfAMissingFieldCanBeUndone() throws {
    let whole = FormPDF().file()
    let desk = try SandboxedStore(whole) { $0.saving = .onQuit }
    let file = desk.file
    _ = desk.listener.loaded()
    _ = desk.fill { $0.edit(file, SandboxedStore.step("code", ["123"])) }
    desk.rest()
    try withoutField(whole).write(to: URL(fileURLWithPath: file), options: .atomic)
    desk.carryOver()
    #expect(desk.save()?.missingFields.count == 1)
    let heard = desk.listener.all.count
    desk.store.undo(file)
    #expect(desk.listener.saveStatus(from: heard) { $0.missingFields.isEmpty } != nil)
  }

  /// Another program fills in another field meanwhile: both stay.
  @Test func anotherProgramsValuesAreKept() throws {
    let desk = try SandboxedStore(FormPDF().file()) { $0.saving = .onQuit }
    let file = desk.file
    _ = desk.listener.loaded()
    _ = desk.fill { $0.edit(file, SandboxedStore.step("code", ["123"])) }
    let other = try desk.worker.section(
      for: AnnotationSource(path: file, bytes: Array(desk.bytes)),
      SandboxedStore.step("notes", ["theirs"]),
      isCopy: false)
    try (desk.bytes + Data(other)).write(to: URL(fileURLWithPath: file))
    #expect(desk.save()?.isSaved == true)
    #expect(try desk.value("code") == ["123"])
    #expect(try desk.value("notes") == ["theirs"])
  }
}
