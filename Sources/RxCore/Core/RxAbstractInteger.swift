/// The integer types that `range`, `interval` and similar sources can emit.
public typealias RxAbstractInteger = FixedWidthInteger
