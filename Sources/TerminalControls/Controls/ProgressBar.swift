/// A progress bar, drawn as `[####....] 50%`.
///
///     viewModel.progress.asDriver().drive(bar.rx.fraction).disposed(by: bag)
///
/// With a `Bindable`, write `viewModel.progress.observe(with: bar) { bar, fraction in bar.fraction = fraction }`.
/// In fewer than eight columns, only the percentage is drawn.
@MainActor
public final class ProgressBar: Control {
  /// The completed fraction, from 0 to 1; `nil` to draw nothing. A number below counts as 0, one above as 1, and NaN as
  /// 0.
  public var fraction: Double? {
    didSet { if fraction != oldValue { setNeedsDisplay() } }
  }

  /// The style of the bar.
  public var style = TextStyle.plain {
    didSet { if style != oldValue { setNeedsDisplay() } }
  }

  public override func draw(on canvas: inout Canvas) {
    guard let fraction else { return }
    // NaN counts as zero.
    let done = fraction > 0 ? min(fraction, 1) : 0
    let percent = "\(Int(done * 100))%"
    let width = canvas.size.columns - "[] 100%".utf8.count
    guard width > 0 else {
      canvas.draw(percent, at: 0, row: 0, style: style)
      return
    }
    let bar = padded(String(repeating: "#", count: Int(done * Double(width))), columns: width, with: ".")
    canvas.draw("[\(bar)] \(percent)", at: 0, row: 0, style: style)
  }
}
