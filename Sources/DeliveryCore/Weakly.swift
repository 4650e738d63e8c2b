/// Returns a closure that calls `call` with `object` while `object` is alive.
package func weakly<Object: AnyObject & Sendable, Argument>(
  _ object: Object, _ call: @escaping @Sendable (Object, Argument) -> Void
) -> @Sendable (Argument) -> Void {
  { [weak object] argument in
    if let object { call(object, argument) }
  }
}
