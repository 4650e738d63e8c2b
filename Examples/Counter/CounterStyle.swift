/// How the view model is written.
enum CounterStyle: String, CaseIterable {
  case bindable, rx, bridged

  @MainActor func makeViewModel() -> any CounterViewModel {
    switch self {
    case .bindable: BindableCounter()
    case .rx: RxCounter()
    case .bridged: BridgedCounter()
    }
  }
}
