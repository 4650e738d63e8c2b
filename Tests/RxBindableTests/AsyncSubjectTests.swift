import BindableKit
import RxBindable
import RxCore
import TestSupport
import Testing

@Suite("Bindables bound to an AsyncSubject")
struct AsyncSubjectTests {
  private let subject = AsyncSubject<Int>()

  @Test("a Bindable takes the last element of a subject that has completed")
  func late() {
    subject.onNext(1)
    subject.onNext(5)
    subject.onCompleted()
    let bindable = Bindable(0)
    let binding = subject.bind(to: bindable)
    #expect(bindable.value == 5)
    #expect(subject.asBindable(initial: 0, onError: .handle { _ in }).value == 5)
    binding.dispose()
  }

  @Test("a Bindable takes the last element when the subject completes, unless the binding has ended")
  func early() {
    let (bindable, other) = (Bindable(0), Bindable(0))
    let binding = subject.bind(to: bindable)
    subject.bind(to: other).dispose()
    subject.onNext(1)
    subject.onNext(5)
    #expect(bindable.value == 0)
    subject.onCompleted()
    #expect(bindable.value == 5)
    #expect(other.value == 0)
    binding.dispose()
  }

  @Test("the error from a subject that has failed is handled")
  func failed() {
    subject.onNext(1)
    subject.onError(TestError.one)
    #expect(subject.asBindable(initial: 0, onError: .replace(with: 7)).value == 7)
  }
}
