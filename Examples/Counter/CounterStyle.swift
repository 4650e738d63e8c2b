/// The available implementations of the view model.
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
