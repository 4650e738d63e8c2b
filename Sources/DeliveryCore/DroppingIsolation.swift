// Swift can call an `@isolated(any)` function only with `await`. These functions return it as a synchronous function,
// which must be called on its actor, through a `DeliveryTarget` created from its `isolation`. A closure that belongs to
// no actor may be called anywhere. The cast removes the isolation from the type and changes nothing else. A struct is
// cast, because a bare function would be converted to another calling convention and back.
//
// There is one function for each number of arguments.

private struct Isolated0<Result> { let call: @isolated(any) @Sendable () -> Result }
private struct Plain0<Result> { let call: @Sendable () -> Result }

package func droppingIsolation<Result>(
  _ expression: @escaping @isolated(any) @Sendable () -> Result
) -> @Sendable () -> Result {
  unsafeBitCast(Isolated0(call: expression), to: Plain0<Result>.self).call
}

private struct Isolated1<A> { let call: @isolated(any) @Sendable (A) -> Void }
private struct Plain1<A> { let call: @Sendable (A) -> Void }

package func droppingIsolation<A>(_ block: @escaping @isolated(any) @Sendable (A) -> Void) -> @Sendable (A) -> Void {
  unsafeBitCast(Isolated1(call: block), to: Plain1<A>.self).call
}

private struct Isolated2<A, B> { let call: @isolated(any) @Sendable (A, B) -> Void }
private struct Plain2<A, B> { let call: @Sendable (A, B) -> Void }

package func droppingIsolation<A, B>(
  _ block: @escaping @isolated(any) @Sendable (A, B) -> Void
) -> @Sendable (A, B) -> Void {
  unsafeBitCast(Isolated2(call: block), to: Plain2<A, B>.self).call
}
