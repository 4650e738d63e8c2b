/// An error for tests to throw and to send.
public enum TestError: Error {
  case one
  case two
}
