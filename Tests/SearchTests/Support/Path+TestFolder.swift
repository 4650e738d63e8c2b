import TestSupport

@testable import Search

extension Path {
  /// A file in a test's folder.
  init(_ file: ByteString) { self.init(bytes: file.bytes) }
}
