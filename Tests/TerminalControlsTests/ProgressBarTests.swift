import BindableKit
import RxBindable
import RxCore
import TerminalControls
import Testing

@MainActor
@Suite("A progress bar")
struct ProgressBarTests {
  private let bar = ProgressBar()

  @Test("shows the completed fraction")
  func fractions() {
    let shown = [0, 0.249, 0.5, 0.999, 1].map { fraction in
      bar.fraction = fraction
      return lines(of: bar, columns: 17)[0]
    }
    #expect(
      shown == ["[..........] 0%", "[##........] 24%", "[#####.....] 50%", "[#########.] 99%", "[##########] 100%"])
  }

  @Test("shows nothing without a fraction, and clamps an invalid one")
  func limits() {
    #expect(lines(of: bar, columns: 17) == [""])
    let shown = [-1, 2, .infinity, .nan].map { fraction in
      bar.fraction = fraction
      return lines(of: bar, columns: 17)[0]
    }
    #expect(shown == ["[..........] 0%", "[##########] 100%", "[##########] 100%", "[..........] 0%"])
  }

  @Test("is only a number if there is no room for a bar")
  func narrow() {
    bar.fraction = 0.5
    #expect(
      (0...8).map { lines(of: bar, columns: $0)[0] } == ["", "5", "50", "50%", "50%", "50%", "50%", "50%", "[.] 50%"])
  }

  @Test("shows the progress of a view model")
  func binding() {
    let progress = Bindable<Double?>(nil)
    let bag = DisposeBag()
    progress.asDriver().drive(bar.rx.fraction).disposed(by: bag)
    progress.value = 1
    #expect(bar.fraction == 1)
  }
}
