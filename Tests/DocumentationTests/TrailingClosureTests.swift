#if os(Linux)
  import TestSupport
  import Testing

  /// R9: what a closure without a label means in Swift 5 mode, where the compiler warns of some forms.
  @Suite("Trailing closures", .dedicatedThreads) struct TrailingClosureTests {
    private func output(_ source: String) throws -> [String] {
      let (folder, compiler) = (try TestFolder(), try Compiler.shared.get())
      var options = ProgramOptions()
      options.languageMode = "5"
      let compiled = try compiler.compile("import RxCore\n" + source, options: options, in: folder)
      #expect(compiled.end == .exit(0), "\(compiled.errors)")
      return try compiler.run(in: folder).output.split(separator: "\n").map(String.init)
    }

    @Test("a closure that trails the arguments of a subscription is onDisposed")
    func onDisposed() throws {
      let source = """
        _ = Observable.of(1).subscribe { print("observable") }
        _ = Observable.of(1).subscribe(onNext: { print($0) }) { print("observable's end") }
        _ = Single.just(1).subscribe { print("single") }
        _ = Single.just(1).subscribe(onSuccess: { print($0) }) { print("single's end") }
        _ = Maybe.just(1).subscribe { print("maybe") }
        _ = Maybe.just(1).subscribe(onSuccess: { print($0) }) { print("maybe's end") }
        _ = Completable.empty().subscribe { print("completable") }
        _ = Completable.empty().subscribe(onCompleted: { print(1) }) { print("completable's end") }
        _ = Infallible.just(1).subscribe { print("infallible") }
        _ = Infallible.just(1).subscribe(onNext: { print($0) }) { print("infallible's end") }
        _ = Observable.of(1).asDriver(onErrorJustReturn: 0).drive { print("driver") }
        _ = Observable.of(1).asDriver(onErrorJustReturn: 0).drive(onNext: { print($0) }) { print("driver's end") }
        _ = Observable.of(1).asSignal(onErrorJustReturn: 0).emit { print("signal") }
        _ = Observable.of(1).asSignal(onErrorJustReturn: 0).emit(onNext: { print($0) }) { print("signal's end") }
        """
      let names = ["observable", "single", "maybe", "completable", "infallible", "driver", "signal"]
      #expect(try output(source) == names.flatMap { [$0, "1", "\($0)'s end"] })
    }

    @Test("a closure that trails bind or drive and uses an element subscribes")
    func onNext() throws {
      let source = """
        final class Label { func show(_ text: String) { print(text) } }
        let label: Label? = Label()
        let relay = BehaviorRelay(value: "relay")
        _ = relay.bind { [weak label] value in label?.show(value) }
        _ = relay.bind { value in print("any \\(value)") }
        _ = relay.asInfallible().bind { [weak label] value in label?.show(value) }
        _ = relay.asDriver().drive { [weak label] value in label?.show(value) }
        _ = relay.bind { relay in relay.subscribe(onNext: { print("binder", $0) }) }
        print(relay.bind(to: { _ in 5 }))
        withExtendedLifetime(label) {}
        """
      #expect(try output(source) == ["relay", "any relay", "relay", "relay", "binder relay", "5"])
    }
  }
#endif
