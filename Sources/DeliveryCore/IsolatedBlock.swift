// What a closure formed on an actor may be called as, once a `DeliveryTarget` has brought the caller there.
//
// Swift lets an `@isolated(any)` function be called only with `await`. The target made from its `isolation` runs on
// that very actor, or the closure is bound to none, so the call is as safe as the one the compiler would make; the cast
// drops the isolation from the type and changes nothing else. This is the one place that does it.
//
// One form for each number of arguments, because a function type cannot be abstracted over a parameter pack; and cast
// within a struct, because a bare function would be converted to another calling convention and back.

private struct Bound1<A> { let call: @isolated(any) @Sendable (A) -> Void }
private struct Free1<A> { let call: @Sendable (A) -> Void }

package func lifted<A>(_ block: @escaping @isolated(any) @Sendable (A) -> Void) -> @Sendable (A) -> Void {
  unsafeBitCast(Bound1(call: block), to: Free1<A>.self).call
}

private struct Bound2<A, B> { let call: @isolated(any) @Sendable (A, B) -> Void }
private struct Free2<A, B> { let call: @Sendable (A, B) -> Void }

package func lifted<A, B>(_ block: @escaping @isolated(any) @Sendable (A, B) -> Void) -> @Sendable (A, B) -> Void {
  unsafeBitCast(Bound2(call: block), to: Free2<A, B>.self).call
}

private struct Bound3<A, B, C> { let call: @isolated(any) @Sendable (A, B, C) -> Void }
private struct Free3<A, B, C> { let call: @Sendable (A, B, C) -> Void }

package func lifted<A, B, C>(
  _ block: @escaping @isolated(any) @Sendable (A, B, C) -> Void
) -> @Sendable (A, B, C) -> Void {
  unsafeBitCast(Bound3(call: block), to: Free3<A, B, C>.self).call
}
