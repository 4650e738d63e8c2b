import RxCore

extension OperatorCase {
  /// The operators that share a subscription.
  static let connecting = [
    OperatorCase("share", .isShared) { $0.source.share() },
    OperatorCase("share(replay:)", .isShared) { $0.source.share(replay: 1) },
    OperatorCase("share(replay:), two elements", .isShared) { $0.source.share(replay: 2) },
    OperatorCase("share, forever", .isShared) { $0.source.share(scope: .forever) },
    OperatorCase("share(replay:), forever", .isShared) { $0.source.share(replay: 1, scope: .forever) },
    OperatorCase("publish and refCount", .isShared) { $0.source.publish().refCount() },
    OperatorCase("replay and refCount", .isShared) { $0.source.replay(1).refCount() },
    OperatorCase("replayAll and refCount", .isShared) { $0.source.replayAll().refCount() },
    OperatorCase("multicast and refCount", .isShared) { $0.source.multicast(PublishSubject()).refCount() },
    OperatorCase("multicast(makeSubject:) and refCount", .isShared) { setting in
      setting.source.multicast(makeSubject: { setting.touched(ReplaySubject<Int>.create(bufferSize: 1)) }).refCount()
    },
    OperatorCase("multicast with a selector") { setting in
      setting.source.multicast({ PublishSubject() }) { shared in
        setting.touched(.merge(shared, shared.map { setting.touched($0) }))
      }
    },
    OperatorCase("share, twice", .isComposite) { setting in
      let shared = setting.source.share(replay: 1)
      return .merge(shared, shared.map { setting.touched($0) })
    },
    OperatorCase("multicast(makeSubject:) with an AsyncSubject", .isComposite) { setting in
      setting.source.multicast(makeSubject: { setting.touched(AsyncSubject<Int>()) }).refCount()
    },
  ]
}

extension KeepingOperator {
  static let connecting = [
    KeepingOperator("share(replay:)") { source, _ in source.share(replay: 1) }
  ]
}
