internal import DeliveryCore

extension Disposable {
  /// Adds the disposable to `bag`, which disposes it when the bag is deallocated.
  public func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }
}

/// A container that disposes its contents when it is deallocated. All members may be used from any thread.
///
///     final class View {
///       private let bag = DisposeBag()
///       func show(_ viewModel: ViewModel) {
///         viewModel.count.subscribe(onNext: { print($0) }).disposed(by: bag)
///       }
///     }
public final class DisposeBag: @unchecked Sendable {
  private let lock = Lock()
  @exclusivity(unchecked) private var disposables: [any Disposable] = []  // Guarded by the lock.

  /// Creates an empty bag.
  public init() {}

  /// Creates a bag that holds `disposables`.
  public convenience init(disposing disposables: any Disposable...) {
    self.init(disposing: disposables)
  }

  /// Creates a bag that holds the disposables listed by `builder`.
  public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
    self.init(disposing: builder())
  }

  /// Creates a bag that holds `disposables`.
  public init(disposing disposables: [any Disposable]) {
    self.disposables = disposables
  }

  deinit {
    for disposable in disposables { disposable.dispose() }
  }

  /// Adds a disposable.
  public func insert(_ disposable: any Disposable) {
    lock.withLock { disposables.append(disposable) }
  }

  /// Adds disposables.
  public func insert(_ disposables: any Disposable...) {
    insert(disposables)
  }

  /// Adds disposables.
  public func insert(_ disposables: [any Disposable]) {
    lock.withLock { self.disposables.append(contentsOf: disposables) }
  }

  /// Adds the disposables listed by `builder`.
  public func insert(@DisposableBuilder builder: () -> [any Disposable]) {
    insert(builder())
  }

  /// Builds a list of disposables for a bag.
  @resultBuilder
  public enum DisposableBuilder {
    /// Returns the disposables as an array.
    public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] { disposables }
  }
}
