import BindableKit
import RxBindable
import RxCore
import TerminalControls
import Testing

@MainActor
@Suite("A status line")
struct StatusLineTests {
  private let line = StatusLine()

  @Test("truncates a long text with an ellipsis")
  func fitting() {
    line.text = "12 hits in 漢字"
    #expect(lines(of: line, columns: 15) == ["12 hits in 漢字"])
    #expect(lines(of: line, columns: 14) == ["12 hits in 漢…"])
    #expect(lines(of: line, columns: 13) == ["12 hits in …"])
    #expect(lines(of: line, columns: 0) == [""])
  }

  @Test("shows the status of a view model, plain in its own style, or styled")
  func binding() {
    let status = Bindable("one")
    let bag = DisposeBag()
    line.style = .dim
    status.asDriver().drive(line.rx.text).disposed(by: bag)
    #expect(line.text == StyledText("one", style: .dim))
    status.map { StyledText($0, style: .bold) }.asDriver().drive(line.rx.styledText).disposed(by: bag)
    #expect(line.text == StyledText("one", style: .bold))
  }
}
