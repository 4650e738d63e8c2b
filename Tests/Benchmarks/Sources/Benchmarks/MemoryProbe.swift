#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Creates many objects of one kind and measures the growth of the process's resident memory.
  struct MemoryProbe {
    let name: String
    /// The contender's name; by default, the probe's name.
    let displayName: String
    /// Creates `count` objects. Objects that must be kept individually are stored in the preallocated array.
    let make: (_ count: Int, _ kept: inout ContiguousArray<AnyObject?>) -> Any

    init(
      name: String, displayName: String? = nil,
      make: @escaping (_ count: Int, _ kept: inout ContiguousArray<AnyObject?>) -> Any
    ) {
      self.name = name
      self.displayName = displayName ?? name
      self.make = make
    }

    /// The first argument of a process that only measures and prints.
    private static let flag = "--memory-probe"

    /// Measures and prints if the process was started for that purpose; otherwise returns `false`.
    static func answer(_ arguments: [String]) -> Bool {
      guard arguments.count == 4, arguments[1] == flag, let count = Int(arguments[3]), count > 0,
        let probe = all.first(where: { $0.name == arguments[2] })
      else { return false }
      print(probe.growth(count: count))
      return true
    }

    private func growth(count: Int) -> Int {
      var kept = ContiguousArray<AnyObject?>(repeating: nil, count: count)
      // The first object also causes one-time allocations, such as those of metadata.
      keep(make(1, &kept))
      kept[0] = nil
      let before = Self.residentBytes
      let made = make(count, &kept)
      let after = Self.residentBytes
      keep(made)
      keep(kept)
      return after - before
    }

    private static var residentBytes: Int {
      guard let file = fopen("/proc/self/statm", "r") else { fatalError("/proc/self/statm cannot be read.") }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      guard fgets(&line, Int32(line.count), file) != nil else { fatalError("/proc/self/statm is empty.") }
      let text = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self)
      // The numbers are in pages: the total size, then the resident size.
      guard let pages = Int(text.split(separator: " ")[1]) else { fatalError("/proc/self/statm reads \(text).") }
      return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Measures in a new process, so that this process's memory does not affect the result.
    func measure(observers: Int) -> Double {
      // This form of the program's path never needs quoting.
      let command = "exec /proc/\(getpid())/exe \(Self.flag) \(name) \(observers)"
      guard let output = popen(command, "r") else { fatalError("No process could be started.") }
      var line = [CChar](repeating: 0, count: 64)
      let hasAnswer = fgets(&line, Int32(line.count), output) != nil
      let status = pclose(output)
      let text = String(decoding: line.prefix { $0 >= 0x20 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard hasAnswer, status == 0, let bytes = Double(text) else {
        fatalError("The process that measures \(name) failed with status \(status).")
      }
      return bytes
    }
  }
#endif
