/// An error to throw and to send.
enum Oops: Error {
  case one
  case two
}
