#if os(Linux)
  import Glibc
  import Testing

  /// A new directory, which is removed when its owner is deallocated.
  public final class TestFolder {
    public let path: String

    public init() throws {
      var template = Array("/tmp/BindableTests.XXXXXX".utf8CString)
      path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
      if let directory = opendir(path) {
        while let entry = readdir(directory) { unlink(file(Self.name(of: entry)).cString) }
        closedir(directory)
      }
      rmdir(path)
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
      withUnsafeBytes(of: &entry.pointee.d_name) { name in Array(name.prefix { $0 != 0 }) }
    }

    /// The file with this name in the directory.
    public func file(_ name: [UInt8]) -> ByteString { ByteString(Array("\(path)/".utf8) + name) }

    public func file(_ name: String) -> ByteString { file(Array(name.utf8)) }

    @discardableResult
    public func write(_ bytes: [UInt8], to file: ByteString) throws -> ByteString {
      let stream = try #require(fopen(file.cString, "w"))
      #expect(fwrite(bytes, 1, bytes.count, stream) == bytes.count)
      fclose(stream)
      return file
    }

    @discardableResult
    public func write(_ text: String, to name: String) throws -> ByteString {
      try write(Array(text.utf8), to: file(name))
    }

    public func read(_ name: String) throws -> String {
      let stream = try #require(fopen(file(name).cString, "r"))
      defer { fclose(stream) }
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = fread(&buffer, 1, buffer.count, stream)
        if count == 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes += buffer[..<count]
      }
    }
  }
#endif
