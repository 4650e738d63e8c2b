/// Stops the program with `message` unless `condition` is true. Unlike `precondition`, it prints the message in
/// optimised builds too.
@inline(__always)
package func require(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { fatalError(message(), file: file, line: line) }
}
