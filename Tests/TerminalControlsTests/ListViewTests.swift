import BindableKit
import RxBindable
import RxCore
import TerminalControls
import Testing

@MainActor
@Suite("A list")
struct ListViewTests {
  private let list = ListView<Int> { item, columns in StyledText("item \(item) of \(columns)", style: .dim) }

  private func selections(after keys: Key...) -> [Int?] {
    keys.map { key in
      _ = list.handle(key)
      return list.selection
    }
  }

  @Test("shows a row for each item, as far as there is room")
  func rows() {
    list.items = [1, 2, 3]
    #expect(lines(of: list, columns: 12, rows: 4) == ["item 1 of 12", "item 2 of 12", "item 3 of 12", ""])
    #expect(lines(of: list, columns: 6, rows: 2) == ["item 1", "item 2"])
    #expect(lines(of: list, columns: 6, rows: 0) == [])
  }

  @Test("shows the selected row reversed, in all of its columns")
  func selectedRow() {
    list.items = [1, 2]
    list.selection = 1
    list.frame = Rectangle(columns: 15, rows: 2)
    let screen = DrawnScreen(list, columns: 15, rows: 2)
    #expect(screen.styles(row: 0) == ["0;2", "0"])
    #expect(screen.styles(row: 1) == ["0;2;7", "0;7"])
  }

  @Test("selects with the navigation keys, and stays within the items")
  func keys() {
    list.items = Array(0..<20)
    list.frame = Rectangle(columns: 10, rows: 5)
    #expect(selections(after: .down, .down, .control("n"), .up, .control("p")) == [0, 1, 2, 1, 0])
    #expect(
      selections(after: .up, .pageDown, .pageDown, .pageUp, .end, .down, .pageDown, .home) == [
        0, 4, 8, 4, 19, 19, 19, 0,
      ])
  }

  @Test("leaves other keys to others, and all keys if it has no items")
  func unusedKeys() {
    #expect(press(.down, .up, .home, .enter, on: list) == [false, false, false, false])
    list.items = [1]
    #expect(press(.enter, .left, .right, .character("a"), .tab, .escape, on: list) == Array(repeating: false, count: 6))
    list.selection = 7
    #expect(press(.enter, on: list) == [false])
    #expect(selections(after: .up) == [0])
  }

  @Test("scrolls just enough to show the selection")
  func scrolling() {
    list.items = Array(0..<10)
    func first() -> String { String(lines(of: list, columns: 6, rows: 4)[0].last ?? "?") }
    var shown: [String] = []
    for selection in [0, 3, 4, 9, 6, 5, 0] {
      list.selection = selection
      shown.append(first())
    }
    #expect(shown == ["0", "0", "1", "6", "6", "5", "0"])
    list.selection = 9
    #expect(first() == "6")
    list.items = Array(0..<5)
    #expect(first() == "1")
  }

  @Test("keeps a selection that has no item yet")
  func lateItems() {
    list.selection = 2
    #expect(lines(of: list, columns: 6, rows: 2) == ["", ""])
    list.items = Array(0..<3)
    #expect(list.selection == 2)
    #expect(lines(of: list, columns: 6, rows: 2) == ["item 1", "item 2"])
  }

  @Test("creates only visible rows")
  func laziness() {
    var made: [Int] = []
    let list = ListView<Int> { item, _ in
      made.append(item)
      return "row"
    }
    list.items = Array(0..<100_000)
    list.selection = 50_000
    _ = lines(of: list, columns: 10, rows: 3)
    #expect(made == [49_998, 49_999, 50_000])
  }

  @Test("emits the user's selections and choices")
  func properties() {
    var selected: [Int?] = []
    var chosen: [Int] = []
    let bag = DisposeBag()
    list.rx.selection.subscribe(with: list, onNext: { selected.append($1) }).disposed(by: bag)
    list.rx.itemChosen.subscribe(with: list, onNext: { chosen.append($1) }).disposed(by: bag)
    list.items = [1, 2, 3]
    list.selection = 0
    press(.down, .enter, .down, .down, .enter, on: list)
    #expect(selected == [nil, 1, 2])
    #expect(chosen == [1, 2])
  }

  @Test("shows the items of a view model, and shares its selection")
  func binding() {
    let results = Bindable([1])
    let selection = Bindable<Int?>(0)
    let bag = DisposeBag()
    results.asDriver().drive(list.rx.items).disposed(by: bag)
    let token = selection.bind(bothWays: list.rx.selection)
    results.value = [7, 8]
    press(.down, on: list)
    #expect(lines(of: list, columns: 6, rows: 2) == ["item 7", "item 8"])
    #expect(selection.value == 1)
    selection.value = nil
    #expect(list.selection == nil)
    withExtendedLifetime(token) {}
  }

  @Test("observes a view model without a subscription")
  func observing() {
    let results = Bindable([1])
    results.observe(with: list) { list, results in list.items = results }
    results.value = [1, 2]
    #expect(list.items == [1, 2])
  }
}
