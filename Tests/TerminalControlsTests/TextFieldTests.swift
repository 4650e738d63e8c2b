import BindableKit
import RxBindable
import RxCore
import TestSupport
import Testing

@testable import TerminalControls

@MainActor
@Suite("A text field")
struct TextFieldTests {
  private let field = TextField(prompt: "> ")

  private func type(_ keys: Key...) {
    for key in keys { _ = field.handle(key) }
  }

  /// The text as shown in 20 columns, with "|" at the cursor.
  private var shown: String {
    var characters = Array(lines(of: field, columns: 20)[0].dropFirst(2))
    let column = (field.cursor?.column ?? 0) - 2
    while characters.count < column { characters.append(" ") }
    characters.insert("|", at: column)
    return String(characters)
  }

  @Test("shows its prompt and the typed text")
  func typing() {
    #expect(lines(of: field, columns: 10) == [">"])
    type(.character("a"), .character("b"))
    #expect(lines(of: field, columns: 10) == ["> ab"])
    #expect(field.text == "ab")
    #expect(field.cursor == Position(column: 4, row: 0))
  }

  @Test("is edited with the usual keys")
  func editing() {
    field.text = "one two  "
    type(.control("w"))
    #expect(shown == "one |")
    type(.character("x"), .left, .left, .backspace, .delete)
    #expect(shown == "on|x")
    type(.control("a"), .delete)
    #expect(shown == "|nx")
    type(.end, .left, .control("k"))
    #expect(shown == "n|")
    type(.character("b"), .home, .right, .control("u"))
    #expect(shown == "|b")
    type(.control("e"), .character("c"))
    #expect(shown == "bc|")
    type(.control("u"), .backspace, .delete, .control("w"))
    #expect(field.text == "")
  }

  @Test("leaves the arrow keys, Home and End to others when its cursor cannot move")
  func unusedKeys() {
    #expect(press(.left, .right, .home, .end, on: field) == [false, false, false, false])
    field.text = "a"
    #expect(press(.right, .end, .home, .left, .home, .end, on: field) == [false, false, true, false, false, true])
    #expect(
      press(.up, .down, .enter, .escape, .tab, .control("n"), .unknown, on: field) == Array(repeating: false, count: 7))
  }

  @Test("inserts a paste in one step, with spaces for its line breaks")
  func paste() {
    var texts: [String] = []
    let subscription = field.rx.text.changed.subscribe(with: field, onNext: { texts.append($1) })
    field.text = "[]"
    type(.left, .paste("a\r\nb\nc"))
    #expect(texts == ["[a b c]"])
    subscription.dispose()
  }

  @Test("has the same cursor and text as a plain string, whatever the keys are")
  func random() {
    var random = SplitMix64(seed: 3)
    let letters: [Key] = ["a", "漢", "\u{301}", "😀", "\u{200D}", "\u{7}", " "].map(Key.character)
    let others: [Key] = [
      .left, .right, .home, .end, .backspace, .delete, .control("a"), .control("e"), .control("w"), .paste("b\nc"),
    ]
    for _ in 0..<300 {
      var (editor, model) = (LineEditor(), PlainLine())
      for _ in 0..<60 {
        let key = (Bool.random(using: &random) ? letters : others).randomElement(using: &random) ?? .unknown
        _ = editor.handle(key)
        model.handle(key)
        // Not after each key, so that the width of several keys is sometimes measured together.
        if Bool.random(using: &random) { #expect(editor.cursorColumn == model.cursorColumn, "\(model)") }
        #expect(editor.text == model.text)
      }
    }
  }

  @Test("measures only newly typed text, and draws only visible text, however long the text is")
  func longText() {
    for count in [1_000, 2_000] {
      var editor = LineEditor(String(repeating: "漢", count: count))
      #expect(editor.cursorColumn == 2 * count)
      for key in [Key.character("a"), .backspace, .left, .right, .left, .delete] {
        _ = editor.handle(key)
        #expect(editor.unmeasured.count <= 2)
        let cursor = editor.cursorColumn
        #expect(editor.characters(in: cursor - 10..<cursor + 10).characters.count <= 10)
      }
    }
  }

  @Test("combines a letter with the marks typed after it")
  func marks() {
    type(.character("e"), .character("\u{301}"), .left)
    #expect(field.cursor?.column == 2)
    type(.delete)
    #expect(field.text == "")
  }

  @Test("scrolls by whole characters to keep the cursor visible")
  func scrolling() {
    field.text = "abcdefghij"
    #expect(lines(of: field, columns: 7) == ["> ghij"])
    #expect(field.cursor?.column == 6)
    type(.left, .left, .left, .left, .left)
    #expect(lines(of: field, columns: 7) == ["> fghij"])
    #expect(field.cursor?.column == 2)
    type(.home)
    #expect(lines(of: field, columns: 7) == ["> abcde"])
    field.text = "漢字漢字"
    #expect(lines(of: field, columns: 6) == [">  字"])
    #expect(field.cursor?.column == 5)
  }

  @Test("shows the rest of a shortened text, without blank space after it")
  func shrinking() {
    field.text = "abcdefghij"
    #expect(lines(of: field, columns: 7) == ["> ghij"])
    type(.backspace, .backspace)
    #expect(lines(of: field, columns: 7) == ["> efgh"])
    type(.left, .backspace, .backspace)
    #expect(lines(of: field, columns: 7) == ["> cdeh"])
    #expect(field.cursor?.column == 5)
    type(.control("u"), .character("x"))
    #expect(lines(of: field, columns: 7) == ["> xh"])
    #expect(field.cursor?.column == 3)
  }

  @Test("draws nothing outside its frame, however narrow that is")
  func narrow() {
    field.text = "abc"
    for columns in 0...3 {
      #expect(lines(of: field, columns: columns) == [["", ">", ">", ">"][columns]])
    }
  }

  @Test("emits what the user types, but not what the program sets")
  func textProperty() {
    var texts: [String] = []
    let subscription = field.rx.text.subscribe(with: field, onNext: { texts.append($1) })
    type(.character("a"))
    field.text = "b"
    type(.left, .character("c"))
    #expect(texts == ["", "a", "cb"])
    subscription.dispose()
  }

  @Test("and a view model share the same text")
  func bothWays() async {
    let query = Bindable("one")
    let token = query.bind(bothWays: field.rx.text)
    #expect(field.text == "one")
    type(.character("s"))
    #expect(query.value == "ones")
    query.value = "two"
    #expect(field.text == "two")
    #expect(shown == "two|")
    withExtendedLifetime(token) {}
  }

  @Test("completes its properties when it is deallocated")
  func deallocation() {
    var field: TextField? = TextField()
    weak let weakField = field
    var ends = 0
    let owner = TextField()
    let subscription = field?.rx.text.subscribe(with: owner, onCompleted: { _ in ends += 1 })
    field = nil
    #expect(weakField == nil)
    #expect(ends == 1)
    subscription?.dispose()
  }
}

/// A simple model of line editing: two strings.
private struct PlainLine {
  private var before = ""
  private var after = ""

  var text: String { before + after }

  var cursorColumn: Int { before.reduce(0) { $0 + DrawnText(String($1)).columns } }

  mutating func handle(_ key: Key) {
    switch key {
    case .character(let character): before.append(character)
    case .paste(let text): before += text.map { $0.isNewline ? " " : $0 }
    case .backspace: _ = before.popLast()
    case .delete: after = String(after.dropFirst())
    case .control("a"), .home: (before, after) = ("", text)
    case .control("e"), .end: (before, after) = (text, "")
    case .control("w"):
      while before.last?.isWhitespace == true { before.removeLast() }
      while before.last?.isWhitespace == false { before.removeLast() }
    case .left: after = (before.popLast().map(String.init) ?? "") + after
    case .right: if !after.isEmpty { before.append(after.removeFirst()) }
    default: break
    }
  }
}
