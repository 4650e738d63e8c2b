/// The integers that sources of numbers, such as `range` and `interval`, can count in.
public typealias RxAbstractInteger = FixedWidthInteger
