/// The integers that sources of numbers, such as `range` and `interval`, can emit.
public typealias RxAbstractInteger = FixedWidthInteger
