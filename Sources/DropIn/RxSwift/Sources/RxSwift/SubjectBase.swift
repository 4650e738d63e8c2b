public import RxCore

// As in RxSwift, with any elements. RxCore's subjects do not conform, because no conformance can require `Sendable`
// elements, and another thread that disposes a subject releases those it keeps. Disposal reads none.
extension SubjectBase: @retroactive Cancelable {}
