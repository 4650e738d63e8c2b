/// An error that tests throw and emit.
public enum TestError: Error {
  case one
  case two
}
