import Glibc

private let broken = getenv("BREAK").flatMap { Int32(String(cString: $0)) }

/// Whether this run tries the break with this number: see the program `Breaks`.
@inline(never)
public func isBroken(_ number: Int) -> Bool { broken == Int32(number) }
