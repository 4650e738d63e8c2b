public import RxCore

/// A line of text set by the program. If it is too long, it ends with "…".
///
///     viewModel.status.asDriver().drive(line.rx.text).disposed(by: bag)
///
/// With a `Bindable`, write `viewModel.status.observe(with: line) { line, status in line.text = StyledText(status) }`.
@MainActor
public final class StatusLine: Control {
  /// The displayed text.
  public var text: StyledText {
    didSet { if text != oldValue { setNeedsDisplay() } }
  }

  /// The style of plain text bound to `rx.text`.
  public var style = TextStyle.plain

  /// Creates a line that shows `text`.
  public init(text: StyledText = "") {
    self.text = text
  }

  public override func draw(on canvas: inout Canvas) {
    canvas.draw(text.fitted(columns: canvas.size.columns), at: 0, row: 0)
  }
}

extension Reactive where Base: StatusLine {
  /// Sets the text, in the ``StatusLine/style`` of the line.
  @MainActor public var text: Binder<String> {
    Binder(base) { line, text in line.text = StyledText(text, style: line.style) }
  }

  /// Sets the text with its styles.
  @MainActor public var styledText: Binder<StyledText> {
    Binder(base) { line, text in line.text = text }
  }
}
